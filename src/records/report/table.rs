//! The rows of reports. Every status change is a conditional statement.

use super::schedule::{self, ScheduleRecord};
use super::{
    ExportCheckpoint, FailureCode, LEASE_MS, MAX_ATTEMPTS, QUEUE_TIMEOUT_MS, REANNOUNCE_MS, ROW_RETENTION_MS,
    ReportRecord,
};
use crate::guard::problem::{Code, Violation};
use crate::records::idempotency::{self, KeyedRequest, StoredAnswer};
use crate::spec::answer::ReportError;
use crate::spec::limits::MAX_UNFINISHED_REPORTS;
use crate::spec::request::account::choice::ReportStatus;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;

/// The maximum number of reports of each kind that one sweep handles. The next sweep handles more.
const SWEEP_LIMIT: u32 = 100;
/// The path at which reports are created. Idempotency keys are stored by path.
const PATH: &str = "/v1/reports";

/// A report to be created, and the answer to store for its idempotency key.
pub struct ReportCreation<'c> {
    /// The report.
    pub report: &'c ReportRecord,
    /// The idempotency key, if the request has one.
    pub key: Option<&'c str>,
    /// The status and the body of the answer.
    pub answer: (u16, &'c str),
    /// The schedule that is due, if the report is made for one.
    pub due: Option<&'c ScheduleRecord>,
}

/// The result of a [`ReportCreation`].
#[derive(Debug, Clone, PartialEq)]
pub enum CreationOutcome {
    /// The report was created.
    Created,
    /// The idempotency key was used before for the same request. Holds the stored answer.
    Replayed(StoredAnswer),
}

impl ReportCreation<'_> {
    /// Builds the statements that create the report in one transaction. They create nothing if the idempotency key was
    /// used, or if the account has too many unfinished reports. They also create nothing if the schedule has been
    /// advanced in the meantime.
    pub fn statements(&self) -> Vec<Statement> {
        let Self { report, answer, due, .. } = self;
        let request = report.request.canonical().to_string();
        let keyed = self.keyed(&request);
        let mut insert = Sql::new(
            "INSERT INTO report (id, account, account_name, monitored, request, status, created_at, updated_at) SELECT ",
        );
        insert.bind(report.id.as_str()).push(", ").bind(report.account.as_str()).push(", ");
        insert.bind(report.account_name.as_str()).push(", ");
        insert.bind(serde_json::to_string(&report.monitored).unwrap_or_default()).push(", ").bind(request.as_str());
        insert.push(", 'queued', ").bind(report.created_at).push(", ").bind(report.created_at);
        insert.push(" WHERE (SELECT count(*) FROM report WHERE account = ").bind(report.account.as_str());
        insert.push(" AND status IN ('queued', 'processing')) < ").bind(MAX_UNFINISHED_REPORTS);
        if let Some(keyed) = &keyed {
            keyed.put_unused(&mut insert);
        }
        if let Some(schedule) = due {
            insert.push(" AND EXISTS (SELECT 1 FROM report_schedule WHERE id = ").bind(schedule.id.as_str());
            insert.push(" AND next_at = ").bind(schedule.next_at).push(")");
        }
        let mut created = Sql::new("SELECT id FROM report WHERE id = ");
        created.bind(report.id.as_str());
        match keyed {
            Some(keyed) => {
                vec![
                    insert.finish(),
                    keyed.store_answer(*answer, "report", &report.id),
                    created.finish(),
                    keyed.read_answer(),
                ]
            }
            None => vec![insert.finish(), created.finish()],
        }
    }

    fn keyed<'k>(&'k self, canonical: &'k str) -> Option<KeyedRequest<'k>> {
        let ReportRecord { account, created_at: now_ms, .. } = self.report;
        Some(KeyedRequest { account, path: PATH, key: self.key?, canonical, now_ms: *now_ms })
    }

    /// Returns the outcome of the statements.
    ///
    /// # Errors
    /// A violation if nothing was created and there is no stored answer. The error of the store if a result cannot be
    /// parsed.
    pub fn outcome(&self, mut results: Vec<Vec<Row>>) -> Result<Result<CreationOutcome, Violation>, StoreError> {
        let stored = if self.key.is_some() { results.pop().unwrap_or_default() } else { Vec::new() };
        if results.pop().is_some_and(|created| !created.is_empty()) {
            return Ok(Ok(CreationOutcome::Created));
        }
        let request = self.report.request.canonical().to_string();
        if let Some(keyed) = self.keyed(&request)
            && let Some(stored) = keyed.parse_answer(stored)?
        {
            return Ok(stored.map(CreationOutcome::Replayed));
        }
        let message = format!(
            "the account has {MAX_UNFINISHED_REPORTS} reports that are not finished, as many as may be. Ask again when one is."
        );
        Ok(Err(Violation::new(Code::LimitReached, "", message)))
    }
}

/// Reads a report of an account.
pub fn find(account: &str, id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE id = ");
    sql.bind(id).push(" AND account = ").bind(account);
    sql.finish()
}

/// Reads a report of any account.
pub fn find_any(id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE id = ");
    sql.bind(id);
    sql.finish()
}

/// Reads the latest `count` reports after a cursor, of one account or of all. The cursor `before` is the creation time
/// and the id of a report.
pub fn list(account: Option<&str>, before: Option<(u64, &str)>, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE TRUE");
    if let Some(account) = account {
        sql.push(" AND account = ").bind(account);
    }
    if let Some((created_at, id)) = before {
        sql.push(" AND (created_at < ").bind(created_at).push(" OR (created_at = ").bind(created_at);
        sql.push(" AND id > ").bind(id).push("))");
    }
    sql.push(" ORDER BY created_at DESC, id LIMIT ").bind(count);
    sql.finish()
}

/// Takes the lease of a report that may be started: one that is queued, or whose lease has expired. A report that was
/// started too often is not claimed. Returns the row if the lease was taken.
pub fn claim(id: &str, lease: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET status = 'processing', attempts = attempts + 1, lease = ");
    sql.bind(lease).push(", lease_until = ").bind(now_ms + LEASE_MS);
    sql.push(", progress = CASE WHEN checkpoint IS NULL THEN 0 ELSE progress END");
    sql.push(", started_at = coalesce(started_at, ").bind(now_ms).push("), updated_at = ").bind(now_ms);
    sql.push(" WHERE id = ").bind(id).push(" AND ((status = 'queued' AND created_at > ");
    sql.bind(now_ms.saturating_sub(QUEUE_TIMEOUT_MS)).push(") OR (status = 'processing' AND lease_until <= ");
    sql.bind(now_ms).push(" AND attempts < ").bind(MAX_ATTEMPTS).push(")) RETURNING *");
    sql.finish()
}

/// Stores the progress of a report and renews the lease. Returns a row if the lease was valid.
pub fn advance(id: &str, lease: &str, progress: u64, now_ms: u64) -> Statement {
    update_leased(id, lease, |sql| {
        sql.push("progress = ").bind(progress).push(", lease_until = ").bind(now_ms + LEASE_MS);
        sql.push(", updated_at = ").bind(now_ms);
    })
}

/// Stores the state of an export after a complete part, and releases the lease. The next part has all attempts again.
/// Returns a row if the lease was valid.
pub fn store_checkpoint(id: &str, lease: &str, checkpoint: &ExportCheckpoint, progress: u64, now_ms: u64) -> Statement {
    update_leased(id, lease, |sql| {
        sql.push("checkpoint = ").bind(serde_json::to_string(checkpoint).unwrap_or_default());
        sql.push(", progress = ").bind(progress).push(", attempts = 0, lease = NULL, lease_until = ").bind(now_ms);
        sql.push(", updated_at = ").bind(now_ms);
    })
}

/// Releases the lease of a report that continues at `until_ms`. Returns a row if the lease was valid.
pub fn release(id: &str, lease: &str, until_ms: u64) -> Statement {
    update_leased(id, lease, |sql| {
        sql.push("lease = NULL, lease_until = ").bind(until_ms);
    })
}

/// Stores a report as ready or failed and ends its lease. Returns a row if the lease was valid.
pub fn end(ended: &ReportRecord, lease: &str) -> Statement {
    update_leased(&ended.id, lease, |sql| put_end(sql, ended))
}

/// Stores a report as failed that waited too long or was started too often. Returns a row if that was still the case.
pub fn fail_abandoned(failed: &ReportRecord, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET ");
    put_end(&mut sql, failed);
    sql.push(" WHERE id = ").bind(failed.id.as_str()).push(" AND (");
    put_abandoned(&mut sql, now_ms);
    sql.push(") RETURNING id");
    sql.finish()
}

/// Adds the condition that the report has ended with the status and at the time of `ended`.
pub fn put_has_ended(sql: &mut Sql, ended: &ReportRecord) {
    sql.push("EXISTS (SELECT 1 FROM report WHERE id = ").bind(ended.id.as_str());
    sql.push(" AND status = ").bind(ended.status.name());
    sql.push(" AND completed_at = ").bind(ended.completed_at.unwrap_or_default()).push(")");
}

/// Updates a report on which the caller holds the lease.
fn update_leased(id: &str, lease: &str, set: impl FnOnce(&mut Sql)) -> Statement {
    let mut sql = Sql::new("UPDATE report SET ");
    set(&mut sql);
    sql.push(" WHERE id = ").bind(id).push(" AND lease = ").bind(lease);
    sql.push(" AND status = 'processing' RETURNING id");
    sql.finish()
}

fn put_end(sql: &mut Sql, ended: &ReportRecord) {
    sql.push("status = ").bind(ended.status.name()).push(", progress = ").bind(ended.progress);
    sql.push(", lease = NULL, lease_until = NULL, checkpoint = NULL, artifacts = ");
    sql.bind(serde_json::to_string(&ended.artifacts).unwrap_or_default());
    sql.push(", newest = ").bind_or_null(ended.newest).push(", error = ");
    sql.bind_or_null(ended.error.as_ref().and_then(|error| serde_json::to_string(error).ok()));
    sql.push(", updated_at = ").bind(ended.updated_at);
    sql.push(", completed_at = ").bind_or_null(ended.completed_at);
    sql.push(", expires_at = ").bind_or_null(ended.expires_at);
}

/// Adds the condition that a report has waited too long or was started too often.
fn put_abandoned(sql: &mut Sql, now_ms: u64) {
    sql.push("(status = 'queued' AND updated_at <= ").bind(now_ms.saturating_sub(QUEUE_TIMEOUT_MS));
    sql.push(") OR (status = 'processing' AND lease_until <= ").bind(now_ms);
    sql.push(" AND attempts >= ").bind(MAX_ATTEMPTS).push(")");
}

/// Reads reports that have waited too long or were started too often.
pub fn find_abandoned(now_ms: u64) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE status IN ('queued', 'processing') AND (");
    put_abandoned(&mut sql, now_ms);
    sql.push(") ORDER BY updated_at LIMIT ").bind(SWEEP_LIMIT);
    sql.finish()
}

/// Returns the error of a report that [`find_abandoned`] selected.
pub fn abandonment_error(report: &ReportRecord) -> ReportError {
    match report.status {
        ReportStatus::Queued => {
            FailureCode::QueueTimeout.with("nobody began the report within 10 minutes. Ask for it again.")
        }
        _ => FailureCode::RenderError.with("making the report was broken off three times. Ask for it again."),
    }
}

/// The result of a sweep.
#[derive(Debug, Default, PartialEq)]
pub struct ReportSweep {
    /// Reports to be announced to the workers.
    pub waiting: Vec<String>,
    /// Schedules that are due.
    pub due: Vec<String>,
    /// Expired reports whose files are to be deleted, as pairs of id and account.
    pub expired: Vec<(String, String)>,
}

/// Builds the statements of a sweep. They delete old rows, and read waiting reports, reports whose files expired and
/// due schedules.
pub fn sweep(now_ms: u64) -> Vec<Statement> {
    let mut waiting = Sql::new("SELECT id FROM report WHERE (status = 'queued' AND updated_at <= ");
    waiting.bind(now_ms.saturating_sub(REANNOUNCE_MS));
    waiting.push(") OR (status = 'processing' AND lease_until <= ").bind(now_ms);
    waiting.push(") ORDER BY updated_at LIMIT ").bind(SWEEP_LIMIT);
    let mut expired = Sql::new("SELECT id, account FROM report WHERE status = 'ready' AND expires_at <= ");
    expired.bind(now_ms).push(" LIMIT ").bind(SWEEP_LIMIT);
    let mut remove_old = Sql::new("DELETE FROM report WHERE status IN ('failed', 'expired') AND created_at <= ");
    remove_old.bind(now_ms.saturating_sub(ROW_RETENTION_MS));
    let statements = [waiting, expired, remove_old].map(Sql::finish);
    statements.into_iter().chain([idempotency::sweep(now_ms), schedule::find_due(now_ms, SWEEP_LIMIT)]).collect()
}

/// Parses the results of [`sweep`].
///
/// # Errors
/// [`StoreError::Unavailable`] if a result cannot be parsed.
pub fn parse_sweep(results: Vec<Vec<Row>>) -> Result<ReportSweep, StoreError> {
    #[derive(Deserialize)]
    struct IdColumns {
        id: String,
    }
    #[derive(Deserialize)]
    struct ExpiredColumns {
        id: String,
        account: String,
    }
    let [waiting, expired, _, _, due] = exactly(results)?;
    let ids = |rows: Vec<Row>| {
        rows.into_iter().map(|row| from_row(row).map(|IdColumns { id }| id)).collect::<Result<Vec<_>, _>>()
    };
    let expired = expired.into_iter().map(|row| from_row(row).map(|ExpiredColumns { id, account }| (id, account)));
    Ok(ReportSweep { waiting: ids(waiting)?, due: ids(due)?, expired: expired.collect::<Result<_, _>>()? })
}

/// Stores a report as expired after its files were deleted.
pub fn expire(id: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET status = 'expired', artifacts = '[]', updated_at = ");
    sql.bind(now_ms).push(" WHERE id = ").bind(id).push(" AND status = 'ready' AND expires_at <= ").bind(now_ms);
    sql.finish()
}
