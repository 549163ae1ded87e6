//! Windows and days of queries.

use super::Maker;
use crate::date::{add_days, day_number};
use serde_json::json;

/// Lengths of windows, including those at which the default interval changes.
const LENGTHS: [i64; 12] = [1, 7, 14, 30, 30, 31, 32, 90, 183, 184, 400, 730];

/// Longest window in days that certainly has at most 24 months.
const LONGEST: i64 = 730;

/// Days before the last one, from which a window without an end is not too long.
const NEAR: i64 = 729;

impl<'a> Maker<'a> {
    /// Returns the date of one of the account's first mentions with topics, or that of the anchor.
    pub(super) fn early_date(&mut self) -> &'a str {
        let mentions = self.account.mentions.iter().filter(|mention| !mention.record.strings("topics").is_empty());
        let mut dates: Vec<&str> = mentions.map(|mention| mention.date).collect();
        dates.sort_unstable();
        dates.truncate(10);
        if dates.is_empty() { self.anchor.date } else { self.choose(&dates) }
    }
}

impl Maker<'_> {
    /// Adds no end, one end or both, mostly around the anchor.
    pub(super) fn put_window(&mut self) {
        let date = self.anchor.date;
        let (_, last) = self.account.dates.expect("a dataset with mentions");
        let is_near = day_number(last) - day_number(date) < NEAR;
        match self.number(0..=9) {
            0 | 1 => {}
            2 => {
                let ahead = self.number(0..=29);
                self.put("to", json!(add_days(date, ahead)));
            }
            // The window is too long if it starts early, which is an expected problem.
            3 if is_near || self.chance(0.1) => self.put("from", json!(date)),
            _ => {
                let (from, to) = self.window();
                self.put("from", json!(from));
                self.put("to", json!(to));
            }
        }
    }

    /// Returns a window around the anchor.
    pub(super) fn window(&mut self) -> (String, String) {
        let days = self.choose(&LENGTHS);
        let back = self.number(0..=days - 1);
        let from = add_days(self.anchor.date, -back);
        let to = add_days(&from, days - 1);
        (from, to)
    }

    /// Adds a long window around one of the account's first mentions: often the dataset is too short for four previous
    /// windows.
    pub(super) fn put_early_window(&mut self) {
        let date = self.early_date();
        let days = self.choose(&[60, 365, LONGEST, LONGEST]);
        let back = self.number(0..=days - 1);
        let from = add_days(date, -back);
        self.put("to", json!(add_days(&from, days - 1)));
        self.put("from", json!(from));
    }

    /// Returns the number of days of the added window, or none if an end is open.
    pub(super) fn days(&self) -> Option<i64> {
        let day = |name: &str| Some(day_number(self.parameters.get(name)?.as_str()?));
        Some(day("to")? - day("from")? + 1)
    }

    /// Returns a day after the data, at the end of the window, or around the anchor.
    pub(super) fn today(&mut self) -> String {
        let (_, last) = self.account.dates.expect("a dataset with mentions");
        let to = ["to", "date"].into_iter().find_map(|name| self.parameters.get(name)?.as_str());
        let to = to.unwrap_or(last).to_owned();
        let (date, ahead) = (self.anchor.date, self.number(0..=40));
        let has_window = ["from", "to", "period", "date"].iter().any(|name| self.parameters.contains_key(*name));
        match self.number(0..=9) {
            // The default window ends today, and should include the anchor.
            0..=6 if !has_window => add_days(date, ahead.min(29)),
            0..=3 => add_days(last, ahead),
            4 => to,
            5 => add_days(&to, -ahead),
            6 => date.to_owned(),
            _ => add_days(date, ahead),
        }
    }
}
