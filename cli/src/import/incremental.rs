//! The incremental import: adds a small number of records to the served version without repacking it.

use super::inputs::Inputs;
use super::prepare::RowSink;
use super::served_version::ServedVersion;
use crate::edge::{EdgeClient, Method, Retry};
use crate::progress::ProgressDisplay;
use crate::version::VersionSummary;
use anyhow::Context as _;
use overheard::ingest::{Batch, Batcher, RowStore, Videos};
use overheard::query::Increment;
use overheard::segment::writer::{self, DeltaOutcome, write_delta};
use overheard::segment::{ImportedRow, RowKind, Table};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeSet;

/// The total file size above which an import is a full import. Compressed files count with their estimated content.
pub const MAX_INCREMENTAL_FILE_BYTES: u64 = 32_000_000;
/// The largest increment that an edge accepts, in bytes.
const MAX_INCREMENT_BYTES: usize = 8_000_000;

/// An incremental import that collects its rows.
pub struct IncrementalImport<'a> {
    edge: &'a EdgeClient,
    served: ServedVersion<'a>,
    progress: &'a ProgressDisplay,
    rows: Vec<ImportedRow>,
}

/// The outcome of an incremental import.
pub enum IncrementOutcome {
    /// The rows are served.
    Served {
        /// The dataset version that is served now.
        dataset: VersionSummary,
        /// The number of rows that the database has written.
        rows_written: Option<u64>,
    },
    /// The rows were served already.
    Unchanged,
    /// The rows cannot be added. A full import with these rows is needed.
    Rebuild(Vec<ImportedRow>),
}

/// The edge's answer to an increment.
#[derive(Deserialize)]
pub struct IncrementAnswer {
    pub dataset: VersionSummary,
    pub rows_written: Option<u64>,
}

impl<'a> IncrementalImport<'a> {
    /// Creates an incremental import for the served version.
    pub fn new(edge: &'a EdgeClient, served: &VersionSummary, progress: &'a ProgressDisplay) -> Self {
        Self { edge, served: ServedVersion::new(edge, served), progress, rows: Vec::new() }
    }

    /// Sends the collected rows as one increment.
    pub fn add(
        mut self,
        inputs: &Inputs,
        served: &VersionSummary,
        started_at: &str,
    ) -> anyhow::Result<IncrementOutcome> {
        self.progress.work("Adding");
        let base = served.base();
        // A full import needs the rows again.
        let rows = self.rows.clone();
        match write_delta(&mut self.served, base.revision + 1, rows, &inputs.aliases, Vec::new())? {
            DeltaOutcome::Unchanged => Ok(IncrementOutcome::Unchanged),
            DeltaOutcome::Rebuild => Ok(IncrementOutcome::Rebuild(self.rows)),
            DeltaOutcome::Rows(writer::DeltaRows { content, rows }) => {
                let increment = Increment {
                    import: inputs.import_id(Some(served)),
                    inputs: inputs.name.clone(),
                    base,
                    started_at: started_at.to_owned(),
                    content,
                };
                let body = body(&increment, rows)?;
                if body.len() > MAX_INCREMENT_BYTES {
                    return Ok(IncrementOutcome::Rebuild(self.rows));
                }
                let path = "/admin/v1/increments";
                let IncrementAnswer { dataset, rows_written } =
                    self.edge.call(Method::POST, path, Some(body), Retry::WithBackoff)?;
                Ok(IncrementOutcome::Served { dataset, rows_written })
            }
        }
    }
}

/// Builds the request body of an increment.
fn body(increment: &Increment, rows: Vec<(Table, Vec<String>)>) -> anyhow::Result<String> {
    let batches = batches(rows).into_iter();
    let batches = batches.map(|batch| Ok((batch.table.name(), RawValue::from_string(batch.body)?)));
    let batches = batches.collect::<anyhow::Result<Vec<_>>>()?;
    let members = [("increment", to_raw_value(increment)?), ("rows", to_raw_value(&batches)?)];
    Ok(serde_json::to_string(&std::collections::BTreeMap::from(members))?)
}

/// Groups rows into batches.
pub fn batches(rows: Vec<(Table, Vec<String>)>) -> Vec<Batch<Table>> {
    let mut batches = Vec::new();
    for (table, rows) in rows {
        let mut batcher = Batcher::new(table);
        batches.extend(rows.iter().filter_map(|row| batcher.push(row)));
        batches.extend(batcher.finish());
    }
    batches
}

impl RowStore for IncrementalImport<'_> {
    type Error = anyhow::Error;
    /// The index in `rows`.
    type Position = usize;

    fn take(&mut self, row: &ImportedRow) -> anyhow::Result<usize> {
        self.rows.push(row.clone());
        Ok(self.rows.len() - 1)
    }

    fn row(&mut self, _kind: RowKind, place: usize) -> anyhow::Result<ImportedRow> {
        self.rows.get(place).cloned().context("a row that was taken is missing")
    }
}

impl RowSink for IncrementalImport<'_> {
    fn load_served_videos(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool> {
        self.served.load_videos(ids, videos)?;
        Ok(true)
    }
}
