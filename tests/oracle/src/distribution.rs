//! Shares of a creator's viewers by age, gender or country.

use crate::number::round;
use serde_json::{Map, Value, json};

/// The three distributions of a snapshot.
pub const FIELDS: [&str; 3] = ["viewer_age_distribution", "viewer_gender_distribution", "viewer_country_distribution"];

/// The smallest sample that is published. A smaller one would reveal individuals.
pub const SMALLEST_SAMPLE: f64 = 100.0;

/// The most countries that are named. The rest is `other`.
const COUNTRIES: usize = 10;

/// Scales shares to a sum of 1, and rounds them to 4 decimals.
pub fn normalised(field: &str, shares: &Map<String, Value>) -> Value {
    let total: f64 = shares.values().filter_map(Value::as_f64).sum();
    let mut shares: Vec<(&str, f64)> =
        shares.iter().filter_map(|(label, share)| Some((label.as_str(), share.as_f64()? / total))).collect();
    if field == "viewer_country_distribution" {
        // `other` is no country: it comes last whatever its share.
        shares.sort_by(|a, b| {
            let other = (a.0 == "other").cmp(&(b.0 == "other"));
            other.then(b.1.total_cmp(&a.1)).then(a.0.cmp(b.0))
        });
        let countries = shares.iter().filter(|(label, _)| *label != "other").count();
        let rest = shares.split_off(countries.min(COUNTRIES));
        if !rest.is_empty() {
            shares.push(("other", rest.iter().map(|(_, share)| share).sum()));
        }
    }
    let rounded = shares.into_iter().map(|(label, share)| (label.to_owned(), json!(round(share, 4))));
    Value::Object(rounded.collect())
}
