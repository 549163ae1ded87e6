//! Privacy at the door, seen from outside: what is removed of a document and how it is counted.

use crate::support::*;
use overheard::ingest::Removed;
use proptest::prelude::*;
use serde_json::{Value, json};

const TEXT: &str = "mail jane@example.com or @jane, see https://example.com/x, number +34 612 345 678 soon";

#[test]
fn personal_data_is_removed_from_titles_descriptions_and_contexts() {
    let once = Removed { emails: 1, urls: 1, phones: 1, handles: 1, quoting_contexts: 0 };
    for (index, column, search) in [
        (Info, Some("title"), "search_title"),
        (Info, None, "search_description"),
        (BusinessIdeas, Some("context"), "search_context"),
    ] {
        let given = column.unwrap_or("description");
        let accepted = accepted(index, json!({given: TEXT}));
        assert_eq!(accepted.removed, once, "{given}");
        let row = columns(row(&accepted));
        assert_eq!(row[search], json!("mail or see number soon"), "{given}");
        if let Some(column) = column {
            assert_eq!(row[column], json!("mail or , see , number soon"));
        }
    }
}

#[test]
fn a_text_of_nothing_else_is_absent_afterwards() {
    assert_eq!(value(Info, json!({"title": "@jane https://example.com"}), "title"), Value::Null);
}

#[test]
fn texts_without_personal_data_stay_byte_for_byte() {
    let text = "  two  blanks,\ta tab \u{a0}and „marks“ – 24/7 \u{200d}";
    assert_eq!(value(Info, json!({"title": text}), "title"), json!(text));
}

#[test]
fn names_and_lists_are_left_alone() {
    let video = json!({"channel_name": "@jane", "channel_uid": "tiktok:jane@x", "tags": ["www.example.com"]});
    let accepted = accepted(Info, video);
    assert!(!accepted.removed.any());
    assert_eq!(columns(row(&accepted))["channel_name"], json!("@jane"));
}

#[test]
fn a_context_that_quotes_is_dropped_and_counted() {
    let accepted = accepted(BusinessIdeas, json!({"context": "They say “it really changed the way I look” of it."}));
    assert_eq!(accepted.removed, Removed { quoting_contexts: 1, ..Removed::default() });
    let row = columns(row(&accepted));
    assert_eq!((&row["context"], &row["search_context"]), (&Value::Null, &json!("")));
}

#[test]
fn five_quoted_words_are_no_quotation_and_titles_may_quote() {
    let context = "Calls it \"the best serum this year\".";
    assert_eq!(value(BusinessIdeas, json!({"context": context}), "context"), json!(context));
    let title = "\"It really changed the way I look\"";
    assert_eq!(value(Info, json!({"title": title}), "title"), json!(title));
}

proptest! {
    #[test]
    fn what_is_left_of_a_text_has_nothing_more_to_remove(
        pieces in prop::collection::vec(
            prop_oneof![
                Just("jane@example.com".to_owned()),
                Just("@jane".to_owned()),
                Just("https://example.com/a".to_owned()),
                Just("www.example.com".to_owned()),
                Just("+34 612 345 678".to_owned()),
                "[ -~]{0,12}",
                "\\PC{0,6}",
            ],
            0..8,
        ),
    ) {
        let title = pieces.concat();
        let first = accepted(Info, json!({"title": title}));
        let left = columns(row(&first))["title"].clone();
        let second = accepted(Info, json!({"title": left}));
        prop_assert!(!second.removed.any(), "{left}");
        prop_assert_eq!(row(&first), row(&second));
    }
}
