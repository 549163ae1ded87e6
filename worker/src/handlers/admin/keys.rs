//! Keys: made, listed, replaced, taken back.

use super::accounts::fresh_id;
use super::{finish, plans};
use crate::app::App;
use crate::auth::OPERATOR_ACCOUNT;
use crate::call::{Call, now_seconds, now_text, time_text};
use crate::handlers::body::read;
use crate::reply::{self, Reply};
use crate::store::keys::OPERATOR_MS;
use axum::body::Body;
use axum::extract::{Extension, Path, Query, Request};
use axum::http::StatusCode;
use overheard::account::Face;
use overheard::account::request::{KeyRequest, parse_key, parse_rotation};
use overheard::catalog::AccessLevel;
use overheard::credential::{self, KEY_ENTROPY, KeyRecord, KeyStatus};
use overheard::meter::Limits;
use overheard::meter::message::{Message, Standings};
use overheard::problem::{Code, Violation, echo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

async fn shown<'a>(app: &App, record: &'a KeyRecord, secret: Option<&'a str>) -> Result<ShownKey<'a>, Violation> {
    let plan = match &record.plan_override {
        Some(plan) => Some(plan.clone()),
        None => app.keys(OPERATOR_MS)?.account(&record.account_id).await?.map(|account| account.plan),
    };
    Ok(ShownKey {
        id: &record.id,
        account_id: &record.account_id,
        name: &record.name,
        prefix: &record.prefix,
        last4: &record.last4,
        face: record.face,
        scopes: &record.scopes,
        access_level: record.access_level,
        plan,
        plan_override: record.plan_override.as_deref(),
        origins: &record.origins,
        status: record.status_at(&now_text()),
        created_at: &record.created_at,
        expires_at: record.expires_at.as_deref(),
        revoked_at: record.revoked_at.as_deref(),
        rotated_from: record.rotated_from.as_deref(),
        last_used_at: None,
        secret,
    })
}

#[derive(Serialize)]
struct KeyList<'a> {
    keys: Vec<ShownKey<'a>>,
}

/// Whose keys to list.
#[derive(Deserialize)]
pub struct ListKeys {
    account_id: Option<String>,
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
    let account = app.keys(OPERATOR_MS)?.account(&account_id).await?;
    if account.is_none() && account_id != OPERATOR_ACCOUNT {
        let message = format!(
            "account_id '{}' is no account. Make it first, or leave it out for a key of the operator's own.",
            echo(&account_id)
        );
        return Err(Violation::new(Code::ValueNotAllowed, "/account_id", message));
    }
    match plan.as_ref().or(account.as_ref().map(|account| &account.plan)) {
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
    Ok(reply::object(StatusCode::CREATED, &shown(app, &record, Some(&secret)).await?, call))
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

/// Lists keys without what opens anything.
#[worker::send]
pub async fn list_keys(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Query(query): Query<ListKeys>,
) -> Reply {
    finish(list(&app, &call, query.account_id.as_deref()).await, &call)
}

async fn list(app: &App, call: &Call, account_id: Option<&str>) -> Result<Reply, Violation> {
    let records = app.keys(OPERATOR_MS)?.list(account_id).await?;
    let mut last_used: BTreeMap<&str, BTreeMap<String, i64>> = BTreeMap::new();
    let mut keys = Vec::with_capacity(records.len());
    for record in &records {
        let of_account = match last_used.get(record.account_id.as_str()) {
            Some(known) => known,
            None => {
                let message = Message::Standings { face: record.face, limits: Limits::default() };
                let standings: Standings = app.meter(&record.account_id)?.send(&message).await?;
                last_used.entry(&record.account_id).or_insert(standings.last_used)
            }
        };
        let last_used_at = of_account.get(&record.id).map(|at| time_text(*at));
        keys.push(ShownKey { last_used_at, ..shown(app, record, None).await? });
    }
    Ok(reply::object(StatusCode::OK, &KeyList { keys }, call))
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
    Ok(reply::object(StatusCode::CREATED, &shown(app, &fresh, Some(&secret)).await?, call))
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
    Ok(reply::object(StatusCode::OK, &shown(app, &record, None).await?, call))
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
