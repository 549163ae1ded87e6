//! Tests that unknown columns are reported and dropped, and their values never read.

use crate::support::*;
use overheard::guard::problem::Code;
use overheard::ingest::record_columns;
use overheard::segment::RowKind;
use overheard::spec::Index;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A text that occurs in no other value of the records.
const SECRET: &str = "Xq7";

#[test]
fn unknown_columns_are_named_and_dropped() {
    let outcome = outcome(Info, json!({"transcript": "every word", "speaker": {"name": "N"}}));
    assert_eq!(outcome.dropped, ["transcript", "speaker"]);
    let row = row(&outcome.result.unwrap()).clone();
    assert_eq!(&row, self::row(&accepted(Info, json!({}))));
}

#[test]
fn unknown_columns_of_a_refused_document_are_named_too() {
    let outcome = outcome(Info, json!({"platform": "vimeo", "transcript": "every word"}));
    assert_eq!(outcome.dropped, ["transcript"]);
    assert!(outcome.result.is_err());
}

#[test]
fn columns_of_another_index_are_unknown() {
    assert_eq!(outcome(Info, json!({"brand_name": "A"})).dropped, ["brand_name"]);
    assert_eq!(outcome(ContentCreator, json!({"title": "A"})).dropped, ["title"]);
    assert_eq!(outcome(BusinessIdeas, json!({"description": "A"})).dropped, ["description"]);
}

#[test]
fn unknown_csv_columns_are_named_once_and_dropped() {
    let names = ["video_id", "transcript", "platform", "upload_date"];
    assert_eq!(header(Info, &names).unwrap().dropped(), ["transcript"]);
    let outcome = csv(Info, &names, &["v1", "every word", "youtube", "2026-01-31"]);
    assert_eq!(row(&outcome.result.unwrap()), row(&accepted(Info, json!({}))));
}

#[test]
fn a_csv_header_names_columns_once_and_at_least_one() {
    assert_eq!(header(Info, &["views", "views"]).unwrap_err().code, Code::DuplicateValue);
    let refused = header(Info, &["yt_1", "youtube", "2026-01-31"]).unwrap_err();
    assert_eq!(refused.code, Code::MissingField);
    assert!(refused.message.contains("Allowed: [video_id, title, "), "{}", refused.message);
}

#[test]
fn descriptions_are_searched_and_not_stored() {
    let video = accepted(Info, json!({"description": "Nachtpflege"}));
    let texts =
        columns(row(&video)).into_iter().filter(|(_, value)| value.to_string().to_lowercase().contains("nachtpflege"));
    assert_eq!(texts.map(|(column, _)| column).collect::<Vec<_>>(), ["search_description"]);
}

#[test]
fn rows_have_the_columns_of_their_table_in_order() {
    let mention = json!({
        "mention_id": "m", "video_id": "v", "brand_name": "B", "category": "C", "components": ["p"], "topics": ["t"],
        "sentiment": "positive", "sentiment_score": 0.5, "estimated_value_usd": 1.5, "context": "x", "occurrences": 2,
        "language": "en", "region": "US", "indexed_at": "2026-01-01T00:00:00Z",
    });
    let accepted = accepted(BusinessIdeas, mention);
    let row = row(&accepted);
    let expected =
        r#"["m","v","B","C",["p"],["t"],"positive",500000,150,"x",2,"en","US","2026-01-01T00:00:00Z","x","b","p","t","#;
    assert_eq!(row.kind, RowKind::Mention);
    assert!(row.json.starts_with(expected), "{}", row.json);
}

fn leaky_value() -> impl Strategy<Value = Value> {
    let text = "[a-z]{0,5}".prop_map(|text| format!("{text}{SECRET}{text}"));
    let scalar = text.prop_map(Value::from);
    scalar.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(Value::from),
            prop::collection::vec(("[a-zA-Z_]{1,12}", inner), 1..3).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn no_value_outside_the_allowlist_reaches_a_row(
        which in 0..3_usize,
        extra in prop::collection::vec(("\\PC{0,20}", leaky_value()), 1..6),
    ) {
        let index = Index::ALL[which];
        let known = record_columns(index);
        let members: Map<String, Value> = extra.into_iter().filter(|(name, _)| !known.contains(&name.as_str())).collect();
        let names = members.len();
        let outcome = outcome(index, Value::Object(members));
        prop_assert_eq!(outcome.dropped.len(), names);
        let accepted = outcome.result.unwrap();
        prop_assert!(!row(&accepted).json.contains(SECRET));
        let without = crate::support::accepted(index, json!({}));
        prop_assert_eq!(row(&accepted), row(&without));
    }
}

#[test]
fn every_requestable_field_can_be_imported() {
    for index in Index::ALL {
        let columns = record_columns(index);
        for field in index.entry().fields {
            assert!(columns.contains(&field.name), "{} of {}", field.name, index.name());
        }
    }
}

#[test]
fn descriptions_and_sample_sizes_have_no_column_in_a_row() {
    for column in ["description", "viewer_sample_size", "creator_id", "dominant_country"] {
        assert!(RowKind::ALL.iter().all(|table| !table.columns().contains(&column)), "{column}");
    }
}
