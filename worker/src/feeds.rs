//! Answers feeds: `GET /v1/feeds/:secret`.
//!
//! A feed is computed at most once a minute, with the limits and the access of the key that created it. Its answer is in
//! the platform's cache in between. The database decides which request computes it; the others wait for the cache.

use crate::app::App;
use crate::auth::{FeedKey, no_feed};
use crate::call::Call;
use crate::fault::{store_fault, unavailable};
use crate::handlers::account::today;
use crate::handlers::operations::{handler_of, operation_request};
use crate::platform::now_ms;
use crate::platform_call::PlatformCall;
use crate::reply::{self, Reply};
use crate::store::cache::FeedCache;
use crate::store::keys::REQUEST_MS;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, Request, StatusCode, Uri, header};
use overheard::guard::problem::{Problems, Violation};
use overheard::records::feed::{self, FeedRecord};
use overheard::service::feed::{ADDRESS_PATH, REPEATED_MS, secret_of};
use overheard::sql::{Row, Statement, Store, exactly};
use serde::{Deserialize, Serialize};

/// Milliseconds for the statements of a request.
pub const DATABASE_MS: u64 = 5_000;
/// Bytes of an answer at most. No answer is as large.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// Milliseconds after which a request does not wait any more for the answer that another one computes.
const PATIENCE_MS: u64 = 5_000;
/// Milliseconds between two looks into the cache.
const POLL_EVERY_MS: u64 = 250;

/// A computed answer.
#[derive(Serialize, Deserialize)]
struct FeedAnswer {
    content_type: String,
    disposition: Option<String>,
    computed_at: u64,
    body: String,
}

/// Returns the path of a feed's address.
pub fn path(secret: &str) -> String {
    ADDRESS_PATH.replace(":id", secret)
}

/// Runs statements about feeds.
///
/// # Errors
/// 503.
pub async fn run(app: &App, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, Violation> {
    app.records(DATABASE_MS)?.batch(statements).await.map_err(|error| store_fault(error, DATABASE_MS))
}

/// Answers a request for a feed's address.
pub async fn answer(app: App, call: Call, request: Request<Body>) -> Reply {
    let uri = request.uri().clone();
    let mut reply = match find(&app, &call, &uri).await {
        Ok(reply) => reply,
        Err(problems) => reply::refusal(problems, &call),
    };
    let headers = reply.headers_mut();
    // The address is a secret: it must not be indexed, nor sent on by a page that shows the answer.
    reply::set(headers, HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
    reply::set(headers, header::REFERRER_POLICY, "no-referrer");
    reply
}

async fn find(app: &App, call: &Call, uri: &Uri) -> Result<Reply, Problems> {
    let segment = uri.path().rsplit('/').next().unwrap_or_default();
    let secret = secret_of(segment).ok_or_else(no_feed)?;
    let cache = app.feed_cache(&call.host, secret);
    loop {
        if let Some(answer) = cached(cache.as_ref()).await {
            return Ok(answer.reply("hit"));
        }
        let now = now_ms();
        let results = run(app, vec![feed::claim(secret, now), feed::find(secret, now)]).await?;
        let [claimed, known] = exactly(results).map_err(|error| store_fault(error, DATABASE_MS))?;
        let is_claimed = !claimed.is_empty();
        let row = claimed.into_iter().chain(known).next().ok_or_else(no_feed)?;
        let feed = FeedRecord::from_row(row).map_err(|error| store_fault(error, DATABASE_MS))?;
        // The answer of an earlier computation may be in the cache of another data centre.
        let is_late = || now.saturating_sub(feed.computed_at.unwrap_or_default()) > PATIENCE_MS;
        if is_claimed || cache.is_none() || is_late() {
            return compute(app, call, uri, &feed, cache.as_ref()).await;
        }
        drop(PlatformCall::sleep(POLL_EVERY_MS).await);
    }
}

async fn cached(cache: Option<&FeedCache>) -> Option<FeedAnswer> {
    let text = cache?.get().await?;
    let answer: FeedAnswer = serde_json::from_str(&text).ok()?;
    (now_ms().saturating_sub(answer.computed_at) < REPEATED_MS).then_some(answer)
}

/// Computes the answer of a feed as that of its operation. An error is not repeated: the next request computes again.
async fn compute(
    app: &App,
    call: &Call,
    uri: &Uri,
    feed: &FeedRecord,
    cache: Option<&FeedCache>,
) -> Result<Reply, Problems> {
    let computed_at = now_ms();
    let reply = ask(app, call, uri, feed).await;
    match reply {
        Ok(reply) if reply.status() == StatusCode::OK => {
            let (head, body) = reply.into_parts();
            let text = |name: HeaderName| Some(head.headers.get(name)?.to_str().ok()?.to_owned());
            let bytes = to_bytes(body, MAX_ANSWER_BYTES).await.map_err(|error| unavailable("the answer", &error))?;
            let answer = FeedAnswer {
                content_type: text(header::CONTENT_TYPE).unwrap_or_default(),
                disposition: text(header::CONTENT_DISPOSITION),
                computed_at,
                body: String::from_utf8(bytes.into()).map_err(|error| unavailable("the answer", &error))?,
            };
            if let (Some(cache), Ok(text)) = (cache, serde_json::to_string(&answer)) {
                cache.put(text).await;
            }
            Ok(answer.reply("miss"))
        }
        failed => {
            run(app, vec![feed.release()]).await?;
            failed
        }
    }
}

/// Asks the question of a feed.
async fn ask(app: &App, call: &Call, uri: &Uri, feed: &FeedRecord) -> Result<Reply, Problems> {
    let key = app.keys(REQUEST_MS)?.find_by_id(&feed.key).await?.ok_or_else(no_feed)?;
    let question = feed.question().ok_or_else(|| unavailable("feeds", &"a question is damaged"))?;
    let (action, asked) = question.on(key.api, today()?)?;
    let handler = handler_of(action).ok_or_else(|| unavailable("feeds", &"the operation is none"))?;
    let target = Uri::try_from(&asked.path).map_err(|error| unavailable("feeds", &error))?;
    let mut request = operation_request(uri, target, asked);
    reply::set(request.headers_mut(), header::ACCEPT, feed.format.accept());
    request.extensions_mut().insert(FeedKey(key));
    Ok(handler(app.clone(), call.clone(), request).await)
}

impl FeedAnswer {
    fn reply(self, cache: &str) -> Reply {
        let left = REPEATED_MS.saturating_sub(now_ms().saturating_sub(self.computed_at)) / 1_000;
        let mut reply = reply::json(StatusCode::OK, self.body);
        let headers = reply.headers_mut();
        reply::set(headers, header::CONTENT_TYPE, &self.content_type);
        if let Some(disposition) = &self.disposition {
            reply::set(headers, header::CONTENT_DISPOSITION, disposition);
        }
        reply::set(headers, header::CACHE_CONTROL, &format!("private, max-age={left}"));
        reply::set(headers, HeaderName::from_static("x-cache"), cache);
        reply
    }
}
