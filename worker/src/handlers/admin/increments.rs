//! Increments: imports of few documents, added to what is served at once.

use super::dataset::{state, swept};
use super::imports::{check_names, refuse_while_loading};
use super::{finish, run, run_counted};
use crate::app::App;
use crate::app::unavailable;
use crate::call::{Call, now_seconds, now_text};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::segment::{Lookup, ROW, Table};
use overheard::service::dataset::{self, Base, Dataset, Increment};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
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
    dataset: &'a Dataset,
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
#[worker::send]
pub async fn add_increment(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    finish(add(&app, &call, request).await, &call)
}

async fn add(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let Added { increment, rows } = read_large(request).await?;
    check_names(&increment.import, &increment.inputs, &increment.started_at, Some(&increment.content))?;
    let rows = rows.into_iter().map(rows_of).collect::<Result<Vec<_>, _>>()?;
    let before = state(app).await?;
    if let Some(served) = before.served.as_ref().filter(|served| served.import == increment.import) {
        return Ok(reply::object(StatusCode::OK, &Served { dataset: served, rows_written: None }, call));
    }
    refuse_while_loading(before.loading.as_ref())?;
    require_served(&before, increment.base)?;
    let mut statements: Vec<_> = before.loading.iter().map(dataset::discard).collect();
    statements.extend(dataset::increment(&increment, rows, now_seconds(), &now_text()));
    let rows_written = run_counted(app, statements).await?;
    let after = swept(app).await?;
    let served = after.served.as_ref().map(|dataset| Served { dataset, rows_written: Some(rows_written) });
    Ok(reply::object(StatusCode::OK, &served, call))
}

/// Reads what an increment needs of the version that it builds upon.
#[worker::send]
pub async fn read_served(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    let read = async || {
        let Reading { base, wanted } = read_large(request).await?;
        require_served(&state(&app).await?, base)?;
        let statement = wanted.statement(base.generation, base.revision).ok_or_else(|| {
            Violation::new(Code::ValueNotAllowed, "/wanted", "wanted names a table or a column that there is not.")
        })?;
        let rows = run(&app, vec![statement]).await?.into_iter().next().unwrap_or_default();
        let raw = |mut row: overheard::sql::Row| match row.remove(ROW) {
            Some(Value::String(json)) => RawValue::from_string(json).map_err(|error| unavailable("DB", &error)),
            _ => Err(unavailable("DB", &"a row is not understood")),
        };
        let rows = rows.into_iter().map(raw).collect::<Result<_, _>>()?;
        Ok(reply::object(StatusCode::OK, &Page { rows }, &call))
    };
    finish(read().await, &call)
}

pub(super) fn require_served(state: &dataset::State, base: Base) -> Result<(), Violation> {
    if state.served.as_ref().map(Dataset::base) == Some(base) {
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

async fn read_large<T: DeserializeOwned>(request: Request<Body>) -> Result<T, Violation> {
    super::read_json_of(request, MAX_INCREMENT_BYTES).await
}
