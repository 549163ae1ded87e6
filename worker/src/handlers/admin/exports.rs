//! Exports: the served version, page by page, to build the next version from it and to compare it.

use super::{IncomingRequest, step_fault};
use crate::reply::Reply;
use crate::store::dataset::DatasetBackend;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::query::{ImportTable, PublishedVersion, VersionStore as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The position of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportCursor {
    /// The number of the record before the page, or the key of the row before it as a JSON list. Empty for the first
    /// page.
    #[serde(default)]
    after: String,
}

/// Rows in the order of their keys. The page after the last row is empty.
#[derive(Serialize)]
struct ExportPage<'a> {
    /// The generation of the rows. If it differs between two pages, another version was published.
    generation: u32,
    version: &'a str,
    rows: Vec<Box<RawValue>>,
}

/// Exports a page of stored records as `[num, id, body]`. Mentions also have the id of their video.
pub async fn export_documents(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (name, ExportCursor { after }): (String, _) = (request.path().await?, request.query().await?);
    let dataset = request.dataset()?;
    let served = find_served(&request, &dataset).await?;
    let missing = || Violation::new(Code::NotFound, "", format!("there are no documents '{}'.", echo(&name)));
    let number = if after.is_empty() { Some(0) } else { after.parse().ok() };
    let number = number.ok_or_else(|| invalid_cursor(&after, "a whole number"))?;
    let table = find_table(&dataset, &name).ok_or_else(missing)?;
    let rows = dataset.export_records(&table, served.generation, number).await.map_err(step_fault)?;
    answer_page(&request, &served, rows.ok_or_else(missing)?)
}

/// Exports a page of the rows of a table, as lists of their columns.
pub async fn export_rows(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (name, ExportCursor { after }): (String, _) = (request.path().await?, request.query().await?);
    let dataset = request.dataset()?;
    let served = find_served(&request, &dataset).await?;
    let table = require_table(&dataset, &name)?;
    let unknown_key = || invalid_cursor(&after, &format!("a JSON list of the values of [{}]", table.key.join(", ")));
    let key: Option<Vec<Value>> = if after.is_empty() { Some(Vec::new()) } else { serde_json::from_str(&after).ok() };
    let key = key.ok_or_else(unknown_key)?;
    let rows = dataset.export_rows(&table, served.generation, &key).await.map_err(step_fault)?;
    answer_page(&request, &served, rows.ok_or_else(unknown_key)?)
}

/// Finds a table of the backend by its name.
///
/// # Errors
/// 404 if there is none.
pub(super) fn require_table(dataset: &DatasetBackend, name: &str) -> Result<ImportTable, Violation> {
    let missing = || Violation::new(Code::NotFound, "", format!("there is no table '{}'.", echo(name)));
    find_table(dataset, name).ok_or_else(missing)
}

fn find_table(dataset: &DatasetBackend, name: &str) -> Option<ImportTable> {
    dataset.tables().into_iter().find(|table| table.name == name)
}

fn invalid_cursor(after: &str, allowed: &str) -> Violation {
    let message = format!("after '{}' must be {allowed}.", echo(after));
    Violation::new(Code::ValueNotAllowed, "?after", message)
}

async fn find_served(request: &IncomingRequest, dataset: &DatasetBackend) -> Result<PublishedVersion, Violation> {
    request.require_same_schema(dataset)?;
    let served = dataset.state().await.map_err(step_fault)?.served;
    served.ok_or_else(|| Violation::new(Code::Conflict, "", "no dataset has been imported yet."))
}

fn answer_page(
    request: &IncomingRequest,
    served: &PublishedVersion,
    rows: Vec<Box<RawValue>>,
) -> Result<Reply, Problems> {
    request.answer(StatusCode::OK, &ExportPage { generation: served.generation, version: &served.version, rows })
}
