//! `GET /v1/account/usage`: the usage of the account.

use crate::base::date::{Date, Month, Window};
use crate::base::order;
use crate::guard::problem::Problems;
use crate::guard::request::account::{AccountParameters, AccountRequest};
use crate::service::meter::message::{UsageRows, UsageStatus};
use crate::service::meter::usage::UsageRow;
use crate::spec::AccountOperation;
use crate::spec::answer::{AccountUsage, GroupUsage, UsageFilters, UsageLimits, UsageMeta, UsagePoint, UsageTotals};
use crate::spec::limits::DEFAULT_DAYS;
use crate::spec::request::account::choice::{UsageGroup, UsageInterval};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A query for an account's usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageQuestion {
    window: Window,
    interval: UsageInterval,
    group_by: Vec<UsageGroup>,
}

impl UsageQuestion {
    /// Creates the query of a request. The default window is the last 30 days.
    ///
    /// # Errors
    /// For a window that ends before it begins or is too long.
    pub fn new(request: &AccountRequest, today: Date) -> Result<Self, Problems> {
        let to = request.selection.to.unwrap_or(today);
        let window = match request.selection.from {
            Some(from) => Window { from, to },
            None => Window::ending(to, DEFAULT_DAYS),
        };
        let (interval, group_by) = match &request.parameters {
            AccountParameters::AccountUsage { interval, group_by } => (*interval, group_by.clone()),
            _ => (UsageInterval::Day, Vec::new()),
        };
        let whole = format!("from={}&to={}&interval={}", window.from, window.to, interval.name());
        AccountRequest::parse(AccountOperation::AccountUsage, whole.as_bytes())?;
        Ok(Self { window, interval, group_by })
    }

    /// Returns the first period, and the exclusive end, of the meter's rows. Names of days and hours begin with the
    /// name of their day.
    pub fn periods(&self) -> (String, String) {
        (self.window.from.to_string(), self.window.to.add_days(1).to_string())
    }

    /// Returns the answer from the meter's rows. The time (RFC 3339) is in the current day.
    pub fn answer(
        &self,
        usage: &UsageRows,
        limits: UsageLimits,
        version: Option<&str>,
        now: &str,
        today: Date,
    ) -> AccountUsage {
        let mut series: BTreeMap<String, UsagePoint> =
            order::map(self.names().into_iter().map(|name| (name, UsagePoint::default())));
        let mut totals = UsageTotals::default();
        for row in &usage.rows {
            let point = series.entry(self.name(&row.period)).or_default();
            point.requests += row.requests;
            point.charged += row.charged;
            point.cost_units += row.cost;
            totals.requests += row.requests;
            totals.charged += row.charged;
            totals.cost_units += row.cost;
            let is = |status: UsageStatus| if row.status == status.name() { row.requests } else { 0 };
            point.rate_limited += is(UsageStatus::Limited);
            totals.rate_limited += is(UsageStatus::Limited);
            totals.errors_4xx += is(UsageStatus::Refused);
            totals.errors_5xx += is(UsageStatus::Failed);
        }
        totals.p50_ms = percentile(usage, 50);
        totals.p95_ms = percentile(usage, 95);
        let group_by = self.group_by.iter().map(|group| group.name().to_owned()).collect();
        let partial_periods = self.window.contains(today).then(|| self.name(now));
        let meta = UsageMeta {
            from: self.window.from,
            to: self.window.to,
            timezone: "UTC",
            filters: UsageFilters { group_by: Some(group_by).filter(|groups: &Vec<String>| !groups.is_empty()) },
            brands: Vec::new(),
            mentions: 0,
            low_confidence: false,
            dataset_version: version.map(str::to_owned),
            generated_at: now.to_owned(),
            partial_periods: partial_periods.into_iter().collect(),
        };
        let point = |(period, point): (String, UsagePoint)| UsagePoint { period, ..point };
        AccountUsage {
            interval: self.interval,
            totals,
            series: series.into_iter().map(point).collect(),
            groups: self.groups(&usage.rows),
            limits,
            meta,
        }
    }

    /// Returns the names of all periods of the window, including those without requests.
    fn names(&self) -> Vec<String> {
        let Window { from, to } = self.window;
        let days = (from.day()..=to.day()).filter_map(Date::of_day);
        match self.interval {
            UsageInterval::Hour => days.flat_map(|day| (0..24).map(move |hour| format!("{day}T{hour:02}"))).collect(),
            UsageInterval::Day => days.map(|day| day.to_string()).collect(),
            UsageInterval::Month => Month::range(from.month(), to.month()).map(|month| month.to_string()).collect(),
        }
    }

    /// Returns the period of a time. Hours, days and months are prefixes of its text.
    fn name(&self, time: &str) -> String {
        let length = match self.interval {
            UsageInterval::Hour => "2026-01-31T23".len(),
            UsageInterval::Month => "2026-01".len(),
            UsageInterval::Day => "2026-01-31".len(),
        };
        time.chars().take(length).collect()
    }

    /// Groups requests by common properties, the largest group first.
    fn groups(&self, rows: &[UsageRow]) -> Vec<GroupUsage> {
        if self.group_by.is_empty() {
            return Vec::new();
        }
        let mut groups: BTreeMap<Vec<String>, GroupUsage> = BTreeMap::new();
        for row in rows {
            let mut key = Vec::new();
            let mut of_row = GroupUsage::default();
            for group in &self.group_by {
                let (member, value) = match group {
                    UsageGroup::Endpoint => (&mut of_row.endpoint, row.endpoint.as_str()),
                    UsageGroup::Token => (&mut of_row.token, row.key.as_str()),
                    UsageGroup::Status => (&mut of_row.status, row.status.as_str()),
                    UsageGroup::Interface => (&mut of_row.face, row.api.name()),
                };
                *member = Some(value.to_owned());
                key.push(value.to_owned());
            }
            let group = groups.entry(key).or_insert(of_row);
            group.requests += row.requests;
            group.charged += row.charged;
        }
        // Refunded requests belong to no group.
        let mut groups: Vec<GroupUsage> = groups.into_values().filter(|group| group.requests > 0).collect();
        order::sort_by_key(&mut groups, |group| Reverse(group.requests));
        groups
    }
}

/// Returns a percentile of the latency: the upper bound of the bucket that contains it.
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
