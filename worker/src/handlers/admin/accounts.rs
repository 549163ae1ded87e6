//! Accounts: made, listed, changed, and what they used.

use super::{finish, records};
use crate::app::App;
use crate::call::{Call, now_seconds, now_text};
use crate::handlers::body::read;
use crate::handlers::extract::{Path, Query};
use crate::reply::{self, Reply};
use crate::store::keys::{AT_ONCE, OPERATOR_MS, Page};
use crate::views;
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::guard::problem::Violation;
use overheard::service::account::records::{Message as Change, Refusal};
use overheard::service::account::request::{AccountRequest, parse_account};
use overheard::service::account::{Account, AccountStatus, Face};
use overheard::service::credential::{is_id, new_id};
use overheard::service::meter::message::{Message, Standings, Usage};
use overheard::service::meter::{Limits, usage};
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
    let AccountRequest { name, plan, status, brands, .. } = acceptable(app, wanted).await?;
    let account = Account {
        id: fresh_id("acc")?,
        name: name.unwrap_or_default(),
        plan: plan.unwrap_or_default(),
        status: status.unwrap_or(AccountStatus::Active),
        brands: brands.unwrap_or_default(),
        created_at: now_text(),
        revision: 1,
    };
    let id = account.id.clone();
    let answer = records::ask(app, &Change::CreateAccount { account, not_after: records::not_after() }).await?;
    Ok(reply::object(StatusCode::CREATED, &records::account_in(answer, &id)?, call))
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
        let Page { items, next } = app.fresh_keys(OPERATOR_MS)?.accounts(query.after.as_deref()).await?;
        let read = stream::iter(&items).map(|id| records::read(&app, id, Vec::new())).buffered(AT_ONCE);
        let found: Vec<_> = read.try_collect().await?;
        let accounts: Vec<Account> = found.into_iter().filter_map(|(account, _)| account).collect();
        Ok(reply::object(StatusCode::OK, &json!({"accounts": accounts, "next": next}), &call))
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

/// Changes the named members of an account, if it has the revision that is named with them.
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
        if !is_id(&id) {
            return Err(Refusal::NoAccount.violation(&id));
        }
        let change = acceptable(&app, wanted).await?;
        let answer = records::ask(&app, &Change::ChangeAccount { account: id.clone(), change }).await?;
        Ok(reply::object(StatusCode::OK, &records::account_in(answer, &id)?, &call))
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
        let (dataset_version, mentions, was_prepared) = match views::prepared(&app, &call, &account).await? {
            Some(view) => (Some(view.dataset.version), view.mentions, view.was_prepared),
            None => (None, 0, false),
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
    let (keys, meter) = (app.fresh_keys(OPERATOR_MS)?, app.meter(id)?);
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
    let (account, _) = records::read(app, id, Vec::new()).await?;
    account.ok_or_else(|| Refusal::NoAccount.violation(id))
}

/// A request whose plan there is, with ids for its brands.
async fn acceptable(app: &App, mut wanted: AccountRequest) -> Result<AccountRequest, Violation> {
    if let Some(plan) = &wanted.plan {
        super::plans::require(app, &[Face::Data, Face::Account], plan).await?;
    }
    for brand in wanted.brands.iter_mut().flatten() {
        brand.id = fresh_id("brd")?;
    }
    Ok(wanted)
}

/// A new id of a kind.
pub fn fresh_id(kind: &str) -> Result<String, Violation> {
    let mut entropy = [0; 20];
    getrandom::fill(&mut entropy).map_err(|error| crate::app::unavailable("randomness", &error))?;
    Ok(new_id(kind, &entropy))
}
