//! The ledger of an account: its counters, the keys it refuses and what it used, in a few tables of its own.
//!
//! A request changes the state of one key in memory; [`Ledger::write`] keeps all states that changed, a row for each,
//! and what was counted may be told only after that. The windows of the account are the sums of those of its keys, so
//! that they need no row of their own. Every method is one step: whoever calls them lets none begin before another one
//! has ended, and opens the ledger anew after one that failed.
//!
//! A request is taken before it is answered, and open until somebody tells what became of it
//! ([`super::message::Settlement`]). What nobody tells in time has failed: it is given back.

mod key;
mod tables;

use super::message::{Checkpoint, Message, Settlement, Standings, Status, Take, Taken, UsageRows};
use super::usage::{self, LatencyRow, UsageRow};
use super::window::{Counter, Counters, Limits, Policy};
use crate::base::date::Month;
use crate::service::account::Api;
use crate::sql::{Sql, Statement};
use key::{KeyState, PastHour};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tables::field;

pub use tables::Tables;
pub(crate) use tables::record;

/// Seconds for which a revoked key is refused here. Key lookups report the revocation long before that.
const REVOKED_FOR: i64 = 30 * 86_400;

/// Day and month of an API.
type Quota = (Counter, Counter);

/// The ledger.
#[derive(Debug)]
pub struct Ledger<T> {
    tables: T,
    account: String,
    /// The last month with written checkpoints.
    checkpointed: i64,
    keys: HashMap<String, KeyState>,
    /// Charged requests of all keys, by API.
    quotas: BTreeMap<Api, Quota>,
    revoked: BTreeMap<String, i64>,
    /// The earliest time at which a request can be overdue, in milliseconds since 1970.
    overdue_from: i64,
    /// Keys with unwritten state.
    changed: BTreeSet<String>,
    /// Other statements to write with the keys.
    unwritten: Vec<Statement>,
    /// True if the unwritten changes must be written before a response is sent.
    urgent: bool,
}

impl<T: Tables> Ledger<T> {
    /// Opens the ledger in some tables. Creates the tables if there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        for statement in Sql::script(tables::TABLES) {
            tables.run(statement)?;
        }
        let mut ledger = Self {
            tables,
            account: String::new(),
            checkpointed: 0,
            keys: HashMap::new(),
            quotas: BTreeMap::new(),
            revoked: BTreeMap::new(),
            overdue_from: 0,
            changed: BTreeSet::new(),
            unwritten: Vec::new(),
            urgent: false,
        };
        let rows = |sql: &str| ledger.tables.run(Sql::new(sql).finish());
        let (accounts, keys) =
            (rows("SELECT account, checkpointed FROM ledger")?, rows("SELECT key, state FROM key_state")?);
        let revoked = rows("SELECT key, at FROM revoked")?;
        if let Some(row) = accounts.first() {
            ledger.account = field(row, "account")?;
            ledger.checkpointed = field(row, "checkpointed")?;
        }
        for row in &keys {
            let state: KeyState = serde_json::from_str(&field::<String>(row, "state")?)
                .map_err(|error| format!("the state of a key: {error}"))?;
            let (day, month) = ledger.quotas.entry(state.face).or_default();
            add_up(day, state.day);
            add_up(month, state.month);
            ledger.keys.insert(field(row, "key")?, state);
        }
        for row in &revoked {
            ledger.revoked.insert(field(row, "key")?, field(row, "at")?);
        }
        Ok(ledger)
    }

    /// Handles a message at a time in milliseconds since 1970, and returns the answer as JSON. Send the answer only
    /// when nothing is [urgent](Self::is_urgent).
    pub fn handle(&mut self, message: &Message, now_ms: i64) -> Result<String, String> {
        let now = now_ms.div_euclid(1_000);
        match message {
            Message::Take { account, takes, settled } => {
                self.belong_to(account, now);
                self.settle(settled, now_ms);
                json(&takes.iter().map(|take| self.take(take, now_ms)).collect::<Vec<_>>())
            }
            Message::Settle { account, settled } => {
                self.belong_to(account, now);
                self.settle(settled, now_ms);
                json(&())
            }
            Message::Revoke { account, key, at } => {
                self.belong_to(account, now);
                self.revoke(key, *at);
                json(&())
            }
            Message::Standings { face, limits } => json(&self.standings(*face, limits, now)),
            Message::Usage { from, before } => json(&self.usage(from, before)?),
        }
    }

    /// Returns true if a change must be written before its caller is answered.
    pub const fn is_urgent(&self) -> bool {
        self.urgent
    }

    /// Returns true if there are unwritten changes.
    pub fn is_changed(&self) -> bool {
        !self.changed.is_empty() || !self.unwritten.is_empty()
    }

    /// Writes all changes in one transaction.
    pub fn write(&mut self) -> Result<(), String> {
        let mut statements = std::mem::take(&mut self.unwritten);
        let changed = std::mem::take(&mut self.changed);
        self.urgent = false;
        if !changed.is_empty() {
            let states = changed.iter().filter_map(|key| Some((key.as_str(), self.keys.get(key)?)));
            statements.push(tables::keep_keys(states)?);
        }
        match statements.len() {
            0 => Ok(()),
            1 => statements.into_iter().try_for_each(|statement| self.tables.run(statement).map(drop)),
            _ => self.tables.run_all(statements),
        }
    }

    /// Counts a request in the windows.
    pub(in crate::service) fn take(&mut self, take: &Take, now_ms: i64) -> Taken {
        let now = now_ms.div_euclid(1_000);
        if now_ms > take.not_after {
            return Taken::TooLate;
        }
        if self.revoked.get(&take.key).is_some_and(|at| *at <= now) {
            return Taken::Revoked;
        }
        let (day, month) = self.quotas.get(&take.face).copied().unwrap_or_default();
        let key = self.keys.entry(take.key.clone()).or_insert_with(|| KeyState::new(take.face));
        let mut counters = Counters { minute: key.minute, day, month };
        let verdict = counters.take(&take.limits, now, take.charge);
        key.minute = counters.minute;
        if verdict.charged {
            key.charge(counters.day.window, counters.month.window);
            self.quotas.insert(take.face, (counters.day, counters.month));
            self.urgent = true;
        }
        let status = if verdict.is_admitted() { take.status } else { Status::Limited };
        let past = key.note(take, status, verdict.charged, now);
        self.overdue_from = self.overdue_from.min(take.settled_by);
        self.changed.insert(take.key.clone());
        self.keep_hour(past);
        Taken::Verdict(verdict)
    }

    /// Records the outcomes of requests.
    fn settle(&mut self, settled: &[Settlement], now_ms: i64) {
        for Settlement { id, key, became, milliseconds } in settled {
            self.close(key, id, *became, *milliseconds);
        }
        self.expire(now_ms);
    }

    /// Refunds requests whose outcome is overdue.
    pub fn expire(&mut self, now_ms: i64) {
        if now_ms <= self.overdue_from {
            return;
        }
        let of_key = |(key, state): (&String, &KeyState)| {
            let ids = state.overdue(now_ms);
            (!ids.is_empty()).then(|| (key.clone(), ids))
        };
        let overdue: Vec<(String, Vec<String>)> = self.keys.iter().filter_map(of_key).collect();
        for (key, ids) in overdue {
            ids.iter().for_each(|id| self.close(&key, id, Status::Failed, 0));
        }
        self.overdue_from = self.keys.values().filter_map(KeyState::next_overdue).min().unwrap_or(i64::MAX);
    }

    /// Closes an open request.
    fn close(&mut self, key: &str, id: &str, became: Status, milliseconds: u64) {
        let Some(state) = self.keys.get_mut(key) else { return };
        let Some(open) = state.close(id) else { return };
        if open.charged {
            // Until this is written, a restart would refund the request even if it was answered.
            self.urgent = true;
        }
        if open.charged && became != Status::Answered {
            state.give_back(open.at);
            let (day, month) = self.quotas.entry(state.face).or_default();
            day.give_back(Policy::Day, open.at);
            month.give_back(Policy::Month, open.at);
        }
        if let Some([from, to]) = state.settle(key, &open, became, milliseconds) {
            self.unwritten.extend([tables::add_usage(&from, -1), tables::add_usage(&to, 1)]);
        }
        self.changed.insert(key.to_owned());
    }

    fn revoke(&mut self, key: &str, at: i64) {
        let at = self.revoked.get(key).map_or(at, |earlier| at.min(*earlier));
        self.revoked.insert(key.to_owned(), at);
        self.unwritten.push(tables::keep_revoked(key, at));
        self.urgent = true;
    }

    fn standings(&self, face: Api, limits: &Limits, now: i64) -> Standings {
        let (day, month) = self.quotas.get(&face).copied().unwrap_or_default();
        // Minute windows belong to keys, not to the account.
        let limits = Limits { per_minute: None, ..*limits };
        let windows = Counters { minute: Counter::default(), day, month }.standings(&limits, now);
        Standings { windows, last_used: self.last_used() }
    }

    fn last_used(&self) -> BTreeMap<String, i64> {
        self.keys.iter().map(|(key, state)| (key.clone(), state.last_used)).collect()
    }

    fn usage(&mut self, from: &str, before: &str) -> Result<UsageRows, String> {
        self.write()?;
        let rows = |select| self.tables.run(tables::between(select, from, before));
        let rows_of = rows("SELECT period, endpoint, key, face, status, requests, charged, cost FROM usage")?;
        let latencies = rows("SELECT period, endpoint, face, bucket, requests FROM latency")?;
        let mut usage = UsageRows {
            rows: rows_of.into_iter().map(record::<UsageRow>).collect::<Result<_, _>>()?,
            latencies: latencies.into_iter().map(record::<LatencyRow>).collect::<Result<_, _>>()?,
        };
        let is_asked = |period: &str| from <= period && period < before;
        for (key, state) in &self.keys {
            let hour = state.hour_rows(key);
            usage.rows.extend(hour.usage.into_iter().filter(|row| is_asked(&row.period)));
            usage.latencies.extend(hour.latencies.into_iter().filter(|row| is_asked(&row.period)));
        }
        Ok(usage)
    }

    /// Returns the checkpoints to write to KV at a time in seconds since 1970. They cover the month, and the month
    /// before while its checkpoint may be incomplete.
    pub fn checkpoints(&self, now: i64) -> Vec<Checkpoint> {
        if self.account.is_empty() {
            return Vec::new();
        }
        let current = Policy::Month.window(now);
        (self.checkpointed.max(current - 1)..=current).map(|month| self.checkpoint(month)).collect()
    }

    fn checkpoint(&self, month: i64) -> Checkpoint {
        let mut charged: BTreeMap<Api, u64> = BTreeMap::new();
        for state in self.keys.values() {
            *charged.entry(state.face).or_default() += state.charged_in(month);
        }
        Checkpoint {
            account_id: self.account.clone(),
            month: Month::of_number(month).map_or_else(String::new, |first| usage::month(first.seconds())),
            charged,
            last_used: self.last_used(),
        }
    }

    /// Records that KV has the [checkpoints](Self::checkpoints) of a time.
    pub fn checkpointed(&mut self, now: i64) {
        let current = Policy::Month.window(now);
        let begins = Month::of_number(current).map_or(0, Month::seconds);
        let awaits_earlier = self.keys.values().any(|state| state.awaits_before(begins));
        if self.checkpointed < current && !awaits_earlier {
            self.checkpointed = current;
            self.unwritten.push(tables::keep_account(&self.account, current));
        }
    }

    /// Returns true if the outcome of any request is pending.
    pub fn awaits_outcomes(&self) -> bool {
        self.keys.values().any(|state| state.next_overdue().is_some())
    }

    /// Folds old hourly usage into days and old daily usage into months. Deletes older usage, so that the tables stay
    /// bounded.
    pub fn fold(&mut self, now: i64) -> Result<(), String> {
        let hour = usage::hour(now);
        let ended = |(key, state): (&String, &mut KeyState)| Some((key.clone(), state.end_hour_before(&hour, key)?));
        let ended: Vec<(String, PastHour)> = self.keys.iter_mut().filter_map(ended).collect();
        for (key, past) in ended {
            self.changed.insert(key);
            self.keep_hour(Some(past));
        }
        self.unwritten.extend(tables::fold_into("2026-01-31", &usage::days_before(now, usage::HOURS_FOR_DAYS)));
        self.unwritten.extend(tables::fold_into("2026-01", &usage::months_before(now, usage::DAYS_FOR_MONTHS)));
        self.unwritten.extend(tables::forget_usage(&usage::months_before(now, usage::KEPT_FOR_MONTHS)));
        self.unwritten.push(tables::forget_revoked(now - REVOKED_FOR));
        self.revoked.retain(|_, at| *at >= now - REVOKED_FOR);
        self.write()
    }

    fn keep_hour(&mut self, past: Option<PastHour>) {
        let Some(PastHour { usage, latencies }) = past else { return };
        self.unwritten.extend(usage.iter().map(|row| tables::add_usage(row, 1)));
        self.unwritten.extend(latencies.iter().map(tables::add_latency));
    }

    fn belong_to(&mut self, account: &str, now: i64) {
        if self.account.is_empty() {
            account.clone_into(&mut self.account);
            self.checkpointed = Policy::Month.window(now);
            self.unwritten.push(tables::keep_account(account, self.checkpointed));
        }
    }
}

/// Adds a counter to another one, unless it is of an earlier window.
fn add_up(sum: &mut Counter, of_key: Counter) {
    if of_key.window > sum.window {
        *sum = of_key;
    } else if of_key.window == sum.window {
        sum.taken += of_key.taken;
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
