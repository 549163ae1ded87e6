//! Dates, their numbers, and windows of them.

use overheard::base::date::*;
use proptest::prelude::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

#[test]
fn accepts_only_real_dates_in_the_one_form() {
    for good in ["2024-02-29", "0001-01-01", "9999-12-31"] {
        assert_eq!(date(good).to_string(), good);
    }
    for bad in [
        "2023-02-29",
        "2024-13-01",
        "2024-1-01",
        "24-01-01",
        "2024-01-01T",
        "2024/01/01",
        "0000-01-01",
        "+024-01-01",
        "",
    ] {
        assert_eq!(Date::parse(bad), None, "{bad}");
    }
}

#[test]
fn adding_months_clamps_to_the_month_end() {
    assert_eq!(date("2024-01-31").add_months(1), date("2024-02-29"));
    assert_eq!(date("2024-02-29").add_months(24), date("2026-02-28"));
}

#[test]
fn counts_and_lists_every_month_touched() {
    let (first, last) = (date("2024-11-30").month(), date("2025-01-01").month());
    let months: Vec<String> = Month::range(first, last).map(|month| month.to_string()).collect();
    assert_eq!(months, ["2024-11", "2024-12", "2025-01"]);
    assert_eq!(Month::count(first, last), 3);
}

#[test]
fn days_and_months_have_numbers() {
    assert_eq!(date("1990-01-01").day(), 0);
    assert_eq!(Date::of_day(date("2024-02-29").day()), Some(date("2024-02-29")));
    let month = date("2024-02-10").month();
    assert_eq!(Month::of_number(month.number()), Some(month));
    assert_eq!(month.first_day(), date("2024-02-01").day());
    assert_eq!(month.last_day(), date("2024-02-29").day());
    assert_eq!(date("2024-12-05").month().last_day(), date("2024-12-31").day());
}

#[test]
fn dates_are_numbered_as_the_library_does() {
    let offset = date("1990-01-01").number();
    for text in ["1990-01-01", "1999-12-31", "2000-02-29", "2000-03-01", "2024-12-31", "2100-02-28", "2100-03-01"] {
        assert_eq!(date(text).number() - offset, date(text).day(), "{text}");
    }
    assert_eq!(date("0001-01-02").number() - date("0001-01-01").number(), 1);
}

#[test]
fn readers_are_told_days_in_words() {
    assert_eq!(date("2026-02-01").in_words(), "1 February 2026");
    assert_eq!(date("2025-12-31").in_words(), "31 December 2025");
}

#[test]
fn days_are_added_and_weeks_begin_on_monday() {
    assert_eq!(date("2024-02-28").add_days(2), date("2024-03-01"));
    assert_eq!(date("2026-01-01").add_days(-1), date("2025-12-31"));
    assert_eq!(date("2026-01-01").add_days(i64::MAX), date("2026-01-01"));
    for day in ["2026-02-02", "2026-02-05", "2026-02-08"] {
        assert_eq!((date(day).monday(), date(day).iso_week()), (date("2026-02-02"), (2026, 6)));
    }
    assert_eq!(date("1989-12-31").monday(), date("1989-12-25"));
    assert_eq!(date("2021-01-03").iso_week(), (2020, 53));
    let month = date("2024-02-10").month();
    assert_eq!((month.first(), month.last()), (date("2024-02-01"), date("2024-02-29")));
}

#[test]
fn times_are_utc_with_seconds() {
    assert!(is_time(b"2026-12-31T23:59:59Z"));
    for wrong in ["2026-12-31", "2026-02-30T00:00:00Z", "2026-12-31T24:00:00Z", "2026-12-31T23:59:59+01:00", ""] {
        assert!(!is_time(wrong.as_bytes()), "{wrong}");
    }
    assert!(!is_time(b"2026-12-31T+1:00:00Z"));
}

#[test]
fn knows_the_edges_of_a_month() {
    assert!(date("2024-02-29").ends_month());
    assert!(!date("2024-02-28").ends_month());
    assert!(date("9999-12-31").ends_month());
    assert!(date("2024-02-01").starts_month());
}

fn window(text: &str) -> Window {
    let (from, to) = text.split_once("..").unwrap();
    Window { from: date(from), to: date(to) }
}

#[test]
fn the_published_window_and_the_one_before() {
    let window = window("2026-02-01..2026-03-02");
    assert_eq!(window.days(), 30);
    assert_eq!(window.before().to_string(), "2026-01-02..2026-01-31");
    assert_eq!(Window::ending(date("2026-03-02"), 30), window);
    assert!(window.contains(date("2026-02-01")) && window.contains(date("2026-03-02")));
    assert!(!window.contains(date("2026-01-31")) && !window.contains(date("2026-03-03")));
}

#[test]
fn windows_usually_end_with_the_data_or_today() {
    let end = |last| Window::usual_end(Date::parse(last), date("2026-03-03")).to_string();
    assert_eq!(["2026-03-02", "2026-03-09", ""].map(end), ["2026-03-02", "2026-03-03", "2026-03-03"]);
}

#[test]
fn the_baseline_is_of_complete_windows() {
    let window = window("2026-02-01..2026-03-02");
    let baseline =
        |first: &str| window.baseline(Date::parse(first), 4).iter().map(Window::to_string).collect::<Vec<String>>();
    let all = ["2025-10-04..2025-11-02", "2025-11-03..2025-12-02", "2025-12-03..2026-01-01", "2026-01-02..2026-01-31"];
    assert_eq!(baseline("2024-03-01"), all);
    assert_eq!(baseline("2025-10-04"), all);
    assert_eq!(baseline("2025-10-05"), all[1..]);
    assert_eq!(baseline("2026-01-03"), all[..0]);
    assert_eq!(baseline(""), all[..0]);
}

#[test]
fn a_window_that_contains_today_is_partial() {
    let partial = |today| window("2026-02-01..2026-03-02").partial_periods(date(today));
    assert_eq!(partial("2026-03-02"), ["2026-03-02"]);
    assert_eq!(partial("2026-03-03"), [""; 0]);
}

proptest! {
    #[test]
    fn the_baseline_leads_up_to_the_window_without_a_gap(from in 0..20_000_i64, days in 1..800_i64, first in 0..20_000_i64) {
        let from = Date::of_day(from).unwrap();
        let window = Window { from, to: from.add_days(days - 1) };
        let first = Date::of_day(first).unwrap();
        let mut next = window.from;
        for earlier in window.baseline(Some(first), 4).into_iter().rev() {
            prop_assert_eq!((earlier.to.add_days(1), earlier.days()), (next, days));
            prop_assert!(earlier.from >= first);
            prop_assert_eq!(earlier.within(&window), None);
            next = earlier.from;
        }
    }
}
