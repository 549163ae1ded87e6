//! Checks of single values: type, length, range, enumeration.

use super::list_text::{ListForm, is_no_value};
use super::moment::{YEARS, date, time};
use super::naming::nearest;
use super::parsed_record::ParsedRecord;
use super::rewrite_counts::SourceForm;
use super::{RecordRefusal, duration};
use crate::base::date::Date;
use crate::base::runtime::Host;
use crate::guard::problem::{Code, echo};
use crate::spec::Unit;
use crate::spec::limits::{MAX_NAME_CHARACTERS, MAX_NUMBER};
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

/// The most distinct values of a list.
pub const MAX_LIST_VALUES: usize = 50;
/// The id columns of records.
const IDS: [&str; 3] = ["video_id", "mention_id", "channel_uid"];
/// The column that holds seconds.
const DURATION: &str = "duration";
/// The most interactions per view. A larger value is in another unit.
pub const MAX_RATIO: f64 = 1_000.0;

impl ParsedRecord {
    /// Takes a name of up to [`MAX_NAME_CHARACTERS`] characters. A blank name is absent. An id that a spreadsheet
    /// rounded is refused.
    pub(super) fn name(&mut self, column: &'static str) -> Result<Option<String>, RecordRefusal> {
        let name = self.text(column, MAX_NAME_CHARACTERS)?;
        match name.as_ref().filter(|name| IDS.contains(&column) && is_rounded(name)) {
            Some(name) => Err(rounded(column, &format!("'{}'", echo(name)))),
            None => Ok(name),
        }
    }

    /// Takes a text of up to `max` characters. A blank text is absent; a whole number becomes its digits.
    pub(super) fn text(&mut self, column: &'static str, max: usize) -> Result<Option<String>, RecordRefusal> {
        match self.take(column) {
            None => Ok(None),
            Some(Value::String(text)) => {
                check_text(column, &text, max)?;
                Ok(Some(text).filter(|text| !text.trim().is_empty()))
            }
            Some(Value::Number(number)) if number.is_u64() || number.is_i64() => Ok(Some(number.to_string())),
            Some(Value::Number(number)) if IDS.contains(&column) => Err(rounded(column, &number.to_string())),
            Some(other) => Err(wrong_type(column, "a string", &other)),
        }
    }

    /// Takes a text of a column that holds no free text: `nan`, `None` and `null` are absent.
    fn word(&mut self, column: &'static str) -> Result<Option<String>, RecordRefusal> {
        Ok(self.name(column)?.filter(|text| !is_no_value(text)))
    }

    /// Takes the text of a date or a time, which may be a number.
    fn written_time(&mut self, column: &'static str) -> Result<Option<String>, RecordRefusal> {
        if let Some(value) = self.take(column) {
            let value = if value.is_number() { Value::String(value.to_string()) } else { value };
            self.put_back(column, value);
        }
        self.word(column)
    }

    /// Takes one of the allowed names, ignoring case.
    pub(super) fn one_of(
        &mut self,
        column: &'static str,
        allowed: &[&'static str],
    ) -> Result<Option<String>, RecordRefusal> {
        let Some(name) = self.word(column)? else { return Ok(None) };
        if let Some(value) = value_of(&name, allowed) {
            if value != name {
                self.rewritten.note(SourceForm::Capitals, &name, value);
            }
            return Ok(Some(value.to_owned()));
        }
        let near = nearest(&name, allowed.iter().copied());
        let hint = near.map_or_else(String::new, |value| format!(". Did you mean '{value}'?"));
        let message = format!("{column} '{}' is not allowed. Allowed: [{}]{hint}", echo(&name), allowed.join(", "));
        Err(RecordRefusal::new(Code::ValueNotAllowed, column, message))
    }

    /// Takes a calendar date within [`YEARS`]. An instant becomes its day in UTC.
    pub(super) fn date(&mut self, column: &'static str) -> Result<Option<Date>, RecordRefusal> {
        let Some(text) = self.written_time(column)? else { return Ok(None) };
        let unclear = match date(&text) {
            Ok((date, form)) => {
                if let Some(form) = form {
                    self.rewritten.note(form, &text, &date.to_string());
                }
                return Ok(Some(date));
            }
            Err(unclear) => unclear,
        };
        let message = format!(
            "{column} must be a date such as YYYY-MM-DD or DD.MM.YYYY between {}-01-01 and {}-12-31. Got '{}'.{unclear}",
            YEARS.start(),
            YEARS.end(),
            echo(&text)
        );
        Err(RecordRefusal::new(Code::InvalidDate, column, message))
    }

    /// Takes a time within [`YEARS`], in UTC to the second.
    pub(super) fn time(&mut self, column: &'static str) -> Result<Option<String>, RecordRefusal> {
        let Some(text) = self.written_time(column)? else { return Ok(None) };
        match time(&text) {
            Ok(time) => {
                let kept = time_text(time);
                if kept != text {
                    self.rewritten.note(SourceForm::Instant, &text, &kept);
                }
                Ok(Some(kept))
            }
            Err(unclear) => {
                let message =
                    format!("{column} must be a time as 2026-01-31T12:00:00Z. Got '{}'.{unclear}", echo(&text));
                Err(RecordRefusal::new(Code::InvalidDate, column, message))
            }
        }
    }

    /// Takes a number in a unit, as the integer that is stored.
    ///
    /// The ranges are: a whole count up to 2^53 - 1, a sentiment score from -1 to 1, a ratio up to [`MAX_RATIO`], or
    /// dollars. The number may be a text; a duration may also be in ISO 8601.
    pub(super) fn number(&mut self, column: &'static str, unit: Unit) -> Result<Option<i64>, RecordRefusal> {
        let (min, max) = match unit {
            Unit::Count => (0.0, MAX_NUMBER),
            Unit::Score => (-1.0, 1.0),
            Unit::Ratio => (0.0, MAX_RATIO),
            Unit::Usd => (0.0, MAX_NUMBER / Unit::Usd.scale()),
        };
        let Some(value) = self.take(column) else { return Ok(None) };
        let given = match &value {
            Value::String(text) if is_no_value(text) => return Ok(None),
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        if let Some(seconds) = duration::seconds(&given).filter(|_| column == DURATION) {
            self.rewritten.note(SourceForm::Duration, &given, &seconds.to_string());
            return Ok(Some(seconds));
        }
        let whole = unit == Unit::Count;
        let expected = if whole { "a whole number" } else { "a number" };
        let number = if value.is_string() { number_of(&given) } else { value.as_f64() };
        // Programs measure durations in fractions of a second; counts have no fractions.
        let number = number.map(|number| if column == DURATION { number.round() } else { number });
        let Some(number) = number.filter(|number| !whole || number.fract() == 0.0) else {
            return Err(wrong_type(column, expected, &value));
        };
        if number < min || number > max {
            let message = format!(
                "{column} must be between {} and {}. Got {}.",
                Host::NATIVE.text(min),
                Host::NATIVE.text(max),
                Host::NATIVE.text(number)
            );
            return Err(RecordRefusal::new(Code::LimitViolation, column, message));
        }
        // The limits above bound the magnitude by 2^53.
        let stored = (number * unit.scale()).round() as i64;
        if whole && given != stored.to_string() {
            self.rewritten.note(SourceForm::Number, &given, &stored.to_string());
        }
        Ok(Some(stored))
    }

    /// Takes the distinct names of a list, in order. Blank items and nulls are left out.
    pub(super) fn list(&mut self, column: &'static str, form: ListForm) -> Result<Vec<String>, RecordRefusal> {
        let Some(value) = self.take(column) else { return Ok(Vec::new()) };
        let mut other_form = None;
        let items = match value {
            Value::Array(items) => items,
            Value::String(text) => {
                let (items, is_other_form) = form.items(&text).map_err(|reason| {
                    let message = format!("{column} must be a list of strings. Got '{}'. {reason}", echo(text.trim()));
                    RecordRefusal::new(Code::InvalidType, column, message)
                })?;
                other_form = is_other_form.then_some(text);
                items
            }
            other => return Err(wrong_type(column, "a list of strings", &other)),
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
                return Err(RecordRefusal::new(Code::LimitViolation, column, message));
            }
        }
        if let Some(given) = other_form {
            self.rewritten.note(SourceForm::List, &given, &names.join("|"));
        }
        Ok(names)
    }
}

/// Parses a number. The text may consist of digits, a sign, a point and an exponent only.
fn number_of(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    text.parse().ok().filter(|number: &f64| is_number && number.is_finite())
}

/// Returns true for a number such as 7.30123E+18. Spreadsheets and programs turn long ids into such numbers.
fn is_rounded(id: &str) -> bool {
    let Some((number, exponent)) = id.trim().split_once(['e', 'E']) else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_fraction = number.split_once(['.', ',']).is_some_and(|(whole, fraction)| digits(whole) && digits(fraction));
    match exponent.strip_prefix('+') {
        Some(exponent) => digits(exponent) && (has_fraction || digits(number)),
        // Without a sign or a fraction it may be a real id.
        None => digits(exponent) && has_fraction,
    }
}

fn rounded(column: &'static str, given: &str) -> RecordRefusal {
    let message = format!(
        "{column} {given} is a rounded number: two ids may have become one. Export the ids as text, with all their digits."
    );
    RecordRefusal::new(Code::ValueNotAllowed, column, message)
}

/// Returns the name that equals a text, ignoring case and surrounding blanks.
pub(super) fn value_of(text: &str, names: &[&'static str]) -> Option<&'static str> {
    names.iter().copied().find(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// Returns the value of a required column, or an error if it is absent.
pub(super) fn required<T>(column: &'static str, value: Option<T>) -> Result<T, RecordRefusal> {
    value.ok_or_else(|| RecordRefusal::new(Code::MissingField, column, format!("{column} is required.")))
}

/// Formats a time as rows store it.
pub(super) fn time_text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(super) fn wrong_type(column: &'static str, expected: &str, value: &Value) -> RecordRefusal {
    let given = match value {
        Value::String(text) => format!("'{}'", echo(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        scalar => echo(&scalar.to_string()),
    };
    RecordRefusal::new(Code::InvalidType, column, format!("{column} must be {expected}. Got {given}."))
}

fn check_text(column: &'static str, text: &str, max: usize) -> Result<(), RecordRefusal> {
    // A text has no more characters than bytes, so most texts need no counting.
    if text.len() > max {
        let characters = text.chars().count();
        if characters > max {
            let message = format!("{column} must be at most {max} characters. Got {characters}.");
            return Err(RecordRefusal::new(Code::LimitViolation, column, message));
        }
    }
    if text.contains('\0') {
        // SQLite's text functions end at U+0000.
        let message = format!("{column} contains the character U+0000. Remove it.");
        return Err(RecordRefusal::new(Code::LimitViolation, column, message));
    }
    Ok(())
}
