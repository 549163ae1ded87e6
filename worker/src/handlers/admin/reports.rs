//! Reports and their schedules, of all accounts.

use super::accounts::find_account;
use super::{IncomingRequest, run};
use crate::app::App;
use crate::fault::unavailable;
use crate::id::fresh_id;
use crate::platform::now_ms;
use crate::reply::Reply;
use crate::reports;
use axum::http::StatusCode;
use overheard::base::date::time_of_seconds;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::guard::request::account::report::ReportRequest;
use overheard::records::report::schedule::{self, MAX_SCHEDULES, ScheduleRecord, ScheduleRequest};
use overheard::records::report::table::{self, CreationOutcome};
use overheard::records::report::{ReportRecord, resolve_brands};
use overheard::service::account::Account;
use overheard::sql::{Row, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};

/// Items of a page.
const PAGE: u32 = 100;

/// Which to list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    account: Option<String>,
    after: Option<String>,
}

/// Lists reports, the latest first, a page of them.
pub async fn list_reports(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let List { account, after } = asked.query().await?;
    asked.answer(StatusCode::OK, &listed(&asked.app, account.as_deref(), after.as_deref()).await?)
}

/// A page of the reports of an account, or of all.
pub async fn listed(app: &App, account: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let before = after.and_then(|after| after.split_once('-')).and_then(|(at, id)| Some((at.parse().ok()?, id)));
    let rows = rows(app, table::list(account, before, PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(ReportRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.id));
    let reports: Vec<Value> = records.iter().map(shown).collect();
    Ok(json!({"reports": reports, "next": next}))
}

/// Shows a report.
pub async fn get_report(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let row = rows(&asked.app, table::find_any(&id)).await?.into_iter().next().ok_or_else(|| nothing("report", &id))?;
    asked.answer(StatusCode::OK, &shown(&ReportRecord::from_row(row).map_err(fault)?))
}

/// Has a report made for an account.
pub async fn create_report(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let body = asked.question().await?;
    let account = find_account(&asked.app, &id).await?;
    let wanted = resolve_brands(ReportRequest::parse(&body)?, &account.brands)?;
    let (body, _created): (String, CreationOutcome) = reports::create(&asked.app, &account, wanted, None).await?;
    let report: Value = serde_json::from_str(&body).unwrap_or_default();
    asked.answer(StatusCode::ACCEPTED, &report)
}

/// Lists schedules, a page of them.
pub async fn list_schedules(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let List { account, after } = asked.query().await?;
    asked.answer(StatusCode::OK, &listed_schedules(&asked.app, account.as_deref(), after.as_deref()).await?)
}

/// A page of the schedules of an account, or of all.
pub async fn listed_schedules(app: &App, account: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let rows = rows(app, schedule::list(account, after, PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(ScheduleRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| last.id.clone());
    let schedules: Vec<Value> = records.iter().map(shown_schedule).collect();
    Ok(json!({"schedules": schedules, "next": next}))
}

/// Makes a schedule for an account.
pub async fn create_schedule(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    let body = asked.question().await?;
    let account = find_account(&asked.app, &id).await?;
    asked.answer(StatusCode::CREATED, &scheduled(&asked.app, account, &body).await?)
}

/// Makes a schedule; what is told of it.
pub async fn scheduled(app: &App, account: Account, body: &[u8]) -> Result<Value, Problems> {
    let now = now_ms();
    let ScheduleRequest { recurrence, report } = ScheduleRequest::parse(body, now)?;
    // Brands that are named must be there; those that are not named are all that there are when a report is made.
    if !report.brands.is_empty() {
        resolve_brands(report.clone(), &account.brands)?;
    }
    let next_at = recurrence.next_after(now).ok_or_else(|| unavailable("the schedule", &"it has no next time"))?;
    let schedule = ScheduleRecord {
        id: fresh_id("sch")?,
        account: account.id,
        request: report.canonical().to_string(),
        recurrence,
        next_at,
        last_report: None,
        created_at: now,
    };
    if rows(app, schedule.insert()).await?.is_empty() {
        let message = format!("the account has {MAX_SCHEDULES} schedules, as many as may be. Cancel one first.");
        return Err(Violation::new(Code::LimitReached, "", message).into());
    }
    Ok(shown_schedule(&schedule))
}

/// Removes a schedule; what it had made stays.
pub async fn cancel_schedule(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = asked.path().await?;
    asked.answer(StatusCode::OK, &cancelled(&asked.app, None, &id).await?)
}

/// Removes a schedule, one of an account where it is named.
pub async fn cancelled(app: &App, account: Option<&str>, id: &str) -> Result<Value, Problems> {
    if rows(app, schedule::remove(account, id)).await?.is_empty() {
        return Err(nothing("schedule", id).into());
    }
    Ok(json!({"id": id, "cancelled": true}))
}

async fn rows(app: &App, statement: overheard::sql::Statement) -> Result<Vec<Row>, Violation> {
    Ok(run(app, vec![statement]).await?.pop().unwrap_or_default())
}

fn fault(error: StoreError) -> Violation {
    crate::fault::store_fault(error, super::STEP_TIMEOUT_MS)
}

fn nothing(what: &str, id: &str) -> Violation {
    Violation::new(Code::NotFound, "", format!("there is no {what} with the id '{}'.", echo(id)))
}

/// A report as its account sees it, with whose it is.
fn shown(report: &ReportRecord) -> Value {
    let mut shown = json!(report.details());
    if let Some(members) = shown.as_object_mut() {
        members.insert("account_id".to_owned(), json!(report.account));
        members.insert("attempts".to_owned(), json!(report.attempts));
    }
    shown
}

fn shown_schedule(schedule: &ScheduleRecord) -> Value {
    let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX));
    let mut report: Value = serde_json::from_str(&schedule.request).unwrap_or_default();
    if let Some(members) = report.as_object_mut() {
        // Each report has its own.
        members.retain(|name, _| name != "from" && name != "to");
    }
    json!({
        "object": "report_schedule",
        "id": schedule.id,
        "account_id": schedule.account,
        "every": schedule.recurrence.interval,
        "day": schedule.recurrence.day,
        "hour": schedule.recurrence.hour,
        "report": report,
        "next_at": time(schedule.next_at),
        "last_report": schedule.last_report,
        "created_at": time(schedule.created_at),
    })
}
