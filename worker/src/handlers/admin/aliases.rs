//! Aliases of brands. They count for the versions of the dataset that are packed later.

use super::IncomingRequest;
use crate::app::App;
use crate::fault::store_fault;
use crate::reply::Reply;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::records::brand_alias::{self, BrandAlias, BrandAliasChange};
use overheard::sql::{Store as _, single};
use serde_json::json;

/// Bytes of a body with a change.
const MAX_BODY_BYTES: usize = 1_000_000;

pub async fn list_aliases(request: IncomingRequest) -> Result<Reply, Problems> {
    let aliases = stored(&request.app).await?;
    request.answer(StatusCode::OK, &json!({"aliases": aliases}))
}

/// Sets and removes aliases. With a violation, nothing changes.
pub async fn change_aliases(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let change = BrandAliasChange::parse(&request.json_text(MAX_BODY_BYTES).await?)?;
    change.check(stored(&request.app).await?)?;
    let records = request.app.records(OPERATOR_MS)?;
    records.batch(change.statements()).await.map_err(|error| store_fault(error, OPERATOR_MS))?;
    request.answer(StatusCode::OK, &json!({"set": change.set.len(), "removed": change.remove.len()}))
}

async fn stored(app: &App) -> Result<Vec<BrandAlias>, Problems> {
    let rows = app.records(OPERATOR_MS)?.batch(vec![brand_alias::list()]).await.and_then(single);
    Ok(rows.and_then(brand_alias::parse).map_err(|error| store_fault(error, OPERATOR_MS))?)
}
