//! Reports of schedules that are due.

use super::{DATABASE_MS, queue_job, run};
use crate::app::App;
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::store::jobs::Job;
use crate::store::keys::REQUEST_MS;
use overheard::guard::problem::Violation;
use overheard::records::report::schedule::{self, ScheduleRecord};
use overheard::records::report::table::{self, CreationOutcome, ReportCreation};
use overheard::records::report::{ReportRecord, resolve_brands};
use overheard::service::account::{Account, AccountStatus, authorize, authorize_rows};
use overheard::spec::AccountOperation;
use overheard::sql::{Store, StoreError};

/// Creates and queues the report of a schedule, if the schedule is due.
pub async fn create_due(app: &App, id: &str) {
    if let Err(error) = try_create_due(app, id).await {
        log_error(format_args!("schedule {id}: {error}"));
    }
}

async fn try_create_due(app: &App, id: &str) -> Result<(), String> {
    let failed = |error: StoreError| format!("{error:?}");
    let message = |violation: Violation| violation.message;
    let Some(row) = run(app, schedule::find(id)).await.map_err(failed)?.into_iter().next() else { return Ok(()) };
    let mut schedule = ScheduleRecord::from_row(row).map_err(failed)?;
    let now = now_ms();
    if schedule.next_at > now {
        return Ok(());
    }
    // Missed due times have no report of their own: each report covers the last complete period.
    let next_at = schedule.recurrence.next_after(now).ok_or("there is no next time")?;
    let account = app.keys(REQUEST_MS).map_err(message)?.account(&schedule.account).await.map_err(message)?;
    if let (Some(_), Some(last)) = (schedule.watermark, &schedule.last_report)
        && let Some(row) = run(app, table::find_any(last)).await.map_err(failed)?.into_iter().next()
    {
        schedule.raise_watermark(&ReportRecord::from_row(row).map_err(failed)?);
    }
    let report = match account
        .ok_or_else(|| "its account is gone".to_owned())
        .and_then(|account| build_report(&schedule, &account))
    {
        Ok(report) => report,
        Err(why) => {
            log_warning(format_args!("schedule {id} makes no report: {why}"));
            return run(app, schedule.advance(None, next_at)).await.map(|_| ()).map_err(failed);
        }
    };
    let creation = ReportCreation { report: &report, key: None, answer: (0, ""), due: Some(&schedule) };
    let mut statements = creation.statements();
    statements.push(schedule.advance(Some(&report.id), next_at));
    let mut results = app.records(DATABASE_MS).map_err(message)?.batch(statements).await.map_err(failed)?;
    results.pop();
    match creation.outcome(results).map_err(failed)? {
        Ok(CreationOutcome::Created) => queue_job(app, &Job::Report(report.id), 0).await,
        // The account may have too many unfinished reports. The next sweep tries again.
        Ok(CreationOutcome::Replayed(_)) | Err(_) => {}
    }
    Ok(())
}

/// Builds the report that is due.
///
/// # Errors
/// The reason why the account cannot have the report, for the log.
fn build_report(schedule: &ScheduleRecord, account: &Account) -> Result<ReportRecord, String> {
    if account.status != AccountStatus::Active {
        return Err("its account is suspended".to_owned());
    }
    authorize(&account.plan, AccountOperation::CreateReport).map_err(|violation| violation.message)?;
    let request = schedule.next_request().ok_or("its request is not valid")?;
    authorize_rows(&account.plan, &request).map_err(|violation| violation.message)?;
    let request = resolve_brands(request, &account.brands).map_err(|problems| {
        problems.violations().first().map_or_else(String::new, |violation| violation.message.clone())
    })?;
    let id = fresh_id("rpt").map_err(|violation| violation.message)?;
    Ok(ReportRecord::new(id, (&account.id, &account.name), &account.brands, request, now_ms()))
}
