//! Per-account event state, stored in the database.
//!
//! Each event scan writes its events and the updated state in one transaction. The first statement is a
//! compare-and-swap on the state row ([`EventState::statements`]). Every other statement takes effect only if the
//! first one did ([`EventGuard`]). If two scans race, one commits; no event is emitted twice.

use super::{ArrivalState, EventDedupKey, EventScan};
use crate::base::date::Date;
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;
use serde_json::{Value, json};

/// Milliseconds for which deduplication keys are kept after they expire.
const RETENTION_MS: u64 = 90 * 86_400_000;
/// The maximum number of rows that one sweep removes. The next sweep removes more.
const SWEEP_LIMIT: u32 = 1_000;

/// The event state of an account.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventState {
    /// The state at the last event scan, if there was one.
    last: Option<LastScan>,
    /// The deduplication keys.
    pub dedup_keys: Vec<EventDedupKey>,
}

#[derive(Debug, Clone, PartialEq)]
struct LastScan {
    run_id: String,
    version: String,
    day: String,
    arrivals: ArrivalState,
}

/// A condition of the other statements of a transaction: the state row is the one that this transaction wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventGuard<'g> {
    /// The event state of an account was written by this scan.
    Scan {
        /// The account.
        account: &'g str,
        /// The random id of the scan.
        run_id: &'g str,
    },
    /// The deduplication key of one event was written under this id.
    DedupKey {
        /// The account.
        account: &'g str,
        /// The deduplication key.
        key: &'g EventDedupKey,
        /// The random id under which the key was written.
        run_id: &'g str,
    },
    /// The evaluation of an alert was written under this id.
    Alert {
        /// The id of the alert.
        id: &'g str,
        /// The random id of the evaluation.
        run_id: &'g str,
    },
    /// The digest of an alert was written under this id.
    Digest {
        /// The id of the alert.
        id: &'g str,
        /// The random id of the digest.
        run_id: &'g str,
    },
}

impl EventGuard<'_> {
    /// Adds the condition to a statement: `EXISTS (…)`.
    pub fn push_to(&self, sql: &mut Sql) {
        match self {
            Self::Scan { account, run_id } => {
                sql.push("EXISTS (SELECT 1 FROM event_memory WHERE account = ").bind(*account);
                sql.push(" AND run = ").bind(*run_id).push(")");
            }
            Self::DedupKey { account, key, run_id } => {
                sql.push("EXISTS (SELECT 1 FROM event_told WHERE account = ").bind(*account);
                sql.push(" AND kind = ").bind(key.kind.name()).push(" AND brand = ").bind(key.brand.as_str());
                sql.push(" AND subject = ").bind(key.subject.as_str()).push(" AND run = ").bind(*run_id).push(")");
            }
            Self::Alert { id, run_id } => {
                sql.push("EXISTS (SELECT 1 FROM alert WHERE id = ").bind(*id);
                sql.push(" AND run = ").bind(*run_id).push(")");
            }
            Self::Digest { id, run_id } => {
                sql.push("EXISTS (SELECT 1 FROM alert WHERE id = ").bind(*id);
                sql.push(" AND digest_run = ").bind(*run_id).push(")");
            }
        }
    }
}

impl EventState {
    /// Builds the statements that read the event state. [`EventState::from_results`] parses their results.
    pub fn read(account: &str) -> Vec<Statement> {
        let mut state = Sql::new("SELECT run, version, day, arrivals FROM event_memory WHERE account = ");
        state.bind(account);
        let mut keys = Sql::new("SELECT kind, brand, subject, about, until_ms FROM event_told WHERE account = ");
        keys.bind(account);
        vec![state.finish(), keys.finish()]
    }

    /// Parses the rows returned by [`EventState::read`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if a row cannot be parsed.
    pub fn from_results(results: Vec<Vec<Row>>) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Columns {
            run: String,
            version: String,
            day: String,
            arrivals: String,
        }
        let [last, keys] = exactly::<2>(results)?;
        let last = match last.into_iter().next() {
            None => None,
            Some(row) => {
                let Columns { run, version, day, arrivals } = from_row(row)?;
                let arrivals = serde_json::from_str(&arrivals).map_err(|error| {
                    StoreError::Unavailable(format!("the memory of events makes no sense: {error}"))
                })?;
                Some(LastScan { run_id: run, version, day, arrivals })
            }
        };
        Ok(Self { last, dedup_keys: keys.into_iter().map(from_row).collect::<Result<_, _>>()? })
    }

    /// Returns true if neither the dataset version nor the day has changed since the last scan. No version equals no
    /// version.
    pub fn is_current(&self, version: Option<&str>, today: Date) -> bool {
        let version = version.unwrap_or_default();
        self.last.as_ref().is_some_and(|last| last.version == version && last.day == today.to_string())
    }

    /// Returns the known mentions. Returns `None` before the first scan.
    pub(super) fn arrivals(&self) -> Option<&ArrivalState> {
        self.last.as_ref().map(|last| &last.arrivals)
    }

    /// Builds the first statements of the transaction that ends an event scan which began with this state. `run_id` is
    /// random and was never used before. The first statement returns a row if the scan commits, and none if
    /// another scan committed first.
    pub fn statements(&self, account: &str, scan: &EventScan, run_id: &str, now_ms: u64) -> Vec<Statement> {
        let day = scan.day.to_string();
        // Serialization of texts and numbers cannot fail.
        let arrivals = serde_json::to_string(&scan.arrivals).unwrap_or_default();
        let mut state = Sql::default();
        match &self.last {
            Some(last) => {
                state.push("UPDATE event_memory SET run = ").bind(run_id).push(", version = ");
                state.bind(scan.version.as_str()).push(", day = ").bind(day).push(", arrivals = ").bind(arrivals);
                state.push(", looked_at = ").bind(now_ms).push(" WHERE account = ").bind(account);
                state.push(" AND run = ").bind(last.run_id.as_str()).push(" RETURNING account");
            }
            None => {
                state.push("INSERT INTO event_memory (account, run, version, day, arrivals, looked_at) VALUES (");
                state.bind(account).push(", ").bind(run_id).push(", ").bind(scan.version.as_str()).push(", ");
                state.bind(day).push(", ").bind(arrivals).push(", ").bind(now_ms);
                state.push(") ON CONFLICT (account) DO NOTHING RETURNING account");
            }
        }
        let mut statements = vec![state.finish()];
        if !scan.dedup_keys.is_empty() {
            statements.push(insert_dedup_keys(account, &scan.dedup_keys, run_id, |sql| {
                sql.push(" WHERE ");
                EventGuard::Scan { account, run_id }.push_to(sql);
                sql.push(" ON CONFLICT (account, kind, brand, subject) DO UPDATE SET about = excluded.about, ");
                sql.push("until_ms = excluded.until_ms, run = excluded.run");
            }));
        }
        statements
    }

    /// Writes the deduplication key of a single event, such as the usage of a quota. `run_id` is random and was never
    /// used before. Returns a row if the event is to be emitted, and none if the stored key blocks it.
    pub fn claim_dedup_key(account: &str, key: &EventDedupKey, run_id: &str, now_ms: u64) -> Statement {
        insert_dedup_keys(account, std::slice::from_ref(key), run_id, |sql| {
            sql.push(" WHERE TRUE ON CONFLICT (account, kind, brand, subject) DO UPDATE SET about = excluded.about, ");
            sql.push("until_ms = excluded.until_ms, run = excluded.run WHERE event_told.until_ms <= ").bind(now_ms);
            sql.push(" RETURNING subject");
        })
    }

    /// Reads up to `count` accounts with webhooks or alerts that had no event scan yet of this dataset version on this
    /// day, or with alerts whose digest is due.
    pub fn find_overdue(version: &str, today: Date, now_ms: u64, count: u32) -> Statement {
        let mut sql = Sql::new(
            "SELECT account FROM (SELECT account FROM webhook WHERE status <> 'disabled' UNION SELECT account FROM \
             alert) AS told WHERE NOT EXISTS (SELECT 1 FROM event_memory WHERE event_memory.account = told.account AND \
             version = ",
        );
        sql.bind(version).push(" AND day = ").bind(today.to_string());
        sql.push(") UNION SELECT account FROM alert WHERE due_at <= ").bind(now_ms).push(" LIMIT ").bind(count);
        sql.finish()
    }

    /// Removes the scan state of an account without webhooks. A webhook that is added later then receives only events
    /// from that time on.
    pub fn remove_unsubscribed(account: &str) -> Statement {
        let mut sql = Sql::new("DELETE FROM event_memory WHERE account = ");
        sql.bind(account).push(" AND NOT EXISTS (SELECT 1 FROM webhook WHERE account = ").bind(account);
        sql.push(" AND status <> 'disabled')");
        sql.finish()
    }

    /// Removes the event state and the deduplication keys of an account.
    pub fn remove(account: &str) -> Vec<Statement> {
        let remove = |table: &str| {
            let mut sql = Sql::new(format!("DELETE FROM {table} WHERE account = "));
            sql.bind(account);
            sql.finish()
        };
        vec![remove("event_memory"), remove("event_told")]
    }

    /// Removes deduplication keys that expired more than 90 days ago.
    pub fn sweep(now_ms: u64) -> Statement {
        let mut sql = Sql::new(
            "DELETE FROM event_told WHERE (account, kind, brand, subject) IN \
             (SELECT account, kind, brand, subject FROM event_told WHERE until_ms < ",
        );
        sql.bind(now_ms.saturating_sub(RETENTION_MS)).push(" ORDER BY until_ms LIMIT ").bind(SWEEP_LIMIT).push(")");
        sql.finish()
    }
}

/// Writes deduplication keys. `rest` adds the condition and the conflict clause.
fn insert_dedup_keys(account: &str, keys: &[EventDedupKey], run_id: &str, rest: impl FnOnce(&mut Sql)) -> Statement {
    let rows = keys.iter().map(|key| {
        let EventDedupKey { kind, brand, subject, last_day, until_ms } = key;
        let kind: &'static str = WebhookEvent::name(*kind);
        json!([kind, brand, subject, last_day, until_ms])
    });
    let rows = Value::Array(rows.collect()).to_string();
    let mut sql = Sql::new("INSERT INTO event_told (account, kind, brand, subject, about, until_ms, run) SELECT ");
    sql.bind(account).push(", value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ").bind(run_id);
    sql.push(" FROM json_each(").bind(rows).push(")");
    rest(&mut sql);
    sql.finish()
}
