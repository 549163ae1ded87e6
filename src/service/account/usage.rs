//! `GET /v1/account/usage`: what the account has used.

use crate::base::date::{Date, Month, Window};
use crate::guard::problem::Problems;
use crate::guard::request::account::{AccountRequest, Ask};
use crate::service::meter::message::{Status, UsageRows};
use crate::service::meter::usage::UsageRow;
use crate::spec::AccountOperation;
use crate::spec::limits::DEFAULT_DAYS;
use crate::spec::request::account::choice::{UsageGroup, UsageInterval};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is asked of an account's usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageQuestion {
    window: Window,
    interval: UsageInterval,
    group_by: Vec<UsageGroup>,
}

/// What an account may use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct UsageLimits {
    /// Of each key, on the Account API.
    pub requests_per_minute: Option<u64>,
    /// On the Account API.
    pub requests_per_day: Option<u64>,
    /// On the Data API.
    pub data_requests_per_month: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Totals {
    requests: u64,
    charged: u64,
    errors_4xx: u64,
    errors_5xx: u64,
    rate_limited: u64,
    cost_units: u64,
    p50_ms: Option<u64>,
    p95_ms: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Point {
    period: String,
    requests: u64,
    charged: u64,
    rate_limited: u64,
    cost_units: u64,
}

impl UsageQuestion {
    /// The question of a request: without a window the 30 days up to today.
    ///
    /// # Errors
    /// When it ends before it begins or is too long, now that its end is known.
    pub fn new(request: &AccountRequest, today: Date) -> Result<Self, Problems> {
        let to = request.scope.to.unwrap_or(today);
        let window = match request.scope.from {
            Some(from) => Window { from, to },
            None => Window::ending(to, DEFAULT_DAYS),
        };
        let (interval, group_by) = match &request.ask {
            Ask::AccountUsage { interval, group_by } => (*interval, group_by.clone()),
            _ => (UsageInterval::Day, Vec::new()),
        };
        let whole = format!("from={}&to={}&interval={}", window.from, window.to, interval.name());
        AccountRequest::parse(AccountOperation::AccountUsage, whole.as_bytes())?;
        Ok(Self { window, interval, group_by })
    }

    /// The first period of the meter's rows, and the one before which the last lies: days and hours of a day begin with
    /// its name.
    pub fn periods(&self) -> (String, String) {
        (self.window.from.to_string(), self.window.to.add_days(1).to_string())
    }

    /// The answer from what the meter remembers, at a time, RFC 3339, of the day that is today.
    pub fn answer(
        &self,
        usage: &UsageRows,
        limits: UsageLimits,
        version: Option<&str>,
        now: &str,
        today: Date,
    ) -> Value {
        let mut series: BTreeMap<String, Point> =
            self.names().into_iter().map(|name| (name, Point::default())).collect();
        let mut totals = Totals::default();
        for row in &usage.rows {
            let point = series.entry(self.name(&row.period)).or_default();
            point.requests += row.requests;
            point.charged += row.charged;
            point.cost_units += row.cost;
            totals.requests += row.requests;
            totals.charged += row.charged;
            totals.cost_units += row.cost;
            let is = |status: Status| if row.status == status.name() { row.requests } else { 0 };
            point.rate_limited += is(Status::Limited);
            totals.rate_limited += is(Status::Limited);
            totals.errors_4xx += is(Status::Refused);
            totals.errors_5xx += is(Status::Failed);
        }
        totals.p50_ms = percentile(usage, 50);
        totals.p95_ms = percentile(usage, 95);
        let mut filters = Map::new();
        if !self.group_by.is_empty() {
            filters.insert("group_by".to_owned(), self.group_by.iter().map(|group| group.name()).collect());
        }
        let meta = json!({
            "from": self.window.from,
            "to": self.window.to,
            "timezone": "UTC",
            "filters": filters,
            "brands": [],
            "mentions": 0,
            "low_confidence": false,
            "dataset_version": version,
            "generated_at": now,
            "partial_periods": self.window.contains(today).then(|| self.name(now)).into_iter().collect::<Vec<_>>(),
        });
        let point = |(period, point): (String, Point)| Point { period, ..point };
        json!({
            "object": "account_usage",
            "interval": self.interval.name(),
            "totals": totals,
            "series": series.into_iter().map(point).collect::<Vec<_>>(),
            "groups": self.groups(&usage.rows),
            "limits": limits,
            "meta": meta,
        })
    }

    /// The names of all periods of the window, also of those without a request.
    fn names(&self) -> Vec<String> {
        let Window { from, to } = self.window;
        let days = (from.day()..=to.day()).filter_map(Date::of_day);
        match self.interval {
            UsageInterval::Hour => days.flat_map(|day| (0..24).map(move |hour| format!("{day}T{hour:02}"))).collect(),
            UsageInterval::Day => days.map(|day| day.to_string()).collect(),
            UsageInterval::Month => Month::range(from.month(), to.month()).map(|month| month.to_string()).collect(),
        }
    }

    /// The period of the interval in which a time lies: an hour, a day, a month are the beginnings of its text.
    fn name(&self, time: &str) -> String {
        let length = match self.interval {
            UsageInterval::Hour => "2026-01-31T23".len(),
            UsageInterval::Month => "2026-01".len(),
            UsageInterval::Day => "2026-01-31".len(),
        };
        time.chars().take(length).collect()
    }

    /// Requests by what they have in common: the most first.
    fn groups(&self, rows: &[UsageRow]) -> Vec<Map<String, Value>> {
        if self.group_by.is_empty() {
            return Vec::new();
        }
        let mut groups: BTreeMap<Vec<String>, (u64, u64)> = BTreeMap::new();
        for row in rows {
            let member = |group: &UsageGroup| match group {
                UsageGroup::Endpoint => row.endpoint.clone(),
                UsageGroup::Token => row.key.clone(),
                UsageGroup::Status => row.status.clone(),
                UsageGroup::Api => row.face.name().to_owned(),
            };
            let (requests, charged) = groups.entry(self.group_by.iter().map(member).collect()).or_default();
            *requests += row.requests;
            *charged += row.charged;
        }
        // What was given back is of no group any more.
        let mut groups: Vec<(Vec<String>, (u64, u64))> =
            groups.into_iter().filter(|(_, (requests, _))| *requests > 0).collect();
        groups.sort_by_key(|(_, (requests, _))| Reverse(*requests));
        let object = |(values, (requests, charged)): (Vec<String>, (u64, u64))| {
            let names = self.group_by.iter().map(|group| group.name().to_owned());
            let members = names.zip(values.into_iter().map(Value::from));
            let counts = [("requests", requests), ("charged", charged)];
            members.chain(counts.map(|(name, count)| (name.to_owned(), count.into()))).collect()
        };
        groups.into_iter().map(object).collect()
    }
}

/// The latency that so many in a hundred answers did not exceed: the end of the bucket in which it lies.
fn percentile(usage: &UsageRows, percent: u64) -> Option<u64> {
    let mut buckets: BTreeMap<u64, u64> = BTreeMap::new();
    for row in &usage.latencies {
        *buckets.entry(row.bucket).or_default() += row.requests;
    }
    let all: u64 = buckets.values().sum();
    let mut up_to = 0;
    buckets.into_iter().find_map(|(bucket, requests)| {
        up_to += requests;
        (up_to * 100 >= all * percent).then_some(bucket)
    })
}
