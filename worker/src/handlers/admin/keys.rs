//! Creation, listing, rotation and revocation of keys.

use super::{IncomingRequest, plans, records};
use crate::app::App;
use crate::call::{now_text, time_text};
use crate::id::fresh_id;
use crate::reply::Reply;
use crate::store::keys::{CONCURRENCY, KvPage, OPERATOR_MS};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::service::account::records::{KeyLimit, RecordsRefusal, RecordsRequest as Change, Successor};
use overheard::service::account::request::{KeyRequest, parse_key, parse_rotation};
use overheard::service::account::{Api, OPERATOR_ACCOUNT};
use overheard::service::credential::AccessLevel;
use overheard::service::credential::{self, KEY_ENTROPY, KeyRecord, KeyStatus, is_id};
use overheard::service::meter::PlanLimits;
use overheard::service::meter::message::{MeterRequest, QuotaStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A key in an answer: its record without the hash.
#[derive(Serialize)]
struct KeyDetails<'a> {
    id: &'a str,
    account_id: &'a str,
    name: &'a str,
    prefix: &'a str,
    last4: &'a str,
    #[serde(rename = "face")]
    api: Api,
    scopes: &'a [String],
    access_level: AccessLevel,
    /// The plan of the key, or else of its account.
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
    /// The key that replaced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotated_to: Option<&'a str>,
    last_used_at: Option<String>,
    /// Present only in the answer that creates the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'a str>,
}

impl<'a> KeyDetails<'a> {
    fn new(record: &'a KeyRecord, plan_of_account: Option<&str>) -> Self {
        Self {
            id: &record.id,
            account_id: &record.account_id,
            name: &record.name,
            prefix: &record.prefix,
            last4: &record.last4,
            api: record.api,
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
    keys: Vec<KeyDetails<'a>>,
    next: Option<String>,
}

/// Keys of an account, with its plan and their last use in seconds since 1970.
struct AccountKeys {
    keys: Vec<KeyRecord>,
    plan: Option<String>,
    last_used: BTreeMap<String, i64>,
}

/// The filters of a list of keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyListQuery {
    account_id: Option<String>,
    after: Option<String>,
}

/// Creates a key. Only this answer contains its secret.
pub async fn create_key(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let wanted = parse_key(&request.body().await?)?;
    request.answer(StatusCode::CREATED, &create(&request.app, wanted, None).await?)
}

/// Creates a key within a limit. Returns it with its secret.
pub async fn create(app: &App, wanted: KeyRequest, limit: Option<KeyLimit>) -> Result<Value, Problems> {
    let KeyRequest { account_id, name, api, plan, access_level, scopes, origins, expires_at, test } = wanted;
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
        Some(plan) => plans::require(app, &[api], plan).await?,
        None => {
            let message = "plan is required for a key without an account.";
            return Err(Violation::new(Code::MissingField, "/plan", message).into());
        }
    }
    let (secret, successor) = make_secret(api, test)?;
    let Successor { id, prefix, last4, hash, created_at } = successor;
    let key = KeyRecord {
        id: id.clone(),
        account_id,
        name,
        prefix,
        last4,
        hash,
        api,
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
    create_with(app, change, &id, &id, &secret).await
}

/// Generates a secret and the parts of its record.
fn make_secret(api: Api, test: bool) -> Result<(String, Successor), Violation> {
    let mut entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut entropy).ok();
    let secret = random.and_then(|()| credential::new_secret(api, test, &entropy));
    let secret = secret.ok_or_else(|| crate::fault::unavailable("randomness", &"not enough of it"))?;
    let (prefix, last4) = credential::secret_hint(&secret);
    let hash = credential::hash(&secret);
    Ok((secret, Successor { id: fresh_id("tok")?, prefix, last4, hash, created_at: now_text() }))
}

/// Sends a change that creates a key. Returns the key with its secret. Errors name the id `about`.
async fn create_with(app: &App, change: Change, id: &str, about: &str, secret: &str) -> Result<Value, Problems> {
    let answer = match records::send(app, &change).await {
        Ok(answer) => answer,
        Err(violation) => {
            revoke_later(app, change.account(), id);
            let message = "it is not known whether the key was made. If it was, it is taken back, as nobody has its \
                           secret; a key that was to be rotated may have ended. Look at the list of keys.";
            return Err(Violation { message: message.to_owned(), ..violation }.into());
        }
    };
    let (key, plan) = records::key_in(answer, about)?;
    Ok(json!(KeyDetails { secret: Some(secret), ..KeyDetails::new(&key, plan.as_deref()) }))
}

/// Revokes a key that may have been created. Does not delay the answer.
fn revoke_later(app: &App, account: &str, id: &str) {
    let change = Change::RevokeKey { account: account.to_owned(), key: id.to_owned() };
    let of_app = app.clone();
    app.after_answer(async move {
        // A failure is logged, and the key then shows in the list of keys.
        records::send(&of_app, &change).await.ok();
    });
}

/// Lists a page of keys, without secrets.
pub async fn list_keys(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let KeyListQuery { account_id, after } = request.query().await?;
    request.answer(StatusCode::OK, &list(&request.app, account_id.as_deref(), after.as_deref()).await?)
}

/// Returns a page of the keys of an account, or of all accounts.
pub async fn list(app: &App, account_id: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let KvPage { items, next } = app.fresh_keys(OPERATOR_MS)?.list(account_id, after).await?;
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (account, key) in items {
        ids.entry(account).or_default().push(key);
    }
    let of_account = async |(id, keys): (String, Vec<String>)| {
        let (account, keys) = records::read(app, &id, keys).await?;
        let message = MeterRequest::QuotaStatus { api: Api::Data, limits: PlanLimits::default() };
        let QuotaStatus { last_used, .. } = app.meter(&id)?.send(&message).await?;
        Ok::<_, Violation>(AccountKeys { keys, plan: account.map(|account| account.plan), last_used })
    };
    let accounts: Vec<AccountKeys> = stream::iter(ids).map(of_account).buffered(CONCURRENCY).try_collect().await?;
    let keys = accounts.iter().flat_map(|AccountKeys { keys, plan, last_used }| {
        keys.iter().map(|key| {
            let last_used_at = last_used.get(&key.id).map(|at| time_text(*at));
            KeyDetails { last_used_at, ..KeyDetails::new(key, plan.as_deref()) }
        })
    });
    Ok(json!(KeyList { keys: keys.collect(), next }))
}

/// Replaces a key. The old key stays valid for a grace period in hours.
pub async fn rotate_key(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let hours = parse_rotation(&request.body().await?)?;
    let account = account_of(&request.app, &id).await?;
    request.answer(StatusCode::CREATED, &rotate(&request.app, account, &id, hours, None).await?)
}

/// Replaces a key of an account. With a grace period, both keys must fit within the limit. Returns the new key with its
/// secret.
pub async fn rotate(
    app: &App,
    account: String,
    id: &str,
    hours: u32,
    limit: Option<KeyLimit>,
) -> Result<Value, Problems> {
    let (_, keys) = records::read(app, &account, vec![id.to_owned()]).await?;
    let old = keys.first().ok_or_else(|| RecordsRefusal::NoKey.violation(id))?;
    let (secret, successor) = make_secret(old.api, old.prefix.contains("_test_"))?;
    let fresh = successor.id.clone();
    let not_after = records::not_after();
    let change = Change::RotateKey { account, key: id.to_owned(), successor, grace_hours: hours, limit, not_after };
    create_with(app, change, &fresh, id, &secret).await
}

/// Revokes a key. Idempotent.
pub async fn revoke_key(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let account = account_of(&request.app, &id).await?;
    request.answer(StatusCode::OK, &revoke(&request.app, account, &id).await?)
}

/// Revokes a key of an account and returns it.
pub async fn revoke(app: &App, account: String, id: &str) -> Result<Value, Problems> {
    if !is_id(id) {
        return Err(RecordsRefusal::NoKey.violation(id).into());
    }
    let answer = records::send(app, &Change::RevokeKey { account, key: id.to_owned() }).await?;
    let (key, plan) = records::key_in(answer, id)?;
    Ok(json!(KeyDetails::new(&key, plan.as_deref())))
}

/// Finds the account of a key.
async fn account_of(app: &App, id: &str) -> Result<String, Violation> {
    let account = app.fresh_keys(OPERATOR_MS)?.account_of(id).await?.filter(|account| is_id(account));
    account.ok_or_else(|| RecordsRefusal::NoKey.violation(id))
}
