//! Keys: made, listed, taken back.

use super::{finish, read_json};
use crate::app::App;
use crate::call::{Call, now_text};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::StatusCode;
use overheard::catalog::AccessLevel;
use overheard::credential::{self, DATA_SCOPE, KEY_ENTROPY, KeyRecord, KeyStatus, Plan};
use overheard::problem::{Code, Violation, echo};
use serde::{Deserialize, Serialize};

/// The account of keys that name none: the operator's own.
const OPERATOR_ACCOUNT: &str = "acc_0000000000";

/// What a new key is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateKey {
    account_id: Option<String>,
    name: Option<String>,
    plan: String,
    #[serde(default = "data_face")]
    face: String,
    access_level: AccessLevel,
    scopes: Option<Vec<String>>,
    #[serde(default)]
    test: bool,
}

fn data_face() -> String {
    "data".into()
}

/// A record as operators see it: everything but the hash.
#[derive(Serialize)]
struct ShownKey<'a> {
    id: &'a str,
    account_id: &'a str,
    name: &'a str,
    prefix: &'a str,
    last4: &'a str,
    face: &'a str,
    scopes: &'a [String],
    access_level: AccessLevel,
    plan: Plan,
    status: KeyStatus,
    created_at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<&'a str>,
    /// Only in the answer that makes the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'a str>,
}

impl<'a> ShownKey<'a> {
    fn new(record: &'a KeyRecord, secret: Option<&'a str>) -> Self {
        Self {
            id: &record.id,
            account_id: &record.account_id,
            name: &record.name,
            prefix: &record.prefix,
            last4: &record.last4,
            face: &record.face,
            scopes: &record.scopes,
            access_level: record.access_level,
            plan: record.plan,
            status: record.status,
            created_at: &record.created_at,
            revoked_at: record.revoked_at.as_deref(),
            secret,
        }
    }
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
pub async fn create_key(State(app): State<App>, Extension(call): Extension<Call>, request: Request<Body>) -> Reply {
    finish(create(&app, &call, request).await, &call)
}

async fn create(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let wanted: CreateKey = read_json(request).await?;
    let plan = Plan::from_name(&wanted.plan).ok_or_else(|| not_allowed("plan", &wanted.plan, Plan::NAMES))?;
    if wanted.face != "data" {
        return Err(not_allowed("face", &wanted.face, &["data"]));
    }
    let account_id = wanted.account_id.unwrap_or_else(|| OPERATOR_ACCOUNT.into());
    if account_id.is_empty() || !account_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)) {
        let message = format!("account_id '{}' must be letters, digits, _ and -.", echo(&account_id));
        return Err(Violation::new(Code::ValueNotAllowed, "/account_id", message));
    }
    let mut id_entropy = [0; 20];
    let mut key_entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut id_entropy).and_then(|()| getrandom::fill(&mut key_entropy));
    let secret = random.ok().and_then(|()| credential::new_data_key(&key_entropy, wanted.test));
    let secret = secret.ok_or_else(|| crate::app::unavailable("randomness", &"not enough of it"))?;
    let (prefix, last4) = credential::shown(&secret);
    let record = KeyRecord {
        id: credential::new_id("tok", &id_entropy),
        account_id,
        name: wanted.name.unwrap_or_default(),
        prefix,
        last4,
        hash: credential::hash(&secret),
        face: wanted.face,
        scopes: wanted.scopes.unwrap_or_else(|| vec![DATA_SCOPE.into()]),
        access_level: wanted.access_level,
        plan,
        status: KeyStatus::Active,
        created_at: now_text(),
        revoked_at: None,
    };
    app.keys()?.keep(&record).await?;
    Ok(reply::object(StatusCode::CREATED, &ShownKey::new(&record, Some(&secret)), call))
}

/// Lists keys without what opens anything.
#[worker::send]
pub async fn list_keys(
    State(app): State<App>,
    Extension(call): Extension<Call>,
    Query(query): Query<ListKeys>,
) -> Reply {
    let list = async || {
        let records = app.keys()?.list(query.account_id.as_deref()).await?;
        let keys = records.iter().map(|record| ShownKey::new(record, None)).collect();
        Ok(reply::object(StatusCode::OK, &KeyList { keys }, &call))
    };
    finish(list().await, &call)
}

/// Takes a key back. Doing so again changes nothing.
#[worker::send]
pub async fn revoke_key(State(app): State<App>, Extension(call): Extension<Call>, Path(id): Path<String>) -> Reply {
    finish(revoke(&app, &call, &id).await, &call)
}

async fn revoke(app: &App, call: &Call, id: &str) -> Result<Reply, Violation> {
    let keys = app.keys()?;
    let mut record = keys
        .find_by_id(id)
        .await?
        .ok_or_else(|| Violation::new(Code::NotFound, "", format!("there is no key '{}'.", echo(id))))?;
    if record.status == KeyStatus::Active {
        record.status = KeyStatus::Revoked;
        record.revoked_at = Some(now_text());
        keys.keep(&record).await?;
    }
    Ok(reply::object(StatusCode::OK, &ShownKey::new(&record, None), call))
}

fn not_allowed(field: &str, value: &str, allowed: &[&str]) -> Violation {
    let message = format!("{field} '{}' is not allowed. Allowed: [{}]", echo(value), allowed.join(", "));
    Violation::new(Code::ValueNotAllowed, format!("/{field}"), message).allowing(allowed, value)
}
