//! The input of an event scan.

use super::Subscriber;
use crate::base::date::{Date, Window};
use crate::guard::request::MonitoredBrand;

/// The account, the dataset version and the time of an event scan.
#[derive(Debug, Clone, Copy)]
pub struct EventScanContext<'a> {
    /// The brands that the account monitors.
    pub monitored: &'a [MonitoredBrand],
    /// The webhooks of the account that are not disabled.
    pub subscribers: &'a [Subscriber],
    /// The dataset version that answers the requests of the scan.
    pub version: &'a str,
    /// The first and the last day of that version.
    pub dates: Option<(Date, Date)>,
    /// The date in UTC.
    pub today: Date,
    /// The time of the scan, in milliseconds since 1970.
    pub now_ms: u64,
}

impl EventScanContext<'_> {
    /// Returns the last day that is over and that the dataset has.
    pub(in crate::records) fn last_full_day(&self) -> Date {
        Window::usual_end(self.dates.map(|(_, last)| last), self.today.add_days(-1))
    }

    /// Returns the first day whose mentions events report one by one: the day before yesterday.
    pub(in crate::records) fn first_fresh_day(&self) -> Date {
        self.today.add_days(1 - FRESH_DAYS)
    }
}

/// The number of days whose mentions events report one by one, including today.
const FRESH_DAYS: i64 = 3;
