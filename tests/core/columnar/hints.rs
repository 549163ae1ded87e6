//! Hints for better queries, from a few rows.

use super::rows::{Rows, manifest};
use overheard::segment::{Manifest, Tuples};
use overheard::spec::Operation;
use serde_json::{Value, json};

/// Returns a database whose mentions are of one category and platform.
fn rows() -> Rows {
    let of_one = |name, value: &str| (name, vec![value.to_owned()], vec![Some(0)]);
    let tuples = Tuples::new([of_one("platform", "youtube"), of_one("category", "Beauty")]);
    let term = json!({"names": [["mention.brand_name", "Velunara"], ["mention.topics", "velunara"]]}).to_string();
    let channel = |name: &str, number, documents| json!({"name": name, "number": number, "documents": documents});
    Rows::of(&Manifest { tuples, ..manifest(1, Vec::new(), None) })
        .with("JOIN term", vec![json!({"key": "velunara", "body": term})])
        .with("mention.channel_name", vec![channel("dermaNotes", 1, 3), channel("DERMANOTES", 2, 1)])
}

/// Returns the hints for filters without matches, and the number of database round trips.
fn hints(filters: Value) -> (Vec<String>, u32) {
    let body = json!({"index": "siv_business_ideas", "group_by": "platform", "filters": filters});
    let (outcome, explained) =
        (rows().answer(Operation::Aggregate, &body), rows().explain(Operation::Aggregate, &body));
    (outcome.hints, explained.trips)
}

#[test]
fn one_trip_tells_how_all_values_are_spelt() {
    let filters = json!({"brand_name": "velunara", "category": "beauty", "channel_name": ["dermanotes"]});
    let expected = [
        "brand_name 'Velunara' exists; values are compared exactly",
        "category 'Beauty' exists; values are compared exactly",
        "channel_name 'DERMANOTES' exists; values are compared exactly",
    ];
    // The first round trip shows that nothing matches.
    assert_eq!(hints(filters), (expected.map(str::to_owned).to_vec(), 2));
}

#[test]
fn another_trip_looks_for_names_near_a_value_that_has_no_spelling() {
    let expected = vec!["channel_name 'DERMANOTES' exists; values are compared exactly".to_owned()];
    assert_eq!(hints(json!({"channel_name": ["dermanotes", "nobody"]})), (expected, 3));
    assert_eq!(hints(json!({"channel_name": "nob"})), (vec![], 2), "too short to have a neighbour");
}

#[test]
fn values_that_have_one_spelling_are_not_looked_for() {
    assert_eq!(hints(json!({"platform": "tiktok", "upload_date": "1999-01-01"})), (vec![], 1));
}
