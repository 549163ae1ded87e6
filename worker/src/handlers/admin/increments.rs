//! Increments: imports of few records, added to the served version by one request.

use super::exports::require_table;
use super::imports::{check_names, read_rows, refuse_while_loading};
use super::{IncomingRequest, step_fault};
use crate::call::{now_seconds, now_text};
use crate::events;
use crate::reply::Reply;
use crate::store::dataset::DatasetBackend;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::query::{BaseVersion, Increment, JsonRows, PublishedVersion, VersionState, VersionStore};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Bytes of an increment at most. A larger change needs a full import.
pub(super) const MAX_INCREMENT_BYTES: usize = 8_000_000;

/// An increment with its rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IncrementRequest {
    increment: Increment,
    /// Pairs of a table and a list of its rows. A table may occur several times.
    rows: Vec<(String, Box<RawValue>)>,
}

/// The served version after an increment.
#[derive(Serialize)]
pub(super) struct IncrementResult<'a> {
    pub(super) dataset: &'a PublishedVersion,
    /// The rows that D1 counted as written. Absent if the increment was added before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rows_written: Option<u64>,
}

/// The rows to read from a version.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LookupRequest<L> {
    base: BaseVersion,
    wanted: L,
}

/// Rows as lists of values.
#[derive(Serialize)]
struct LookupResult {
    rows: Vec<Box<RawValue>>,
}

/// Adds an increment. Does nothing if it is served already.
pub async fn add_increment(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let IncrementRequest { increment, rows } = request.json(MAX_INCREMENT_BYTES).await?;
    check_names(&increment.import, &increment.inputs, &increment.started_at, Some(&increment.content))?;
    let rows = rows.into_iter().map(|(table, rows)| rows_of(&dataset, &table, &rows));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let before = dataset.state().await.map_err(step_fault)?;
    if let Some(served) = before.served.as_ref().filter(|served| served.import == increment.import) {
        return request.answer(StatusCode::OK, &IncrementResult { dataset: served, rows_written: None });
    }
    refuse_while_loading(before.loading.as_ref())?;
    require_served(&before, increment.base)?;
    let (discarded, now_text) = (before.loading.as_ref(), now_text());
    let added = dataset.add_increment(&increment, rows, discarded, now_seconds(), &now_text).await;
    let rows_written = added.map_err(step_fault)?;
    events::queue_scan_of_all(&request.app);
    let after = dataset.sweep().await.map_err(step_fault)?;
    let served = after.served.as_ref().map(|dataset| IncrementResult { dataset, rows_written: Some(rows_written) });
    request.answer(StatusCode::OK, &served)
}

/// Reads the rows that an increment needs from its base version.
pub async fn read_served(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let LookupRequest { base, wanted }: LookupRequest<<DatasetBackend as VersionStore>::Lookup> =
        request.json(MAX_INCREMENT_BYTES).await?;
    require_served(&dataset.state().await.map_err(step_fault)?, base)?;
    let rows = dataset.look_up(base.generation, base.revision, &wanted).await.map_err(step_fault)?;
    let rows = rows.ok_or_else(|| {
        Violation::new(Code::ValueNotAllowed, "/wanted", "wanted names a table or a column that there is not.")
    })?;
    request.answer(StatusCode::OK, &LookupResult { rows })
}

/// Returns a conflict if `base` is not the served version.
pub(super) fn require_served(state: &VersionState, base: BaseVersion) -> Result<(), Violation> {
    if state.served.as_ref().map(PublishedVersion::base) == Some(base) {
        return Ok(());
    }
    let message = "another version was published since this import read what is served; run it again.";
    Err(Violation::new(Code::Conflict, "", message))
}

pub(super) fn rows_of(dataset: &DatasetBackend, table: &str, rows: &RawValue) -> Result<JsonRows, Violation> {
    read_rows(&require_table(dataset, table)?, rows.get().as_bytes().to_vec())
}
