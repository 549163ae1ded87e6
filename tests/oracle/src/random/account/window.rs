//! Random windows and current days of questions.

use super::Maker;
use crate::date::{add_days, day_number};
use serde_json::json;

/// The lengths of windows, with those around which intervals change.
const LENGTHS: [i64; 12] = [1, 7, 14, 30, 30, 31, 32, 90, 183, 184, 400, 730];

/// The longest window in days that surely has no more than 24 months.
const LONGEST: i64 = 730;

/// The most days before the last day from which a window without an end is not too long.
const NEAR: i64 = 729;

impl Maker<'_> {
    /// Adds neither end of the window, one of them, or both, mostly around the anchor.
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
            // A window that is too long is a problem, which is tested too.
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

    /// Adds a long window around one of the account's first mentions. The dataset often has fewer than four windows
    /// before it.
    pub(super) fn put_early_window(&mut self) {
        let mentions = self.account.mentions.iter().filter(|mention| !mention.document.strings("topics").is_empty());
        let mut dates: Vec<&str> = mentions.map(|mention| mention.date).collect();
        dates.sort_unstable();
        dates.truncate(10);
        let date = if dates.is_empty() { self.anchor.date } else { self.choose(&dates) };
        let days = self.choose(&[60, 365, LONGEST, LONGEST]);
        let back = self.number(0..=days - 1);
        let from = add_days(date, -back);
        self.put("to", json!(add_days(&from, days - 1)));
        self.put("from", json!(from));
    }

    /// Returns the number of days of the added window; `None` if an end is open.
    pub(super) fn days(&self) -> Option<i64> {
        let day = |name: &str| Some(day_number(self.parameters.get(name)?.as_str()?));
        Some(day("to")? - day("from")? + 1)
    }

    /// Returns a current day: after the last day, at the end of the window, or around the anchor.
    pub(super) fn today(&mut self) -> String {
        let (_, last) = self.account.dates.expect("a dataset with mentions");
        let to = self.parameters.get("to").and_then(|to| to.as_str()).unwrap_or(last).to_owned();
        let (date, ahead) = (self.anchor.date, self.number(0..=40));
        let has_window = ["from", "to", "period"].iter().any(|name| self.parameters.contains_key(*name));
        match self.number(0..=9) {
            // The default window ends today, and should contain the anchor.
            0..=6 if !has_window => add_days(date, ahead.min(29)),
            0..=3 => add_days(last, ahead),
            4 => to,
            5 => add_days(&to, -ahead),
            6 => date.to_owned(),
            _ => add_days(date, ahead),
        }
    }
}
