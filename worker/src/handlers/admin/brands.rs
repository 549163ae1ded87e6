//! Previews of brands: the mentions that a definition finds, before anything is saved.

use super::IncomingRequest;
use crate::fault::query_fault;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::query::AccountBackend as _;
use overheard::query::brand_preview::BrandPreview;
use overheard::service::account::request::parse_preview;
use overheard::spec::limits::QUERY_TIMEOUT_MS;

pub async fn preview_brand(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let preview = preview(&mut request).await?;
    request.answer(StatusCode::OK, &preview)
}

/// Returns the preview of the brand in the body of a request.
pub async fn preview(request: &mut IncomingRequest) -> Result<BrandPreview, Problems> {
    let brand = parse_preview(&request.question().await?)?;
    let dataset = request.app.dataset(QUERY_TIMEOUT_MS)?;
    Ok(dataset.preview_brand(&brand).await.map_err(|error| query_fault(error, QUERY_TIMEOUT_MS))?)
}
