//! Periods of a timeline.

use overheard::base::date::{Date, Window};
use overheard::guard::request::account::AccountRequest;
use overheard::measure::Interval;
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::TimelineInterval;
use proptest::prelude::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// Returns the name and the days of each period, and true if it is partial.
fn periods(interval: &str, from: &str, to: &str, today: &str) -> Vec<(String, String, bool)> {
    let window = Window { from: date(from), to: date(to) };
    let interval = Interval::of(interval.parse().unwrap(), window.days());
    let periods = interval.periods(&window, date(today)).into_iter();
    periods.map(|period| (period.name, period.whole.to_string(), period.partial)).collect()
}

fn expected(periods: &[(&str, &str, bool)]) -> Vec<(String, String, bool)> {
    periods.iter().map(|(name, days, partial)| ((*name).to_owned(), (*days).to_owned(), *partial)).collect()
}

#[test]
fn the_published_weeks() {
    assert_eq!(
        periods("week", "2026-02-02", "2026-02-15", "2026-03-03"),
        expected(&[("2026-W06", "2026-02-02..2026-02-08", false), ("2026-W07", "2026-02-09..2026-02-15", false)])
    );
}

#[test]
fn weeks_belong_to_the_year_of_their_thursday() {
    assert_eq!(
        periods("week", "2024-12-31", "2025-01-06", "2026-03-03"),
        expected(&[("2025-W01", "2024-12-30..2025-01-05", true), ("2025-W02", "2025-01-06..2025-01-12", true)])
    );
    let name = |text| periods("week", text, text, "2026-03-03").remove(0).0;
    assert_eq!(
        ["2021-01-03", "2021-01-04", "2027-01-03", "2026-12-31", "2005-01-01"].map(name),
        ["2020-W53", "2021-W01", "2026-W53", "2026-W53", "2004-W53"]
    );
}

#[test]
fn months_that_the_window_cuts_or_that_go_on_are_partial() {
    assert_eq!(
        periods("month", "2026-01-02", "2026-03-31", "2026-03-31"),
        expected(&[
            ("2026-01", "2026-01-01..2026-01-31", true),
            ("2026-02", "2026-02-01..2026-02-28", false),
            ("2026-03", "2026-03-01..2026-03-31", true)
        ])
    );
}

#[test]
fn only_today_is_a_partial_day() {
    assert_eq!(
        periods("day", "2026-02-28", "2026-03-02", "2026-03-01"),
        expected(&[
            ("2026-02-28", "2026-02-28..2026-02-28", false),
            ("2026-03-01", "2026-03-01..2026-03-01", true),
            ("2026-03-02", "2026-03-02..2026-03-02", false)
        ])
    );
}

#[test]
fn the_interval_follows_from_the_days() {
    let auto = |days| Interval::of(TimelineInterval::Auto, days).name();
    assert_eq!([1, 31, 32, 183, 184].map(auto), ["day", "day", "week", "week", "month"]);
    assert_eq!(Interval::of(TimelineInterval::Day, 500), Interval::Day);
}

proptest! {
    #[test]
    fn periods_cover_the_window_as_the_price_says(
        from in 0..20_000_i64, days in 1..=400_i64, interval in "auto|day|week|month",
    ) {
        let from = Date::of_day(from).unwrap();
        let window = Window { from, to: from.add_days(days - 1) };
        let periods = Interval::of(interval.parse().unwrap(), days).periods(&window, from);
        let mut next = window.from;
        for period in &periods {
            let shown = period.whole.within(&window).unwrap();
            prop_assert_eq!(shown.from, next);
            next = shown.to.add_days(1);
        }
        prop_assert_eq!(next, window.to.add_days(1));

        let query = format!("from={}&to={}&interval={interval}", window.from, window.to);
        let request = AccountRequest::parse(AccountOperation::SentimentTimeline, query.as_bytes()).unwrap();
        prop_assert_eq!(request.cost as usize, 10 + periods.len().div_ceil(10));
    }
}
