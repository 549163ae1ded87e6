//! Filters of a request.

use crate::catalogue::{OracleFilterKind, OracleIndex};
use crate::record::OracleRecord;
use serde_json::Value;

/// Returns true if the record passes all filters. An unknown value passes none.
pub fn passes(record: &OracleRecord, index: OracleIndex, filters: &Value) -> bool {
    let Some(filters) = filters.as_object() else {
        return true;
    };
    filters.iter().all(|(name, filter)| {
        let alias = index == OracleIndex::ContentCreator && name == "dominant_country";
        let name = if alias { "country" } else { name };
        let known = index.filters().iter().find(|(field, _)| *field == name);
        let (field, kind) = known.unwrap_or_else(|| panic!("no filter {name} on {index:?}"));
        match kind {
            OracleFilterKind::Term => term(&record.strings(field), filter),
            OracleFilterKind::Range => record
                .number(field)
                .is_some_and(|number| within(filter, |bound| bound.as_f64().map(|b| number.total_cmp(&b)))),
            // Dates written YYYY-MM-DD compare as strings.
            OracleFilterKind::DateRange => {
                record.string(field).is_some_and(|date| within(filter, |bound| bound.as_str().map(|b| date.cmp(b))))
            }
        }
    })
}

fn term(values: &[&str], filter: &Value) -> bool {
    match filter {
        Value::Array(wanted) => wanted.iter().any(|wanted| term(values, wanted)),
        wanted => values.iter().any(|value| Some(*value) == wanted.as_str()),
    }
}

/// Compares a record's value with the bounds of a range. `compare` orders the value relative to a bound.
fn within(filter: &Value, compare: impl Fn(&Value) -> Option<std::cmp::Ordering>) -> bool {
    if !filter.is_object() {
        return compare(filter).expect("a bound of the field's type").is_eq();
    }
    compare(&filter["gte"]).is_none_or(|order| order.is_ge())
        && compare(&filter["lte"]).is_none_or(|order| order.is_le())
}
