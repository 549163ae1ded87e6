//! The deletion of few records: rewrites only the rows of the served version that hold them.

use super::incremental::{IncrementAnswer, batches};
use super::inputs::Inputs;
use super::served_version::ServedVersion;
use crate::edge::{EdgeClient, Method, Retry};
use crate::progress::ProgressDisplay;
use crate::version::VersionSummary;
use overheard::ingest::Batch;
use overheard::query::{BaseVersion, Increment};
use overheard::segment::Table;
use overheard::segment::writer::{ErasureOutcome, ErasureRows, write_erasure};
use overheard::spec::Index;
use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// The largest request that an edge accepts, in bytes.
const MAX_REQUEST_BYTES: usize = 8_000_000;
/// The most ids of one deletion. More ids are rarely on few days.
const MAX_IDS: usize = 500;
/// The bytes of free space that one request overwrites.
const OVERWRITTEN_AT_ONCE: u64 = 32_000_000;

/// The outcome of a deletion from the served rows.
pub enum RowsOutcome {
    /// No served record has any of the ids.
    Unchanged,
    /// The rows cannot be changed, for this reason. The dataset must be built without the records.
    Rebuild(&'static str),
    /// The records are gone.
    Erased {
        /// The dataset version that is served now.
        dataset: VersionSummary,
        /// The rows that were packed again, and their bytes.
        rewritten: u64,
        bytes: u64,
    },
}

/// Deletes records from the rows of the served version.
pub fn erase_from_rows(
    edge: &EdgeClient,
    served: &VersionSummary,
    inputs: &Inputs,
    (index, ids): (Index, &BTreeSet<String>),
    started_at: String,
    progress: &ProgressDisplay,
) -> anyhow::Result<RowsOutcome> {
    if ids.len() > MAX_IDS {
        return Ok(RowsOutcome::Rebuild("there are too many ids"));
    }
    progress.work("Erasing");
    let base = served.base();
    let mut reader = ServedVersion::new(edge, served);
    let ErasureRows { delta, rewritten, removed } =
        match write_erasure(&mut reader, base.revision + 1, index, ids, Vec::new())? {
            ErasureOutcome::Unchanged => return Ok(RowsOutcome::Unchanged),
            ErasureOutcome::Rebuild(reason) => return Ok(RowsOutcome::Rebuild(reason)),
            ErasureOutcome::Rows(rows) => *rows,
        };
    let import = inputs.import_id(Some(served));
    let count: usize = rewritten.iter().map(|(_, rows)| rows.len()).sum();
    let increment =
        Increment { import: import.clone(), inputs: inputs.name.clone(), base, started_at, content: delta.content };
    let rewritten = batches(rewritten);
    let tables: Vec<&str> = rewritten.iter().map(|batch| batch.table.name()).collect();
    let delta = batches(delta.rows).into_iter();
    let delta = delta.map(|Batch { table, body, .. }| Ok((table.name(), RawValue::from_string(body)?)));
    let delta = delta.collect::<anyhow::Result<Vec<_>>>()?;
    let body = json!({"increment": increment, "batches": tables, "removed": removed, "rows": delta}).to_string();
    if body.len() > MAX_REQUEST_BYTES {
        return Ok(RowsOutcome::Rebuild("the records of these days are too many"));
    }
    let bytes: usize = rewritten.iter().map(|batch| batch.body.len()).sum();
    stage(edge, &import, base, rewritten)?;
    let IncrementAnswer { dataset, .. } =
        edge.call(Method::POST, "/admin/v1/erasures", Some(body), Retry::WithBackoff)?;
    Ok(RowsOutcome::Erased { dataset, rewritten: count as u64, bytes: bytes as u64 })
}

/// Sends the rows that replace others. They take effect together.
fn stage(edge: &EdgeClient, import: &str, base: BaseVersion, batches: Vec<Batch<Table>>) -> anyhow::Result<()> {
    let BaseVersion { generation, revision } = base;
    for (number, Batch { table, body, .. }) in batches.into_iter().enumerate() {
        let table = table.name();
        let path = format!("/admin/v1/erasures/{import}/{table}/{number}?generation={generation}&revision={revision}");
        let _stored: IgnoredAny = edge.call(Method::PUT, &path, Some(body), Retry::WithBackoff)?;
    }
    Ok(())
}

/// Overwrites free space in which deleted rows may still be found: of the served version's database, or of one from which
/// a version was dropped.
pub fn overwrite_free_space(
    edge: &EdgeClient,
    (bytes, of_dropped): (u64, bool),
    progress: &ProgressDisplay,
) -> anyhow::Result<()> {
    let mut left = bytes;
    progress.work("Overwriting free space");
    loop {
        let bytes = left.min(OVERWRITTEN_AT_ONCE);
        let body = Some(json!({"bytes": bytes, "dropped": of_dropped}).to_string());
        let _done: IgnoredAny = edge.call(Method::POST, "/admin/v1/dataset/free-space", body, Retry::WithBackoff)?;
        if bytes == 0 {
            return Ok(());
        }
        left -= bytes;
    }
}
