//! Erasures: removes records from the served rows, and drops those that are no longer served but could come back.

use super::exports::require_table;
use super::imports::{check_names, read_rows, refuse_while_loading};
use super::increments::{IncrementResult, MAX_INCREMENT_BYTES, require_served, rows_of};
use super::{IncomingRequest, MAX_BODY_BYTES, not_allowed, step_fault};
use crate::call::{now_seconds, now_text};
use crate::events;
use crate::reply::Reply;
use crate::store::dataset::DatasetBackend;
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::query::{BaseVersion, ErasedRows, Increment, VersionStore};
use overheard::spec::Index;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The records to erase.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Erasure {
    /// The version that must be served.
    base: BaseVersion,
    /// The index that the ids belong to.
    index: String,
    /// Their ids: video_id, channel_uid or mention_id.
    ids: Vec<String>,
    /// True to count the records and change nothing.
    #[serde(default)]
    dry_run: bool,
}

/// The versions that have the records, and the versions that were dropped.
#[derive(Serialize)]
struct ErasureResult {
    /// The number of records that are served. Only an import deletes them.
    served: u64,
    /// The number of records in the previous version, if it is another generation than the served one.
    previous: u64,
    /// True if the previous version was dropped.
    previous_dropped: bool,
    /// The start time of the discarded import. An unfinished import is discarded because it may have any of the
    /// records.
    import_discarded: Option<String>,
}

/// Drops the previous version if it has any of these records. Discards an abandoned import. An active import is a
/// conflict.
pub async fn erase_documents(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let Erasure { base, index, ids, dry_run } = request.json(MAX_BODY_BYTES).await?;
    let dataset = request.dataset()?;
    let index = Index::from_name(&index).ok_or_else(|| not_allowed("index", &index, Index::NAMES))?;
    let before = dataset.state().await.map_err(step_fault)?;
    require_served(&before, base)?;
    // Each revision has all records of the revisions before it in its generation.
    let other_generation = before.previous.as_ref().filter(|previous| previous.generation != base.generation);
    let served = dataset.count_ids(index, base.generation, &ids).await.map_err(step_fault)?;
    let previous = match other_generation {
        Some(previous) => dataset.count_ids(index, previous.generation, &ids).await.map_err(step_fault)?,
        None => 0,
    };
    let mut result = ErasureResult { served, previous, previous_dropped: false, import_discarded: None };
    if dry_run {
        return request.answer(StatusCode::OK, &result);
    }
    refuse_while_loading(before.loading.as_ref())?;
    if let Some(served) = &before.served {
        dataset.erase(served, previous > 0, before.loading.as_ref()).await.map_err(step_fault)?;
        result.previous_dropped = previous > 0;
        result.import_discarded = before.loading.map(|loading| loading.started_at);
    }
    // An earlier request may have been interrupted after it dropped a version.
    dataset.sweep().await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &result)
}

/// The rows that an erasure changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErasureRequest<R> {
    /// The version without the records.
    increment: Increment,
    /// The tables of the batches that were sent before, by their numbers.
    batches: Vec<String>,
    /// The rows to remove.
    removed: Vec<R>,
    /// The rows of the delta segment: pairs of a table and a list of its rows. A table may occur several times.
    rows: Vec<(String, Box<RawValue>)>,
}

/// Stores a batch of rows that an erasure replaces.
pub async fn stage_batch(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let (import, table, number): (String, String, u32) = request.path().await?;
    let base: BaseVersion = request.query().await?;
    check_names(&import, &import, &now_text(), None)?;
    let rows = read_rows(&require_table(&dataset, &table)?, request.body().await?)?;
    let before = dataset.state().await.map_err(step_fault)?;
    require_served(&before, base)?;
    refuse_while_loading(before.loading.as_ref())?;
    dataset.stage_erasure(base, &import, number, rows).await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &base)
}

/// Removes records from the rows of the served version. Does nothing if the result is served already.
pub async fn erase_records(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let ErasureRequest::<<DatasetBackend as VersionStore>::Removal> { increment, batches, removed, rows } =
        request.json(MAX_INCREMENT_BYTES).await?;
    check_names(&increment.import, &increment.inputs, &increment.started_at, Some(&increment.content))?;
    let rows = rows.into_iter().map(|(table, rows)| rows_of(&dataset, &table, &rows));
    let delta = rows.collect::<Result<Vec<_>, _>>()?;
    let before = dataset.state().await.map_err(step_fault)?;
    let rows_written = match before.served.as_ref().filter(|served| served.import == increment.import) {
        Some(_) => None,
        None => {
            refuse_while_loading(before.loading.as_ref())?;
            require_served(&before, increment.base)?;
            let (discarded, now_text) = (before.loading.as_ref(), now_text());
            let rows = ErasedRows { batches, removed, delta };
            let erased = dataset.erase_records(&increment, rows, discarded, now_seconds(), &now_text).await;
            let rows_written = erased.map_err(step_fault)?;
            events::queue_scan_of_all(&request.app);
            Some(rows_written)
        }
    };
    let after = dataset.sweep().await.map_err(step_fault)?;
    let served = after.served.as_ref().map(|dataset| IncrementResult { dataset, rows_written });
    request.answer(StatusCode::OK, &served)
}

/// Bytes of free space that one request overwrites at most. A request must end within D1's time limit.
const MAX_OVERWRITTEN_BYTES: u64 = 64_000_000;

/// The free space to overwrite.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FreeSpace {
    /// Bytes to overwrite besides those of the requests before. 0 ends the sequence of requests.
    bytes: u64,
    /// True if a version was dropped as a whole, false if rows of the served one were rewritten.
    #[serde(default)]
    dropped: bool,
}

/// Overwrites free space of databases.
pub async fn overwrite_free_space(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let FreeSpace { bytes, dropped } = request.json(MAX_BODY_BYTES).await?;
    let dataset = request.dataset()?;
    let bytes = bytes.min(MAX_OVERWRITTEN_BYTES);
    dataset.overwrite_free_space(bytes, dropped).await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &serde_json::json!({ "bytes": bytes }))
}
