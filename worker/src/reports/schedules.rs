//! Reports that are due by a schedule.

use super::{DATABASE_MS, announce, run};
use crate::app::App;
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::store::jobs::Job;
use crate::store::keys::REQUEST_MS;
use overheard::guard::problem::Violation;
use overheard::records::report::schedule::{self, ScheduleRecord};
use overheard::records::report::table::{Created, Creation};
use overheard::records::report::{ReportRecord, resolved};
use overheard::service::account::{Account, AccountStatus, authorize};
use overheard::spec::AccountOperation;
use overheard::sql::{Store, StoreError};

/// Has the report made that a schedule is due for, once.
pub async fn create_due(app: &App, id: &str) {
    if let Err(error) = try_create_due(app, id).await {
        log_error(format_args!("schedule {id}: {error}"));
    }
}

async fn try_create_due(app: &App, id: &str) -> Result<(), String> {
    let (failed, told) = (|error: StoreError| format!("{error:?}"), |wrong: Violation| wrong.message);
    let Some(row) = run(app, schedule::find(id)).await.map_err(failed)?.into_iter().next() else { return Ok(()) };
    let schedule = ScheduleRecord::from_row(row).map_err(failed)?;
    let now = now_ms();
    if schedule.next_at > now {
        return Ok(());
    }
    // What was missed meanwhile is not made up for: each report is of the last complete period.
    let next_at = schedule.timing.next_after(now).ok_or("there is no next time")?;
    let account = app.keys(REQUEST_MS).map_err(told)?.account(&schedule.account).await.map_err(told)?;
    let report =
        match account.ok_or_else(|| "its account is gone".to_owned()).and_then(|account| due(&schedule, &account)) {
            Ok(report) => report,
            Err(why) => {
                log_warning(format_args!("schedule {id} makes no report: {why}"));
                return run(app, schedule.advance(None, next_at)).await.map(|_| ()).map_err(failed);
            }
        };
    let creation = Creation { report: &report, key: None, answer: (0, ""), due: Some(&schedule) };
    let mut statements = creation.statements();
    statements.push(schedule.advance(Some(&report.id), next_at));
    let mut results = app.records(DATABASE_MS).map_err(told)?.batch(statements).await.map_err(failed)?;
    results.pop();
    match creation.outcome(results).map_err(failed)? {
        Ok(Created::Made) => announce(app, &Job::Report(report.id), 0).await,
        // The next sweep tries again: until then another report may be finished.
        Ok(Created::Replayed(_)) | Err(_) => {}
    }
    Ok(())
}

/// The report that is due.
fn due(schedule: &ScheduleRecord, account: &Account) -> Result<ReportRecord, String> {
    if account.status != AccountStatus::Active {
        return Err("its account is suspended".to_owned());
    }
    authorize(&account.plan, AccountOperation::CreateReport).map_err(|wrong| wrong.message)?;
    let wanted = schedule.report().ok_or("what it asks for makes no sense")?;
    let wanted = resolved(wanted, &account.brands)
        .map_err(|wrong| wrong.violations().first().map_or_else(String::new, |wrong| wrong.message.clone()))?;
    let id = fresh_id("rpt").map_err(|wrong| wrong.message)?;
    Ok(ReportRecord::new(id, (&account.id, &account.name), &account.brands, wanted, now_ms()))
}
