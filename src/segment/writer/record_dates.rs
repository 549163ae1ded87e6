//! The days, months and years in which an index has records.

use crate::base::date::{Date, Month};
use crate::segment::CubePeriod;

/// The days, months and years that have records, ascending.
#[derive(Default)]
pub(super) struct RecordDates {
    pub(super) days: Vec<i64>,
    /// The months, as [`Month::number`].
    pub(super) months: Vec<i64>,
    pub(super) years: Vec<i32>,
    /// The position of each record's month.
    month_of: Vec<u32>,
    /// The position of each month's year.
    year_of: Vec<u32>,
}

impl RecordDates {
    /// Computes the dates of records from their days.
    pub(super) fn of(days: &[i64]) -> Self {
        let month = |day: i64| Date::of_day(day).map_or(0, |date| date.month().number());
        let (first, last) = (days.iter().min().copied().unwrap_or(0), days.iter().max().copied().unwrap_or(0));
        // Converts each day once, instead of once per record.
        let by_day: Vec<i64> = (first..=last).map(month).collect();
        let mut with_documents = days.to_vec();
        with_documents.sort_unstable();
        with_documents.dedup();
        let numbers = || days.iter().map(|day| by_day.get((day - first) as usize).copied().unwrap_or(0));
        let mut months: Vec<i64> = numbers().collect();
        months.sort_unstable();
        months.dedup();
        let position = |number: i64| months.binary_search(&number).unwrap_or(0) as u32;
        let month_of = numbers().map(position).collect();
        let year = |number: &i64| Month::of_number(*number).map_or(0, Month::year);
        let mut years: Vec<i32> = months.iter().map(year).collect();
        years.dedup();
        let year_of = months.iter().map(|month| years.binary_search(&year(month)).unwrap_or(0) as u32).collect();
        Self { days: with_documents, months, years, month_of, year_of }
    }

    /// Returns the position of a record's month.
    pub(super) fn month(&self, position: u32) -> usize {
        self.month_of.get(position as usize).copied().unwrap_or(0) as usize
    }

    /// Returns the position of a record's year.
    pub(super) fn year(&self, position: u32) -> usize {
        self.year_of.get(self.month(position)).copied().unwrap_or(0) as usize
    }

    /// Returns the key of each year's rows.
    pub(super) fn year_keys(&self) -> impl Iterator<Item = i64> {
        self.years.iter().map(|year| CubePeriod::Year(*year).key())
    }

    /// Returns the key of each month's rows.
    pub(super) fn month_keys(&self) -> impl Iterator<Item = i64> {
        self.months.iter().map(|month| CubePeriod::Month(*month).key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_lie_in_months_and_years() {
        let days = ["2024-01-31", "2022-12-01", "2024-02-01", "2024-01-01"].map(|day| Date::parse(day).unwrap().day());
        let dates = RecordDates::of(&days);
        assert!(dates.days.is_sorted() && dates.days.len() == days.len());
        assert_eq!(dates.months, [2022 * 12 + 11, 2024 * 12, 2024 * 12 + 1]);
        assert_eq!(dates.years, [2022, 2024]);
        assert_eq!([0, 1, 2, 3].map(|position| dates.month(position)), [1, 0, 2, 1]);
        assert_eq!([0, 1, 2, 3].map(|position| dates.year(position)), [1, 0, 1, 1]);
        assert_eq!(dates.year_keys().collect::<Vec<_>>(), [2022, 2024]);
    }

    #[test]
    fn no_documents_have_no_months() {
        assert!(RecordDates::of(&[]).months.is_empty());
    }
}
