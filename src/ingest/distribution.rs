//! Distributions: shares of an audience by label.

use super::RecordRefusal;
use super::check::wrong_type;
use super::list_text::is_no_value;
use super::parsed_record::ParsedRecord;
use super::python::literal;
use crate::guard::problem::{Code, echo};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The tolerance of the sum of imported shares, which should be 1. Shares are often rounded.
pub const SUM_TOLERANCE: f64 = 0.02;
/// The smallest known sample of viewers. Distributions of smaller samples would reveal too much about too few people.
pub const MIN_SAMPLE: i64 = 100;
/// The most countries that are listed. The rest is summed up.
pub const MAX_COUNTRIES: usize = 10;
const REST: &str = "other";
/// The tolerance for floating-point errors at the edge of [`SUM_TOLERANCE`].
const ROUNDING: f64 = 1e-9;

/// Shares by label. They serialize to a JSON object with the members in this order.
#[derive(Debug)]
pub(super) struct Shares(Vec<(String, f64)>);

impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(label, share)| (label, share)))
    }
}

impl ParsedRecord {
    /// Takes shares with the given labels, in their order. Without labels, takes shares by country.
    pub(super) fn shares_of(&mut self, column: &'static str, labels: &[&str]) -> Result<Option<Shares>, RecordRefusal> {
        if labels.is_empty() { self.countries(column) } else { self.known_labels(column, labels) }
    }

    fn known_labels(&mut self, column: &'static str, labels: &[&str]) -> Result<Option<Shares>, RecordRefusal> {
        let Some(mut shares) =
            self.shares(column, |label| labels.contains(&label).then(|| label.to_owned()), labels)?
        else {
            return Ok(None);
        };
        let listed = labels.iter().filter_map(|label| shares.remove_entry(*label));
        Ok(Some(Shares(listed.map(|(label, share)| (label, rounded(share))).collect())))
    }

    /// Takes shares by country, largest first: the first [`MAX_COUNTRIES`], then the rest as `other`.
    fn countries(&mut self, column: &'static str) -> Result<Option<Shares>, RecordRefusal> {
        let allowed = ["two-letter ISO 3166-1 codes", REST];
        let Some(mut shares) = self.shares(column, country_label, &allowed)? else { return Ok(None) };
        let mut rest = shares.remove(REST).unwrap_or(0.0);
        let mut countries: Vec<(String, f64)> = shares.into_iter().collect();
        // The sort is stable, so equal shares stay in the order of their codes.
        countries.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let cut = countries.len().min(MAX_COUNTRIES);
        rest += countries.split_off(cut).into_iter().map(|(_, share)| share).sum::<f64>();
        let mut listed: Vec<(String, f64)> =
            countries.into_iter().map(|(code, share)| (code, rounded(share))).collect();
        if rounded(rest) > 0.0 {
            listed.push((REST.to_owned(), rounded(rest)));
        }
        Ok(Some(Shares(listed)))
    }

    /// Takes shares by label that sum to 1. Shares of labels with the same meaning are added.
    fn shares(
        &mut self,
        column: &'static str,
        known: impl Fn(&str) -> Option<String>,
        allowed: &[&str],
    ) -> Result<Option<BTreeMap<String, f64>>, RecordRefusal> {
        let members = match self.take(column) {
            None => return Ok(None),
            Some(Value::String(text)) if is_no_value(&text) => return Ok(None),
            Some(Value::Object(members)) => members,
            Some(Value::String(text)) => match object(&text) {
                Some(members) => members,
                None => return Err(wrong_type(column, "an object of shares by label", &Value::String(text))),
            },
            Some(other) => return Err(wrong_type(column, "an object of shares by label", &other)),
        };
        // The map is ordered by label, so that equal records give equal sums.
        let mut shares = BTreeMap::new();
        for (label, value) in members.into_iter().filter(|(_, value)| !value.is_null()) {
            let Some(label) = known(&label) else {
                let message =
                    format!("{column} label '{}' is not allowed. Allowed: [{}]", echo(&label), allowed.join(", "));
                return Err(RecordRefusal::new(Code::ValueNotAllowed, column, message));
            };
            let share = value.as_f64().ok_or_else(|| wrong_type(column, "numbers by label", &value))?;
            if !(0.0..=1.0 + SUM_TOLERANCE).contains(&share) {
                let message = format!("{column} shares must be between 0 and 1. Got {share} for '{label}'.");
                return Err(RecordRefusal::new(Code::LimitViolation, column, message));
            }
            *shares.entry(label).or_insert(0.0) += share;
        }
        let sum: f64 = shares.values().sum();
        if (sum - 1.0).abs() > SUM_TOLERANCE + ROUNDING {
            let message = format!("{column} shares must sum to 1 ± {SUM_TOLERANCE}. Got {}.", rounded(sum));
            return Err(RecordRefusal::new(Code::LimitViolation, column, message));
        }
        shares.values_mut().for_each(|share| *share /= sum);
        Ok(Some(shares))
    }
}

/// Parses an object in JSON or Python syntax.
fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok().or_else(|| match literal(text) {
        Some(Value::Object(members)) => Some(members),
        _ => None,
    })
}

fn country_label(label: &str) -> Option<String> {
    let label = label.trim();
    if label.eq_ignore_ascii_case(REST) {
        return Some(REST.to_owned());
    }
    let is_code = label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| label.to_ascii_uppercase())
}

/// Rounds to 4 decimals.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
