//! The checks of single values: type, length, range, enumeration.

use super::Refused;
use super::document::Document;
use super::naming::nearest;
use crate::base::date::Date;
use crate::base::runtime::Host;
use crate::guard::problem::{Code, echo};
use crate::spec::Unit;
use crate::spec::limits::{MAX_NAME_CHARACTERS, MAX_NUMBER};
use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Distinct values of a list.
pub const MAX_LIST_VALUES: usize = 50;
/// Years that dates may lie in.
pub const YEARS: RangeInclusive<i32> = 1990..=2100;
/// Interactions per view: more is surely another unit.
pub const MAX_RATIO: f64 = 1_000.0;

impl Document {
    /// A name: up to [`MAX_NAME_CHARACTERS`] characters. Blank is absent.
    pub(super) fn name(&mut self, column: &'static str) -> Result<Option<String>, Refused> {
        self.text(column, MAX_NAME_CHARACTERS)
    }

    /// A text of up to `max` characters. Blank is absent.
    pub(super) fn text(&mut self, column: &'static str, max: usize) -> Result<Option<String>, Refused> {
        match self.take(column) {
            None => Ok(None),
            Some(Value::String(text)) => {
                check_text(column, &text, max)?;
                Ok(Some(text).filter(|text| !text.trim().is_empty()))
            }
            Some(other) => Err(wrong_type(column, "a string", &other)),
        }
    }

    /// One of some names, whatever its capitals.
    pub(super) fn one_of(&mut self, column: &'static str, allowed: &[&'static str]) -> Result<Option<String>, Refused> {
        let Some(name) = self.name(column)? else { return Ok(None) };
        if let Some(value) = value_of(&name, allowed) {
            self.rewritten.capitals += u64::from(value != name);
            return Ok(Some(value.to_owned()));
        }
        let near = nearest(&name, allowed.iter().copied());
        let hint = near.map_or_else(String::new, |value| format!(". Did you mean '{value}'?"));
        let message = format!("{column} '{}' is not allowed. Allowed: [{}]{hint}", echo(&name), allowed.join(", "));
        Err(Refused::new(Code::ValueNotAllowed, column, message))
    }

    /// A calendar date within [`YEARS`].
    pub(super) fn date(&mut self, column: &'static str) -> Result<Option<Date>, Refused> {
        let Some(text) = self.name(column)? else { return Ok(None) };
        if let Some(date) = date(&text) {
            self.rewritten.dates += u64::from(date.to_string() != text);
            return Ok(Some(date));
        }
        let unclear =
            if day_or_month_first(&text) { " Whether its day or its month comes first is not clear." } else { "" };
        let message = format!(
            "{column} must be a date of the form YYYY-MM-DD or DD.MM.YYYY between {}-01-01 and {}-12-31. Got '{}'.{unclear}",
            YEARS.start(),
            YEARS.end(),
            echo(&text)
        );
        Err(Refused::new(Code::InvalidDate, column, message))
    }

    /// A time within [`YEARS`], in UTC to the second.
    pub(super) fn time(&mut self, column: &'static str) -> Result<Option<String>, Refused> {
        let Some(text) = self.name(column)? else { return Ok(None) };
        let time = DateTime::parse_from_rfc3339(&text).ok().map(|time| time.to_utc());
        match time.filter(|time| YEARS.contains(&time.year())) {
            Some(time) => Ok(Some(time_text(time))),
            None => {
                let message = format!("{column} must be a time as 2026-01-31T12:00:00Z. Got '{}'.", echo(&text));
                Err(Refused::new(Code::InvalidDate, column, message))
            }
        }
    }

    /// A number in a unit, as the integer that it is stored in: a whole count up to 2^53 - 1, a tone from -1 to 1, a
    /// ratio up to [`MAX_RATIO`], or dollars.
    pub(super) fn number(&mut self, column: &'static str, unit: Unit) -> Result<Option<i64>, Refused> {
        let (min, max) = match unit {
            Unit::Count => (0.0, MAX_NUMBER),
            Unit::Score => (-1.0, 1.0),
            Unit::Ratio => (0.0, MAX_RATIO),
            Unit::Usd => (0.0, MAX_NUMBER / Unit::Usd.scale()),
        };
        let Some(value) = self.take(column) else { return Ok(None) };
        let whole = unit == Unit::Count;
        let expected = if whole { "a whole number" } else { "a number" };
        let number = value.as_f64().filter(|number| !whole || number.fract() == 0.0);
        let Some(number) = number else { return Err(wrong_type(column, expected, &value)) };
        if number < min || number > max {
            let message = format!(
                "{column} must be between {} and {}. Got {}.",
                Host::NATIVE.text(min),
                Host::NATIVE.text(max),
                Host::NATIVE.text(number)
            );
            return Err(Refused::new(Code::LimitViolation, column, message));
        }
        // At most 2^53 in magnitude by the limits above.
        Ok(Some((number * unit.scale()).round() as i64))
    }

    /// The distinct names of a list, in order. Blank items and nulls are left out.
    pub(super) fn list(&mut self, column: &'static str) -> Result<Vec<String>, Refused> {
        let items = match self.take(column) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong_type(column, "a list of strings", &other)),
        };
        let mut names: Vec<String> = Vec::new();
        for item in items {
            match item {
                Value::Null => {}
                Value::String(name) => {
                    check_text(column, &name, MAX_NAME_CHARACTERS)?;
                    if !name.trim().is_empty() && !names.contains(&name) {
                        names.push(name);
                    }
                }
                other => return Err(wrong_type(column, "a list of strings", &other)),
            }
            if names.len() > MAX_LIST_VALUES {
                let message = format!("{column} must be at most {MAX_LIST_VALUES} distinct values. Got more.");
                return Err(Refused::new(Code::LimitViolation, column, message));
            }
        }
        Ok(names)
    }
}

/// The name that is meant by a text: that name in any capitals, between blanks.
pub(super) fn value_of(text: &str, names: &[&'static str]) -> Option<&'static str> {
    names.iter().copied().find(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// A date within [`YEARS`], in a form that can be read in one way alone: the year first and two digits for the others,
/// or the day first and dots between.
pub(super) fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    let is_year_first =
        text.get(4..5).zip(text.get(7..8)).is_some_and(|(one, other)| one == other && "-/.".contains(one));
    let written = if is_year_first {
        text.replace(['/', '.'], "-")
    } else {
        let [day, month, year] = parts(text, '.')?;
        format!("{year}-{month:0>2}-{day:0>2}")
    };
    let date = Date::parse(&written)?;
    written.get(..4)?.parse().is_ok_and(|year| YEARS.contains(&year)).then_some(date)
}

/// Whether a text would be a date if only it were known what its first number is.
fn day_or_month_first(text: &str) -> bool {
    ['/', '-'].into_iter().any(|mark| parts(text.trim(), mark).is_some())
}

/// The numbers of one or two digits, and of four, between marks.
fn parts(text: &str, mark: char) -> Option<[&str; 3]> {
    let mut numbers = text.split(mark);
    let parts = [numbers.next()?, numbers.next()?, numbers.next()?];
    let digits = |part: &str, lengths: RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let [one, other, year] = parts;
    (numbers.next().is_none() && digits(one, 1..=2) && digits(other, 1..=2) && digits(year, 4..=4)).then_some(parts)
}

/// The value of a required column.
pub(super) fn required<T>(column: &'static str, value: Option<T>) -> Result<T, Refused> {
    value.ok_or_else(|| Refused::new(Code::MissingField, column, format!("{column} is required.")))
}

/// A time as rows hold it.
pub(super) fn time_text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(super) fn wrong_type(column: &'static str, expected: &str, value: &Value) -> Refused {
    let given = match value {
        Value::String(text) => format!("'{}'", echo(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        scalar => echo(&scalar.to_string()),
    };
    Refused::new(Code::InvalidType, column, format!("{column} must be {expected}. Got {given}."))
}

fn check_text(column: &'static str, text: &str, max: usize) -> Result<(), Refused> {
    // Bytes bound characters, so most texts need no counting.
    if text.len() > max {
        let characters = text.chars().count();
        if characters > max {
            let message = format!("{column} must be at most {max} characters. Got {characters}.");
            return Err(Refused::new(Code::LimitViolation, column, message));
        }
    }
    if text.contains('\0') {
        // SQLite's text functions end at it.
        let message = format!("{column} contains the character U+0000. Remove it.");
        return Err(Refused::new(Code::LimitViolation, column, message));
    }
    Ok(())
}
