//! Schedules of recurring reports, each about the last complete week or month, or an export of what is new.

use crate::base::date::{Date, Window, next_due};
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::request::account::report::ReportRequest;
use crate::guard::{Guard, TokenRef};
use crate::records::report::ReportRecord;
use crate::records::watermark::watermark_after;
use crate::spec::request::account::choice::ReportKind;
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// The maximum number of schedules of an account.
pub const MAX_SCHEDULES: u32 = 20;
/// The number of days to search for the next due day. Every span of this length contains one.
const SEARCH_DAYS: i64 = 32;
/// The last day of the month that every month has.
const LAST_DAY: u32 = 28;
const DAYS_OF_WEEK: u32 = 7;
/// The number of days before the due day in the window of an export of what is new: the longest window of a report.
const HISTORY_DAYS: i64 = 730;
/// The members of a request that do not describe the report.
const SCHEDULE_MEMBERS: &[&str] = &["every", "day", "hour", "since"];
/// The value of `since`: each report has only the mentions that are new since the last one.
pub const LAST_RUN: &str = "last_run";

/// The interval of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum RecurrenceInterval {
    Weekly,
    Monthly,
}

/// The times at which a recurring report is made, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recurrence {
    /// The interval: a week or a month.
    #[serde(rename = "every")]
    pub interval: RecurrenceInterval,
    /// The day of the week, where Monday is 1, or the day of the month, at most the 28th.
    pub day: u32,
    /// The hour of the day.
    pub hour: u32,
}

/// A request to create a schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduleRequest {
    /// The times at which the reports are made.
    pub recurrence: Recurrence,
    /// True if each report has only the mentions that are new since the last one.
    pub is_incremental: bool,
    /// The report to make, with the window of the next due time.
    pub report: ReportRequest,
}

/// A schedule as it is stored and answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ScheduleRecord {
    pub id: String,
    pub account: String,
    /// The report in canonical form. Its window is the window of the first report.
    pub request: String,
    #[serde(flatten)]
    pub recurrence: Recurrence,
    /// Milliseconds since 1970.
    pub next_at: u64,
    pub last_report: Option<String>,
    /// The time after which the mentions of the last report were indexed, in seconds since 1970, and 0 before the first
    /// report. `None` if each report is about a week or month.
    pub watermark: Option<i64>,
    pub created_at: u64,
}

impl Recurrence {
    /// Returns the first due time after `now_ms`, in milliseconds since 1970.
    pub fn next_after(self, now_ms: u64) -> Option<u64> {
        next_due(now_ms, self.hour, SEARCH_DAYS, |date| match self.interval {
            RecurrenceInterval::Weekly => date.weekday() == i64::from(self.day),
            RecurrenceInterval::Monthly => i64::from(date.day_of_month()) == i64::from(self.day),
        })
    }

    /// Returns the window of a report that is due at a time. It is the last complete week, from Monday on, or the last
    /// complete month.
    pub fn window(self, due_ms: u64) -> Option<Window> {
        let date = Date::of_seconds(i64::try_from(due_ms / 1_000).ok()?)?;
        let begins = match self.interval {
            RecurrenceInterval::Weekly => Date::of_day(date.day() - date.weekday() + 1)?,
            RecurrenceInterval::Monthly => Date::of_day(date.day() - i64::from(date.day_of_month()) + 1)?,
        };
        let to = Date::of_day(begins.day() - 1)?;
        let from = match self.interval {
            RecurrenceInterval::Weekly => Date::of_day(begins.day() - i64::from(DAYS_OF_WEEK))?,
            RecurrenceInterval::Monthly => Date::of_day(to.day() - i64::from(to.day_of_month()) + 1)?,
        };
        Some(Window { from, to })
    }
}

impl ScheduleRequest {
    /// Parses `{"every", "day", "hour"?, "since"?, …}`. The other members describe a report without its window.
    ///
    /// # Errors
    /// All violations of the recurrence. If there are none, the violations of the report.
    pub fn parse(body: &[u8], now_ms: u64) -> Result<Self, Problems> {
        let Ok(mut members) = serde_json::from_slice::<Map<String, Value>>(body) else {
            // The body is not an object. The parser of reports has the message for that.
            return ReportRequest::parse(body).and_then(|_| Err(unreadable().into()));
        };
        let mut own = Map::new();
        for name in SCHEDULE_MEMBERS {
            if let Some(value) = members.remove(*name) {
                own.insert((*name).to_owned(), value);
            }
        }
        let (recurrence, is_incremental) = parse_own_members(&Value::Object(own).to_string())?;
        for name in ["from", "to"] {
            if members.contains_key(name) {
                let message = format!("{name} is not allowed: each report is of the last complete week or month.");
                return Err(Violation::new(Code::UnknownField, format!("/{name}"), message).into());
            }
        }
        let window = recurrence.next_after(now_ms).and_then(|due| recurrence.window(due)).ok_or_else(unreadable)?;
        members.insert("from".to_owned(), json!(window.from));
        members.insert("to".to_owned(), json!(window.to));
        let report = ReportRequest::parse(Value::Object(members).to_string().as_bytes())?;
        if is_incremental && report.kind != ReportKind::MentionsExport {
            let message = "since is for type 'mentions_export' only.";
            return Err(Violation::new(Code::ValueNotAllowed, "/since", message).into());
        }
        Ok(Self { recurrence, is_incremental, report })
    }
}

/// Parses the members that do not describe the report. Returns true as well if each report has only new mentions.
fn parse_own_members(members: &str) -> Result<(Recurrence, bool), Problems> {
    Guard::check(members.as_bytes(), |guard| {
        let (mut interval, mut day_at, mut hour, mut since) = (None, None, Some(0), None);
        guard.members_of(TokenRef::BODY, SCHEDULE_MEMBERS, &["every", "day"], |guard, name, value| match name {
            "every" => interval = guard.choice(value, RecurrenceInterval::VARIANTS).and_then(|name| name.parse().ok()),
            "day" => day_at = Some(value),
            "since" => since = guard.choice(value, &[LAST_RUN]),
            _ => hour = guard.whole_number(value, 0, 23),
        })?;
        let last = if interval == Some(RecurrenceInterval::Weekly) { DAYS_OF_WEEK } else { LAST_DAY };
        let day = day_at.and_then(|at| guard.whole_number(at, 1, last));
        Some((Recurrence { interval: interval?, day: day?, hour: hour? }, since.is_some()))
    })
}

fn unreadable() -> Violation {
    Violation::new(Code::InternalError, "", "a schedule that passed was not read.")
}

impl ScheduleRecord {
    /// Parses a row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        from_row(row)
    }

    /// Returns the request for the next report.
    pub fn next_request(&self) -> Option<ReportRequest> {
        let request = ReportRequest::from_canonical(&self.request)?;
        let Some(watermark) = self.watermark else {
            return Some(ReportRequest { window: self.recurrence.window(self.next_at)?, ..request });
        };
        let to = Date::of_seconds(i64::try_from(self.next_at / 1_000).ok()?)?;
        let from = Date::of_day(to.day() - HISTORY_DAYS)?;
        let indexed_after = Some(watermark).filter(|watermark| *watermark > 0);
        Some(ReportRequest { window: Window { from, to }, indexed_after, ..request })
    }

    /// Raises the watermark after the last report, if that one is ready. After a failed report, the next one has its
    /// mentions as well.
    pub fn raise_watermark(&mut self, last: &ReportRecord) {
        let created = i64::try_from(last.created_at / 1_000).unwrap_or(i64::MAX);
        if let (Some(watermark), Some(newest)) = (self.watermark, last.newest) {
            self.watermark = Some(watermark.max(watermark_after(newest, created)));
        }
    }

    /// Inserts the schedule, unless the account has too many. Returns a row if it was inserted.
    pub fn insert(&self) -> Statement {
        let Recurrence { interval, day, hour } = self.recurrence;
        let interval: &'static str = interval.into();
        let mut sql = Sql::new(
            "INSERT INTO report_schedule (id, account, request, every, day, hour, next_at, watermark, created_at) SELECT ",
        );
        sql.bind(self.id.as_str()).push(", ").bind(self.account.as_str()).push(", ").bind(self.request.as_str());
        sql.push(", ").bind(interval).push(", ").bind(day).push(", ").bind(hour).push(", ").bind(self.next_at);
        sql.push(", ").bind_or_null(self.watermark).push(", ").bind(self.created_at);
        sql.push(" WHERE (SELECT count(*) FROM report_schedule WHERE account = ").bind(self.account.as_str());
        sql.push(") < ").bind(MAX_SCHEDULES).push(" RETURNING id");
        sql.finish()
    }

    /// Sets the next due time by a compare-and-swap on the current one, and stores the watermark and the id of the report
    /// that was made. If `report` names a report that does not exist, nothing changes. Returns a row if the due time was changed.
    pub fn advance(&self, report: Option<&str>, next_at: u64) -> Statement {
        let mut sql = Sql::new("UPDATE report_schedule SET next_at = ");
        sql.bind(next_at).push(", watermark = ").bind_or_null(self.watermark);
        if let Some(report) = report {
            sql.push(", last_report = ").bind(report);
        }
        sql.push(" WHERE id = ").bind(self.id.as_str()).push(" AND next_at = ").bind(self.next_at);
        if let Some(report) = report {
            sql.push(" AND EXISTS (SELECT 1 FROM report WHERE id = ").bind(report).push(")");
        }
        sql.push(" RETURNING id");
        sql.finish()
    }
}

/// Reads a schedule by id.
pub fn find(id: &str) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report_schedule WHERE id = ");
    sql.bind(id);
    sql.finish()
}

/// Reads the schedules of an account, or of all accounts, in the order of their ids after the id `after`.
pub fn list(account: Option<&str>, after: Option<&str>, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT * FROM report_schedule WHERE id > ");
    sql.bind(after.unwrap_or_default());
    if let Some(account) = account {
        sql.push(" AND account = ").bind(account);
    }
    sql.push(" ORDER BY id LIMIT ").bind(count);
    sql.finish()
}

/// Removes a schedule, if it belongs to `account` or `account` is `None`. Returns a row if it was removed.
pub fn remove(account: Option<&str>, id: &str) -> Statement {
    let mut sql = Sql::new("DELETE FROM report_schedule WHERE id = ");
    sql.bind(id);
    if let Some(account) = account {
        sql.push(" AND account = ").bind(account);
    }
    sql.push(" RETURNING id");
    sql.finish()
}

/// Reads the ids of schedules that are due, the longest due first.
pub fn find_due(now_ms: u64, count: u32) -> Statement {
    let mut sql = Sql::new("SELECT id FROM report_schedule WHERE next_at <= ");
    sql.bind(now_ms).push(" ORDER BY next_at LIMIT ").bind(count);
    sql.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::date::{seconds_of_time, time_of_seconds};

    fn ms(time: &str) -> u64 {
        u64::try_from(seconds_of_time(time).unwrap()).unwrap() * 1_000
    }

    #[test]
    fn a_weekly_report_covers_the_week_before_the_monday() {
        let recurrence = Recurrence { interval: RecurrenceInterval::Weekly, day: 2, hour: 6 };
        // A Sunday.
        let due = recurrence.next_after(ms("2026-03-01T12:00:00Z")).unwrap();
        assert_eq!(due, ms("2026-03-03T06:00:00Z"));
        let window = recurrence.window(due).unwrap();
        assert_eq!((window.from.to_string(), window.to.to_string()), ("2026-02-23".into(), "2026-03-01".into()));
        assert_eq!(recurrence.next_after(due).unwrap(), ms("2026-03-10T06:00:00Z"), "strictly after");
        assert_eq!(recurrence.next_after(due - 1).unwrap(), due);
    }

    #[test]
    fn a_monthly_report_covers_the_month_before() {
        let recurrence = Recurrence { interval: RecurrenceInterval::Monthly, day: 28, hour: 0 };
        let due = recurrence.next_after(ms("2026-01-28T00:00:00Z")).unwrap();
        assert_eq!(due, ms("2026-02-28T00:00:00Z"));
        let window = recurrence.window(due).unwrap();
        assert_eq!((window.from.to_string(), window.to.to_string()), ("2026-01-01".into(), "2026-01-31".into()));
        let window = recurrence.window(ms("2026-01-28T00:00:00Z")).unwrap();
        assert_eq!((window.from.to_string(), window.to.to_string()), ("2025-12-01".into(), "2025-12-31".into()));
    }

    #[test]
    fn a_schedule_is_a_report_without_its_window() {
        let now = ms("2026-03-01T12:00:00Z");
        let parse = |body: &str| ScheduleRequest::parse(body.as_bytes(), now);
        let read = parse(r#"{"every":"monthly","day":1,"hour":5,"type":"trends","title":"Trends"}"#).unwrap();
        assert_eq!(read.recurrence, Recurrence { interval: RecurrenceInterval::Monthly, day: 1, hour: 5 });
        assert_eq!(read.report.window.from.to_string(), "2026-03-01");
        let message = |body: &str| parse(body).unwrap_err().violations().first().unwrap().message.clone();
        assert_eq!(message(r#"{"every":"weekly","day":8,"type":"trends"}"#), "day must be between 1 and 7. Got 8.");
        assert_eq!(message(r#"{"every":"monthly","day":29,"type":"trends"}"#), "day must be between 1 and 28. Got 29.");
        assert!(message(r#"{"every":"daily","day":1}"#).starts_with("every 'daily' is not allowed."));
        assert!(
            message(r#"{"every":"weekly","day":1,"type":"trends","from":"2026-01-01"}"#).starts_with("from is not")
        );
        assert!(message(r#"{"every":"weekly","day":1,"type":"trend"}"#).starts_with("type 'trend' is not allowed."));
        assert!(message("[").contains("not valid JSON"));
    }

    #[test]
    fn an_incremental_export_begins_before_the_last_mention_of_the_last_one() {
        let now = ms("2026-03-01T12:00:00Z");
        let body = r#"{"every":"weekly","day":1,"since":"last_run","type":"mentions_export"}"#;
        let ScheduleRequest { recurrence, is_incremental, report } =
            ScheduleRequest::parse(body.as_bytes(), now).unwrap();
        assert!(is_incremental);
        let mut schedule = ScheduleRecord {
            id: "sch_1".to_owned(),
            account: "acc_1".to_owned(),
            request: report.canonical().to_string(),
            recurrence,
            next_at: ms("2026-03-02T00:00:00Z"),
            last_report: None,
            watermark: Some(0),
            created_at: now,
        };
        let first = schedule.next_request().unwrap();
        assert_eq!(
            (first.window.from.to_string(), first.window.to.to_string()),
            ("2024-03-02".into(), "2026-03-02".into())
        );
        assert_eq!(first.indexed_after, None);
        let last = |newest: &str| ReportRecord {
            newest: seconds_of_time(newest),
            ..ReportRecord::new("rpt_1".to_owned(), ("acc_1", ""), &[], first.clone(), ms("2026-03-02T00:00:00Z"))
        };
        let after =
            |schedule: &ScheduleRecord| schedule.next_request().unwrap().indexed_after.and_then(time_of_seconds);
        for (newest, watermark) in [
            ("2026-03-01T04:00:00Z", "2026-02-26T04:00:00Z"),
            // A failed report has no mentions, and the watermark never decreases.
            ("", "2026-02-26T04:00:00Z"),
            ("2026-02-01T04:00:00Z", "2026-02-26T04:00:00Z"),
            // A time in the future counts as that of the report.
            ("2027-01-01T00:00:00Z", "2026-02-27T00:00:00Z"),
        ] {
            schedule.raise_watermark(&last(newest));
            assert_eq!(after(&schedule).as_deref(), Some(watermark), "{newest}");
        }
        let refused = body.replace("mentions_export", "trends");
        let problems = ScheduleRequest::parse(refused.as_bytes(), now).unwrap_err();
        assert_eq!(problems.violations().first().unwrap().message, "since is for type 'mentions_export' only.");
    }
}
