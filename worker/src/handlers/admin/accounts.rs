//! Accounts: made, listed, changed, and what they used.

use super::{Asked, records};
use crate::app::App;
use crate::call::{now_seconds, now_text};
use crate::id::fresh_id;
use crate::reply::Reply;
use crate::store::keys::{AT_ONCE, OPERATOR_MS, Page, remember};
use crate::views::{self, View};
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::guard::problem::{Problems, Violation};
use overheard::query::Progress;
use overheard::service::account::records::{RecordsRequest as Change, Refusal};
use overheard::service::account::request::{AccountChange, parse_account};
use overheard::service::account::{Account, AccountStatus, Api};
use overheard::service::credential::is_id;
use overheard::service::meter::message::{Message, Standings, UsageRows};
use overheard::service::meter::{Limits, usage};
use serde::Deserialize;
use serde_json::{Map, json};

/// Bytes of a body that says how to prepare.
const MAX_PREPARE_BYTES: usize = 1024;

/// Makes an account.
pub async fn create_account(mut asked: Asked) -> Result<Reply, Problems> {
    let wanted = parse_account(&asked.body().await?, true)?;
    let AccountChange { name, plan, status, brands, .. } = acceptable(&asked.app, wanted).await?;
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
    let answer = records::ask(&asked.app, &change).await?;
    asked.answer(StatusCode::CREATED, &records::account_in(answer, &id)?)
}

/// Which accounts to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListAccounts {
    after: Option<String>,
}

/// Lists accounts, a page of them.
pub async fn list_accounts(mut asked: Asked) -> Result<Reply, Problems> {
    let ListAccounts { after } = asked.query().await?;
    let Page { items, next } = asked.app.fresh_keys(OPERATOR_MS)?.accounts(after.as_deref()).await?;
    let read = stream::iter(&items).map(|id| records::read(&asked.app, id, Vec::new())).buffered(AT_ONCE);
    let found: Vec<_> = read.try_collect().await?;
    let accounts: Vec<Account> = found.into_iter().filter_map(|(account, _)| account).collect();
    asked.answer(StatusCode::OK, &json!({"accounts": accounts, "next": next}))
}

/// Shows an account.
pub async fn get_account(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    asked.answer(StatusCode::OK, &found(&asked.app, &id).await?)
}

/// Changes the named members of an account, if it has the revision that is named with them.
pub async fn change_account(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let wanted = parse_account(&asked.body().await?, false)?;
    if !is_id(&id) {
        return Err(Refusal::NoAccount.violation(&id).into());
    }
    asked.answer(StatusCode::OK, &changed(&asked.app, &id, wanted).await?)
}

/// Changes an account; how it is then.
pub async fn changed(app: &App, id: &str, wanted: AccountChange) -> Result<Account, Problems> {
    let change = acceptable(app, wanted).await?;
    let answer = records::ask(app, &Change::ChangeAccount { account: id.to_owned(), change }).await?;
    let account = records::account_in(answer, id)?;
    remember(&account);
    Ok(account)
}

/// How long to wait for what is to be prepared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prepare {
    #[serde(default = "patience_ms")]
    wait_ms: u64,
}

fn patience_ms() -> u64 {
    views::PATIENCE_MS
}

/// Prepares what an account sees of the dataset, so that nobody who asks has to wait for it; says how far that is.
pub async fn prepare_view(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let Prepare { wait_ms } = asked.json(MAX_PREPARE_BYTES).await?;
    let account = found(&asked.app, &id).await?;
    let View { dataset_version, was_prepared, mentions, spent, progress: Progress { done, of } } =
        views::prepare(&asked.app, &asked.call, &account, wait_ms).await?;
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
    asked.answer(StatusCode::OK, &body)
}

/// What an account used in this month, and how far its windows are used.
pub async fn get_usage(mut asked: Asked) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let account = found(&asked.app, &id).await?;
    let (keys, meter) = (asked.app.fresh_keys(OPERATOR_MS)?, asked.app.meter(&id)?);
    let mut windows = Map::new();
    for api in [Api::Data, Api::Account] {
        let limits: Limits = keys.limits(api, &account.plan).await?.unwrap_or_default();
        let standings: Standings = meter.send(&Message::Standings { face: api, limits }).await?;
        windows.insert(api.name().to_owned(), json!(standings.windows));
    }
    let now = now_seconds();
    // Every hour and day of a month begins with its name, and ":" comes behind "-" and the digits.
    let month = usage::month(now);
    let usage: UsageRows = meter.send(&Message::Usage { from: month.clone(), before: format!("{month}:") }).await?;
    let body =
        json!({"account_id": id, "month": month, "windows": windows, "rows": usage.rows, "latencies": usage.latencies});
    asked.answer(StatusCode::OK, &body)
}

/// An account as its object has it.
///
/// # Errors
/// 404 where there is none, 503.
pub async fn found(app: &App, id: &str) -> Result<Account, Violation> {
    let (account, _) = records::read(app, id, Vec::new()).await?;
    account.ok_or_else(|| Refusal::NoAccount.violation(id))
}

/// A request whose plan there is, with ids for its brands.
async fn acceptable(app: &App, mut wanted: AccountChange) -> Result<AccountChange, Violation> {
    if let Some(plan) = &wanted.plan {
        super::plans::require(app, &[Api::Data, Api::Account], plan).await?;
    }
    for brand in wanted.brands.iter_mut().flatten() {
        brand.id = fresh_id("brd")?;
    }
    Ok(wanted)
}
