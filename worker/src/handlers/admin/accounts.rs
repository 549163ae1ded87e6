//! Creation, listing, changes and usage of accounts.

use super::{IncomingRequest, records};
use crate::app::App;
use crate::call::{now_seconds, now_text};
use crate::id::fresh_id;
use crate::reply::Reply;
use crate::store::keys::{CONCURRENCY, KvPage, OPERATOR_MS, cache_account};
use crate::views::{self, ViewDetails};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::guard::problem::{Problems, Violation};
use overheard::query::PreparationProgress;
use overheard::service::account::records::{RecordsRefusal, RecordsRequest as Change};
use overheard::service::account::request::{AccountChange, parse_account};
use overheard::service::account::{Account, AccountStatus, Api};
use overheard::service::credential::is_id;
use overheard::service::meter::message::{MeterRequest, QuotaStatus, UsageRows};
use overheard::service::meter::{PlanLimits, usage};
use serde::Deserialize;
use serde_json::{Map, json};

/// Bytes of a body with the options of a preparation.
const MAX_PREPARE_BYTES: usize = 1024;

pub async fn create_account(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let wanted = parse_account(&request.body().await?, true)?;
    let AccountChange { name, plan, status, brands, .. } = check(&request.app, wanted).await?;
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
    let change = Change::CreateAccount { account, not_after: records::not_after() };
    let answer = records::send(&request.app, &change).await?;
    request.answer(StatusCode::CREATED, &records::account_in(answer, &id)?)
}

/// The cursor of a list of accounts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountListQuery {
    after: Option<String>,
}

/// Lists a page of accounts.
pub async fn list_accounts(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let AccountListQuery { after } = request.query().await?;
    let KvPage { items, next } = request.app.fresh_keys(OPERATOR_MS)?.accounts(after.as_deref()).await?;
    let read = stream::iter(&items).map(|id| records::read(&request.app, id, Vec::new())).buffered(CONCURRENCY);
    let found: Vec<_> = read.try_collect().await?;
    let accounts: Vec<Account> = found.into_iter().filter_map(|(account, _)| account).collect();
    request.answer(StatusCode::OK, &json!({"accounts": accounts, "next": next}))
}

pub async fn get_account(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    request.answer(StatusCode::OK, &find_account(&request.app, &id).await?)
}

/// Changes the given members of an account, if its revision is the given one.
pub async fn change_account(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let wanted = parse_account(&request.body().await?, false)?;
    if !is_id(&id) {
        return Err(RecordsRefusal::NoAccount.violation(&id).into());
    }
    request.answer(StatusCode::OK, &change(&request.app, &id, wanted).await?)
}

/// Changes an account and returns it.
pub async fn change(app: &App, id: &str, wanted: AccountChange) -> Result<Account, Problems> {
    let change = check(app, wanted).await?;
    let answer = records::send(app, &Change::ChangeAccount { account: id.to_owned(), change }).await?;
    let account = records::account_in(answer, id)?;
    cache_account(&account);
    Ok(account)
}

/// The options of a preparation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrepareRequest {
    #[serde(default = "default_wait_ms")]
    wait_ms: u64,
}

fn default_wait_ms() -> u64 {
    views::MAX_WAIT_MS
}

/// Prepares the view of an account, so that its requests do not wait for it. Returns the progress.
pub async fn prepare_view(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let PrepareRequest { wait_ms } = request.json(MAX_PREPARE_BYTES).await?;
    let account = find_account(&request.app, &id).await?;
    let ViewDetails { dataset_version, was_prepared, mentions, spent, progress: PreparationProgress { done, of } } =
        views::prepare(&request.app, &request.call, &account, wait_ms).await?;
    let body = json!({
        "account_id": id,
        "dataset_version": dataset_version,
        "mentions": mentions,
        "prepared": mentions.is_some(),
        "was_prepared": was_prepared,
        "done": done,
        "of": of,
        "rows_read": spent.rows_read,
        "rows_written": spent.rows_written,
    });
    request.answer(StatusCode::OK, &body)
}

/// Returns the usage of an account in this month and in its limit windows.
pub async fn get_usage(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let account = find_account(&request.app, &id).await?;
    let (keys, meter) = (request.app.fresh_keys(OPERATOR_MS)?, request.app.meter(&id)?);
    let mut windows = Map::new();
    for api in [Api::Data, Api::Account] {
        let limits: PlanLimits = keys.limits(api, &account.plan).await?.unwrap_or_default();
        let quota: QuotaStatus = meter.send(&MeterRequest::QuotaStatus { api, limits }).await?;
        windows.insert(api.name().to_owned(), json!(quota.windows));
    }
    let now = now_seconds();
    // Keys of hours and days begin with the month, and ":" sorts after "-" and the digits.
    let month = usage::month(now);
    let usage: UsageRows =
        meter.send(&MeterRequest::Usage { from: month.clone(), before: format!("{month}:") }).await?;
    let body =
        json!({"account_id": id, "month": month, "windows": windows, "rows": usage.rows, "latencies": usage.latencies});
    request.answer(StatusCode::OK, &body)
}

/// Reads an account from its object.
///
/// # Errors
/// 404 for an unknown account, 503.
pub async fn find_account(app: &App, id: &str) -> Result<Account, Violation> {
    let (account, _) = records::read(app, id, Vec::new()).await?;
    account.ok_or_else(|| RecordsRefusal::NoAccount.violation(id))
}

/// Checks that the plan exists, and assigns ids to the brands.
async fn check(app: &App, mut wanted: AccountChange) -> Result<AccountChange, Violation> {
    if let Some(plan) = &wanted.plan {
        super::plans::require(app, &[Api::Data, Api::Account], plan).await?;
    }
    for brand in wanted.brands.iter_mut().flatten() {
        brand.id = fresh_id("brd")?;
    }
    Ok(wanted)
}
