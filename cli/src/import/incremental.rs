//! Few documents, added to what is served without packing it again.

use super::inputs::Inputs;
use super::prepare::RowSink;
use super::served_version::ServedVersion;
use crate::edge::{Edge, Method, Retry};
use crate::progress::Progress;
use crate::version::DatasetVersion;
use anyhow::Context as _;
use overheard::ingest::{Batcher, RowStore, Videos};
use overheard::query::Increment;
use overheard::segment::writer::{self, DeltaOutcome, write_delta};
use overheard::segment::{ImportedRow, RowKind, Table};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeSet;

/// Bytes of files above which everything is packed anew at once. Compressed ones count as much as they hold, about.
pub const MAX_INCREMENTAL_FILE_BYTES: u64 = 32_000_000;
/// Bytes of rows that an edge takes as one increment.
const MAX_INCREMENT_BYTES: usize = 8_000_000;

/// The rows of an import, until it is known what becomes of them.
pub struct IncrementalImport<'a> {
    edge: &'a Edge,
    served: ServedVersion<'a>,
    progress: &'a Progress,
    rows: Vec<ImportedRow>,
}

/// What became of them.
pub enum IncrementOutcome {
    /// They are served.
    Served {
        /// What is served now.
        dataset: DatasetVersion,
        /// Rows that the database counted as written.
        rows_written: Option<u64>,
    },
    /// They were served already.
    Unchanged,
    /// They cannot be added: all is to be packed anew, with these rows.
    Rebuild(Vec<ImportedRow>),
}

/// What an edge answers to an increment.
#[derive(Deserialize)]
struct Answer {
    dataset: DatasetVersion,
    rows_written: Option<u64>,
}

impl<'a> IncrementalImport<'a> {
    /// For what an edge serves.
    pub fn new(edge: &'a Edge, served: &DatasetVersion, progress: &'a Progress) -> Self {
        Self { edge, served: ServedVersion::new(edge, served), progress, rows: Vec::new() }
    }

    /// Adds the rows that were taken.
    pub fn add(
        mut self,
        inputs: &Inputs,
        served: &DatasetVersion,
        started_at: &str,
    ) -> anyhow::Result<IncrementOutcome> {
        self.progress.work("Adding");
        let base = served.base();
        // Only where all is packed anew they are needed again.
        let rows = self.rows.clone();
        match write_delta(&mut self.served, base.revision + 1, rows, Vec::new())? {
            DeltaOutcome::Unchanged => Ok(IncrementOutcome::Unchanged),
            DeltaOutcome::Rebuild => Ok(IncrementOutcome::Rebuild(self.rows)),
            DeltaOutcome::Rows(writer::DeltaRows { content, rows }) => {
                let increment = Increment {
                    import: inputs.upon(Some(served)),
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
                let Answer { dataset, rows_written } =
                    self.edge.call(Method::POST, path, Some(body), Retry::WithBackoff)?;
                Ok(IncrementOutcome::Served { dataset, rows_written })
            }
        }
    }
}

/// The increment as it is sent.
fn body(increment: &Increment, rows: Vec<(Table, Vec<String>)>) -> anyhow::Result<String> {
    let mut batches: Vec<(&str, Box<RawValue>)> = Vec::new();
    for (table, rows) in rows {
        let mut batcher = Batcher::new(table);
        let full = rows.iter().filter_map(|row| batcher.push(row)).collect::<Vec<_>>();
        for batch in full.into_iter().chain(batcher.finish()) {
            batches.push((table.name(), RawValue::from_string(batch.body)?));
        }
    }
    let members = [("increment", to_raw_value(increment)?), ("rows", to_raw_value(&batches)?)];
    Ok(serde_json::to_string(&std::collections::BTreeMap::from(members))?)
}

impl RowStore for IncrementalImport<'_> {
    type Error = anyhow::Error;
    /// The position among the rows.
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
