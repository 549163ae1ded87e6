//! The ledger of an account: its counters, the keys it refuses and what it used, in a few tables of its own.
//!
//! What was counted is written before it is answered. The rest is remembered from one request to the next, and read
//! again when the ledger is opened anew. Every method is one step: whoever calls them lets none begin before another
//! one has ended, and keeps all it wrote or nothing.

use super::message::{Checkpoint, Correction, Counted, Latency, Message, Standings, Status, Take, Taken, Usage};
use super::usage::{self, LatencyRow, UsageRow};
use super::window::{Counter, Counters, Limits, Policy};
use crate::account::Face;
use crate::store::{Param, Row, Sql, Statement};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Keys whose minutes are remembered, before those that have passed are forgotten.
const REMEMBERED_KEYS: usize = 1_000;
/// Requests that are remembered, to correct each once.
const REMEMBERED_REQUESTS: usize = 2_000;
/// Seconds for which a revoked key is refused here. Long before, whoever looks the key up is told of it.
const REVOKED_FOR: i64 = 30 * 86_400;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS minute (key TEXT PRIMARY KEY, number INTEGER NOT NULL, taken INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS quota (face TEXT PRIMARY KEY, day INTEGER NOT NULL, day_taken INTEGER NOT NULL, month INTEGER NOT NULL, month_taken INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revoked (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS usage (period TEXT NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL, face TEXT NOT NULL, status TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL, cost INTEGER NOT NULL, PRIMARY KEY (period, endpoint, key, face, status)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS latency (period TEXT NOT NULL, endpoint TEXT NOT NULL, face TEXT NOT NULL, bucket INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (period, endpoint, face, bucket)) WITHOUT ROWID;
";

/// Tables that a ledger has for itself.
pub trait Tables {
    /// Runs a statement and returns its rows.
    ///
    /// # Errors
    /// What went wrong, for the log.
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String>;
}

/// Day and month of a face.
type Quota = (Counter, Counter);

/// The ledger.
#[derive(Debug)]
pub struct Ledger<T> {
    tables: T,
    account: String,
    minutes: HashMap<String, Counter>,
    quotas: BTreeMap<Face, Quota>,
    revoked: BTreeMap<String, i64>,
    /// What was counted of the latest requests, by id; nothing of those that were corrected.
    counted: HashMap<String, Option<Counted>>,
    latest: VecDeque<String>,
}

impl<T: Tables> Ledger<T> {
    /// Opens the ledger in some tables, which it makes when there are none.
    ///
    /// # Errors
    /// Those of the tables.
    pub fn open(tables: T) -> Result<Self, String> {
        for statement in Sql::script(TABLES) {
            tables.run(statement)?;
        }
        let mut ledger = Self {
            tables,
            account: String::new(),
            minutes: HashMap::new(),
            quotas: BTreeMap::new(),
            revoked: BTreeMap::new(),
            counted: HashMap::new(),
            latest: VecDeque::new(),
        };
        if let Some(row) = ledger.rows("SELECT id FROM account")?.first() {
            ledger.account = field(row, "id")?;
        }
        for row in ledger.rows("SELECT face, day, day_taken, month, month_taken FROM quota")? {
            let counter =
                |window, taken| Ok::<_, String>(Counter { window: field(&row, window)?, taken: field(&row, taken)? });
            ledger
                .quotas
                .insert(field(&row, "face")?, (counter("day", "day_taken")?, counter("month", "month_taken")?));
        }
        for row in ledger.rows("SELECT key, at FROM revoked")? {
            ledger.revoked.insert(field(&row, "key")?, field(&row, "at")?);
        }
        Ok(ledger)
    }

    /// The account, once anything was said of it.
    pub fn account(&self) -> &str {
        &self.account
    }

    /// Does what a message asks for, at a time in milliseconds since 1970; the answer as JSON.
    ///
    /// # Errors
    /// Those of the tables.
    pub fn handle(&mut self, message: Message, now_ms: i64) -> Result<Value, String> {
        let now = now_ms.div_euclid(1_000);
        match message {
            Message::Take(take) => json(&self.take(&take, now_ms)?),
            Message::Correct { account, corrections } => {
                self.belong_to(&account)?;
                corrections.iter().try_for_each(|correction| self.correct(correction))?;
                Ok(Value::Null)
            }
            Message::Revoke { account, key, at } => {
                self.belong_to(&account)?;
                self.revoke(&key, at)?;
                Ok(Value::Null)
            }
            Message::Standings { face, limits } => json(&self.standings(face, &limits, now)?),
            Message::Usage { from, before } => json(&self.usage(&from, &before)?),
        }
    }

    /// Takes a request from the windows.
    ///
    /// # Errors
    /// Those of the tables.
    pub fn take(&mut self, take: &Take, now_ms: i64) -> Result<Taken, String> {
        let now = now_ms.div_euclid(1_000);
        // Whoever asked has kept what it had to tell.
        if now_ms > take.not_after {
            return Ok(Taken::TooLate);
        }
        self.belong_to(&take.account)?;
        take.corrections.iter().try_for_each(|correction| self.correct(correction))?;
        self.note_latencies(&take.latencies, now)?;
        if self.revoked.get(&take.key).is_some_and(|at| *at <= now) {
            return Ok(Taken::Revoked);
        }
        let (day, month) = self.quotas.get(&take.face).copied().unwrap_or_default();
        let mut counters = Counters { minute: self.minute(&take.key)?, day, month };
        let verdict = counters.take(&take.limits, now, take.charge);
        self.keep_minute(&take.key, counters.minute, now)?;
        if verdict.charged {
            self.keep_quota(take.face, (counters.day, counters.month))?;
        }
        let status = if verdict.is_admitted()
            || take.status == Status::Refused && take.charge == super::window::Charge::Refused
        {
            take.status
        } else {
            Status::Limited
        };
        let counted = Counted {
            key: take.key.clone(),
            face: take.face,
            endpoint: take.endpoint.clone(),
            cost: if verdict.charged { take.cost } else { 0 },
            at: now,
            status,
            charged: verdict.charged,
        };
        self.add_usage(&usage_row(&counted), 1)?;
        self.remember(&take.id, Some(counted));
        Ok(Taken::Verdict(verdict))
    }

    /// Gives back what a request took that failed then, or had nothing new to say. A correction that was told already changes nothing, and neither
    /// does one of a request that was never counted.
    fn correct(&mut self, correction: &Correction) -> Result<(), String> {
        let counted = match self.counted.get(&correction.id) {
            Some(remembered) => remembered.clone(),
            None => correction.counted.clone(),
        };
        let Some(counted) = counted else { return Ok(()) };
        if counted.charged {
            let (day, month) = self.quotas.get(&counted.face).copied().unwrap_or_default();
            let mut counters = Counters { minute: Counter::default(), day, month };
            counters.give_back(counted.at);
            self.keep_quota(counted.face, (counters.day, counters.month))?;
        }
        let row = usage_row(&counted);
        self.add_usage(&row, -1)?;
        self.add_usage(&UsageRow { status: correction.became.name().to_owned(), charged: 0, cost: 0, ..row }, 1)?;
        self.remember(&correction.id, None);
        Ok(())
    }

    fn remember(&mut self, id: &str, counted: Option<Counted>) {
        if self.counted.insert(id.to_owned(), counted).is_none() {
            self.latest.push_back(id.to_owned());
        }
        if self.latest.len() > REMEMBERED_REQUESTS
            && let Some(oldest) = self.latest.pop_front()
        {
            self.counted.remove(&oldest);
        }
    }

    fn revoke(&mut self, key: &str, at: i64) -> Result<(), String> {
        let at = self.revoked.get(key).map_or(at, |earlier| at.min(*earlier));
        let mut sql = Sql::new("INSERT OR REPLACE INTO revoked (key, at) VALUES (");
        sql.bind(key).push(", ").bind(at).push(")");
        self.tables.run(sql.finish())?;
        self.revoked.insert(key.to_owned(), at);
        Ok(())
    }

    fn standings(&self, face: Face, limits: &Limits, now: i64) -> Result<Standings, String> {
        let (day, month) = self.quotas.get(&face).copied().unwrap_or_default();
        // Minutes are of keys, not of the account.
        let limits = Limits { per_minute: None, ..*limits };
        let windows = Counters { minute: Counter::default(), day, month }.standings(&limits, now);
        Ok(Standings { windows, last_used: self.last_used()? })
    }

    fn last_used(&self) -> Result<BTreeMap<String, i64>, String> {
        let rows = self.rows("SELECT key, at FROM minute")?;
        rows.iter().map(|row| Ok((field(row, "key")?, field(row, "at")?))).collect()
    }

    fn usage(&self, from: &str, before: &str) -> Result<Usage, String> {
        let between = |select: &str| {
            let mut sql = Sql::new(&format!("{select} WHERE period >= "));
            sql.bind(from).push(" AND period < ").bind(before);
            self.tables.run(sql.finish())
        };
        let rows = between("SELECT period, endpoint, key, face, status, requests, charged, cost FROM usage")?;
        let latencies = between("SELECT period, endpoint, face, bucket, requests FROM latency")?;
        Ok(Usage {
            rows: rows.into_iter().map(record::<UsageRow>).collect::<Result<_, _>>()?,
            latencies: latencies.into_iter().map(record::<LatencyRow>).collect::<Result<_, _>>()?,
        })
    }

    /// What KV is to hold of the account, for the month of a time in seconds since 1970.
    ///
    /// # Errors
    /// Those of the tables.
    pub fn checkpoint(&self, now: i64) -> Result<Checkpoint, String> {
        let window = Policy::Month.window(now);
        let of_month = |(_, month): &Quota| if month.window == window { month.taken } else { 0 };
        Ok(Checkpoint {
            account_id: self.account.clone(),
            month: usage::month(now),
            charged: self.quotas.iter().map(|(face, quota)| (*face, of_month(quota))).collect(),
            last_used: self.last_used()?,
        })
    }

    /// Folds what is told by hour into days and by day into months where it is old, and forgets what is older, so that
    /// the tables stay bounded.
    ///
    /// # Errors
    /// Those of the tables.
    pub fn fold(&mut self, now: i64) -> Result<(), String> {
        let hours_end = usage::days_before(now, usage::HOURS_FOR_DAYS);
        let days_end = usage::months_before(now, usage::DAYS_FOR_MONTHS);
        let kept_from = usage::months_before(now, usage::KEPT_FOR_MONTHS);
        self.fold_into("2026-01-31", &hours_end)?;
        self.fold_into("2026-01", &days_end)?;
        for table in ["usage", "latency"] {
            let mut sql = Sql::new(&format!("DELETE FROM {table} WHERE period < "));
            sql.bind(kept_from.as_str());
            self.tables.run(sql.finish())?;
        }
        let mut sql = Sql::new("DELETE FROM revoked WHERE at < ");
        sql.bind(now - REVOKED_FOR);
        self.tables.run(sql.finish())?;
        self.revoked.retain(|_, at| *at >= now - REVOKED_FOR);
        Ok(())
    }

    /// Adds the rows of shorter periods before an end up under periods that are written like an example: the start of
    /// what shorter ones are written like.
    fn fold_into(&self, example: &str, end: &str) -> Result<(), String> {
        let length = i64::try_from(example.len()).unwrap_or(0);
        let tables = [
            ("usage", "endpoint, key, face, status", "requests, charged, cost"),
            ("latency", "endpoint, face, bucket", "requests"),
        ];
        for (table, keys, sums) in tables {
            let summed: Vec<String> = sums.split(", ").map(|sum| format!("sum({sum})")).collect();
            let added: Vec<String> = sums.split(", ").map(|sum| format!("{sum} = {sum} + excluded.{sum}")).collect();
            let condition = |sql: &mut Sql| {
                sql.push(" WHERE length(period) > ").bind(length);
                sql.push(" AND period < ").bind(end);
            };
            let mut sql = Sql::new(&format!("INSERT INTO {table} (period, {keys}, {sums}) SELECT substr(period, 1, "));
            sql.bind(length).push(&format!("), {keys}, {} FROM {table}", summed.join(", ")));
            condition(&mut sql);
            sql.push(&format!(" GROUP BY 1, {keys} ON CONFLICT DO UPDATE SET {}", added.join(", ")));
            self.tables.run(sql.finish())?;
            let mut sql = Sql::new(&format!("DELETE FROM {table}"));
            condition(&mut sql);
            self.tables.run(sql.finish())?;
        }
        Ok(())
    }

    fn belong_to(&mut self, account: &str) -> Result<(), String> {
        if self.account.is_empty() {
            let mut sql = Sql::new("INSERT OR REPLACE INTO account (id) VALUES (");
            sql.bind(account).push(")");
            self.tables.run(sql.finish())?;
            account.clone_into(&mut self.account);
        }
        Ok(())
    }

    fn minute(&mut self, key: &str) -> Result<Counter, String> {
        if let Some(counter) = self.minutes.get(key) {
            return Ok(*counter);
        }
        let mut sql = Sql::new("SELECT number, taken FROM minute WHERE key = ");
        sql.bind(key);
        match self.tables.run(sql.finish())?.first() {
            Some(row) => Ok(Counter { window: field(row, "number")?, taken: field(row, "taken")? }),
            None => Ok(Counter::default()),
        }
    }

    fn keep_minute(&mut self, key: &str, counter: Counter, now: i64) -> Result<(), String> {
        let mut sql = Sql::new("INSERT OR REPLACE INTO minute (key, number, taken, at) VALUES (");
        sql.bind(key)
            .push(", ")
            .bind(counter.window)
            .push(", ")
            .bind(whole(counter.taken))
            .push(", ")
            .bind(now)
            .push(")");
        self.tables.run(sql.finish())?;
        if self.minutes.len() >= REMEMBERED_KEYS {
            self.minutes.retain(|_, other| other.window >= counter.window);
        }
        self.minutes.insert(key.to_owned(), counter);
        Ok(())
    }

    fn keep_quota(&mut self, face: Face, (day, month): Quota) -> Result<(), String> {
        let mut sql = Sql::new("INSERT OR REPLACE INTO quota (face, day, day_taken, month, month_taken) VALUES (");
        sql.bind(face.name());
        for number in [day.window, whole(day.taken), month.window, whole(month.taken)] {
            sql.push(", ").bind(number);
        }
        sql.push(")");
        self.tables.run(sql.finish())?;
        self.quotas.insert(face, (day, month));
        Ok(())
    }

    /// Adds a row to what is there, or takes it away from that.
    fn add_usage(&self, row: &UsageRow, times: i64) -> Result<(), String> {
        let mut sql =
            Sql::new("INSERT INTO usage (period, endpoint, key, face, status, requests, charged, cost) VALUES (");
        sql.bind(row.period.as_str());
        for text in [row.endpoint.as_str(), row.key.as_str(), row.face.name(), row.status.as_str()] {
            sql.push(", ").bind(text);
        }
        for number in [row.requests, row.charged, row.cost] {
            sql.push(", ").bind(times * whole(number));
        }
        sql.push(
            ") ON CONFLICT DO UPDATE SET requests = max(requests + excluded.requests, 0), \
             charged = max(charged + excluded.charged, 0), cost = max(cost + excluded.cost, 0)",
        );
        self.tables.run(sql.finish()).map(drop)
    }

    fn note_latencies(&self, latencies: &[Latency], now: i64) -> Result<(), String> {
        let mut counts: BTreeMap<(&str, Face, u64), i64> = BTreeMap::new();
        for Latency { face, endpoint, milliseconds } in latencies {
            *counts.entry((endpoint.as_str(), *face, usage::bucket(*milliseconds))).or_default() += 1;
        }
        if counts.is_empty() {
            return Ok(());
        }
        let mut sql = Sql::new("INSERT INTO latency (period, endpoint, face, bucket, requests) SELECT ");
        sql.bind(usage::hour(now)).push(", column1, column2, column3, column4 FROM ");
        let rows = counts.into_iter().map(|((endpoint, face, bucket), count)| {
            [Param::from(endpoint), Param::from(face.name()), Param::Integer(whole(bucket)), Param::Integer(count)]
        });
        // Without a condition, SQLite would take ON for that of a join.
        sql.rows(rows).push(" WHERE true ON CONFLICT DO UPDATE SET requests = requests + excluded.requests");
        self.tables.run(sql.finish()).map(drop)
    }

    fn rows(&self, sql: &str) -> Result<Vec<Row>, String> {
        self.tables.run(Sql::new(sql).finish())
    }
}

/// One request in usage.
fn usage_row(counted: &Counted) -> UsageRow {
    UsageRow {
        period: usage::hour(counted.at),
        endpoint: counted.endpoint.clone(),
        key: counted.key.clone(),
        face: counted.face,
        status: counted.status.name().to_owned(),
        requests: 1,
        charged: u64::from(counted.charged),
        cost: counted.cost,
    }
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn json(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// A column of a row. The platform hands numbers out as doubles.
fn field<V: DeserializeOwned>(row: &Row, column: &str) -> Result<V, String> {
    let value = row.get(column).cloned().unwrap_or(Value::Null);
    serde_json::from_value(integral(value)).map_err(|error| format!("column {column} of the ledger: {error}"))
}

fn record<V: DeserializeOwned>(row: Row) -> Result<V, String> {
    let row = row.into_iter().map(|(name, value)| (name, integral(value))).collect();
    serde_json::from_value(Value::Object(row)).map_err(|error| format!("a row of the ledger: {error}"))
}

fn integral(value: Value) -> Value {
    match value.as_f64() {
        Some(number) if value.as_i64().is_none() && number.fract() == 0.0 => Value::from(number as i64),
        _ => value,
    }
}
