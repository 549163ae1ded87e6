//! What is served, read back page by page: to build the next version from it, and to compare it.

use super::dataset::state;
use super::{IncomingRequest, raw_rows};
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::segment::Table;
use overheard::service::dataset;
use overheard::sql::Statement;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Behind what a page begins; absent for the first one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behind {
    /// The number of a document, or the key of a row as a JSON list of texts and whole numbers.
    #[serde(default)]
    after: String,
}

/// Rows in the order of their keys. An empty page is behind the last one.
#[derive(Serialize)]
struct Page<'a> {
    /// The generation that they are of: when it is not that of the page before, another one was published.
    generation: u32,
    version: &'a str,
    rows: Vec<Box<RawValue>>,
}

/// A page of documents as they are stored: `[num, id, body]`, of mentions also the id of their video.
pub async fn export_documents(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let (table, Behind { after }): (String, _) = (asked.path().await?, asked.query().await?);
    let page = |generation| {
        let missing = || Violation::new(Code::NotFound, "", format!("there are no documents '{}'.", echo(&table)));
        let number = if after.is_empty() { Some(0) } else { after.parse().ok() };
        let number = number.ok_or_else(|| not_allowed(&after, "a whole number"))?;
        Table::from_name(&table).and_then(|table| dataset::documents(table, generation, number)).ok_or_else(missing)
    };
    export(&asked, &page).await
}

/// A page of a table's rows, as lists of their columns.
pub async fn export_rows(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let (table, Behind { after }): (String, _) = (asked.path().await?, asked.query().await?);
    let page = |generation| {
        let table = Table::from_name(&table)
            .ok_or_else(|| Violation::new(Code::NotFound, "", format!("there is no table '{}'.", echo(&table))))?;
        let key: Option<Vec<Value>> =
            if after.is_empty() { Some(Vec::new()) } else { serde_json::from_str(&after).ok() };
        key.and_then(|key| dataset::rows(table, generation, &key))
            .ok_or_else(|| not_allowed(&after, &format!("a JSON list of the values of [{}]", table.key().join(", "))))
    };
    export(&asked, &page).await
}

fn not_allowed(after: &str, allowed: &str) -> Violation {
    let message = format!("after '{}' must be {allowed}.", echo(after));
    Violation::new(Code::ValueNotAllowed, "?after", message)
}

async fn export(
    asked: &IncomingRequest,
    page: &dyn Fn(u32) -> Result<Statement, Violation>,
) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let served = state(&asked.app).await?.served;
    let served = served.ok_or_else(|| Violation::new(Code::Conflict, "", "no dataset has been imported yet."))?;
    let rows = raw_rows(&asked.app, page(served.generation)?).await?;
    let page = Page { generation: served.generation, version: &served.version, rows };
    asked.answer(StatusCode::OK, &page)
}
