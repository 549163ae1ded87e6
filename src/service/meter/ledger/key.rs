//! The state of one key: everything that a request changes, kept as one row.

use crate::service::account::Api;
use crate::service::meter::message::{Status, Take};
use crate::service::meter::usage::{self, LatencyRow, UsageRow};
use crate::service::meter::window::{Counter, Policy};
use serde::{Deserialize, Serialize};

/// Maximum number of unsettled requests of a key. Beyond it, the oldest counts as answered.
const MAX_OPEN: usize = 2_000;

/// The state of a key.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KeyState {
    pub face: Api,
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
    usage: Vec<Sums>,
    latencies: Vec<Bucket>,
    /// Requests that were counted and are not settled.
    open: Vec<Open>,
}

/// Requests of the hour with the same endpoint and status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Sums {
    endpoint: String,
    status: Status,
    requests: u64,
    charged: u64,
    cost: u64,
}

/// Answers of the hour with similar duration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Bucket {
    endpoint: String,
    end: u64,
    requests: u64,
}

/// A request that was counted and is not settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Open {
    pub id: String,
    endpoint: String,
    status: Status,
    /// True if day and month counted the request.
    pub charged: bool,
    cost: u64,
    /// The time of the count, in seconds since 1970.
    pub at: i64,
    /// [`Take::settled_by`]
    settled_by: i64,
}

/// The usage of a past hour.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PastHour {
    pub usage: Vec<UsageRow>,
    pub latencies: Vec<LatencyRow>,
}

impl KeyState {
    pub fn new(face: Api) -> Self {
        Self { face, ..Self::default() }
    }

    /// Counts a charged request in the account's windows.
    pub fn charge(&mut self, day: i64, month: i64) {
        if self.day.window != day {
            self.day = Counter { window: day, taken: 0 };
        }
        if self.month.window != month {
            self.earlier_month = std::mem::replace(&mut self.month, Counter { window: month, taken: 0 });
        }
        self.day.taken += 1;
        self.month.taken += 1;
    }

    /// Refunds a request, charged at a time, in the windows that still contain that time.
    pub fn give_back(&mut self, at: i64) {
        self.day.give_back(Policy::Day, at);
        self.month.give_back(Policy::Month, at);
        self.earlier_month.give_back(Policy::Month, at);
    }

    /// Returns the number of charged requests in a month.
    pub fn charged_in(&self, month: i64) -> u64 {
        let of_month = |counter: &Counter| if counter.window == month { counter.taken } else { 0 };
        of_month(&self.month).max(of_month(&self.earlier_month))
    }

    /// Records a request in usage, and keeps it open if its outcome is pending.
    pub fn note(&mut self, take: &Take, status: Status, charged: bool, now: i64) -> Option<PastHour> {
        self.last_used = self.last_used.max(now);
        let hour = usage::hour(now);
        let past = (self.hour != hour).then(|| self.end_hour(&take.key));
        self.hour = hour;
        let cost = if charged { take.cost } else { 0 };
        self.add(&take.endpoint, status, u64::from(charged), cost);
        if matches!(status, Status::Answered | Status::NotModified) {
            if self.open.len() >= MAX_OPEN {
                self.open.remove(0);
            }
            let Take { id, endpoint, settled_by, .. } = take.clone();
            self.open.push(Open { id, endpoint, status, charged, cost, at: now, settled_by });
        }
        past
    }

    /// Removes a request from the open ones and returns it.
    pub fn close(&mut self, id: &str) -> Option<Open> {
        let at = self.open.iter().position(|open| open.id == id)?;
        Some(self.open.remove(at))
    }

    /// Returns the requests whose outcome is overdue at a time in milliseconds since 1970.
    pub fn overdue(&self, now_ms: i64) -> Vec<String> {
        self.open.iter().filter(|open| open.settled_by < now_ms).map(|open| open.id.clone()).collect()
    }

    /// Returns the time at which the next request is overdue.
    pub fn next_overdue(&self) -> Option<i64> {
        self.open.iter().map(|open| open.settled_by).min()
    }

    /// Returns true if a request from before a time is still open.
    pub fn awaits_before(&self, time: i64) -> bool {
        self.open.iter().any(|open| open.at < time)
    }

    /// Records the outcome and duration of a request in usage. For a past hour, returns the row to decrement and the
    /// row to increment.
    pub fn settle(&mut self, key: &str, open: &Open, became: Status, milliseconds: u64) -> Option<[UsageRow; 2]> {
        let hour = usage::hour(open.at);
        if became == Status::Answered && hour == self.hour {
            let end = usage::bucket(milliseconds);
            match self.latencies.iter_mut().find(|bucket| bucket.endpoint == open.endpoint && bucket.end == end) {
                Some(bucket) => bucket.requests += 1,
                None => self.latencies.push(Bucket { endpoint: open.endpoint.clone(), end, requests: 1 }),
            }
        }
        if became == open.status {
            return None;
        }
        if hour != self.hour {
            let sums =
                |status, charged, cost| Sums { endpoint: open.endpoint.clone(), status, requests: 1, charged, cost };
            let from = self.row(key, &hour, &sums(open.status, u64::from(open.charged), open.cost));
            return Some([from, self.row(key, &hour, &sums(became, 0, 0))]);
        }
        if let Some(sums) =
            self.usage.iter_mut().find(|sums| sums.endpoint == open.endpoint && sums.status == open.status)
        {
            sums.requests = sums.requests.saturating_sub(1);
            sums.charged = sums.charged.saturating_sub(u64::from(open.charged));
            sums.cost = sums.cost.saturating_sub(open.cost);
        }
        self.add(&open.endpoint, became, 0, 0);
        None
    }

    /// Returns and resets the usage of the current hour, if it is before another one.
    pub fn end_hour_before(&mut self, hour: &str, key: &str) -> Option<PastHour> {
        (self.hour.as_str() < hour && !self.usage.is_empty()).then(|| self.end_hour(key))
    }

    fn end_hour(&mut self, key: &str) -> PastHour {
        let past = self.hour_rows(key);
        self.usage.clear();
        self.latencies.clear();
        past
    }

    fn add(&mut self, endpoint: &str, status: Status, charged: u64, cost: u64) {
        match self.usage.iter_mut().find(|sums| sums.endpoint == endpoint && sums.status == status) {
            Some(sums) => {
                sums.requests += 1;
                sums.charged += charged;
                sums.cost += cost;
            }
            None => self.usage.push(Sums { endpoint: endpoint.to_owned(), status, requests: 1, charged, cost }),
        }
    }

    fn row(&self, key: &str, hour: &str, sums: &Sums) -> UsageRow {
        let (period, endpoint, status) = (hour.to_owned(), sums.endpoint.clone(), sums.status.name().to_owned());
        let Sums { requests, charged, cost, .. } = *sums;
        UsageRow { period, endpoint, key: key.to_owned(), face: self.face, status, requests, charged, cost }
    }

    /// Returns the usage of the current hour.
    pub fn hour_rows(&self, key: &str) -> PastHour {
        let usage = self.usage.iter().filter(|sums| sums.requests > 0).map(|sums| self.row(key, &self.hour, sums));
        let latencies = self.latencies.iter().map(|bucket| LatencyRow {
            period: self.hour.clone(),
            endpoint: bucket.endpoint.clone(),
            face: self.face,
            bucket: bucket.end,
            requests: bucket.requests,
        });
        PastHour { usage: usage.collect(), latencies: latencies.collect() }
    }
}
