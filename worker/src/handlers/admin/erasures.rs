//! Erasures: finds records that are no longer served but could come back, and drops them.

use super::imports::refuse_while_loading;
use super::increments::require_served;
use super::{IncomingRequest, MAX_BODY_BYTES, not_allowed, step_fault};
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::query::{BaseVersion, VersionStore as _};
use overheard::spec::Index;
use serde::{Deserialize, Serialize};

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
