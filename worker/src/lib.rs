//! Overheard at the edge: moves bytes between the platform's bindings and the core crate.
//!
//! # In scope
//! Routes, credentials in KV, counts in Durable Objects, the dataset in D1, answers in the platform's cache, headers, the operator's surface.
//!
//! # Out of scope
//! What may be asked, how it is answered and what an error says: the core crate decides.

mod access;
mod app;
mod asking;
mod auth;
mod call;
mod cors;
mod courier;
mod events;
mod fault;
mod handlers;
mod http;
mod id;
mod meter;
mod metering;
mod paths;
mod platform;
mod preparer;
mod render;
mod reply;
mod reports;
mod router;
mod settings;
mod site;
mod store;
mod views;
mod webhooks;

use app::App;
use axum::Router;
use axum::body::Body;
use call::Call;
use futures_util::future::join3;
use overheard::guard::problem::{Code, Violation};
use overheard::service::member::access::Access;
use platform::log_error;
use store::couriers::Couriers;
use store::jobs::Job;
use tower_service::Service;
use worker::{Context, Env, Error, MessageBatch, MessageExt as _, Result, ScheduleContext, ScheduledEvent, event};

thread_local! {
    /// Made once: an isolate answers many requests.
    static ROUTES: Router = router::routes();
}

/// Answers one request.
#[event(fetch)]
async fn fetch(request: worker::Request, env: Env, context: Context) -> Result<worker::Response> {
    let address = http::address(&request);
    let call = Call::begin(address.as_ref().and_then(|address| address.host()).unwrap_or_default());
    let app = match App::new(env, context) {
        Ok(app) => app,
        Err(wrong) => return send(reply::problem(wrong, &call), &call, None).await,
    };
    if let Some(wrong) = refuse_local_settings(&app.settings, address.as_ref()) {
        return send(reply::problem(wrong, &call), &call, None).await;
    }
    let region = app.settings.jurisdiction;
    let taken = match address {
        Some(address) => http::from_platform(request, address).await,
        None => {
            let message = "there is nothing at this address: it is longer than any, or none.";
            Err(Violation::new(Code::NotFound, "", message))
        }
    };
    let reply = match taken {
        Ok((request, unread)) => {
            let reply = answer(app, &call, request).await?;
            unread.finish().await;
            reply
        }
        Err(violation) => reply::problem(violation, &call),
    };
    send(reply, &call, region).await
}

/// Does what messages of the queue wake it for. What fails is retried by the queue, and in the end by the sweep.
#[event(queue)]
async fn queue(batch: MessageBatch<()>, env: Env, context: Context) -> Result<()> {
    let app = App::new(env, context).map_err(|wrong| Error::from(wrong.message))?;
    for message in batch.raw_iter() {
        match Job::read(&message.body()) {
            Some(Job::Report(id)) => reports::make(&app, &id).await,
            Some(Job::Schedule(id)) => reports::scheduled::make(&app, &id).await,
            Some(Job::Published) => events::announce_all(&app).await,
            Some(Job::Look(account)) => events::look(&app, &account).await,
            None => log_error("JOBS: a message that is no job"),
        }
        message.ack();
    }
    Ok(())
}

/// Looks every minute after what is under way and what is over.
#[event(scheduled)]
async fn scheduled(_: ScheduledEvent, env: Env, _: ScheduleContext) {
    let jurisdiction = match app::told_of(&env) {
        Ok(settings) => settings.jurisdiction,
        // It is logged, and every request is refused.
        Err(_) => return,
    };
    let couriers = Couriers::new(env.clone(), jurisdiction);
    join3(reports::sweep(&env, &couriers), webhooks::sweep(&env, &couriers), events::sweep(&env)).await;
}

/// An answer as it leaves.
async fn send(mut reply: reply::Reply, call: &Call, region: Option<&str>) -> Result<worker::Response> {
    if let Some(origin) = call.reader() {
        cors::allow(reply.headers_mut(), origin);
    }
    http::to_platform(reply::with_common_headers(reply, call, region)).await
}

/// Answers a request as the router takes it.
async fn answer(app: App, call: &Call, mut request: axum::http::Request<Body>) -> Result<reply::Reply> {
    if let Some(reply) = refuse_plain(&request, call).or_else(|| cors::preflight(&request)) {
        return Ok(reply);
    }
    if let Some(origin) = auth::page_of_token(&app.settings, request.headers()) {
        call.let_read(&origin);
    }
    request.extensions_mut().insert(call.clone());
    request.extensions_mut().insert(app);
    Ok(ROUTES.with(Router::clone).call(request).await?)
}

/// Hosts of this machine, where nobody listens in.
const LOCAL_HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses every request of a deployment that sends to its own machine, or believes it, and is reached from elsewhere.
fn refuse_local_settings(settings: &settings::Settings, address: Option<&axum::http::Uri>) -> Option<Violation> {
    let is_local = address.and_then(axum::http::Uri::host).is_some_and(|host| LOCAL_HOSTS.contains(&host));
    let what = if settings.local_webhooks {
        "LOCAL_WEBHOOKS may be on"
    } else if settings.access.as_ref().is_some_and(Access::is_local) {
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

/// Refuses a request that came without encryption.
fn refuse_plain(request: &axum::http::Request<Body>, call: &Call) -> Option<reply::Reply> {
    let is_plain = request.uri().scheme_str() == Some("http");
    let is_local = request.uri().host().is_some_and(|host| LOCAL_HOSTS.contains(&host));
    let message = "requests must come over https. Send none without it: the secret in this one should be replaced.";
    (is_plain && !is_local).then(|| reply::problem(Violation::new(Code::HttpsRequired, "", message), call))
}
