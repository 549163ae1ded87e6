//! Feeds of an account: created, listed and removed with a key or an API token.

use super::account::today;
use super::body::read_question;
use crate::app::App;
use crate::auth::{Caller, api_of, authenticate, own_origin};
use crate::call::{Call, time_text};
use crate::fault::{store_fault, unavailable};
use crate::feeds;
use crate::id::fresh_id;
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::platform::now_ms;
use crate::reply::{self, Reply};
use crate::store::keys::REQUEST_MS;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use overheard::guard::problem::{Code, Violation, echo};
use overheard::records::feed::{self, FeedRecord, MAX_FEEDS};
use overheard::service::account::{Api, authorize};
use overheard::service::credential::{self, KEY_ENTROPY};
use overheard::service::feed::{FeedQuestion, FeedRequest, ITEM_PATH, PATH, new_secret, secret_hint};
use overheard::service::meter::window::Charge;
use overheard::spec::AccountOperation;
use serde_json::{Value, json};

/// Milliseconds in a second.
const SECOND_MS: u64 = 1_000;

/// The endpoints that manage feeds.
pub struct FeedsEndpoint {
    pub action: FeedAction,
    pub app: App,
}

/// The action of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedAction {
    Create,
    List,
    Remove,
}

/// A request that passed the checks.
pub enum FeedChange {
    Create(Box<FeedRequest>),
    List,
    /// The id of the feed to remove.
    Remove(String),
}

impl MeteredEndpoint for FeedsEndpoint {
    type Read = Vec<u8>;
    type Question = FeedChange;

    const CHARGE: Charge = Charge::Free;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        match self.action {
            FeedAction::Create => format!("POST {PATH}"),
            FeedAction::List => format!("GET {PATH}"),
            FeedAction::Remove => format!("DELETE {ITEM_PATH}"),
        }
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        // Browser tokens and sessions do not manage feeds.
        authenticate(&self.app.keys(REQUEST_MS)?, call, api_of(&parts.headers), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Vec<u8>, Violation> {
        match self.action {
            FeedAction::Create => read_question(&parts.headers, body).await,
            FeedAction::List | FeedAction::Remove => Ok(Vec::new()),
        }
    }

    fn check(&self, caller: &Caller, parts: &Parts, body: Vec<u8>) -> Result<(FeedChange, u32), RequestError> {
        let api = caller.key.api;
        credential::refuse_in_query(api, parts.uri.query().unwrap_or_default())?;
        let change = match self.action {
            FeedAction::List => FeedChange::List,
            FeedAction::Remove => FeedChange::Remove(last_segment(&parts.uri).to_owned()),
            FeedAction::Create => {
                let wanted = FeedRequest::parse(&body, api, today()?)?;
                let operation = AccountOperation::from_name(&wanted.question.operation);
                if let Some(operation) = operation.filter(|_| api == Api::Account) {
                    authorize(&caller.plan, operation)
                        .map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
                }
                FeedChange::Create(Box::new(wanted))
            }
        };
        Ok((change, 0))
    }

    async fn answer(&self, context: RequestContext<'_>, change: FeedChange) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        match change {
            FeedChange::Create(wanted) => create(&self.app, call, &parts.uri, caller, *wanted).await,
            FeedChange::List => list(&self.app, call, caller).await,
            FeedChange::Remove(id) => remove(&self.app, caller, &id).await,
        }
    }
}

async fn create(
    app: &App,
    call: &Call,
    uri: &Uri,
    caller: &Caller,
    wanted: FeedRequest,
) -> Result<Reply, RequestError> {
    let mut entropy = [0; KEY_ENTROPY];
    getrandom::fill(&mut entropy).map_err(|error| unavailable("randomness", &error))?;
    let secret = new_secret(&entropy).ok_or_else(|| unavailable("randomness", &"too few bytes"))?;
    let FeedRequest { question, format, expires_in } = wanted;
    let created_at = now_ms();
    let feed = FeedRecord {
        hash: credential::hash(&secret),
        id: fresh_id("fed")?,
        account: caller.key.account_id.clone(),
        key: caller.key.id.clone(),
        secret_hint: secret_hint(&secret),
        question: json!(question).to_string(),
        format,
        created_at,
        expires_at: created_at + u64::from(expires_in) * SECOND_MS,
        computed_at: None,
    };
    let created = feeds::run(app, feed.insert().into()).await?.pop().unwrap_or_default();
    if created.is_empty() {
        let message = format!("the account has {MAX_FEEDS} feeds, as many as are allowed. Remove one first.");
        return Err(Violation::new(Code::LimitReached, "", message).into());
    }
    let url = format!("{}{}.{}", own_origin(uri), feeds::path(&secret), format.extension());
    Ok(reply::object(StatusCode::CREATED, &describe(&feed, &question, Some(&url)), call))
}

async fn list(app: &App, call: &Call, caller: &Caller) -> Result<Reply, RequestError> {
    let statement = feed::list(&caller.key.account_id, now_ms());
    let rows = feeds::run(app, vec![statement]).await?.pop().unwrap_or_default();
    let mut data = Vec::new();
    for row in rows {
        let feed = FeedRecord::from_row(row).map_err(|error| store_fault(error, feeds::DATABASE_MS))?;
        let question = feed.question().ok_or_else(|| unavailable("feeds", &"a question is damaged"))?;
        data.push(describe(&feed, &question, None));
    }
    Ok(reply::object(StatusCode::OK, &json!({"data": data}), call))
}

async fn remove(app: &App, caller: &Caller, id: &str) -> Result<Reply, RequestError> {
    let statement = feed::remove(&caller.key.account_id, id);
    if feeds::run(app, vec![statement]).await?.pop().unwrap_or_default().is_empty() {
        return Err(Violation::new(Code::NotFound, "/id", format!("feed '{}' was not found.", echo(id))).into());
    }
    let mut reply = Reply::new(Body::empty());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    Ok(reply)
}

/// Returns the last segment of a path.
fn last_segment(uri: &Uri) -> &str {
    uri.path().rsplit('/').next().unwrap_or_default()
}

/// Returns a feed as its owner sees it. Only the request that creates it gets its address.
fn describe(feed: &FeedRecord, question: &FeedQuestion, url: Option<&str>) -> Value {
    let time = |ms: u64| time_text(i64::try_from(ms / SECOND_MS).unwrap_or(i64::MAX));
    let mut described = json!({
        "id": feed.id,
        "secret_hint": feed.secret_hint,
        "operation": question.operation,
        "request": question.request,
        "window": question.window,
        "format": feed.format,
        "created_at": time(feed.created_at),
        "expires_at": time(feed.expires_at),
        "computed_at": feed.computed_at.map(time),
    });
    if let (Some(url), Some(members)) = (url, described.as_object_mut()) {
        members.insert("url".to_owned(), url.into());
    }
    described
}
