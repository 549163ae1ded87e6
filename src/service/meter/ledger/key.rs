//! The state of one key: everything that a request changes, stored as one row.

use crate::service::account::Api;
use crate::service::meter::message::{ReservationRequest, UsageStatus};
use crate::service::meter::usage::{self, LatencyRow, UsageRow};
use crate::service::meter::window::{Counter, Policy};
use serde::{Deserialize, Serialize};

/// Maximum number of pending reservations of a key. Beyond it, the oldest counts as answered.
const MAX_PENDING: usize = 2_000;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KeyState {
    #[serde(rename = "face")]
    pub api: Api,
    /// The last use, in seconds since 1970.
    pub last_used: i64,
    /// Requests of the minute.
    pub minute: Counter,
    /// Charged requests of this key. The account's counter is the sum over its keys.
    pub day: Counter,
    pub month: Counter,
    /// Charged requests of the month before.
    earlier_month: Counter,
    /// The hour whose requests are counted here and not yet in the usage table.
    hour: String,
    usage: Vec<UsageCounts>,
    latencies: Vec<LatencyCount>,
    /// Requests whose outcome is pending.
    #[serde(rename = "open")]
    pending: Vec<PendingReservation>,
}

/// Requests of the hour with the same endpoint and status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct UsageCounts {
    endpoint: String,
    status: UsageStatus,
    requests: u64,
    charged: u64,
    cost: u64,
}

/// Answers of the hour with similar duration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LatencyCount {
    endpoint: String,
    end: u64,
    requests: u64,
}

/// A reserved request that has not been confirmed or refunded yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingReservation {
    pub id: String,
    endpoint: String,
    status: UsageStatus,
    /// True if day and month counted the request.
    pub charged: bool,
    cost: u64,
    /// The time of the count, in seconds since 1970.
    pub at: i64,
    /// The expiry of the reservation, in milliseconds since 1970.
    #[serde(rename = "settled_by")]
    expires_at_ms: i64,
}

/// The usage of one hour.
#[derive(Debug, Default, PartialEq)]
pub(super) struct HourUsage {
    pub usage: Vec<UsageRow>,
    pub latencies: Vec<LatencyRow>,
}

impl KeyState {
    pub fn new(api: Api) -> Self {
        Self { api, ..Self::default() }
    }

    /// Counts a charged request in the account's windows.
    pub fn charge(&mut self, day: i64, month: i64) {
        if self.day.window != day {
            self.day = Counter { window: day, count: 0 };
        }
        if self.month.window != month {
            self.earlier_month = std::mem::replace(&mut self.month, Counter { window: month, count: 0 });
        }
        self.day.count += 1;
        self.month.count += 1;
    }

    /// Refunds a request, charged at a time, in the windows that still contain that time.
    pub fn refund(&mut self, at: i64) {
        self.day.refund(Policy::Day, at);
        self.month.refund(Policy::Month, at);
        self.earlier_month.refund(Policy::Month, at);
    }

    /// Returns the number of charged requests in a month.
    pub fn charged_in(&self, month: i64) -> u64 {
        let of_month = |counter: &Counter| if counter.window == month { counter.count } else { 0 };
        of_month(&self.month).max(of_month(&self.earlier_month))
    }

    /// Records a request in usage, and keeps its reservation if an outcome will follow. Returns the usage of the
    /// previous hour if the request begins another one.
    pub fn record_request(
        &mut self,
        request: &ReservationRequest,
        status: UsageStatus,
        charged: bool,
        now: i64,
    ) -> Option<HourUsage> {
        self.last_used = self.last_used.max(now);
        let hour = usage::hour(now);
        let past = (self.hour != hour).then(|| self.take_hour(&request.key));
        self.hour = hour;
        let cost = if charged { request.cost } else { 0 };
        self.add(&request.endpoint, status, u64::from(charged), cost);
        if matches!(status, UsageStatus::Answered | UsageStatus::NotModified) {
            if self.pending.len() >= MAX_PENDING {
                self.pending.remove(0);
            }
            let ReservationRequest { id, endpoint, expires_at_ms, .. } = request.clone();
            self.pending.push(PendingReservation { id, endpoint, status, charged, cost, at: now, expires_at_ms });
        }
        past
    }

    /// Removes and returns the pending reservation of a request.
    pub fn take_pending(&mut self, id: &str) -> Option<PendingReservation> {
        let at = self.pending.iter().position(|pending| pending.id == id)?;
        Some(self.pending.remove(at))
    }

    /// Returns the ids of requests whose outcome is overdue at a time in milliseconds since 1970.
    pub fn overdue(&self, now_ms: i64) -> Vec<String> {
        self.pending.iter().filter(|pending| pending.expires_at_ms < now_ms).map(|pending| pending.id.clone()).collect()
    }

    /// Returns the time at which the next request is overdue.
    pub fn next_overdue(&self) -> Option<i64> {
        self.pending.iter().map(|pending| pending.expires_at_ms).min()
    }

    /// Returns true if the outcome of a request from before a time is pending.
    pub fn has_pending_before(&self, time: i64) -> bool {
        self.pending.iter().any(|pending| pending.at < time)
    }

    /// Records the outcome and duration of a request in usage. For a past hour, returns the row to decrement and the
    /// row to increment.
    pub fn record_outcome(
        &mut self,
        key: &str,
        pending: &PendingReservation,
        status: UsageStatus,
        milliseconds: u64,
    ) -> Option<[UsageRow; 2]> {
        let hour = usage::hour(pending.at);
        if status == UsageStatus::Answered && hour == self.hour {
            let end = usage::bucket(milliseconds);
            match self.latencies.iter_mut().find(|bucket| bucket.endpoint == pending.endpoint && bucket.end == end) {
                Some(bucket) => bucket.requests += 1,
                None => self.latencies.push(LatencyCount { endpoint: pending.endpoint.clone(), end, requests: 1 }),
            }
        }
        if status == pending.status {
            return None;
        }
        if hour != self.hour {
            let counts = |status, charged, cost| UsageCounts {
                endpoint: pending.endpoint.clone(),
                status,
                requests: 1,
                charged,
                cost,
            };
            let from = self.row(key, &hour, &counts(pending.status, u64::from(pending.charged), pending.cost));
            return Some([from, self.row(key, &hour, &counts(status, 0, 0))]);
        }
        if let Some(counts) =
            self.usage.iter_mut().find(|counts| counts.endpoint == pending.endpoint && counts.status == pending.status)
        {
            counts.requests = counts.requests.saturating_sub(1);
            counts.charged = counts.charged.saturating_sub(u64::from(pending.charged));
            counts.cost = counts.cost.saturating_sub(pending.cost);
        }
        self.add(&pending.endpoint, status, 0, 0);
        None
    }

    /// Returns and resets the usage of the current hour, if it is before another one.
    pub fn take_hour_before(&mut self, hour: &str, key: &str) -> Option<HourUsage> {
        (self.hour.as_str() < hour && !self.usage.is_empty()).then(|| self.take_hour(key))
    }

    fn take_hour(&mut self, key: &str) -> HourUsage {
        let past = self.current_hour(key);
        self.usage.clear();
        self.latencies.clear();
        past
    }

    fn add(&mut self, endpoint: &str, status: UsageStatus, charged: u64, cost: u64) {
        match self.usage.iter_mut().find(|counts| counts.endpoint == endpoint && counts.status == status) {
            Some(counts) => {
                counts.requests += 1;
                counts.charged += charged;
                counts.cost += cost;
            }
            None => self.usage.push(UsageCounts { endpoint: endpoint.to_owned(), status, requests: 1, charged, cost }),
        }
    }

    fn row(&self, key: &str, hour: &str, counts: &UsageCounts) -> UsageRow {
        let (period, endpoint, status) = (hour.to_owned(), counts.endpoint.clone(), counts.status.name().to_owned());
        let UsageCounts { requests, charged, cost, .. } = *counts;
        UsageRow { period, endpoint, key: key.to_owned(), api: self.api, status, requests, charged, cost }
    }

    /// Returns the usage of the current hour.
    pub fn current_hour(&self, key: &str) -> HourUsage {
        let usage =
            self.usage.iter().filter(|counts| counts.requests > 0).map(|counts| self.row(key, &self.hour, counts));
        let latencies = self.latencies.iter().map(|bucket| LatencyRow {
            period: self.hour.clone(),
            endpoint: bucket.endpoint.clone(),
            api: self.api,
            bucket: bucket.end,
            requests: bucket.requests,
        });
        HourUsage { usage: usage.collect(), latencies: latencies.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn stored_states_keep_their_names() {
        let counter = |window: i64, count: u64| json!({"window": window, "taken": count});
        let stored = json!({
            "face": "account", "last_used": 60, "minute": counter(1, 2), "day": counter(0, 1), "month": counter(0, 1),
            "earlier_month": counter(0, 0), "hour": "1970-01-01T00",
            "usage": [{"endpoint": "e", "status": "2xx", "requests": 1, "charged": 1, "cost": 3}],
            "latencies": [{"endpoint": "e", "end": 5, "requests": 1}],
            "open": [{"id": "req_1", "endpoint": "e", "status": "2xx", "charged": true, "cost": 3, "at": 60,
                      "settled_by": 100_000}],
        });
        let state: KeyState = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!((state.api, state.minute.count, state.next_overdue()), (Api::Account, 2, Some(100_000)));
        assert_eq!(serde_json::to_value(&state).unwrap(), stored);
    }
}
