//! Keys: made, listed, replaced, taken back.

use super::{Asked, plans, records};
use crate::app::App;
use crate::call::{now_text, time_text};
use crate::id::fresh_id;
use crate::reply::Reply;
use crate::store::keys::{AT_ONCE, OPERATOR_MS, Page};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::service::account::records::{KeyLimit, RecordsRequest as Change, Refusal, Successor};
use overheard::service::account::request::{KeyRequest, parse_key, parse_rotation};
use overheard::service::account::{Api, OPERATOR_ACCOUNT};
use overheard::service::credential::AccessLevel;
use overheard::service::credential::{self, KEY_ENTROPY, KeyRecord, KeyStatus, is_id};
use overheard::service::meter::Limits;
use overheard::service::meter::message::{Message, Standings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A record as operators see it: everything but the hash.
#[derive(Serialize)]
struct ShownKey<'a> {
    id: &'a str,
    account_id: &'a str,
    name: &'a str,
    prefix: &'a str,
    last4: &'a str,
    face: Api,
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
    /// The key that took its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotated_to: Option<&'a str>,
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
            rotated_to: record.rotated_to.as_deref(),
            last_used_at: None,
            secret: None,
        }
    }
}

#[derive(Serialize)]
struct KeyList<'a> {
    keys: Vec<ShownKey<'a>>,
    next: Option<String>,
}

/// Some keys of an account, and what is known of it beside them.
struct OfAccount {
    keys: Vec<KeyRecord>,
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
pub async fn create_key(mut asked: Asked) -> Result<Reply, Problems> {
    let wanted = parse_key(&asked.body().await?)?;
    asked.answer(StatusCode::CREATED, &made(&asked.app, wanted, None).await?)
}

/// Makes a key, if a limit leaves room for it. Returns what is told of it, with its secret this once.
pub async fn made(app: &App, wanted: KeyRequest, limit: Option<KeyLimit>) -> Result<Value, Problems> {
    let KeyRequest { account_id, name, face, plan, access_level, scopes, origins, expires_at, test } = wanted;
    let account_id = account_id.unwrap_or_else(|| OPERATOR_ACCOUNT.into());
    let (account, _) = records::read(app, &account_id, Vec::new()).await?;
    let plan_of_account = account.map(|account| account.plan);
    if plan_of_account.is_none() && account_id != OPERATOR_ACCOUNT {
        let message = format!(
            "account_id '{}' is no account. Make it first, or leave it out for a key of the operator's own.",
            echo(&account_id)
        );
        return Err(Violation::new(Code::ValueNotAllowed, "/account_id", message).into());
    }
    match plan.as_ref().or(plan_of_account.as_ref()) {
        Some(plan) => plans::require(app, &[face], plan).await?,
        None => {
            let message = "plan is required for a key without an account.";
            return Err(Violation::new(Code::MissingField, "/plan", message).into());
        }
    }
    let (secret, successor) = new_secret(face, test)?;
    let Successor { id, prefix, last4, hash, created_at } = successor;
    let key = KeyRecord {
        id: id.clone(),
        account_id,
        name,
        prefix,
        last4,
        hash,
        face,
        scopes,
        access_level,
        plan_override: plan,
        origins,
        status: KeyStatus::Active,
        created_at,
        expires_at,
        revoked_at: None,
        rotated_from: None,
        rotated_to: None,
    };
    let change = Change::CreateKey { key, limit, not_after: records::not_after() };
    show_new(app, change, &id, &id, &secret).await
}

/// A new secret, and what is kept of it.
fn new_secret(api: Api, test: bool) -> Result<(String, Successor), Violation> {
    let mut entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut entropy).ok();
    let secret = random.and_then(|()| credential::new_secret(api, test, &entropy));
    let secret = secret.ok_or_else(|| crate::fault::unavailable("randomness", &"not enough of it"))?;
    let (prefix, last4) = credential::shown(&secret);
    let hash = credential::hash(&secret);
    Ok((secret, Successor { id: fresh_id("tok")?, prefix, last4, hash, created_at: now_text() }))
}

/// Makes a key, and shows its secret this once. `about` is the id that refusals name.
async fn show_new(app: &App, change: Change, id: &str, about: &str, secret: &str) -> Result<Value, Problems> {
    let answer = match records::ask(app, &change).await {
        Ok(answer) => answer,
        Err(violation) => {
            take_back(app, change.account(), id);
            let message = "it is not known whether the key was made. If it was, it is taken back, as nobody has its \
                           secret; a key that was to be rotated may have ended. Look at the list of keys.";
            return Err(Violation { message: message.to_owned(), ..violation }.into());
        }
    };
    let (key, plan) = records::key_in(answer, about)?;
    Ok(json!(ShownKey { secret: Some(secret), ..ShownKey::new(&key, plan.as_deref()) }))
}

/// Has a key taken back that may have been made, after the answer.
fn take_back(app: &App, account: &str, id: &str) {
    let change = Change::RevokeKey { account: account.to_owned(), key: id.to_owned() };
    let of_app = app.clone();
    app.after_answer(async move {
        // What fails here is in the log, and in the list of keys.
        records::ask(&of_app, &change).await.ok();
    });
}

/// Lists keys without what opens anything, a page of them.
pub async fn list_keys(mut asked: Asked) -> Result<Reply, Problems> {
    let ListKeys { account_id, after } = asked.query().await?;
    asked.answer(StatusCode::OK, &listed(&asked.app, account_id.as_deref(), after.as_deref()).await?)
}

/// A page of the keys of an account, or of all.
pub async fn listed(app: &App, account_id: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let Page { items, next } = app.fresh_keys(OPERATOR_MS)?.list(account_id, after).await?;
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (account, key) in items {
        ids.entry(account).or_default().push(key);
    }
    let of_account = async |(id, keys): (String, Vec<String>)| {
        let (account, keys) = records::read(app, &id, keys).await?;
        let message = Message::Standings { face: Api::Data, limits: Limits::default() };
        let Standings { last_used, .. } = app.meter(&id)?.send(&message).await?;
        Ok::<_, Violation>(OfAccount { keys, plan: account.map(|account| account.plan), last_used })
    };
    let accounts: Vec<OfAccount> = stream::iter(ids).map(of_account).buffered(AT_ONCE).try_collect().await?;
    let keys = accounts.iter().flat_map(|OfAccount { keys, plan, last_used }| {
        keys.iter().map(|key| {
            let last_used_at = last_used.get(&key.id).map(|at| time_text(*at));
            ShownKey { last_used_at, ..ShownKey::new(key, plan.as_deref()) }
        })
    });
    Ok(json!(KeyList { keys: keys.collect(), next }))
}

/// Makes a key that takes the place of another one, which stays good for some hours at most.
pub async fn rotate_key(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let hours = parse_rotation(&asked.body().await?)?;
    let account = account_of(&asked.app, &id).await?;
    asked.answer(StatusCode::CREATED, &rotated(&asked.app, account, &id, hours, None).await?)
}

/// Makes a key in place of one of an account, if a limit leaves room for both where the old one stays good. Returns what
/// is told of the new one, with its secret this once.
pub async fn rotated(
    app: &App,
    account: String,
    id: &str,
    hours: u32,
    limit: Option<KeyLimit>,
) -> Result<Value, Problems> {
    let (_, keys) = records::read(app, &account, vec![id.to_owned()]).await?;
    let old = keys.first().ok_or_else(|| Refusal::NoKey.violation(id))?;
    let (secret, successor) = new_secret(old.face, old.prefix.contains("_test_"))?;
    let fresh = successor.id.clone();
    let not_after = records::not_after();
    let change = Change::RotateKey { account, key: id.to_owned(), successor, grace_hours: hours, limit, not_after };
    show_new(app, change, &fresh, id, &secret).await
}

/// Takes a key back. Doing so again changes nothing.
pub async fn revoke_key(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let account = account_of(&asked.app, &id).await?;
    asked.answer(StatusCode::OK, &revoked(&asked.app, account, &id).await?)
}

/// Takes back a key of an account; what is told of it.
pub async fn revoked(app: &App, account: String, id: &str) -> Result<Value, Problems> {
    if !is_id(id) {
        return Err(Refusal::NoKey.violation(id).into());
    }
    let answer = records::ask(app, &Change::RevokeKey { account, key: id.to_owned() }).await?;
    let (key, plan) = records::key_in(answer, id)?;
    Ok(json!(ShownKey::new(&key, plan.as_deref())))
}

/// The account of a key.
async fn account_of(app: &App, id: &str) -> Result<String, Violation> {
    let account = app.fresh_keys(OPERATOR_MS)?.account_of(id).await?.filter(|account| is_id(account));
    account.ok_or_else(|| Refusal::NoKey.violation(id))
}
