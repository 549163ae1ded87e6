//! Per-account event state, stored in the database.
//!
//! Each event scan writes its events and the updated state in one transaction. The first statement is a
//! compare-and-swap on the state row ([`EventMemory::statements`]). Every other statement takes effect only if the
//! first one did ([`EventGuard`]). If two scans race, one commits; no event is emitted twice.

use super::{ArrivalMemory, EventRound, EventTold};
use crate::base::date::Date;
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;
use serde_json::{Value, json};

/// How long deduplication keys are kept after they expire, in milliseconds.
const KEPT_MS: u64 = 90 * 86_400_000;
/// The maximum number of rows that one sweep removes. The next sweep removes more.
const SWEPT: u32 = 1_000;

/// The event state of an account.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventMemory {
    /// The state at the last event scan, if there was one.
    last: Option<LastLook>,
    /// The deduplication keys.
    pub told: Vec<EventTold>,
}

#[derive(Debug, Clone, PartialEq)]
struct LastLook {
    run: String,
    version: String,
    day: String,
    arrivals: ArrivalMemory,
}

/// A condition of the other statements of a transaction: the state row is the one that this transaction wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventGuard<'g> {
    /// The event state of an account was written by this scan.
    Look {
        /// The account.
        account: &'g str,
        /// The random name of the scan.
        run: &'g str,
    },
    /// The deduplication key of one event was written under this name.
    Told {
        /// The account.
        account: &'g str,
        /// The deduplication key.
        told: &'g EventTold,
        /// The random name under which the key was written.
        run: &'g str,
    },
}

impl EventGuard<'_> {
    /// Adds the condition to a statement: `EXISTS (…)`.
    pub fn push_to(&self, sql: &mut Sql) {
        match self {
            Self::Look { account, run } => {
                sql.push("EXISTS (SELECT 1 FROM event_memory WHERE account = ").bind(*account);
                sql.push(" AND run = ").bind(*run).push(")");
            }
            Self::Told { account, told, run } => {
                sql.push("EXISTS (SELECT 1 FROM event_told WHERE account = ").bind(*account);
                sql.push(" AND kind = ").bind(told.kind.name()).push(" AND brand = ").bind(told.brand.as_str());
                sql.push(" AND subject = ").bind(told.subject.as_str()).push(" AND run = ").bind(*run).push(")");
            }
        }
    }
}

impl EventMemory {
    /// Builds the statements that read the event state. [`EventMemory::from_results`] parses their results.
    pub fn read(account: &str) -> Vec<Statement> {
        let mut memory = Sql::new("SELECT run, version, day, arrivals FROM event_memory WHERE account = ");
        memory.bind(account);
        let mut told = Sql::new("SELECT kind, brand, subject, about, until_ms FROM event_told WHERE account = ");
        told.bind(account);
        vec![memory.finish(), told.finish()]
    }

    /// Parses the rows returned by [`EventMemory::read`].
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
        let [last, told] = exactly::<2>(results)?;
        let last = match last.into_iter().next() {
            None => None,
            Some(row) => {
                let Columns { run, version, day, arrivals } = from_row(row)?;
                let arrivals = serde_json::from_str(&arrivals).map_err(|error| {
                    StoreError::Unavailable(format!("the memory of events makes no sense: {error}"))
                })?;
                Some(LastLook { run, version, day, arrivals })
            }
        };
        Ok(Self { last, told: told.into_iter().map(from_row).collect::<Result<_, _>>()? })
    }

    /// Returns true if neither the dataset version nor the day has changed since the last scan. No version equals no
    /// version.
    pub fn is_current(&self, version: Option<&str>, today: Date) -> bool {
        let version = version.unwrap_or_default();
        self.last.as_ref().is_some_and(|last| last.version == version && last.day == today.to_string())
    }

    /// Returns the known mentions. Returns `None` before the first scan.
    pub(super) fn arrivals(&self) -> Option<&ArrivalMemory> {
        self.last.as_ref().map(|last| &last.arrivals)
    }

    /// Builds the first statements of the transaction that ends an event scan which began with this state. `run` is a
    /// random name that was never used before. The first statement returns a row if the scan commits, and none if
    /// another scan committed first.
    pub fn statements(&self, account: &str, round: &EventRound, run: &str, now_ms: u64) -> Vec<Statement> {
        let day = round.day.to_string();
        // Serialization of texts and numbers cannot fail.
        let arrivals = serde_json::to_string(&round.arrivals).unwrap_or_default();
        let mut memory = Sql::default();
        match &self.last {
            Some(last) => {
                memory.push("UPDATE event_memory SET run = ").bind(run).push(", version = ");
                memory.bind(round.version.as_str()).push(", day = ").bind(day).push(", arrivals = ").bind(arrivals);
                memory.push(", looked_at = ").bind(now_ms).push(" WHERE account = ").bind(account);
                memory.push(" AND run = ").bind(last.run.as_str()).push(" RETURNING account");
            }
            None => {
                memory.push("INSERT INTO event_memory (account, run, version, day, arrivals, looked_at) VALUES (");
                memory.bind(account).push(", ").bind(run).push(", ").bind(round.version.as_str()).push(", ");
                memory.bind(day).push(", ").bind(arrivals).push(", ").bind(now_ms);
                memory.push(") ON CONFLICT (account) DO NOTHING RETURNING account");
            }
        }
        let mut statements = vec![memory.finish()];
        if !round.told.is_empty() {
            statements.push(note(account, &round.told, run, |sql| {
                sql.push(" WHERE ");
                EventGuard::Look { account, run }.push_to(sql);
                sql.push(" ON CONFLICT (account, kind, brand, subject) DO UPDATE SET about = excluded.about, ");
                sql.push("until_ms = excluded.until_ms, run = excluded.run");
            }));
        }
        statements
    }

    /// Writes the deduplication key of a single event, such as the use of a quota. `run` is a random name that was
    /// never used before. Returns a row if the event is to be emitted, and none if the stored key blocks it.
    pub fn tell_once(account: &str, told: &EventTold, run: &str, now_ms: u64) -> Statement {
        note(account, std::slice::from_ref(told), run, |sql| {
            sql.push(" WHERE TRUE ON CONFLICT (account, kind, brand, subject) DO UPDATE SET about = excluded.about, ");
            sql.push("until_ms = excluded.until_ms, run = excluded.run WHERE event_told.until_ms <= ").bind(now_ms);
            sql.push(" RETURNING subject");
        })
    }

    /// Reads up to `count` accounts with webhooks that had no event scan yet of this dataset version on this day.
    pub fn overdue(version: &str, today: Date, count: u32) -> Statement {
        let mut sql = Sql::new(
            "SELECT DISTINCT webhook.account FROM webhook WHERE status <> 'disabled' AND NOT EXISTS (SELECT 1 FROM \
             event_memory WHERE event_memory.account = webhook.account AND version = ",
        );
        sql.bind(version).push(" AND day = ").bind(today.to_string()).push(") LIMIT ").bind(count);
        sql.finish()
    }

    /// Removes the scan state of an account without webhooks. A webhook that is added later then receives only events
    /// from that time on.
    pub fn forget_unheard(account: &str) -> Statement {
        let mut sql = Sql::new("DELETE FROM event_memory WHERE account = ");
        sql.bind(account).push(" AND NOT EXISTS (SELECT 1 FROM webhook WHERE account = ").bind(account);
        sql.push(" AND status <> 'disabled')");
        sql.finish()
    }

    /// Removes the event state and the deduplication keys of an account.
    pub fn forget(account: &str) -> Vec<Statement> {
        let of = |table: &str| {
            let mut sql = Sql::new(&format!("DELETE FROM {table} WHERE account = "));
            sql.bind(account);
            sql.finish()
        };
        vec![of("event_memory"), of("event_told")]
    }

    /// Removes deduplication keys that expired more than 90 days ago.
    pub fn sweep(now_ms: u64) -> Statement {
        let mut sql = Sql::new(
            "DELETE FROM event_told WHERE (account, kind, brand, subject) IN \
             (SELECT account, kind, brand, subject FROM event_told WHERE until_ms < ",
        );
        sql.bind(now_ms.saturating_sub(KEPT_MS)).push(" ORDER BY until_ms LIMIT ").bind(SWEPT).push(")");
        sql.finish()
    }
}

/// Writes deduplication keys. `rest` adds the condition and the conflict clause.
fn note(account: &str, told: &[EventTold], run: &str, rest: impl FnOnce(&mut Sql)) -> Statement {
    let rows = told.iter().map(|told| {
        let EventTold { kind, brand, subject, about, until_ms } = told;
        let kind: &'static str = WebhookEvent::name(*kind);
        json!([kind, brand, subject, about, until_ms])
    });
    let rows = Value::Array(rows.collect()).to_string();
    let mut sql = Sql::new("INSERT INTO event_told (account, kind, brand, subject, about, until_ms, run) SELECT ");
    sql.bind(account).push(", value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ").bind(run);
    sql.push(" FROM json_each(").bind(rows).push(")");
    rest(&mut sql);
    sql.finish()
}
