//! Windows and days on which questions are asked.

use super::Maker;
use crate::date::{add_days, day_number};
use serde_json::json;

/// Lengths of windows, with those around which intervals change.
const LENGTHS: [i64; 12] = [1, 7, 14, 30, 30, 31, 32, 90, 183, 184, 400, 730];

/// Days before the last one from which a window without an end is not too long.
const NEAR: i64 = 729;

impl Maker<'_> {
    /// Neither end, one of them, or both, mostly around the anchor.
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
            // Too long if it is far, which is told as well.
            3 if is_near || self.chance(0.1) => self.put("from", json!(date)),
            _ => {
                let (from, to) = self.window();
                self.put("from", json!(from));
                self.put("to", json!(to));
            }
        }
    }

    /// A window around the anchor.
    pub(super) fn window(&mut self) -> (String, String) {
        let days = self.choose(&LENGTHS);
        let back = self.number(0..=days - 1);
        let from = add_days(self.anchor.date, -back);
        let to = add_days(&from, days - 1);
        (from, to)
    }

    /// How many days the window has that was put; none when an end is open.
    pub(super) fn days(&self) -> Option<i64> {
        let day = |name: &str| Some(day_number(self.parameters.get(name)?.as_str()?));
        Some(day("to")? - day("from")? + 1)
    }

    /// A while after the last day, the end of the window, or around the anchor.
    pub(super) fn today(&mut self) -> String {
        let (_, last) = self.account.dates.expect("a dataset with mentions");
        let to = self.parameters.get("to").and_then(|to| to.as_str()).unwrap_or(last).to_owned();
        let (date, ahead) = (self.anchor.date, self.number(0..=40));
        match self.number(0..=9) {
            0..=3 => add_days(last, ahead),
            4 => to,
            5 => add_days(&to, -ahead),
            6 => date.to_owned(),
            _ => add_days(date, ahead),
        }
    }
}
