//! Windows of days: whole months and years, odd days, single days, open ends, and days without data.

use super::choose;
use chrono::{Datelike, Days, Months, NaiveDate};
use overheard::spec::limits::MAX_MONTHS;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The first and the last day of a window or a dataset.
type Span = (NaiveDate, NaiveDate);

/// Returns a filter of days: an exact day, or a range with one end or both.
pub(super) fn filter(span: Option<Span>, near: Option<NaiveDate>, rng: &mut ChaCha8Rng) -> Value {
    let span = span.unwrap_or_else(without_data);
    let day = near.unwrap_or_else(|| some_day(span, rng));
    let (from, to) = match rng.random_range(0..16) {
        0 => return json!(text(day)),
        1 => return json!({"gte": text(edge(day, rng))}),
        2 => return json!({"lte": text(edge(day, rng))}),
        3 => (day, day),
        4 | 5 => whole_months(day, choose(&[1, 1, 2, 3, 7, 12, 30], rng)),
        6 | 7 => whole_years(day, choose(&[1, 1, 2, 3, 6], rng)),
        8 => outside(span, rng),
        9 => (calendar(1, 1, 1), calendar(9999, 12, 31)),
        // Within a month, or with years between.
        10 => (first_of_month(day), day),
        11 => (day, last_of_month(day)),
        12 => (before(day, rng.random_range(0..40)), after(day, rng.random_range(0..40))),
        13 => (before(day, rng.random_range(0..3000)), after(day, rng.random_range(0..3000))),
        14 => (before(span.0, rng.random_range(0..50)), day),
        _ => (day, after(span.1, rng.random_range(0..50))),
    };
    json!({"gte": text(from), "lte": text(to)})
}

/// Returns the window of a sector query, up to the longest allowed one.
pub(super) fn window(span: Option<Span>, near: Option<NaiveDate>, rng: &mut ChaCha8Rng) -> (String, String) {
    let span = span.unwrap_or_else(without_data);
    let near = near.unwrap_or(span.1);
    // Most records are new, so some windows end near a record.
    let back = choose(&[0, 0, 3, 11, 23], rng);
    let day = near.checked_sub_months(Months::new(back)).unwrap_or(near);
    let longest = |from: NaiveDate| from.checked_add_months(Months::new(MAX_MONTHS)).unwrap_or(NaiveDate::MAX);
    let (from, to) = match rng.random_range(0..10) {
        0 => (day, day),
        1 => whole_years(day, choose(&[1, 2], rng)),
        2..=4 => whole_months(day, choose(&[1, 3, 6, 12, 24], rng)),
        5 => (day, longest(day)),
        6 => outside(span, rng),
        7 => (before(day, rng.random_range(0..20)), after(day, rng.random_range(0..20))),
        _ => (day, after(day, rng.random_range(20..700))),
    };
    (text(from), text(to.min(longest(from))))
}

/// Returns a span for a dataset without records.
fn without_data() -> Span {
    (calendar(2025, 1, 1), calendar(2025, 12, 31))
}

fn some_day((first, last): Span, rng: &mut ChaCha8Rng) -> NaiveDate {
    let days = (last - first).num_days().unsigned_abs();
    after(first, rng.random_range(0..=days))
}

/// Returns the day, or an end of its month or year.
fn edge(day: NaiveDate, rng: &mut ChaCha8Rng) -> NaiveDate {
    match rng.random_range(0..6) {
        0 => first_of_month(day),
        1 => last_of_month(day),
        2 => calendar(day.year(), 1, 1),
        3 => calendar(day.year(), 12, 31),
        _ => day,
    }
}

fn whole_months(day: NaiveDate, months: u32) -> Span {
    let from = first_of_month(day);
    (from, last_of_month(from + Months::new(months - 1)))
}

fn whole_years(day: NaiveDate, years: i32) -> Span {
    (calendar(day.year(), 1, 1), calendar(day.year() + years - 1, 12, 31))
}

/// Returns days before or after all data, sometimes before the first numbered day.
fn outside((first, last): Span, rng: &mut ChaCha8Rng) -> Span {
    match rng.random_range(0..3) {
        0 => (before(first, rng.random_range(1..400)), before(first, 1)),
        1 => (after(last, 1), after(last, rng.random_range(1..400))),
        _ => (calendar(1969, 7, 20), calendar(1970, 1, 1)),
    }
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    calendar(day.year(), day.month(), 1)
}

fn last_of_month(day: NaiveDate) -> NaiveDate {
    before(first_of_month(day) + Months::new(1), 1)
}

fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day - Days::new(days)
}

fn after(day: NaiveDate, days: u64) -> NaiveDate {
    day + Days::new(days)
}

fn calendar(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day of the calendar")
}

fn text(day: NaiveDate) -> String {
    day.format("%Y-%m-%d").to_string()
}
