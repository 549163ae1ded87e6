//! The Cloudflare Worker: connects the platform's bindings with the core crate.
//!
//! # In scope
//! Routes, headers, credentials in KV, usage in Durable Objects, the dataset in D1, answers in the platform's cache,
//! and the operator API.
//!
//! # Out of scope
//! Validation of requests, computation of answers and texts of errors, which are in the core crate.

mod access;
mod alert_scan;
mod alerts;
mod app;
mod auth;
mod background_query;
mod call;
mod cors;
mod event_scan;
mod events;
mod fault;
mod feeds;
mod handlers;
mod http;
mod id;
mod meter;
mod metering;
mod parquet_file;
mod paths;
mod platform;
mod platform_call;
mod preparer;
mod render;
mod reply;
mod reports;
mod router;
mod settings;
mod site;
mod store;
mod task;
mod views;
mod webhook_dispatcher;
mod webhooks;

use app::App;
use axum::Router;
use axum::body::Body;
use call::Call;
use futures_util::future::join3;
use http::{RequestBody, RequestHead};
use overheard::guard::problem::{Code, Violation};
use overheard::service::member::access::AccessApplication;
use platform::log_error;
use store::jobs::Job;
use store::webhook_dispatchers::WebhookDispatchers;
use task::Lifetime;
use tower_service::Service;
use worker::js_sys::Function;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::web_sys::ReadableStream;
use worker::{Context, Env, Error, MessageBatch, MessageExt as _, Result, ScheduleContext, ScheduledEvent, event};

thread_local! {
    /// The routes, built once per isolate.
    static ROUTES: Router = router::routes();
}

/// Answers one request, and passes the response to `done`. `head` is the method, the address and the headers, as
/// `request.js` writes them. The body is either `bytes`, or a `stream` if it is long, or ended early.
#[wasm_bindgen]
pub fn fetch(
    head: String,
    bytes: Option<Vec<u8>>,
    stream: Option<ReadableStream>,
    is_truncated: bool,
    env: Env,
    context: JsValue,
    done: Function,
) {
    let body = match (stream, bytes) {
        _ if is_truncated => RequestBody::Truncated,
        (Some(stream), _) => RequestBody::Stream(stream),
        (None, Some(bytes)) => RequestBody::Whole(bytes),
        (None, None) => RequestBody::Whole(Vec::new()),
    };
    task::begin_event();
    task::spawn(async move {
        let response = handle(&head, body, env, Lifetime::new(context)).await.unwrap_or_else(|error| {
            log_error(error);
            // Without a response, the platform answers 500. It would wait for one that never comes.
            JsValue::UNDEFINED
        });
        drop(done.call1(&JsValue::UNDEFINED, &response));
    });
}

async fn handle(head: &str, body: RequestBody, env: Env, lifetime: Lifetime) -> Result<JsValue> {
    let head = RequestHead::parse(head);
    let address = head.address();
    let call = Call::begin(address.as_ref().and_then(|address| address.host()).unwrap_or_default());
    let app = match App::new(env, lifetime) {
        Ok(app) => app,
        Err(wrong) => return send(reply::problem(wrong, &call), &call, None).await,
    };
    if let Some(wrong) = refuse_local_settings(&app.settings, address.as_ref()) {
        return send(reply::problem(wrong, &call), &call, None).await;
    }
    let region = app.settings.jurisdiction;
    let reply = match head.with_body(address, body) {
        Ok((request, unread)) => {
            let reply = answer(app, &call, request).await;
            unread.drain().await;
            reply
        }
        Err(violation) => reply::problem(violation, &call),
    };
    send(reply, &call, region).await
}

/// Runs the jobs of a batch of queue messages. Each job writes its state to the database, and the sweep repeats failed
/// ones.
#[event(queue)]
async fn queue(batch: MessageBatch<()>, env: Env, context: Context) -> Result<()> {
    let app =
        App::new(env, Lifetime::new(JsValue::from(context.as_ref()))).map_err(|wrong| Error::from(wrong.message))?;
    for message in batch.raw_iter() {
        match Job::read(&message.body()) {
            Some(Job::Report(id)) => reports::make(&app, &id).await,
            Some(Job::Schedule(id)) => reports::schedules::create_due(&app, &id).await,
            Some(Job::Published) => events::queue_scans(&app).await,
            Some(Job::Scan(account)) => events::scan(&app, &account).await,
            None => log_error("JOBS: a message that is no job"),
        }
        message.ack();
    }
    Ok(())
}

/// Sweeps reports, webhooks and events every minute: resumes pending work and removes expired rows.
#[event(scheduled)]
async fn scheduled(_: ScheduledEvent, env: Env, _: ScheduleContext) {
    let jurisdiction = match app::settings_of(&env) {
        Ok(settings) => settings.jurisdiction,
        // The error is logged, and every request is refused.
        Err(_) => return,
    };
    let dispatchers = WebhookDispatchers::new(env.clone(), jurisdiction);
    join3(reports::sweep(&env, &dispatchers), webhooks::sweep(&env, &dispatchers), events::sweep(&env)).await;
}

/// Converts an answer for the platform, with the headers that all answers have.
async fn send(mut reply: reply::Reply, call: &Call, region: Option<&str>) -> Result<JsValue> {
    if let Some(origin) = call.reader() {
        cors::allow(reply.headers_mut(), origin);
    }
    http::to_platform(reply::with_common_headers(reply, call, region)).await.map(JsValue::from)
}

/// Answers a request of the router's type.
async fn answer(app: App, call: &Call, mut request: axum::http::Request<Body>) -> reply::Reply {
    if let Some(reply) = refuse_plain(&request, call).or_else(|| cors::preflight(&request)) {
        return reply;
    }
    if let Some(origin) = auth::token_origin(&app.settings, request.headers()) {
        call.allow_reader(&origin);
    }
    request.extensions_mut().insert(call.clone());
    request.extensions_mut().insert(app);
    match ROUTES.with(Router::clone).call(request).await {
        Ok(reply) => reply,
        Err(never) => match never {},
    }
}

/// Hosts of this machine, which need no encryption.
const LOCAL_HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses requests from other machines if the settings allow local webhooks or a local identity provider.
fn refuse_local_settings(settings: &settings::Settings, address: Option<&axum::http::Uri>) -> Option<Violation> {
    let is_local = address.and_then(axum::http::Uri::host).is_some_and(|host| LOCAL_HOSTS.contains(&host));
    let what = if settings.local_webhooks {
        "LOCAL_WEBHOOKS may be on"
    } else if settings.access.as_ref().is_some_and(AccessApplication::is_local) {
        "ACCESS_TEAM_DOMAIN may be on this machine"
    } else {
        return None;
    };
    (!is_local).then(|| {
        let message = format!(
            "the deployment's settings are wrong: {what} only where the edge runs on this machine, for trials. Remove it."
        );
        log_error(&message);
        Violation::new(Code::BackendUnavailable, "", message)
    })
}

/// Refuses a request without TLS.
fn refuse_plain(request: &axum::http::Request<Body>, call: &Call) -> Option<reply::Reply> {
    let is_plain = request.uri().scheme_str() == Some("http");
    let is_local = request.uri().host().is_some_and(|host| LOCAL_HOSTS.contains(&host));
    let message = "requests must come over https. Send none without it: the secret in this one should be replaced.";
    (is_plain && !is_local).then(|| reply::problem(Violation::new(Code::HttpsRequired, "", message), call))
}
