//! Keys: made, listed, replaced, taken back.

use super::accounts::fresh_id;
use super::{finish, plans};
use crate::app::App;
use crate::auth::OPERATOR_ACCOUNT;
use crate::call::{Call, now_seconds, now_text, time_text};
use crate::handlers::body::read;
use crate::handlers::extract::{Path, Query};
use crate::reply::{self, Reply};
use crate::store::keys::{AT_ONCE, OPERATOR_MS, Page};
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::account::Face;
use overheard::account::request::{KeyRequest, parse_key, parse_rotation};
use overheard::catalog::AccessLevel;
use overheard::credential::{self, KEY_ENTROPY, KeyRecord, KeyStatus};
use overheard::meter::Limits;
use overheard::meter::message::{Message, Standings};
use overheard::problem::{Code, Violation, echo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const SECONDS_OF_HOUR: i64 = 3_600;

/// A record as operators see it: everything but the hash.
#[derive(Serialize)]
struct ShownKey<'a> {
    id: &'a str,
    account_id: &'a str,
    name: &'a str,
    prefix: &'a str,
    last4: &'a str,
    face: Face,
    scopes: &'a [String],
    access_level: AccessLevel,
    /// That of the key, or else of its account.
    plan: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_override: Option<&'a str>,
    origins: &'a [String],
    status: &'static str,
    created_at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotated_from: Option<&'a str>,
    last_used_at: Option<String>,
    /// Only in the answer that makes the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'a str>,
}

impl<'a> ShownKey<'a> {
    /// A record whose account has a plan.
    fn new(record: &'a KeyRecord, plan_of_account: Option<&str>) -> Self {
        Self {
            id: &record.id,
            account_id: &record.account_id,
            name: &record.name,
            prefix: &record.prefix,
            last4: &record.last4,
            face: record.face,
            scopes: &record.scopes,
            access_level: record.access_level,
            plan: record.plan_override.as_deref().or(plan_of_account).map(str::to_owned),
            plan_override: record.plan_override.as_deref(),
            origins: &record.origins,
            status: record.status_at(&now_text()),
            created_at: &record.created_at,
            expires_at: record.expires_at.as_deref(),
            revoked_at: record.revoked_at.as_deref(),
            rotated_from: record.rotated_from.as_deref(),
            last_used_at: None,
            secret: None,
        }
    }
}

/// The plan of an account, if there is one.
async fn plan_of(app: &App, account_id: &str) -> Result<Option<String>, Violation> {
    Ok(app.keys(OPERATOR_MS)?.account(account_id).await?.map(|account| account.plan))
}

#[derive(Serialize)]
struct KeyList<'a> {
    keys: Vec<ShownKey<'a>>,
    next: Option<String>,
}

/// What is known of an account beside its keys.
struct OfAccount {
    plan: Option<String>,
    last_used: BTreeMap<String, i64>,
}

/// Whose keys to list, and behind which one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListKeys {
    account_id: Option<String>,
    after: Option<String>,
}

/// Makes a key and shows its secret this once.
#[worker::send]
pub async fn create_key(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    finish(create(&app, &call, request).await, &call)
}

async fn create(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let wanted = match parse_key(&read(request, super::MAX_BODY_BYTES).await?) {
        Ok(wanted) => wanted,
        Err(problems) => return Ok(reply::refused(problems, call)),
    };
    let KeyRequest { account_id, name, face, plan, access_level, scopes, origins, expires_at, test } = wanted;
    let account_id = account_id.unwrap_or_else(|| OPERATOR_ACCOUNT.into());
    let plan_of_account = plan_of(app, &account_id).await?;
    if plan_of_account.is_none() && account_id != OPERATOR_ACCOUNT {
        let message = format!(
            "account_id '{}' is no account. Make it first, or leave it out for a key of the operator's own.",
            echo(&account_id)
        );
        return Err(Violation::new(Code::ValueNotAllowed, "/account_id", message));
    }
    match plan.as_ref().or(plan_of_account.as_ref()) {
        Some(plan) => plans::require(app, &[face], plan).await?,
        None => {
            return Err(Violation::new(Code::MissingField, "/plan", "plan is required for a key without an account."));
        }
    }
    let record = KeyRecord {
        id: fresh_id("tok")?,
        account_id,
        name,
        prefix: String::new(),
        last4: String::new(),
        hash: String::new(),
        face,
        scopes,
        access_level,
        plan_override: plan,
        origins,
        status: KeyStatus::Active,
        created_at: now_text(),
        expires_at,
        revoked_at: None,
        rotated_from: None,
    };
    let (record, secret) = with_secret(record, test)?;
    app.keys(OPERATOR_MS)?.keep(&record).await?;
    let key = ShownKey { secret: Some(&secret), ..ShownKey::new(&record, plan_of_account.as_deref()) };
    Ok(reply::object(StatusCode::CREATED, &key, call))
}

/// The record with a new secret.
fn with_secret(record: KeyRecord, test: bool) -> Result<(KeyRecord, String), Violation> {
    let mut entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut entropy).ok();
    let secret = random.and_then(|()| credential::new_secret(record.face, test, &entropy));
    let secret = secret.ok_or_else(|| crate::app::unavailable("randomness", &"not enough of it"))?;
    let (prefix, last4) = credential::shown(&secret);
    Ok((KeyRecord { prefix, last4, hash: credential::hash(&secret), ..record }, secret))
}

/// Lists keys without what opens anything, a page of them.
#[worker::send]
pub async fn list_keys(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Query(query): Query<ListKeys>,
) -> Reply {
    finish(list(&app, &call, &query).await, &call)
}

async fn list(app: &App, call: &Call, ListKeys { account_id, after }: &ListKeys) -> Result<Reply, Violation> {
    let Page { items, next } = app.keys(OPERATOR_MS)?.list(account_id.as_deref(), after.as_deref()).await?;
    let ids: BTreeSet<&str> = items.iter().map(|record| record.account_id.as_str()).collect();
    let of_account = async |id| {
        let plan = plan_of(app, id).await?;
        let message = Message::Standings { face: Face::Data, limits: Limits::default() };
        let Standings { last_used, .. } = app.meter(id)?.send(&message).await?;
        Ok::<_, Violation>((id, OfAccount { plan, last_used }))
    };
    let accounts: BTreeMap<&str, OfAccount> = stream::iter(ids).map(of_account).buffered(AT_ONCE).try_collect().await?;
    let keys = items.iter().map(|record| {
        let account = accounts.get(record.account_id.as_str());
        let last_used = account.and_then(|account| account.last_used.get(&record.id));
        let shown = ShownKey::new(record, account.and_then(|account| account.plan.as_deref()));
        ShownKey { last_used_at: last_used.map(|at| time_text(*at)), ..shown }
    });
    Ok(reply::object(StatusCode::OK, &KeyList { keys: keys.collect(), next }, call))
}

/// Makes a key that takes the place of another one, which stays good for some hours at most.
#[worker::send]
pub async fn rotate_key(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
    request: Request<Body>,
) -> Reply {
    finish(rotate(&app, &call, &id, request).await, &call)
}

async fn rotate(app: &App, call: &Call, id: &str, request: Request<Body>) -> Result<Reply, Violation> {
    let hours = match parse_rotation(&read(request, super::MAX_BODY_BYTES).await?) {
        Ok(hours) => hours,
        Err(problems) => return Ok(reply::refused(problems, call)),
    };
    let old = found(app, id).await?;
    if old.status_at(&now_text()) != "active" {
        let message = format!("the key '{}' is {}: make a new one instead.", echo(id), old.status_at(&now_text()));
        return Err(Violation::new(Code::Conflict, "", message));
    }
    let plan = plan_of(app, &old.account_id).await?;
    let test = old.prefix.contains("_test_");
    let fresh =
        KeyRecord { id: fresh_id("tok")?, created_at: now_text(), rotated_from: Some(old.id.clone()), ..old.clone() };
    let (fresh, secret) = with_secret(fresh, test)?;
    app.keys(OPERATOR_MS)?.keep(&fresh).await?;
    let until = now_seconds() + i64::from(hours) * SECONDS_OF_HOUR;
    let earlier = |at: &String| *at <= time_text(until);
    if hours == 0 {
        end(app, old).await?;
    } else if !old.expires_at.as_ref().is_some_and(earlier) {
        refuse_from(app, &old, until).await?;
        app.keys(OPERATOR_MS)?.keep(&KeyRecord { expires_at: Some(time_text(until)), ..old }).await?;
    }
    let key = ShownKey { secret: Some(&secret), ..ShownKey::new(&fresh, plan.as_deref()) };
    Ok(reply::object(StatusCode::CREATED, &key, call))
}

/// Takes a key back. Doing so again changes nothing.
#[worker::send]
pub async fn revoke_key(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
) -> Reply {
    finish(revoke(&app, &call, &id).await, &call)
}

async fn revoke(app: &App, call: &Call, id: &str) -> Result<Reply, Violation> {
    let mut record = found(app, id).await?;
    if record.status == KeyStatus::Active {
        record = end(app, record).await?;
    }
    let plan = plan_of(app, &record.account_id).await?;
    Ok(reply::object(StatusCode::OK, &ShownKey::new(&record, plan.as_deref()), call))
}

/// Ends a key: the meter refuses its next request, whatever copies of its record are about.
async fn end(app: &App, record: KeyRecord) -> Result<KeyRecord, Violation> {
    refuse_from(app, &record, now_seconds()).await?;
    let ended = KeyRecord { status: KeyStatus::Revoked, revoked_at: Some(now_text()), ..record };
    app.keys(OPERATOR_MS)?.keep(&ended).await?;
    Ok(ended)
}

async fn refuse_from(app: &App, record: &KeyRecord, at: i64) -> Result<(), Violation> {
    let message = Message::Revoke { account: record.account_id.clone(), key: record.id.clone(), at };
    app.meter(&record.account_id)?.send::<serde_json::Value>(&message).await.map(drop)
}

async fn found(app: &App, id: &str) -> Result<KeyRecord, Violation> {
    let missing = || Violation::new(Code::NotFound, "", format!("there is no key '{}'.", echo(id)));
    app.keys(OPERATOR_MS)?.find_by_id(id).await?.ok_or_else(missing)
}
