//! Increments: imports of few documents, added to what is served at once.

use super::exports::require_table;
use super::imports::{check_names, read_rows, refuse_while_loading};
use super::{IncomingRequest, step_fault};
use crate::call::{now_seconds, now_text};
use crate::events;
use crate::reply::Reply;
use crate::store::dataset::Dataset;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::query::{BaseVersion, Increment, JsonRows, PublishedVersion, VersionState, VersionStore};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Bytes of an increment: what is larger is packed with everything else.
const MAX_INCREMENT_BYTES: usize = 8_000_000;

/// An increment with its rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Added {
    increment: Increment,
    /// Tables with lists of rows; a table may come several times.
    rows: Vec<(String, Box<RawValue>)>,
}

/// What is served once it is added.
#[derive(Serialize)]
struct Served<'a> {
    dataset: &'a PublishedVersion,
    /// Rows that D1 counted as written; absent when it was added before.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_written: Option<u64>,
}

/// What is wanted of a version.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading<L> {
    base: BaseVersion,
    wanted: L,
}

/// Rows as lists of values.
#[derive(Serialize)]
struct Page {
    rows: Vec<Box<RawValue>>,
}

/// Adds an increment. Does nothing if it is served already.
pub async fn add_increment(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = asked.dataset()?;
    asked.require_same_schema(&dataset)?;
    let Added { increment, rows } = asked.json(MAX_INCREMENT_BYTES).await?;
    check_names(&increment.import, &increment.inputs, &increment.started_at, Some(&increment.content))?;
    let rows = rows.into_iter().map(|(table, rows)| rows_of(&dataset, &table, &rows));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let before = dataset.state().await.map_err(step_fault)?;
    if let Some(served) = before.served.as_ref().filter(|served| served.import == increment.import) {
        return asked.answer(StatusCode::OK, &Served { dataset: served, rows_written: None });
    }
    refuse_while_loading(before.loading.as_ref())?;
    require_served(&before, increment.base)?;
    let (discarded, now_text) = (before.loading.as_ref(), now_text());
    let added = dataset.add_increment(&increment, rows, discarded, now_seconds(), &now_text).await;
    let rows_written = added.map_err(step_fault)?;
    events::queue_scan_of_all(&asked.app);
    let after = dataset.sweep().await.map_err(step_fault)?;
    let served = after.served.as_ref().map(|dataset| Served { dataset, rows_written: Some(rows_written) });
    asked.answer(StatusCode::OK, &served)
}

/// Reads the rows that an increment needs from its base version.
pub async fn read_served(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = asked.dataset()?;
    asked.require_same_schema(&dataset)?;
    let Reading { base, wanted }: Reading<<Dataset as VersionStore>::Lookup> = asked.json(MAX_INCREMENT_BYTES).await?;
    require_served(&dataset.state().await.map_err(step_fault)?, base)?;
    let rows = dataset.look_up(base.generation, base.revision, &wanted).await.map_err(step_fault)?;
    let rows = rows.ok_or_else(|| {
        Violation::new(Code::ValueNotAllowed, "/wanted", "wanted names a table or a column that there is not.")
    })?;
    asked.answer(StatusCode::OK, &Page { rows })
}

pub(super) fn require_served(state: &VersionState, base: BaseVersion) -> Result<(), Violation> {
    if state.served.as_ref().map(PublishedVersion::base) == Some(base) {
        return Ok(());
    }
    let message = "another version was published since this import read what is served; run it again.";
    Err(Violation::new(Code::Conflict, "", message))
}

fn rows_of(dataset: &Dataset, table: &str, rows: &RawValue) -> Result<JsonRows, Violation> {
    read_rows(&require_table(dataset, table)?, rows.get().as_bytes().to_vec())
}
