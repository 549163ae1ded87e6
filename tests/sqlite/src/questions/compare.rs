//! Compares two answers to one query.

use overheard::query::answer::Outcome;
use serde_json::{Value, json};

/// Number of differences in a message.
const SHOWN: usize = 8;

/// Compares two outcomes: answers, warnings, ranking and hints, exactly and in the same order.
///
/// # Errors
/// The query, and the difference of the other outcome from that of the reference.
pub fn compare(operation: &str, request: &Value, reference: &Outcome, other: &Outcome) -> Result<(), String> {
    if reference == other {
        return Ok(());
    }
    let mut found = Vec::new();
    differences("", &written(reference), &written(other), &mut found);
    let more = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if more > 0 {
        found.push(format!("and {more} more differences"));
    }
    if found.is_empty() {
        found.push(format!("reference {reference:?}\nother {other:?}"));
    }
    Err(format!("{operation} {request}\n  {}", found.join("\n  ")))
}

fn written(outcome: &Outcome) -> Value {
    let Outcome { answer, warnings, ranking, hints, basis } = outcome;
    json!({"basis": basis, "answer": answer, "warnings": warnings, "ranking": ranking, "hints": hints})
}

fn differences(path: &str, reference: &Value, other: &Value, found: &mut Vec<String>) {
    match (reference, other) {
        (a, b) if a == b => {}
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().zip(b.values()).for_each(|((name, a), b)| differences(&format!("{path}/{name}"), a, b, found));
        }
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                found.push(format!("{path}: reference has {} items, other {}", a.len(), b.len()));
            }
            let pairs = a.iter().zip(b).enumerate();
            pairs.for_each(|(at, (a, b))| differences(&format!("{path}/{at}"), a, b, found));
        }
        (a, b) => found.push(format!("{path}: reference {a}, other {b}")),
    }
}
