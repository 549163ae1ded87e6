//! Usage: request counts by hour, and by day and month once they are older.

use crate::base::date::{Date, Month};
use crate::service::account::Api;
use serde::{Deserialize, Serialize};

const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// Days for which usage is kept by hour.
pub const HOURS_FOR_DAYS: i64 = 8;
/// Months for which usage is kept by day.
pub const DAYS_FOR_MONTHS: i64 = 13;
/// Months after which usage is deleted.
pub const KEPT_FOR_MONTHS: i64 = 36;

/// Requests of one period with the same properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct UsageRow {
    /// An hour (`2026-01-31T23`), a day (`2026-01-31`) or a month (`2026-01`), UTC.
    pub period: String,
    pub endpoint: String,
    pub key: String,
    #[serde(rename = "face")]
    pub api: Api,
    /// The status class, a [`super::message::UsageStatus::name`].
    pub status: String,
    pub requests: u64,
    /// Requests that the quota counted.
    pub charged: u64,
    /// Cost units of their answers.
    pub cost: u64,
}

/// Answers of one period with similar duration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct LatencyRow {
    pub period: String,
    pub endpoint: String,
    #[serde(rename = "face")]
    pub api: Api,
    /// Upper bound in milliseconds, one of [`BUCKETS`].
    pub bucket: u64,
    pub requests: u64,
}

/// Upper bounds of the latency buckets in milliseconds: about ten for each factor of 100.
pub const BUCKETS: [u64; 16] = [1, 2, 3, 5, 8, 13, 20, 32, 50, 80, 130, 200, 500, 1_000, 5_000, 30_000];

/// Returns the bucket of a latency: the smallest bound not below it, or the last one.
pub fn bucket(milliseconds: u64) -> u64 {
    BUCKETS.into_iter().find(|end| milliseconds <= *end).unwrap_or(30_000)
}

/// Returns the UTC hour of a time in seconds since 1970.
pub fn hour(now: i64) -> String {
    format!("{}T{:02}", day(now), now.rem_euclid(DAY) / HOUR)
}

/// Returns the UTC date of a time in seconds since 1970.
pub fn day(now: i64) -> String {
    Date::of_seconds(now).map_or_else(String::new, |date| date.to_string())
}

/// Returns the UTC calendar month of a time in seconds since 1970.
pub fn month(now: i64) -> String {
    day(now).chars().take("2026-01".len()).collect()
}

/// Returns the month that is a number of months before that of a time.
pub fn months_before(now: i64, months: i64) -> String {
    let number = Date::of_seconds(now).map_or(0, |date| date.month().number()) - months;
    Month::of_number(number).map_or_else(String::new, |first| month(first.seconds()))
}

/// Returns the day that is a number of days before that of a time.
pub fn days_before(now: i64, days: i64) -> String {
    day(now - days * DAY)
}
