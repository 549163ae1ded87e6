//! Parses dates and times in every unambiguous form.

use super::rewrite_counts::SourceForm;
use crate::base::date::Date;
use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Timelike, Utc};
use std::ops::RangeInclusive;

/// The years that dates may lie in.
pub const YEARS: RangeInclusive<i32> = 1990..=2100;

/// Forms of dates with the English name of the month.
const NAMED_MONTHS: [&str; 5] = ["%d %B %Y", "%d. %B %Y", "%d-%B-%Y", "%B %d, %Y", "%B %d %Y"];
/// Forms of instants besides those of RFC 3339 and RFC 2822.
const WITH_ZONE: [&str; 5] = [
    "%Y-%m-%dT%H:%M:%S%.f%#z",
    "%Y-%m-%d %H:%M:%S%.f %#z",
    "%Y-%m-%d %H:%M:%S%.f%#z",
    "%Y-%m-%dT%H:%M%#z",
    "%a %b %d %H:%M:%S %z %Y",
];
const WITHOUT_ZONE: [&str; 4] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"];
/// Names of the zone UTC after a time.
const UTC_NAMES: [&str; 2] = [" UTC", " GMT"];

const NO_ZONE: &str = " It has no time zone. Write the zone, as in 2026-10-31T20:15:00Z.";
const DAY_OR_MONTH: &str = " Whether its day or its month comes first is not clear.";
const SHORT_YEAR: &str = " Its year has two digits: which of its numbers is the year is not clear.";

/// Returns the date of a text, and its form if that is not `YYYY-MM-DD`. An instant becomes its day in UTC. The error
/// is a sentence that says why the text is ambiguous; it may be empty.
pub(super) fn date(text: &str) -> Result<(Date, Option<SourceForm>), &'static str> {
    // Most dates have the stored form.
    let stored = Date::parse(text).filter(|date| YEARS.contains(&date.month().year()));
    if let Some(date) = stored {
        return Ok((date, None));
    }
    let trimmed = text.trim();
    let plain = written_date(trimmed).filter(|date| YEARS.contains(&date.year()));
    if let Some(date) = plain.and_then(of_calendar) {
        return Ok((date, (date.to_string() != text).then_some(SourceForm::Date)));
    }
    if let Some(instant) = instant(trimmed) {
        return of_calendar(instant.date_naive()).map(|date| (date, Some(SourceForm::Instant))).ok_or("");
    }
    match without_zone(trimmed) {
        // A date that a database wrote as a time.
        Some(time) if time.num_seconds_from_midnight() == 0 && YEARS.contains(&time.year()) => {
            of_calendar(time.date()).map(|date| (date, Some(SourceForm::Date))).ok_or("")
        }
        Some(_) => Err(NO_ZONE),
        None => Err(reason(trimmed)),
    }
}

/// Returns the instant of a text. Errors are those of [`date`].
pub(super) fn time(text: &str) -> Result<DateTime<Utc>, &'static str> {
    let trimmed = text.trim();
    instant(trimmed).ok_or_else(|| if without_zone(trimmed).is_some() { NO_ZONE } else { "" })
}

/// Parses a date in digits or with the name of its month.
fn written_date(text: &str) -> Option<NaiveDate> {
    // Some programs write a column of whole numbers that has gaps with a decimal point.
    let digits = text.strip_suffix(".0").filter(|digits| is_digits(digits, 8, 8)).unwrap_or(text);
    if is_digits(digits, 8, 8) {
        return of_parts(digits.get(..4)?, digits.get(4..6)?, digits.get(6..)?);
    }
    let year_first = ['-', '/', '.'].into_iter().find_map(|mark| parts(text, mark, [4, 2, 2]));
    if let Some([year, month, day]) = year_first {
        return of_parts(year, month, day);
    }
    if let Some([day, month, year]) = parts(text, '.', [2, 2, 4]) {
        return of_parts(year, month, day);
    }
    NAMED_MONTHS.iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok())
}

fn of_parts(year: &str, month: &str, day: &str) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

/// Parses an instant within [`YEARS`]: with its zone, or in seconds or milliseconds since 1970. Numbers of these
/// lengths are no other form of a date.
fn instant(text: &str) -> Option<DateTime<Utc>> {
    let number = text.strip_suffix(".0").unwrap_or(text);
    let instant = if is_digits(number, 9, 10) {
        DateTime::from_timestamp(number.parse().ok()?, 0)
    } else if is_digits(number, 12, 13) {
        DateTime::from_timestamp_millis(number.parse().ok()?)
    } else {
        zoned(text)
    };
    instant.filter(|instant| YEARS.contains(&instant.year()))
}

fn zoned(text: &str) -> Option<DateTime<Utc>> {
    let named = UTC_NAMES.iter().find_map(|name| text.strip_suffix(name)).and_then(without_zone);
    if let Some(time) = named {
        return Some(time.and_utc());
    }
    let parsed = DateTime::parse_from_rfc3339(text).or_else(|_| DateTime::parse_from_rfc2822(text)).ok();
    let other = || WITH_ZONE.iter().find_map(|form| DateTime::parse_from_str(text, form).ok());
    parsed.or_else(other).map(|time| time.to_utc())
}

fn without_zone(text: &str) -> Option<NaiveDateTime> {
    WITHOUT_ZONE.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
}

fn of_calendar(date: NaiveDate) -> Option<Date> {
    Date::parse(date.format("%Y-%m-%d").to_string())
}

/// Returns the sentence that says why a text is no date.
fn reason(text: &str) -> &'static str {
    let any = |marks: &[char], lengths| marks.iter().any(|mark| parts(text, *mark, lengths).is_some());
    if any(&['/', '-'], [2, 2, 4]) {
        DAY_OR_MONTH
    } else if any(&['/', '-', '.'], [2, 2, 2]) {
        SHORT_YEAR
    } else {
        ""
    }
}

/// Splits three numbers at a mark. A number of four digits must have exactly four; the others have one or two.
fn parts(text: &str, mark: char, digits: [usize; 3]) -> Option<[&str; 3]> {
    let mut numbers = text.split(mark);
    let parts = [numbers.next()?, numbers.next()?, numbers.next()?];
    let fits = |(part, most): (&&str, usize)| is_digits(part, if most == 4 { 4 } else { 1 }, most);
    (numbers.next().is_none() && parts.iter().zip(digits).all(fits)).then_some(parts)
}

fn is_digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}
