//! Reports and schedules of all accounts.

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
use overheard::records::report::schedule::{self, LAST_RUN, MAX_SCHEDULES, ScheduleRecord, ScheduleRequest};
use overheard::records::report::table::{self, CreationOutcome};
use overheard::records::report::{ReportRecord, resolve_brands};
use overheard::service::account::{Account, authorize_rows};
use overheard::sql::{Row, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};

/// Items in a page.
const PAGE: u32 = 100;

/// The filters of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportListQuery {
    account: Option<String>,
    after: Option<String>,
}

/// Lists a page of reports, the latest first.
pub async fn list_reports(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let ReportListQuery { account, after } = request.query().await?;
    request.answer(StatusCode::OK, &reports_page(&request.app, account.as_deref(), after.as_deref()).await?)
}

/// Returns a page of the reports of an account, or of all accounts.
pub async fn reports_page(app: &App, account: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let before = after.and_then(|after| after.split_once('-')).and_then(|(at, id)| Some((at.parse().ok()?, id)));
    let rows = rows(app, table::list(account, before, PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(ReportRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| format!("{}-{}", last.created_at, last.id));
    let reports: Vec<Value> = records.iter().map(describe).collect();
    Ok(json!({"reports": reports, "next": next}))
}

pub async fn get_report(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let row =
        rows(&request.app, table::find_any(&id)).await?.into_iter().next().ok_or_else(|| not_found("report", &id))?;
    request.answer(StatusCode::OK, &describe(&ReportRecord::from_row(row).map_err(fault)?))
}

/// Creates a report for an account.
pub async fn create_report(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let body = request.question().await?;
    let account = find_account(&request.app, &id).await?;
    let wanted = resolve_brands(ReportRequest::parse(&body)?, &account.brands)?;
    authorize_rows(&account.plan, &wanted)?;
    let (body, _created): (String, CreationOutcome) = reports::create(&request.app, &account, wanted, None).await?;
    let report: Value = serde_json::from_str(&body).unwrap_or_default();
    request.answer(StatusCode::ACCEPTED, &report)
}

/// Lists a page of schedules.
pub async fn list_schedules(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let ReportListQuery { account, after } = request.query().await?;
    request.answer(StatusCode::OK, &schedules_page(&request.app, account.as_deref(), after.as_deref()).await?)
}

/// Returns a page of the schedules of an account, or of all accounts.
pub async fn schedules_page(app: &App, account: Option<&str>, after: Option<&str>) -> Result<Value, Problems> {
    let rows = rows(app, schedule::list(account, after, PAGE)).await?;
    let is_full = rows.len() == PAGE as usize;
    let records = rows.into_iter().map(ScheduleRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let next = records.last().filter(|_| is_full).map(|last| last.id.clone());
    let schedules: Vec<Value> = records.iter().map(describe_schedule).collect();
    Ok(json!({"schedules": schedules, "next": next}))
}

/// Creates a schedule for an account.
pub async fn create_schedule(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    let body = request.question().await?;
    let account = find_account(&request.app, &id).await?;
    request.answer(StatusCode::CREATED, &add_schedule(&request.app, account, &body).await?)
}

/// Creates a schedule and returns it.
pub async fn add_schedule(app: &App, account: Account, body: &[u8]) -> Result<Value, Problems> {
    let now = now_ms();
    let ScheduleRequest { recurrence, is_incremental, report } = ScheduleRequest::parse(body, now)?;
    authorize_rows(&account.plan, &report)?;
    // Named brands must exist. Without names, each report has all brands that exist when it is created.
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
        watermark: is_incremental.then_some(0),
        created_at: now,
    };
    if rows(app, schedule.insert()).await?.is_empty() {
        let message = format!("the account has {MAX_SCHEDULES} schedules, as many as may be. Cancel one first.");
        return Err(Violation::new(Code::LimitReached, "", message).into());
    }
    Ok(describe_schedule(&schedule))
}

/// Removes a schedule. Its reports stay.
pub async fn cancel_schedule(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let id: String = request.path().await?;
    request.answer(StatusCode::OK, &remove_schedule(&request.app, None, &id).await?)
}

/// Removes a schedule. If an account is given, the schedule must belong to it.
pub async fn remove_schedule(app: &App, account: Option<&str>, id: &str) -> Result<Value, Problems> {
    if rows(app, schedule::remove(account, id)).await?.is_empty() {
        return Err(not_found("schedule", id).into());
    }
    Ok(json!({"id": id, "cancelled": true}))
}

async fn rows(app: &App, statement: overheard::sql::Statement) -> Result<Vec<Row>, Violation> {
    Ok(run(app, vec![statement]).await?.pop().unwrap_or_default())
}

fn fault(error: StoreError) -> Violation {
    crate::fault::store_fault(error, super::STEP_TIMEOUT_MS)
}

fn not_found(what: &str, id: &str) -> Violation {
    Violation::new(Code::NotFound, "", format!("there is no {what} with the id '{}'.", echo(id)))
}

/// Returns a report as its account sees it, with the id of the account and the number of attempts.
fn describe(report: &ReportRecord) -> Value {
    let mut details = json!(report.details());
    if let Some(members) = details.as_object_mut() {
        members.insert("account_id".to_owned(), json!(report.account));
        members.insert("attempts".to_owned(), json!(report.attempts));
    }
    details
}

fn describe_schedule(schedule: &ScheduleRecord) -> Value {
    let time = |ms: u64| time_of_seconds(i64::try_from(ms / 1_000).unwrap_or(i64::MAX));
    let mut report: Value = serde_json::from_str(&schedule.request).unwrap_or_default();
    if let Some(members) = report.as_object_mut() {
        // Each report of the schedule has its own dates.
        members.retain(|name, _| name != "from" && name != "to");
    }
    json!({
        "object": "report_schedule",
        "id": schedule.id,
        "account_id": schedule.account,
        "every": schedule.recurrence.interval,
        "day": schedule.recurrence.day,
        "hour": schedule.recurrence.hour,
        "since": schedule.watermark.map(|_| LAST_RUN),
        "report": report,
        "next_at": time(schedule.next_at),
        "last_report": schedule.last_report,
        "created_at": time(schedule.created_at),
    })
}
