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
mod cors;
mod handlers;
mod http;
mod meter;
mod metering;
mod reply;
mod router;
mod store;

use app::App;
use axum::Router;
use call::Call;
use overheard::problem::{Code, Violation};
use tower_service::Service;
use worker::{Context, Env, Result, event};

thread_local! {
    /// Made once: an isolate answers many requests.
    static ROUTES: Router = router::routes();
}

/// Answers one request.
#[event(fetch)]
async fn fetch(request: worker::Request, env: Env, context: Context) -> Result<worker::Response> {
    let app = App::new(env, context);
    let region = app.jurisdiction();
    let Some(address) = http::address(&request) else {
        let call = Call::begin("");
        let message = "there is nothing at this address: it is longer than any, or none.";
        let reply = reply::problem(Violation::new(Code::NotFound, "", message), &call);
        return http::to_platform(reply::with_common_headers(reply, &call, region.as_deref())).await;
    };
    let mut request = http::from_platform(request, address).await?;
    let call = Call::begin(request.uri().host().unwrap_or_default());
    request.extensions_mut().insert(call.clone());
    let reply = match refuse_plain(&request, &call).or_else(|| cors::preflight(&request)) {
        Some(reply) => reply,
        None => {
            request.extensions_mut().insert(app);
            ROUTES.with(Router::clone).call(request).await?
        }
    };
    http::to_platform(reply::with_common_headers(reply, &call, region.as_deref())).await
}

/// Hosts of this machine, where nobody listens in.
const LOCAL_HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses a request that came without encryption.
fn refuse_plain(request: &axum::http::Request<axum::body::Body>, call: &Call) -> Option<reply::Reply> {
    let is_plain = request.uri().scheme_str() == Some("http");
    let is_local = request.uri().host().is_some_and(|host| LOCAL_HOSTS.contains(&host));
    let message = "requests must come over https. Send none without it: the secret in this one should be replaced.";
    (is_plain && !is_local).then(|| reply::problem(Violation::new(Code::HttpsRequired, "", message), call))
}
