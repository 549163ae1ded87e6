//! The days of a query.

use super::query_context::OracleContext;
use super::reply::OracleProblem;
use crate::date::{add_days, add_months, day_number};

/// Days of the default window.
const DAYS: i64 = 30;

/// Longest window, in months.
const MONTHS: u32 = 24;

/// The days from one to another, inclusive.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleWindow {
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
}

impl OracleWindow {
    /// Creates the window of two dates.
    pub fn new(from: &str, to: &str) -> OracleWindow {
        OracleWindow { from: from.to_owned(), to: to.to_owned() }
    }

    /// Creates the window of so many days up to a day.
    pub fn ending(to: &str, days: i64) -> OracleWindow {
        OracleWindow { from: add_days(to, 1 - days), to: to.to_owned() }
    }

    /// Returns true if a day belongs to the window. Dates written YYYY-MM-DD compare as strings.
    pub fn holds(&self, date: &str) -> bool {
        self.from.as_str() <= date && date <= self.to.as_str()
    }

    /// Returns the number of days.
    pub fn days(&self) -> i64 {
        day_number(&self.to) - day_number(&self.from) + 1
    }

    /// Returns the window of the same length just before it.
    pub fn before(&self) -> OracleWindow {
        OracleWindow::ending(&add_days(&self.from, -1), self.days())
    }
}

/// Returns the window of an analysis.
pub fn window(context: &OracleContext) -> Result<OracleWindow, OracleProblem> {
    let usual_end = match context.account.dates {
        Some((_, last)) => last.min(context.today),
        None => context.today,
    };
    let days = context.parameters.whole("window_days").map_or(DAYS, |days| days as i64);
    let to = context.parameters.text("to").unwrap_or(usual_end);
    let Some(from) = context.parameters.text("from") else { return Ok(OracleWindow::ending(to, days)) };
    if from > to {
        return Err(OracleProblem::invalid("invalid_range", "?from"));
    }
    if to > add_months(from, MONTHS).as_str() {
        // `to` is named as usual, even if the query does not have it.
        return Err(OracleProblem::invalid("window_too_long", "?to"));
    }
    Ok(OracleWindow::new(from, to))
}

/// Returns the window of a list from the whole dataset: a missing end is open.
pub fn open_window(context: &OracleContext) -> OracleWindow {
    let end = |name: &str, otherwise| context.parameters.text(name).unwrap_or(otherwise);
    OracleWindow::new(end("from", "0000-00-00"), end("to", "9999-99-99"))
}
