//! Increments: imports of few documents, added to what is served at once.

use super::dataset::{state, swept};
use super::imports::{check_names, refuse_while_loading};
use super::{IncomingRequest, raw_rows, run_counted};
use crate::call::{now_seconds, now_text};
use crate::events;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::segment::{Lookup, Table};
use overheard::service::dataset::{self, Base, Increment, PublishedVersion};
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
struct Reading {
    base: Base,
    wanted: Lookup,
}

/// Rows as lists of values.
#[derive(Serialize)]
struct Page {
    rows: Vec<Box<RawValue>>,
}

/// Adds an increment. One that is served already changes nothing.
pub async fn add_increment(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let Added { increment, rows } = asked.json(MAX_INCREMENT_BYTES).await?;
    let app = &asked.app;
    check_names(&increment.import, &increment.inputs, &increment.started_at, Some(&increment.content))?;
    let rows = rows.into_iter().map(rows_of).collect::<Result<Vec<_>, _>>()?;
    let before = state(app).await?;
    if let Some(served) = before.served.as_ref().filter(|served| served.import == increment.import) {
        return asked.answer(StatusCode::OK, &Served { dataset: served, rows_written: None });
    }
    refuse_while_loading(before.loading.as_ref())?;
    require_served(&before, increment.base)?;
    let mut statements: Vec<_> = before.loading.iter().map(dataset::discard).collect();
    statements.extend(dataset::increment(&increment, rows, now_seconds(), &now_text()));
    let rows_written = run_counted(app, statements).await?;
    events::published(app);
    let after = swept(app).await?;
    let served = after.served.as_ref().map(|dataset| Served { dataset, rows_written: Some(rows_written) });
    asked.answer(StatusCode::OK, &served)
}

/// Reads what an increment needs of the version that it builds upon.
pub async fn read_served(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let Reading { base, wanted } = asked.json(MAX_INCREMENT_BYTES).await?;
    require_served(&state(&asked.app).await?, base)?;
    let statement = wanted.statement(base.generation, base.revision).ok_or_else(|| {
        Violation::new(Code::ValueNotAllowed, "/wanted", "wanted names a table or a column that there is not.")
    })?;
    asked.answer(StatusCode::OK, &Page { rows: raw_rows(&asked.app, statement).await? })
}

pub(super) fn require_served(state: &dataset::State, base: Base) -> Result<(), Violation> {
    if state.served.as_ref().map(PublishedVersion::base) == Some(base) {
        return Ok(());
    }
    let message = "another version was published since this import read what is served; run it again.";
    Err(Violation::new(Code::Conflict, "", message))
}

fn rows_of((table, rows): (String, Box<RawValue>)) -> Result<(Table, String), Violation> {
    let known = Table::from_name(&table);
    let table =
        known.ok_or_else(|| Violation::new(Code::NotFound, "", format!("there is no table '{}'.", echo(&table))))?;
    super::imports::read_rows(table, rows.get().as_bytes().to_vec()).map(|rows| (table, rows))
}
