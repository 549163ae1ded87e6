//! Periods of a timeline: days, ISO weeks, months.
//!
//! Source: `GET /v1/sentiment/timeline`. Weeks follow ISO 8601: they begin on Monday and belong to the year of their
//! Thursday.

use crate::base::date::{Date, Window};
use crate::spec::limits::{DAILY_DAYS, WEEKLY_DAYS};
use crate::spec::request::account::choice::TimelineInterval;

pub use crate::spec::request::account::choice::Interval;

/// A period of a timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// Name: `2026-02-01`, `2026-W06`, `2026-02`.
    pub name: String,
    /// All days of the period, including those outside the window.
    pub whole: Window,
    /// True if some days of the period are outside the window, or if the period contains today.
    pub partial: bool,
}

impl Interval {
    /// Resolves the requested interval. `auto` depends on the days of the window: days up to 31, weeks up to 183, else
    /// months.
    pub const fn of(asked: TimelineInterval, days: i64) -> Self {
        match asked {
            TimelineInterval::Day => Self::Day,
            TimelineInterval::Week => Self::Week,
            TimelineInterval::Month => Self::Month,
            TimelineInterval::Auto if days <= DAILY_DAYS => Self::Day,
            TimelineInterval::Auto if days <= WEEKLY_DAYS => Self::Week,
            TimelineInterval::Auto => Self::Month,
        }
    }

    /// Returns the period that contains a day.
    pub fn around(self, date: Date) -> Window {
        match self {
            Self::Day => Window { from: date, to: date },
            Self::Week => Window { from: date.monday(), to: date.monday().add_days(6) },
            Self::Month => Window { from: date.month().first(), to: date.month().last() },
        }
    }

    /// Returns the periods of a window in order of time, without gaps.
    pub fn periods(self, window: &Window, today: Date) -> Vec<Period> {
        let following = |period: &Window| Some(self.around(period.to.add_days(1)));
        std::iter::successors(Some(self.around(window.from)), following)
            .take_while(|period| period.from <= window.to)
            .map(|whole| Period {
                name: self.period_name(whole.from),
                whole,
                partial: whole.within(window) != Some(whole) || whole.contains(today),
            })
            .collect()
    }

    /// Returns the name of the period that contains a day.
    pub fn period_name(self, date: Date) -> String {
        match self {
            Self::Day => date.to_string(),
            Self::Week => {
                let (year, week) = date.iso_week();
                format!("{year:04}-W{week:02}")
            }
            Self::Month => date.month().to_string(),
        }
    }
}
