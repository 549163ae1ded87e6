//! The 36 months that a dataset covers.

use crate::chance::{Dice, Weighted};
use chrono::{Datelike as _, Days, NaiveDate, Weekday};

/// The number of days: three years, one of which is a leap year.
pub const DAYS: usize = 1_096;
/// The most days between the upload of a video and the indexing of its mentions.
pub const MAX_LAG: u64 = 3;

const FIRST: NaiveDate = NaiveDate::from_ymd_opt(2023, 1, 1).expect("a date");
const WEEKEND: f64 = 1.3;

/// The days by position, counted from 0.
#[derive(Debug)]
pub struct Calendar {
    dates: Vec<String>,
    uploads: Weighted,
}

impl Calendar {
    pub fn new() -> Self {
        let date = |day: usize| FIRST + Days::new(day as u64);
        let dates = (0..DAYS + MAX_LAG as usize).map(|day| date(day).to_string()).collect();
        let uploads = Weighted::new((0..DAYS).map(|day| {
            // The number of uploads doubles from the beginning to the end.
            let growth = 1.0 + day as f64 / DAYS as f64;
            let weekend = matches!(date(day).weekday(), Weekday::Sat | Weekday::Sun);
            growth * if weekend { WEEKEND } else { 1.0 }
        }));
        Self { dates, uploads }
    }

    /// Draws the day on which a video is uploaded.
    pub fn upload(&self, dice: &mut Dice) -> usize {
        self.uploads.draw(dice)
    }

    /// Returns the day as `YYYY-MM-DD`.
    pub fn date(&self, day: usize) -> &str {
        &self.dates[day]
    }
}
