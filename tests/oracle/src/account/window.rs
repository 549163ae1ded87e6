//! The window of a question.

use super::asked::Asked;
use super::reply::Problem;
use crate::date::{add_days, add_months, day_number};

/// The default length of a window in days.
const DAYS: i64 = 30;

/// The most months of a window.
const MONTHS: u32 = 24;

/// A range of days, both ends inclusive.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
}

impl Window {
    /// Creates a window.
    pub fn new(from: &str, to: &str) -> Window {
        Window { from: from.to_owned(), to: to.to_owned() }
    }

    /// Creates a window of `days` days that ends on a day.
    pub fn ending(to: &str, days: i64) -> Window {
        Window { from: add_days(to, 1 - days), to: to.to_owned() }
    }

    /// Returns true if a day is in the window. Dates written YYYY-MM-DD compare as strings.
    pub fn holds(&self, date: &str) -> bool {
        self.from.as_str() <= date && date <= self.to.as_str()
    }

    /// Returns the number of days.
    pub fn days(&self) -> i64 {
        day_number(&self.to) - day_number(&self.from) + 1
    }

    /// Returns the window of equal length just before it.
    pub fn before(&self) -> Window {
        Window::ending(&add_days(&self.from, -1), self.days())
    }
}

/// Returns the window of an analysis.
pub fn window(asked: &Asked) -> Result<Window, Problem> {
    let usual_end = match asked.account.dates {
        Some((_, last)) => last.min(asked.today),
        None => asked.today,
    };
    let days = asked.parameters.whole("window_days").map_or(DAYS, |days| days as i64);
    let to = asked.parameters.text("to").unwrap_or(usual_end);
    let Some(from) = asked.parameters.text("from") else { return Ok(Window::ending(to, days)) };
    if from > to {
        return Err(Problem::invalid("invalid_range", "?from"));
    }
    if to > add_months(from, MONTHS).as_str() {
        // The problem names `to` even if the question has no end.
        return Err(Problem::invalid("window_too_long", "?to"));
    }
    Ok(Window::new(from, to))
}

/// Returns the window of a list over the whole dataset. A missing end is open.
pub fn open_window(asked: &Asked) -> Window {
    let end = |name: &str, otherwise| asked.parameters.text(name).unwrap_or(otherwise);
    Window::new(end("from", "0000-00-00"), end("to", "9999-99-99"))
}
