//! What an account remembers of events, in the database.
//!
//! Whoever looked writes events and memory in one transaction. Its first statement takes the memory from where it was
//! read to where it is now ([`EventMemory::statements`]); every other statement, those that write events among them, is
//! made to happen only if the first one did ([`EventGuard`]). So of two who looked at the same time one tells, and nothing
//! is told twice.

use super::{ArrivalMemory, EventRound, EventTold};
use crate::base::date::Date;
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::{Row, Sql, Statement, StoreError, exactly, from_row};
use serde::Deserialize;
use serde_json::{Value, json};

/// Milliseconds for which it is known of which days was told, after it may be told again.
const KEPT_MS: u64 = 90 * 86_400_000;
/// Rows that a sweep removes at most: the next one goes on.
const SWEPT: u32 = 1_000;

/// What an account remembers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventMemory {
    /// What was known at the last look, if there was one.
    last: Option<LastLook>,
    /// What is not told again for a while.
    pub told: Vec<EventTold>,
}

#[derive(Debug, Clone, PartialEq)]
struct LastLook {
    run: String,
    version: String,
    day: String,
    arrivals: ArrivalMemory,
}

/// A condition on which a statement of the same transaction depends: that the memory is that of one's own look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventGuard<'g> {
    /// Of a look at an account: the random name of the look.
    Look {
        /// The account.
        account: &'g str,
        /// The name.
        run: &'g str,
    },
    /// Of one event that is told once: what was noted, by the random name under which it was.
    Told {
        /// The account.
        account: &'g str,
        /// What was noted.
        told: &'g EventTold,
        /// The name.
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
    /// Reads what an account remembers: [`EventMemory::from_results`] says what it is.
    pub fn read(account: &str) -> Vec<Statement> {
        let mut memory = Sql::new("SELECT run, version, day, arrivals FROM event_memory WHERE account = ");
        memory.bind(account);
        let mut told = Sql::new("SELECT kind, brand, subject, about, until_ms FROM event_told WHERE account = ");
        told.bind(account);
        vec![memory.finish(), told.finish()]
    }

    /// What the rows say.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when they make no sense.
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

    /// Whether there is nothing to look at: the version, or that there is none, and the day are those of the last look.
    pub fn is_current(&self, version: Option<&str>, today: Date) -> bool {
        let version = version.unwrap_or_default();
        self.last.as_ref().is_some_and(|last| last.version == version && last.day == today.to_string())
    }

    /// Which mentions are known, if somebody looked before.
    pub(super) fn arrivals(&self) -> Option<&ArrivalMemory> {
        self.last.as_ref().map(|last| &last.arrivals)
    }

    /// The first statements of the transaction of a look that began with this memory, under a random name that was never
    /// used. The first one answers a row where the look counts; else somebody else looked meanwhile.
    pub fn statements(&self, account: &str, round: &EventRound, run: &str, now_ms: u64) -> Vec<Statement> {
        let day = round.day.to_string();
        // Texts and numbers: that is written.
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

    /// Notes an event that is told once, such as the use of a quota, under a random name that was never used; nothing
    /// where it was told. Answers a row where it is to be told.
    pub fn tell_once(account: &str, told: &EventTold, run: &str, now_ms: u64) -> Statement {
        note(account, std::slice::from_ref(told), run, |sql| {
            sql.push(" WHERE TRUE ON CONFLICT (account, kind, brand, subject) DO UPDATE SET about = excluded.about, ");
            sql.push("until_ms = excluded.until_ms, run = excluded.run WHERE event_told.until_ms <= ").bind(now_ms);
            sql.push(" RETURNING subject");
        })
    }

    /// Reads so many accounts with webhooks that nobody has looked at since a version was published, or on a day.
    pub fn overdue(version: &str, today: Date, count: u32) -> Statement {
        let mut sql = Sql::new(
            "SELECT DISTINCT webhook.account FROM webhook WHERE status <> 'disabled' AND NOT EXISTS (SELECT 1 FROM \
             event_memory WHERE event_memory.account = webhook.account AND version = ",
        );
        sql.bind(version).push(" AND day = ").bind(today.to_string()).push(") LIMIT ").bind(count);
        sql.finish()
    }

    /// Removes what an account without webhooks remembers of the dataset: whoever hears of it again hears of what is new
    /// then.
    pub fn forget_unheard(account: &str) -> Statement {
        let mut sql = Sql::new("DELETE FROM event_memory WHERE account = ");
        sql.bind(account).push(" AND NOT EXISTS (SELECT 1 FROM webhook WHERE account = ").bind(account);
        sql.push(" AND status <> 'disabled')");
        sql.finish()
    }

    /// Removes all that an account remembers.
    pub fn forget(account: &str) -> Vec<Statement> {
        let of = |table: &str| {
            let mut sql = Sql::new(&format!("DELETE FROM {table} WHERE account = "));
            sql.bind(account);
            sql.finish()
        };
        vec![of("event_memory"), of("event_told")]
    }

    /// Removes what keeps nothing from being told any more.
    pub fn sweep(now_ms: u64) -> Statement {
        let mut sql = Sql::new(
            "DELETE FROM event_told WHERE (account, kind, brand, subject) IN \
             (SELECT account, kind, brand, subject FROM event_told WHERE until_ms < ",
        );
        sql.bind(now_ms.saturating_sub(KEPT_MS)).push(" ORDER BY until_ms LIMIT ").bind(SWEPT).push(")");
        sql.finish()
    }
}

/// Writes what was told, where and how `rest` says.
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
