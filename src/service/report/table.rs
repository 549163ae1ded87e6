//! The rows of reports: every step of one is a statement that happens only where it may.

use super::schedule::{self, ScheduleRecord};
use super::{ANNOUNCED_AGAIN_MS, ATTEMPTS, FailureCode, KNOWN_MS, LEASE_MS, QUEUE_TIMEOUT_MS, ReportRecord};
use crate::guard::problem::{Code, Violation};
use crate::service::idempotency::{self, KeyedRequest, Replay};
use crate::spec::answer::ReportError;
use crate::spec::limits::MAX_UNFINISHED_REPORTS;
use crate::spec::request::account::choice::ReportStatus;
use crate::sql::{Param, Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;

/// Reports that one sweep deals with, of each kind: the next one goes on.
const SWEPT: u32 = 100;
/// Where reports are asked for, as idempotency keys belong to it.
const PATH: &str = "/v1/reports";

/// A report that is to be made, and what asking for it again by the same key answers.
pub struct Creation<'c> {
    /// The report.
    pub report: &'c ReportRecord,
    /// The key, if one was sent.
    pub key: Option<&'c str>,
    /// The answer: its status and body.
    pub answer: (u16, &'c str),
    /// The schedule that it is made for, if it is one's.
    pub due: Option<&'c ScheduleRecord>,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Created {
    /// It was made.
    Made,
    /// The same was asked for before: the answer of then.
    Replayed(Replay),
}

impl Creation<'_> {
    /// Makes the report, unless the key stands for an earlier one or the account has too many that are not finished; all
    /// or nothing.
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
        let mut made = Sql::new("SELECT id FROM report WHERE id = ");
        made.bind(report.id.as_str());
        match keyed {
            Some(keyed) => {
                vec![insert.finish(), keyed.keep(*answer, "report", &report.id), made.finish(), keyed.kept()]
            }
            None => vec![insert.finish(), made.finish()],
        }
    }

    fn keyed<'k>(&'k self, canonical: &'k str) -> Option<KeyedRequest<'k>> {
        let ReportRecord { account, created_at: now_ms, .. } = self.report;
        Some(KeyedRequest { account, path: PATH, key: self.key?, canonical, now_ms: *now_ms })
    }

    /// What the statements did.
    ///
    /// # Errors
    /// The violation where nothing was made and there is no answer to give again; the fault of the store.
    pub fn outcome(&self, mut results: Vec<Vec<Row>>) -> Result<Result<Created, Violation>, StoreError> {
        let kept = if self.key.is_some() { results.pop().unwrap_or_default() } else { Vec::new() };
        if results.pop().is_some_and(|made| !made.is_empty()) {
            return Ok(Ok(Created::Made));
        }
        let request = self.report.request.canonical().to_string();
        if let Some(keyed) = self.keyed(&request)
            && let Some(replay) = keyed.replay(kept)?
        {
            return Ok(replay.map(Created::Replayed));
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

/// Reads a report, whosever it is.
pub fn find_any(id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE id = ");
    sql.bind(id);
    sql.finish()
}

/// Reads the latest reports of an account, so many from an offset of none on; of all accounts where none is named.
pub fn latest(account: Option<&str>, before: Option<(u64, &str)>, count: u32) -> Statement {
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

/// Takes the lease of a report that may be begun: one that waits, or whose lease has run out before it was begun too often.
/// Answers the row, or none.
pub fn claim(id: &str, lease: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET status = 'processing', attempts = attempts + 1, progress = 0, lease = ");
    sql.bind(lease).push(", lease_until = ").bind(now_ms + LEASE_MS);
    sql.push(", started_at = coalesce(started_at, ").bind(now_ms).push("), updated_at = ").bind(now_ms);
    sql.push(" WHERE id = ").bind(id).push(" AND ((status = 'queued' AND created_at > ");
    sql.bind(now_ms.saturating_sub(QUEUE_TIMEOUT_MS)).push(") OR (status = 'processing' AND lease_until <= ");
    sql.bind(now_ms).push(" AND attempts < ").bind(ATTEMPTS).push(")) RETURNING *");
    sql.finish()
}

/// Tells how far a report is, and that somebody still works on it. Answers a row where the lease is good.
pub fn advance(id: &str, lease: &str, progress: u64, now_ms: u64) -> Statement {
    held(id, lease, |sql| {
        sql.push("progress = ").bind(progress).push(", lease_until = ").bind(now_ms + LEASE_MS);
        sql.push(", updated_at = ").bind(now_ms);
    })
}

/// Ends the lease of a report that goes on after a while. Answers a row where the lease was good.
pub fn release(id: &str, lease: &str, until_ms: u64) -> Statement {
    held(id, lease, |sql| {
        sql.push("lease = NULL, lease_until = ").bind(until_ms);
    })
}

/// Makes a report ready or failed, as it is now. Answers a row where the lease was good.
pub fn end(ended: &ReportRecord, lease: &str) -> Statement {
    held(&ended.id, lease, |sql| put_ended(sql, ended))
}

/// Makes a report failed that nobody began in time, or that was begun too often. Answers a row where it still was so.
pub fn give_up(failed: &ReportRecord, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET ");
    put_ended(&mut sql, failed);
    sql.push(" WHERE id = ").bind(failed.id.as_str()).push(" AND (");
    put_abandoned(&mut sql, now_ms);
    sql.push(") RETURNING id");
    sql.finish()
}

/// Adds the condition that a report has ended so, and now.
pub fn put_has_ended(sql: &mut Sql, ended: &ReportRecord) {
    sql.push("EXISTS (SELECT 1 FROM report WHERE id = ").bind(ended.id.as_str());
    sql.push(" AND status = ").bind(ended.status.name());
    sql.push(" AND completed_at = ").bind(ended.completed_at.unwrap_or_default()).push(")");
}

/// Changes a report whose lease somebody has.
fn held(id: &str, lease: &str, set: impl FnOnce(&mut Sql)) -> Statement {
    let mut sql = Sql::new("UPDATE report SET ");
    set(&mut sql);
    sql.push(" WHERE id = ").bind(id).push(" AND lease = ").bind(lease);
    sql.push(" AND status = 'processing' RETURNING id");
    sql.finish()
}

fn put_ended(sql: &mut Sql, ended: &ReportRecord) {
    sql.push("status = ").bind(ended.status.name()).push(", progress = ").bind(ended.progress);
    sql.push(", lease = NULL, lease_until = NULL, artifacts = ");
    sql.bind(serde_json::to_string(&ended.artifacts).unwrap_or_default());
    let optional = |sql: &mut Sql, value: Option<Param>| {
        match value {
            Some(value) => sql.bind(value),
            None => sql.push("NULL"),
        };
    };
    sql.push(", error = ");
    optional(sql, ended.error.as_ref().and_then(|error| serde_json::to_string(error).ok()).map(Param::from));
    sql.push(", updated_at = ").bind(ended.updated_at).push(", completed_at = ");
    optional(sql, ended.completed_at.map(Param::from));
    sql.push(", expires_at = ");
    optional(sql, ended.expires_at.map(Param::from));
}

/// Adds the condition that a report has waited too long, or was begun too often.
fn put_abandoned(sql: &mut Sql, now_ms: u64) {
    sql.push("(status = 'queued' AND updated_at <= ").bind(now_ms.saturating_sub(QUEUE_TIMEOUT_MS));
    sql.push(") OR (status = 'processing' AND lease_until <= ").bind(now_ms);
    sql.push(" AND attempts >= ").bind(ATTEMPTS).push(")");
}

/// Reads reports that have waited too long, or were begun too often.
pub fn abandoned(now_ms: u64) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report WHERE status IN ('queued', 'processing') AND (");
    put_abandoned(&mut sql, now_ms);
    sql.push(") ORDER BY updated_at LIMIT ").bind(SWEPT);
    sql.finish()
}

/// Why one of these fails.
pub fn given_up(report: &ReportRecord) -> ReportError {
    match report.status {
        ReportStatus::Queued => {
            FailureCode::QueueTimeout.with("nobody began the report within 10 minutes. Ask for it again.")
        }
        _ => FailureCode::RenderError.with("making the report was broken off three times. Ask for it again."),
    }
}

/// What a sweep found.
#[derive(Debug, Default, PartialEq)]
pub struct Swept {
    /// Reports to be announced to whoever works on them.
    pub waiting: Vec<String>,
    /// Schedules that are due.
    pub due: Vec<String>,
    /// Reports that are over, by id with their account: what is kept of their files goes.
    pub over: Vec<(String, String)>,
}

/// Removes what is over, and says what is to be done: reports that wait, reports whose files go.
pub fn sweep(now_ms: u64) -> Vec<Statement> {
    let mut waiting = Sql::new("SELECT id FROM report WHERE (status = 'queued' AND updated_at <= ");
    waiting.bind(now_ms.saturating_sub(ANNOUNCED_AGAIN_MS));
    waiting.push(") OR (status = 'processing' AND lease_until <= ").bind(now_ms);
    waiting.push(") ORDER BY updated_at LIMIT ").bind(SWEPT);
    let mut over = Sql::new("SELECT id, account FROM report WHERE status = 'ready' AND expires_at <= ");
    over.bind(now_ms).push(" LIMIT ").bind(SWEPT);
    let mut forgotten = Sql::new("DELETE FROM report WHERE status IN ('failed', 'expired') AND created_at <= ");
    forgotten.bind(now_ms.saturating_sub(KNOWN_MS));
    let sweeping = [waiting, over, forgotten].map(Sql::finish);
    sweeping.into_iter().chain([idempotency::sweep(now_ms), schedule::due(now_ms, SWEPT)]).collect()
}

/// What [`sweep`] found.
///
/// # Errors
/// When the store answered something else.
pub fn swept(results: Vec<Vec<Row>>) -> Result<Swept, StoreError> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    #[derive(Deserialize)]
    struct Over {
        id: String,
        account: String,
    }
    let [waiting, over, _, _, due] = exactly(results)?;
    let ids = |rows: Vec<Row>| {
        rows.into_iter().map(|row| from_row(row).map(|Named { id }| id)).collect::<Result<Vec<_>, _>>()
    };
    let over = over.into_iter().map(|row| from_row(row).map(|Over { id, account }| (id, account)));
    Ok(Swept { waiting: ids(waiting)?, due: ids(due)?, over: over.collect::<Result<_, _>>()? })
}

/// Makes a report expired whose files are gone.
pub fn expire(id: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE report SET status = 'expired', artifacts = '[]', updated_at = ");
    sql.bind(now_ms).push(" WHERE id = ").bind(id).push(" AND status = 'ready' AND expires_at <= ").bind(now_ms);
    sql.finish()
}
