//! When an account is looked at, and what for.

use super::Subscriber;
use crate::base::date::{Date, Window};
use crate::guard::request::MonitoredBrand;

/// A look at what is new for an account.
#[derive(Debug, Clone, Copy)]
pub struct EventOccasion<'a> {
    /// What the account monitors.
    pub monitored: &'a [MonitoredBrand],
    /// Its webhooks that are sent anything.
    pub subscribers: &'a [Subscriber],
    /// The version of the dataset that answers.
    pub version: &'a str,
    /// The first and the last day of that.
    pub dates: Option<(Date, Date)>,
    /// The date in UTC.
    pub today: Date,
    /// Now, milliseconds since 1970.
    pub now_ms: u64,
}

impl EventOccasion<'_> {
    /// The last day that is over and that the dataset has.
    pub(super) fn last_full_day(&self) -> Date {
        Window::usual_end(self.dates.map(|(_, last)| last), self.today.add_days(-1))
    }

    /// The first day whose mentions are told one by one: the one before yesterday.
    pub(super) fn first_fresh_day(&self) -> Date {
        self.today.add_days(1 - FRESH_DAYS)
    }
}

/// Days whose mentions are told one by one, today among them.
const FRESH_DAYS: i64 = 3;
