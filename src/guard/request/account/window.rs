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
