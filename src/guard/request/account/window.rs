//! The window of a question that need not say all of it.

use super::AccountRequest;
use crate::base::date::{Date, Window};
use crate::guard::problem::Problems;
use crate::spec::AccountOperation;

/// The window that a question is about, which need not say when it begins or ends: without `from` it has so many days;
/// without `to` it ends as [`Window::usual_end`] says, given the dataset's last date and today. One that says when it
/// begins and not when it ends is checked now as if it had said both, with the interval of its periods if it has some.
///
/// # Errors
/// When it ends before it begins, is too long, or has too many periods.
pub fn window_of(
    (from, to): (Option<Date>, Option<Date>),
    days: i64,
    last: Option<Date>,
    today: Date,
    interval: Option<&str>,
) -> Result<Window, Problems> {
    let end = to.unwrap_or_else(|| Window::usual_end(last, today));
    let Some(from) = from else { return Ok(Window::ending(end, days)) };
    if to.is_none() {
        let interval = interval.map_or(String::new(), |interval| format!("&interval={interval}"));
        let query = format!("from={from}&to={end}{interval}");
        AccountRequest::parse(AccountOperation::SentimentTimeline, query.as_bytes())?;
    }
    Ok(Window { from, to: end })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window, or the code and the place of what is wrong with it.
    fn window(from: &str, to: &str, days: i64, last: &str, interval: Option<&str>) -> String {
        let [from, to, last] = [from, to, last].map(Date::parse);
        match window_of((from, to), days, last, Date::parse("2026-03-03").unwrap(), interval) {
            Ok(window) => window.to_string(),
            Err(problems) => {
                let violation = &problems.violations()[0];
                format!("{} {}", violation.code.name(), violation.param)
            }
        }
    }

    #[test]
    fn windows_that_are_not_said_end_with_the_data_or_today() {
        for (from, to, days, last, expected) in [
            ("", "", 30, "2026-03-02", "2026-02-01..2026-03-02"),
            ("", "", 30, "2026-03-09", "2026-02-02..2026-03-03"),
            ("", "", 7, "", "2026-02-25..2026-03-03"),
            ("", "2025-01-31", 30, "2026-03-02", "2025-01-02..2025-01-31"),
            ("", "2027-01-31", 30, "2026-03-02", "2027-01-02..2027-01-31"),
            ("", "0001-01-01", 30, "2026-03-02", "0000-12-03..0001-01-01"),
            ("2026-01-01", "", 30, "2026-03-02", "2026-01-01..2026-03-02"),
            ("2026-03-02", "", 30, "2026-03-02", "2026-03-02..2026-03-02"),
            ("2026-01-01", "2026-01-02", 30, "2026-03-02", "2026-01-01..2026-01-02"),
        ] {
            assert_eq!(window(from, to, days, last, None), expected, "{from}..{to} {days} {last}");
        }
    }

    #[test]
    fn a_window_without_an_end_is_checked_when_its_end_is_known() {
        let from = |from, interval| window(from, "", 30, "2026-03-02", interval);
        assert_eq!(from("2026-03-03", None), "invalid_range ?from");
        assert_eq!(from("2024-03-02", None), "2024-03-02..2026-03-02");
        assert_eq!(from("2024-03-01", None), "window_too_long ?to");
        assert_eq!(from("2025-01-27", Some("day")), "2025-01-27..2026-03-02");
        assert_eq!(from("2025-01-26", Some("day")), "limit_violation ?interval");
        assert_eq!(from("2025-01-26", Some("auto")), "2025-01-26..2026-03-02");
    }
}
