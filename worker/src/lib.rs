//! Overheard at the edge: moves bytes between the platform's bindings and the core crate.
//!
//! # In scope
//! Routes, credentials in KV, counts in Durable Objects, the dataset in D1, answers in the platform's cache, headers, the operator's surface.
//!
//! # Out of scope
//! What may be asked, how it is answered and what an error says: the core crate decides.

mod answers;
mod app;
mod auth;
mod call;
mod handlers;
mod meter;
mod metering;
mod reply;
mod router;
mod store;

use app::App;
use call::Call;
use tower_service::Service;
use worker::{Context, Env, HttpRequest, Result, event};

/// Answers one request.
#[event(fetch)]
async fn fetch(mut request: HttpRequest, env: Env, context: Context) -> Result<axum::http::Response<axum::body::Body>> {
    let call = Call::begin(request.uri().host().unwrap_or_default());
    request.extensions_mut().insert(call.clone());
    let app = App::new(env, context);
    let region = app.jurisdiction();
    let response = router::routes(app).call(request).await?;
    Ok(reply::with_common_headers(response, &call, region.as_deref()))
}
