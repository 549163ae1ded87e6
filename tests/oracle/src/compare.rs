//! Compares an answer with the expected one.

use crate::ExpectedAnswer;
use crate::search::{RankingCandidate, order_of_scores};
use serde_json::Value;
use std::cmp::Ordering;

/// Compares a flat answer, without `_meta`, with the expected one.
///
/// Numbers are compared as 64-bit floats, and the order of members does not matter. A ranking by relevance may swap
/// records whose scores are equal within [`TOLERANCE`](crate::TOLERANCE).
///
/// # Errors
/// Describes the difference, and names the request.
pub fn compare(operation: &str, request: &Value, expected: &ExpectedAnswer, actual: &Value) -> Result<(), String> {
    let difference = match &expected.ranking {
        None => equal("", &expected.answer, actual),
        Some(ranking) => ranked(&expected.answer, ranking, actual),
    };
    difference.map_err(|difference| format!("{operation} {request}: {difference}"))
}

/// Compares two values, and describes the first difference.
pub fn equal(path: &str, expected: &Value, actual: &Value) -> Result<(), String> {
    match (expected, actual) {
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.try_for_each(|(position, (a, b))| equal(&format!("{path}/{position}"), a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            if let Some(name) = a.keys().find(|name| !b.contains_key(*name)) {
                return Err(format!("{path}/{name} is missing"));
            }
            if let Some(name) = b.keys().find(|name| !a.contains_key(*name)) {
                return Err(format!("{path}/{name} should not be there"));
            }
            a.iter().try_for_each(|(name, a)| equal(&format!("{path}/{name}"), a, &b[name]))
        }
        (a, b) if a == b => Ok(()),
        (Value::Array(a), Value::Array(b)) => Err(format!("{path} has {} items instead of {}", b.len(), a.len())),
        (a, b) => Err(format!("{path} is {b} instead of {a}")),
    }
}

fn ranked(expected: &Value, ranking: &[RankingCandidate], actual: &Value) -> Result<(), String> {
    let without_results = |answer: &Value| {
        let mut answer = answer.clone();
        answer["results"] = Value::Null;
        answer
    };
    if !actual.is_object() {
        return Err(format!("no object: {actual}"));
    }
    equal("", &without_results(expected), &without_results(actual))?;
    let (Some(wanted), Some(rows)) = (expected["results"].as_array(), actual["results"].as_array()) else {
        return Err("/results is no array".to_owned());
    };
    if rows.len() != wanted.len() {
        return Err(format!("/results has {} items instead of {}", rows.len(), wanted.len()));
    }
    // Several mentions can have the same row, so each candidate matches only once.
    let mut left: Vec<&RankingCandidate> = ranking.iter().collect();
    for (position, (row, due)) in rows.iter().zip(ranking).enumerate() {
        let path = format!("/results/{position}");
        let fits = |candidate: &&RankingCandidate| {
            order_of_scores(candidate.score, due.score) == Ordering::Equal && equal(&path, &candidate.row, row).is_ok()
        };
        let Some(found) = left.iter().position(fits) else {
            let differs = equal(&path, &due.row, row).err();
            let difference = differs.unwrap_or_else(|| format!("{path} is there twice"));
            return Err(format!("{difference}; no other document scores {}", due.score));
        };
        left.remove(found);
    }
    Ok(())
}
