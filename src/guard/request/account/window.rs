//! Window of a request that may leave out its dates.

use super::AccountRequest;
use crate::base::date::{Date, Window};
use crate::guard::problem::Problems;
use crate::spec::AccountOperation;
use crate::spec::request::account::choice::TimelineInterval;

/// Returns the window of a request.
///
/// Without `from`, the window has `days` days. Without `to`, it ends at [`Window::usual_end`], given the dataset's last
/// date and today. A request with `from` only is checked here as if it had both dates, with `interval` if it has one.
///
/// # Errors
/// If the window is reversed, is too long, or has too many periods.
pub fn window_of(
    (from, to): (Option<Date>, Option<Date>),
    days: i64,
    last: Option<Date>,
    today: Date,
    interval: Option<TimelineInterval>,
) -> Result<Window, Problems> {
    let end = to.unwrap_or_else(|| Window::usual_end(last, today));
    let Some(from) = from else { return Ok(Window::ending(end, days)) };
    if to.is_none() {
        let interval = interval.map_or(String::new(), |interval| format!("&interval={}", interval.name()));
        let query = format!("from={from}&to={end}{interval}");
        AccountRequest::parse(AccountOperation::SentimentTimeline, query.as_bytes())?;
    }
    Ok(Window { from, to: end })
}
