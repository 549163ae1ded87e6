//! The arithmetic of fixed windows: a pure function of the counters, the time and the request.
//!
//! `minute = floor(seconds / 60)`, a day is a UTC date, a month a UTC calendar month. The minute counts every request
//! of a key that passed authentication; day and month count the charged requests of all keys of an account.

use crate::base::date::{Date, Month};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

const MINUTE: i64 = 60;
const DAY: i64 = 86_400;

/// The limits of a plan. A missing number means no such limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanLimits {
    /// Requests per minute and key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<u64>,
    /// Charged requests per UTC day and account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<u64>,
    /// Charged requests per UTC calendar month and account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_month: Option<u64>,
}

/// A limit of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the lengths of the windows")]
pub enum Policy {
    Minute,
    Day,
    Month,
}

impl Policy {
    /// Returns the name in headers and problems.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the number of the window at a time in seconds since 1970.
    pub fn window(self, now: i64) -> i64 {
        match self {
            Self::Minute => now.div_euclid(MINUTE),
            Self::Day => now.div_euclid(DAY),
            Self::Month => Date::of_seconds(now).map_or(0, |date| date.month().number()),
        }
    }

    /// Returns the start of a window, in seconds since 1970.
    fn starts(self, window: i64) -> i64 {
        match self {
            Self::Minute => window.saturating_mul(MINUTE),
            Self::Day => window.saturating_mul(DAY),
            Self::Month => Month::of_number(window).map_or(0, Month::seconds),
        }
    }

    /// Returns the end of the window at a time: the first second of the next window.
    pub fn resets_at(self, now: i64) -> i64 {
        self.starts(self.window(now).saturating_add(1))
    }

    /// Returns the length of the window at a time, in seconds.
    pub fn length(self, now: i64) -> i64 {
        self.resets_at(now).saturating_sub(self.starts(self.window(now)))
    }

    const fn limit(self, limits: &PlanLimits) -> Option<u64> {
        match self {
            Self::Minute => limits.per_minute,
            Self::Day => limits.per_day,
            Self::Month => limits.per_month,
        }
    }
}

/// A window and the number of requests counted in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The number of the window.
    pub window: i64,
    /// The number of counted requests.
    #[serde(rename = "taken")]
    pub count: u64,
}

impl Counter {
    /// Refunds a request that was counted at a time, if that time is in the window.
    pub(super) fn refund(&mut self, policy: Policy, counted_at: i64) {
        if self.window == policy.window(counted_at) {
            self.count = self.count.saturating_sub(1);
        }
    }

    /// Returns the counter at a time. A clock that goes back does not open an earlier window again.
    fn at(self, policy: Policy, now: i64) -> Self {
        let window = policy.window(now);
        if window > self.window { Self { window, count: 0 } } else { self }
    }
}

/// The counters of one request: the minute of its key, the day and the month of its account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests of the key.
    pub minute: Counter,
    /// Charged requests of the account.
    pub day: Counter,
    /// Charged requests of the account.
    pub month: Counter,
}

/// The effect of an admitted request on the quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Charge {
    /// The request will be answered. Day and month count it.
    Quota,
    /// The request is invalid, or answered without a body. Only the minute counts it.
    Burst,
    /// The request will be answered regardless of the day and month quota. Only the minute counts it.
    Free,
    /// The request is refused before the quota is checked. Only the minute counts it, and may refuse it itself.
    Refused,
}

/// The use of a limit in its current window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct LimitStatus {
    pub policy: Policy,
    pub limit: u64,
    /// Remaining requests.
    pub remaining: u64,
    /// Length of the window, in seconds.
    pub length: i64,
    /// End of the window, in seconds since 1970.
    pub resets_at: i64,
}

/// The meter's verdict on a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The limits that are reached, empty if the request is admitted. The minute is reported alone, because it resets
    /// first.
    pub violated: Vec<Policy>,
    /// True if day and month counted the request.
    pub charged: bool,
    /// The use of the plan's limits, the shortest window first.
    #[serde(rename = "standings")]
    pub limit_statuses: Vec<LimitStatus>,
    /// The time of the decision, in seconds since 1970.
    pub now: i64,
}

impl Verdict {
    /// Updates the verdict after the refund of a request that failed.
    pub fn refund(&mut self) {
        if self.charged {
            self.charged = false;
            let of_account = self.limit_statuses.iter_mut().filter(|status| status.policy != Policy::Minute);
            of_account.for_each(|status| status.remaining = (status.remaining + 1).min(status.limit));
        }
    }

    /// Returns true if the request is admitted.
    pub fn is_admitted(&self) -> bool {
        self.violated.is_empty()
    }

    /// Returns the seconds until every violated limit has reset, at least 1.
    pub fn retry_after(&self) -> i64 {
        let violated = self.limit_statuses.iter().filter(|status| self.violated.contains(&status.policy));
        violated.map(|status| status.resets_at - self.now).max().unwrap_or(1).max(1)
    }

    /// Returns the limit with the fewest remaining requests, or the shortest window of several.
    pub fn tightest_limit(&self) -> Option<&LimitStatus> {
        self.limit_statuses.iter().min_by_key(|status| (status.remaining, status.policy as u8))
    }
}

impl Counters {
    /// Counts one request in the windows, if their limits allow it.
    pub fn reserve(&mut self, limits: &PlanLimits, now: i64, charge: Charge) -> Verdict {
        self.minute = self.minute.at(Policy::Minute, now);
        self.day = self.day.at(Policy::Day, now);
        self.month = self.month.at(Policy::Month, now);
        let is_full = |policy: &Policy| policy.limit(limits).is_some_and(|limit| self.of(*policy).count >= limit);
        let mut violated: Vec<Policy> = Vec::new();
        if is_full(&Policy::Minute) {
            violated.push(Policy::Minute);
        } else if matches!(charge, Charge::Quota | Charge::Burst) {
            violated.extend([Policy::Day, Policy::Month].into_iter().filter(is_full));
        }
        if violated != [Policy::Minute] {
            self.minute.count += 1;
        }
        let charged = violated.is_empty() && charge == Charge::Quota;
        if charged {
            self.day.count += 1;
            self.month.count += 1;
        }
        Verdict { violated, charged, limit_statuses: self.limit_statuses(limits, now), now }
    }

    /// Refunds the day and month count of a request that was counted at a time but not answered.
    pub fn refund(&mut self, counted_at: i64) {
        self.day.refund(Policy::Day, counted_at);
        self.month.refund(Policy::Month, counted_at);
    }

    /// Returns the use of each limit of a plan.
    pub fn limit_statuses(&self, limits: &PlanLimits, now: i64) -> Vec<LimitStatus> {
        let status = |policy: Policy| {
            let limit = policy.limit(limits)?;
            let remaining = limit.saturating_sub(self.of(policy).at(policy, now).count);
            Some(LimitStatus { policy, limit, remaining, length: policy.length(now), resets_at: policy.resets_at(now) })
        };
        Policy::VARIANTS.iter().copied().filter_map(status).collect()
    }

    const fn of(&self, policy: Policy) -> Counter {
        match policy {
            Policy::Minute => self.minute,
            Policy::Day => self.day,
            Policy::Month => self.month,
        }
    }
}
