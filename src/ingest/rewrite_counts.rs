//! Counts values that were read from another form than the stored one.

use crate::guard::problem::echo;
use serde::Serialize;
use std::collections::BTreeMap;

/// A form of a value that differs from the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceForm {
    /// A date such as 31.01.2026 or 20260131.
    Date,
    /// An instant in a date column, or a time in another form or zone.
    Instant,
    /// A value of a closed list in other capitals.
    Capitals,
    /// A whole number written with a point, an exponent, a sign or leading zeros.
    Number,
    /// A duration in ISO 8601.
    Duration,
    /// A list that is not simply separated by `|`.
    List,
}

/// Counts of values that were written in another form than the stored one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RewriteCounts {
    /// Dates such as 31.01.2026.
    pub dates: u64,
    /// Instants in date columns, which become their day in UTC, and times in another form or zone.
    pub instants: u64,
    /// Values of closed lists in other capitals, such as YouTube.
    pub capitals: u64,
    /// Whole numbers written as 12.0 or 1.2e6, and seconds with a fraction.
    pub numbers: u64,
    /// Durations such as PT1H2M3S.
    pub durations: u64,
    /// Lists as JSON or Python text, between semicolons, or with quotation marks.
    pub lists: u64,
    /// Values that stand for an unknown one, by column and value.
    pub unknown: BTreeMap<String, u64>,
    /// The first value of each form, and the stored value.
    #[serde(rename = "rewritten_examples")]
    pub examples: BTreeMap<&'static str, (String, String)>,
}

impl RewriteCounts {
    /// Adds another count to this one.
    pub fn add(&mut self, other: Self) {
        self.dates += other.dates;
        self.instants += other.instants;
        self.capitals += other.capitals;
        self.numbers += other.numbers;
        self.durations += other.durations;
        self.lists += other.lists;
        for (value, count) in other.unknown {
            *self.unknown.entry(value).or_default() += count;
        }
        for (form, example) in other.examples {
            self.examples.entry(form).or_insert(example);
        }
    }

    /// Returns each count with its name in JSON and its name for people.
    pub fn counts(&self) -> [(&'static str, &'static str, u64); 6] {
        [
            ("dates", "dates", self.dates),
            ("instants", "instants", self.instants),
            ("numbers", "numbers", self.numbers),
            ("durations", "durations", self.durations),
            ("lists", "lists", self.lists),
            ("capitals", "values in other capitals", self.capitals),
        ]
    }

    /// Counts a value that was given in some form and is stored as another text.
    pub(super) fn note(&mut self, form: SourceForm, given: &str, kept: &str) {
        let (name, count) = match form {
            SourceForm::Date => ("dates", &mut self.dates),
            SourceForm::Instant => ("instants", &mut self.instants),
            SourceForm::Capitals => ("capitals", &mut self.capitals),
            SourceForm::Number => ("numbers", &mut self.numbers),
            SourceForm::Duration => ("durations", &mut self.durations),
            SourceForm::List => ("lists", &mut self.lists),
        };
        *count += 1;
        self.examples.entry(name).or_insert_with(|| (echo(given.trim()), echo(kept)));
    }

    /// Counts a value that stands for an unknown one.
    pub(super) fn note_unknown(&mut self, column: &str, value: &str) {
        *self.unknown.entry(format!("{column}={}", echo(value))).or_default() += 1;
    }
}
