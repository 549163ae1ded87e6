//! The ledger of an account: its counters, revoked keys and usage, in tables of its own.
//!
//! A request changes the state of one key in memory. [`Ledger::write`] writes all changed states, one row each. The
//! caller sends no answer before that, if it must not be lost. The account's windows are the sums over its keys, so
//! they need no row of their own. The caller runs one method at a time, and opens the ledger again after an error.
//!
//! A request is reserved before it is answered. Its outcome then confirms or refunds it
//! ([`super::message::RequestOutcome`]). A reservation without an outcome expires, and is refunded as failed.

mod key;
mod tables;

use super::message::{
    Checkpoint, MeterRequest, QuotaStatus, RequestOutcome, Reservation, ReservationRequest, UsageRows, UsageStatus,
};
use super::usage::{self, LatencyRow, UsageRow};
use super::window::{Counter, Counters, PlanLimits, Policy};
use crate::base::date::Month;
use crate::service::account::Api;
use crate::sql::{Sql, Statement};
use key::{HourUsage, KeyState};
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
            let (day, month) = ledger.quotas.entry(state.api).or_default();
            add_counter(day, state.day);
            add_counter(month, state.month);
            ledger.keys.insert(field(row, "key")?, state);
        }
        for row in &revoked {
            ledger.revoked.insert(field(row, "key")?, field(row, "at")?);
        }
        Ok(ledger)
    }

    /// Handles a message at a time in milliseconds since 1970, and returns the answer as JSON. Send the answer only
    /// when nothing is [urgent](Self::is_urgent).
    pub fn handle(&mut self, message: &MeterRequest, now_ms: i64) -> Result<String, String> {
        let now = now_ms.div_euclid(1_000);
        match message {
            MeterRequest::Reserve { account, requests, outcomes } => {
                self.set_account(account, now);
                self.apply_outcomes(outcomes, now_ms);
                json(&requests.iter().map(|request| self.reserve(request, now_ms)).collect::<Vec<_>>())
            }
            MeterRequest::ConfirmOrRefund { account, outcomes } => {
                self.set_account(account, now);
                self.apply_outcomes(outcomes, now_ms);
                json(&())
            }
            MeterRequest::Revoke { account, key, at } => {
                self.set_account(account, now);
                self.revoke(key, *at);
                json(&())
            }
            MeterRequest::QuotaStatus { api, limits } => json(&self.quota_status(*api, limits, now)),
            MeterRequest::Usage { from, before } => json(&self.usage(from, before)?),
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
            statements.push(tables::upsert_keys(states)?);
        }
        match statements.len() {
            0 => Ok(()),
            1 => statements.into_iter().try_for_each(|statement| self.tables.run(statement).map(drop)),
            _ => self.tables.run_all(statements),
        }
    }

    /// Counts a request in the windows, unless a limit or a revocation refuses it.
    pub(in crate::service) fn reserve(&mut self, request: &ReservationRequest, now_ms: i64) -> Reservation {
        let now = now_ms.div_euclid(1_000);
        if now_ms > request.not_after {
            return Reservation::TooLate;
        }
        if self.revoked.get(&request.key).is_some_and(|at| *at <= now) {
            return Reservation::Revoked;
        }
        let (day, month) = self.quotas.get(&request.api).copied().unwrap_or_default();
        let key = self.keys.entry(request.key.clone()).or_insert_with(|| KeyState::new(request.api));
        let mut counters = Counters { minute: key.minute, day, month };
        let verdict = counters.reserve(&request.limits, now, request.charge);
        key.minute = counters.minute;
        if verdict.charged {
            key.charge(counters.day.window, counters.month.window);
            self.quotas.insert(request.api, (counters.day, counters.month));
            self.urgent = true;
        }
        let status = if verdict.is_admitted() { request.status } else { UsageStatus::Limited };
        let past = key.record_request(request, status, verdict.charged, now);
        self.overdue_from = self.overdue_from.min(request.expires_at_ms);
        self.changed.insert(request.key.clone());
        self.push_hour(past);
        Reservation::Verdict(verdict)
    }

    /// Applies the outcomes of requests.
    fn apply_outcomes(&mut self, outcomes: &[RequestOutcome], now_ms: i64) {
        for RequestOutcome { id, key, status, milliseconds } in outcomes {
            self.confirm_or_refund(key, id, *status, *milliseconds);
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
            ids.iter().for_each(|id| self.confirm_or_refund(&key, id, UsageStatus::Failed, 0));
        }
        self.overdue_from = self.keys.values().filter_map(KeyState::next_overdue).min().unwrap_or(i64::MAX);
    }

    /// Confirms an answered request. Refunds any other.
    fn confirm_or_refund(&mut self, key: &str, id: &str, status: UsageStatus, milliseconds: u64) {
        let Some(state) = self.keys.get_mut(key) else { return };
        let Some(pending) = state.take_pending(id) else { return };
        if pending.charged {
            // Until this is written, a restart would refund the request even if it was answered.
            self.urgent = true;
        }
        if pending.charged && status != UsageStatus::Answered {
            state.refund(pending.at);
            let (day, month) = self.quotas.entry(state.api).or_default();
            day.refund(Policy::Day, pending.at);
            month.refund(Policy::Month, pending.at);
        }
        if let Some([from, to]) = state.record_outcome(key, &pending, status, milliseconds) {
            self.unwritten.extend([tables::add_usage(&from, -1), tables::add_usage(&to, 1)]);
        }
        self.changed.insert(key.to_owned());
    }

    fn revoke(&mut self, key: &str, at: i64) {
        let at = self.revoked.get(key).map_or(at, |earlier| at.min(*earlier));
        self.revoked.insert(key.to_owned(), at);
        self.unwritten.push(tables::upsert_revocation(key, at));
        self.urgent = true;
    }

    fn quota_status(&self, api: Api, limits: &PlanLimits, now: i64) -> QuotaStatus {
        let (day, month) = self.quotas.get(&api).copied().unwrap_or_default();
        // Minute windows belong to keys, not to the account.
        let limits = PlanLimits { per_minute: None, ..*limits };
        let windows = Counters { minute: Counter::default(), day, month }.limit_statuses(&limits, now);
        QuotaStatus { windows, last_used: self.last_used() }
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
        let is_requested = |period: &str| from <= period && period < before;
        for (key, state) in &self.keys {
            let hour = state.current_hour(key);
            usage.rows.extend(hour.usage.into_iter().filter(|row| is_requested(&row.period)));
            usage.latencies.extend(hour.latencies.into_iter().filter(|row| is_requested(&row.period)));
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
            *charged.entry(state.api).or_default() += state.charged_in(month);
        }
        Checkpoint {
            account_id: self.account.clone(),
            month: Month::of_number(month).map_or_else(String::new, |first| usage::month(first.seconds())),
            charged,
            last_used: self.last_used(),
        }
    }

    /// Records that KV has the [checkpoints](Self::checkpoints) of a time.
    pub fn confirm_checkpoints(&mut self, now: i64) {
        let current = Policy::Month.window(now);
        let begins = Month::of_number(current).map_or(0, Month::seconds);
        let awaits_earlier = self.keys.values().any(|state| state.has_pending_before(begins));
        if self.checkpointed < current && !awaits_earlier {
            self.checkpointed = current;
            self.unwritten.push(tables::upsert_account(&self.account, current));
        }
    }

    /// Returns true if the outcome of any request is pending.
    pub fn awaits_outcomes(&self) -> bool {
        self.keys.values().any(|state| state.next_overdue().is_some())
    }

    /// Rolls up old hourly usage into days and old daily usage into months. Deletes older usage, so that the tables
    /// stay bounded.
    pub fn roll_up(&mut self, now: i64) -> Result<(), String> {
        let hour = usage::hour(now);
        let ended = |(key, state): (&String, &mut KeyState)| Some((key.clone(), state.take_hour_before(&hour, key)?));
        let ended: Vec<(String, HourUsage)> = self.keys.iter_mut().filter_map(ended).collect();
        for (key, past) in ended {
            self.changed.insert(key);
            self.push_hour(Some(past));
        }
        self.unwritten.extend(tables::roll_up_into("2026-01-31", &usage::days_before(now, usage::HOURS_FOR_DAYS)));
        self.unwritten.extend(tables::roll_up_into("2026-01", &usage::months_before(now, usage::DAYS_FOR_MONTHS)));
        self.unwritten.extend(tables::delete_usage(&usage::months_before(now, usage::KEPT_FOR_MONTHS)));
        self.unwritten.push(tables::delete_revocations(now - REVOKED_FOR));
        self.revoked.retain(|_, at| *at >= now - REVOKED_FOR);
        self.write()
    }

    fn push_hour(&mut self, past: Option<HourUsage>) {
        let Some(HourUsage { usage, latencies }) = past else { return };
        self.unwritten.extend(usage.iter().map(|row| tables::add_usage(row, 1)));
        self.unwritten.extend(latencies.iter().map(tables::add_latency));
    }

    fn set_account(&mut self, account: &str, now: i64) {
        if self.account.is_empty() {
            account.clone_into(&mut self.account);
            self.checkpointed = Policy::Month.window(now);
            self.unwritten.push(tables::upsert_account(account, self.checkpointed));
        }
    }
}

/// Adds a counter to another one, unless it is of an earlier window.
fn add_counter(sum: &mut Counter, of_key: Counter) {
    if of_key.window > sum.window {
        *sum = of_key;
    } else if of_key.window == sum.window {
        sum.count += of_key.count;
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
