//! Results of executors: the header, and the cached form.

use overheard::guard::request::Request;
use overheard::query::DatasetVersion;
use overheard::query::answer::{SerializedOutcome, cache_key, hint_header, operator_hint};
use overheard::spec::Operation;
use percent_encoding::percent_decode_str;
use proptest::prelude::*;

/// Bytes of the longest header.
const MAX_BYTES: usize = 1_000;

fn header(hints: &[&str]) -> Option<String> {
    hint_header(&hints.iter().map(|hint| (*hint).to_owned()).collect::<Vec<_>>())
}

#[test]
fn hints_read_as_they_are_where_they_can() {
    assert_eq!(header(&[]), None);
    assert_eq!(header(&["a 'B' exists; c"]).as_deref(), Some("a 'B' exists; c"));
    assert_eq!(header(&["100 %, café", "b\n"]).as_deref(), Some("100 %25%2C caf%C3%A9, b%0A"));
}

#[test]
fn as_many_as_fit_are_told() {
    let long = "x".repeat(MAX_BYTES);
    assert_eq!(header(&[&long, "b"]), Some(long.clone()));
    assert_eq!(header(&["b", &long]).as_deref(), Some("b"));
    assert_eq!(header(&[&"é".repeat(MAX_BYTES)]), None);
}

fn question(body: &str) -> Request {
    Request::parse(Operation::Search, body.as_bytes()).unwrap()
}

#[test]
fn a_key_depends_on_everything_that_an_answer_depends_on_and_on_nothing_else() {
    let served = |generation, version: &str| DatasetVersion {
        generation,
        revision: 0,
        version: version.into(),
        published_at: String::new(),
    };
    let asked = question(r#"{"index":"siv_info","q":"a"}"#);
    let key_of = |dataset: &DatasetVersion, request: &Request| cache_key("code", dataset, request);
    let first = key_of(&served(1, "ds_1"), &asked);
    assert_eq!(first.len(), 64);
    assert_eq!(first, key_of(&served(1, "ds_1"), &question(r#"{ "size": 10, "q":"a", "index":"siv_info" }"#)));
    for other in [
        cache_key("other code", &served(1, "ds_1"), &asked),
        key_of(&served(2, "ds_1"), &asked),
        key_of(&served(1, "ds_2"), &asked),
        key_of(&served(1, "ds_1"), &question(r#"{"index":"siv_info","q":"b"}"#)),
        key_of(&served(1, "ds_1"), &asked.clamped(5).0),
    ] {
        assert_ne!(first, other);
    }
}

#[test]
fn a_written_outcome_reads_back_as_it_was() {
    let text = r#"{"answer":{"brands":[0.1,1e21]},"warnings":["w"],"ranking":["a"],"hints":[]}"#;
    let written: SerializedOutcome = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&written).unwrap(), text);
    assert!(serde_json::from_str::<SerializedOutcome>("{}").is_err());
}

proptest! {
    #[test]
    fn hints_are_read_back(hints in prop::collection::vec("\\PC{1,20}", 1..5)) {
        let header = hint_header(&hints).unwrap();
        prop_assert!(header.bytes().all(|byte| (0x20..0x7F).contains(&byte)), "{}", header);
        let decoded = |hint: &str| percent_decode_str(hint).decode_utf8().unwrap().into_owned();
        prop_assert_eq!(header.split(", ").map(decoded).collect::<Vec<_>>(), hints);
    }
}

#[test]
fn operators_in_lower_case_are_hinted() {
    let hint = |q| operator_hint(q).unwrap_or_default();
    assert_eq!(hint("iphone or pixel"), "q searches 'or' like any word; operators are upper case: OR");
    assert_eq!(
        hint("iphone And (case not red) and blue"),
        "q searches 'and' and 'not' like any word; operators are upper case: AND and NOT"
    );
    for q in ["iphone OR pixel", "\"this or that\"", "orange android", "or-else", "(or"] {
        assert_eq!(hint(q), "", "{q}");
    }
}
