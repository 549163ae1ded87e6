//! Accounts: made, listed, changed, and what they used.

use super::finish;
use crate::app::App;
use crate::call::{Call, now_seconds, now_text};
use crate::handlers::account;
use crate::handlers::body::read;
use crate::handlers::data::store_fault;
use crate::handlers::extract::{Path, Query};
use crate::reply::{self, Reply};
use crate::store::keys::{OPERATOR_MS, Page};
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::StatusCode;
use overheard::account::request::{AccountRequest, parse_account};
use overheard::account::{Account, AccountStatus, Face, MonitoredBrand};
use overheard::credential::new_id;
use overheard::execute;
use overheard::meter::message::{Message, Standings, Usage};
use overheard::meter::{Limits, usage};
use overheard::problem::{Code, Violation, echo};
use overheard::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

/// Makes an account.
#[worker::send]
pub async fn create_account(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    request: Request<Body>,
) -> Reply {
    finish(create(&app, &call, request).await, &call)
}

async fn create(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let wanted = match parse_account(&read(request, super::MAX_BODY_BYTES).await?, true) {
        Ok(wanted) => wanted,
        Err(problems) => return Ok(reply::refused(problems, call)),
    };
    let mut account = Account {
        id: fresh_id("acc")?,
        name: String::new(),
        plan: String::new(),
        status: AccountStatus::Active,
        brands: Vec::new(),
        created_at: now_text(),
    };
    change(app, &mut account, wanted).await?;
    app.keys(OPERATOR_MS)?.keep_account(&account).await?;
    Ok(reply::object(StatusCode::CREATED, &account, call))
}

/// Which accounts to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListAccounts {
    after: Option<String>,
}

/// Lists accounts, a page of them.
#[worker::send]
pub async fn list_accounts(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Query(query): Query<ListAccounts>,
) -> Reply {
    let list = async || {
        let Page { items, next } = app.keys(OPERATOR_MS)?.accounts(query.after.as_deref()).await?;
        Ok(reply::object(StatusCode::OK, &json!({"accounts": items, "next": next}), &call))
    };
    finish(list().await, &call)
}

/// Shows an account.
#[worker::send]
pub async fn get_account(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
) -> Reply {
    let show = async || Ok(reply::object(StatusCode::OK, &found(&app, &id).await?, &call));
    finish(show().await, &call)
}

/// Changes the named members of an account.
#[worker::send]
pub async fn change_account(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
    request: Request<Body>,
) -> Reply {
    let set = async || {
        let wanted = match parse_account(&read(request, super::MAX_BODY_BYTES).await?, false) {
            Ok(wanted) => wanted,
            Err(problems) => return Ok(reply::refused(problems, &call)),
        };
        let mut account = found(&app, &id).await?;
        change(&app, &mut account, wanted).await?;
        app.keys(OPERATOR_MS)?.keep_account(&account).await?;
        Ok(reply::object(StatusCode::OK, &account, &call))
    };
    finish(set().await, &call)
}

/// What an account sees of the served version.
#[derive(Serialize)]
struct Prepared<'a> {
    account_id: &'a str,
    /// None before the first import.
    dataset_version: Option<String>,
    mentions: usize,
    /// Whether that was there already.
    was_prepared: bool,
}

/// Prepares what an account sees of the dataset, so that nobody who asks has to wait for it.
#[worker::send]
pub async fn prepare_view(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
) -> Reply {
    let prepare = async || {
        let account = found(&app, &id).await?;
        let store = app.dataset(account::TIMEOUT_MS)?;
        let (dataset_version, mentions, was_prepared) = match execute::prepare(&store, &account).await {
            Ok((dataset, mentions, was_prepared)) => (Some(dataset.version), mentions, was_prepared),
            Err(StoreError::NoDataset) => (None, 0, false),
            Err(error) => return Err(store_fault(error, account::TIMEOUT_MS)),
        };
        let prepared = Prepared { account_id: &id, dataset_version, mentions, was_prepared };
        Ok(reply::object(StatusCode::OK, &prepared, &call))
    };
    finish(prepare().await, &call)
}

/// What an account used in this month, and how far its windows are used.
#[worker::send]
pub async fn get_usage(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    Path(id): Path<String>,
) -> Reply {
    finish(used(&app, &call, &id).await, &call)
}

async fn used(app: &App, call: &Call, id: &str) -> Result<Reply, Violation> {
    let account = found(app, id).await?;
    let (keys, meter) = (app.keys(OPERATOR_MS)?, app.meter(id)?);
    let mut windows = Map::new();
    for face in [Face::Data, Face::Account] {
        let limits: Limits = keys.limits(face, &account.plan).await?.unwrap_or_default();
        let standings: Standings = meter.send(&Message::Standings { face, limits }).await?;
        windows.insert(face.name().to_owned(), json!(standings.windows));
    }
    let now = now_seconds();
    // Every hour and day of a month begins with its name, and ":" comes behind "-" and the digits.
    let month = usage::month(now);
    let usage: Usage = meter.send(&Message::Usage { from: month.clone(), before: format!("{month}:") }).await?;
    let body =
        json!({"account_id": id, "month": month, "windows": windows, "rows": usage.rows, "latencies": usage.latencies});
    Ok(reply::object(StatusCode::OK, &body, call))
}

async fn found(app: &App, id: &str) -> Result<Account, Violation> {
    let missing = || Violation::new(Code::NotFound, "", format!("there is no account '{}'.", echo(id)));
    app.keys(OPERATOR_MS)?.account(id).await?.ok_or_else(missing)
}

async fn change(app: &App, account: &mut Account, wanted: AccountRequest) -> Result<(), Violation> {
    let AccountRequest { name, plan, status, brands } = wanted;
    if let Some(plan) = plan {
        super::plans::require(app, &[Face::Data, Face::Account], &plan).await?;
        account.plan = plan;
    }
    if let Some(name) = name {
        account.name = name;
    }
    if let Some(status) = status {
        account.status = status;
    }
    if let Some(brands) = brands {
        account.brands =
            brands.into_iter().map(|brand| identified(brand, &account.brands)).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// A brand of a label that was there keeps its id.
fn identified(brand: MonitoredBrand, before: &[MonitoredBrand]) -> Result<MonitoredBrand, Violation> {
    let known = before.iter().find(|known| known.label == brand.label).map(|known| known.id.clone());
    let id = match known {
        Some(id) => id,
        None => fresh_id("brd")?,
    };
    Ok(MonitoredBrand { id, ..brand })
}

/// A new id of a kind.
pub fn fresh_id(kind: &str) -> Result<String, Violation> {
    let mut entropy = [0; 20];
    getrandom::fill(&mut entropy).map_err(|error| crate::app::unavailable("randomness", &error))?;
    Ok(new_id(kind, &entropy))
}
