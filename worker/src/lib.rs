//! Overheard at the edge.
use axum::{Router, routing::get};
use tower_service::Service;
use worker::{Context, Env, HttpRequest, Result, event};

#[event(fetch)]
async fn fetch(
    request: HttpRequest,
    _env: Env,
    _context: Context,
) -> Result<axum::http::Response<axum::body::Body>> {
    let mut app: Router = Router::new().route("/", get(async || "Overheard"));
    Ok(app.call(request).await?)
}
