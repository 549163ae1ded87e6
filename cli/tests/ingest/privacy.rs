//! Tests of privacy at import: the data removed from a document and its counts.

use crate::support::*;
use overheard::ingest::RemovalCounts;
use proptest::prelude::*;
use serde_json::{Value, json};

const TEXT: &str = "mail jane@example.com or @jane, see https://example.com/x, number +34 612 345 678 soon";

#[test]
fn personal_data_is_removed_from_titles_descriptions_and_contexts() {
    let once = RemovalCounts { emails: 1, urls: 1, phones: 1, handles: 1, quoting_contexts: 0 };
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
    assert_eq!(accepted.removed, RemovalCounts { quoting_contexts: 1, ..RemovalCounts::default() });
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

fn cleaned(text: &str) -> (String, RemovalCounts) {
    let accepted = accepted(Info, json!({"title": text}));
    (columns(row(&accepted))["title"].as_str().unwrap_or_default().to_owned(), accepted.removed)
}

fn assert_removed(once: RemovalCounts, texts: &[(&str, &str)]) {
    for (text, rest) in texts {
        assert_eq!(cleaned(text), ((*rest).to_owned(), once), "{text}");
    }
}

fn assert_kept(texts: &[&str]) {
    for text in texts {
        assert_eq!(cleaned(text), ((*text).to_owned(), RemovalCounts::default()), "{text}");
    }
}

#[test]
fn emails_are_removed() {
    assert_removed(
        RemovalCounts { emails: 1, ..RemovalCounts::default() },
        &[
            ("write to jane.doe+x@mail.example.com now", "write to now"),
            ("連絡先:jane@example.jp まで", "連絡先: まで"),
            // Addresses may have letters of any script, so those next to it go with it.
            ("連絡はjane@example.jp まで", "まで"),
            ("mail:jane_doe@example.co.uk", "mail:"),
        ],
    );
}

#[test]
fn urls_are_removed_with_and_without_their_scheme() {
    assert_removed(
        RemovalCounts { urls: 1, ..RemovalCounts::default() },
        &[
            ("see https://example.com/a?b=c#d for more", "see for more"),
            ("HTTP://EXAMPLE.COM", ""),
            ("more on www.example.com today", "more on today"),
            ("links: linktr.ee/somebody", "links:"),
            ("BIT.LY/ABC now", "now"),
            ("ftp://example.com/file", ""),
            ("watch youtu.be/dQw4w9WgXcQ", "watch"),
            ("shop.example.co.uk:8080/x now", "now"),
            ("xn--bcher-kva.xn--p1ai/a", ""),
        ],
    );
}

#[test]
fn names_with_dots_and_slashes_are_no_urls() {
    assert_kept(&[
        "Booking.com and Node.js",
        "AC/DC live 24/7, 9.5/10",
        "I like cats.Twitter/Instagram",
        "e.l.f. vs. e.g./i.e.",
        "robots.txt explained",
        "Fake blo.od/ Má.u",
        "the end.Watch/Download",
        "v1.2/v1.3, index.html/style.css",
    ]);
}

#[test]
fn handles_are_removed() {
    assert_removed(
        RemovalCounts { handles: 1, ..RemovalCounts::default() },
        &[
            ("with @jane_doe.99!", "with !"),
            ("추천@maria 해요", "추천 해요"),
            ("Twitter：＠karen__i328", "Twitter："),
            ("@小豆の奪いあい", ""),
            ("(@a-b)", "( )"),
        ],
    );
}

#[test]
fn an_at_sign_alone_is_no_handle() {
    assert_kept(&["dinner @ 8", "LINE@】", "@💥", "m@ke it"]);
}

#[test]
fn phone_numbers_are_removed() {
    assert_removed(
        RemovalCounts { phones: 1, ..RemovalCounts::default() },
        &[
            ("call me +34 612 345 678 today", "call me today"),
            ("+1 (555) 010-9999", ""),
            ("0049 30 1234567", ""),
            ("06 12 34 56 78 pour réserver", "pour réserver"),
            ("Büro 030/12345678", "Büro"),
            ("(030) 4664-91133", ""),
            ("404-905-1605", ""),
            ("1-800-555-0199", ""),
            ("98765 43210", ""),
            ("Call_9580048004", ""),
            ("WhatsApp 81-492633", ""),
            ("tél. ☎️ 71 005 937", "tél."),
            ("카톡 02-558-0677", "카톡"),
            ("9944299550MAIL", "MAIL"),
            ("4817760326906108", ""),
        ],
    );
}

#[test]
fn other_numbers_are_no_phone_numbers() {
    assert_kept(&[
        "1 000 000 000 views, 612 345 678 likes",
        "$1,234,567.89 or 1.234.567,89",
        "2024-2025, 01.02.2024, 2024-01-31, 20240131",
        "on 09-10-2024 12:30:45",
        "mobile 2023 2024",
        "RTX 5090 vs RX 7900 XTX, 4K 120",
        "score 3-2, 21:15-22:45",
        "π = 3.14159265358979",
        "0.1234567890",
        "part 1 2 3 4 5 6 7 8 9",
    ]);
}

#[test]
fn several_are_counted_each_and_what_is_left_holds_none() {
    let (rest, removed) = cleaned("a@b.co @x @y https://z.io +49 30 12345678 end");
    assert_eq!(rest, "end");
    assert_eq!(removed, RemovalCounts { emails: 1, urls: 1, phones: 1, handles: 2, quoting_contexts: 0 });
    assert_eq!(cleaned(&rest), (rest, RemovalCounts::default()));
}

/// Returns true if a context is dropped because it quotes.
fn quotes(context: &str) -> bool {
    accepted(BusinessIdeas, json!({"context": context})).removed.quoting_contexts == 1
}

#[test]
fn six_words_in_any_quotation_marks_are_a_quotation() {
    for (open, close) in [
        ("\"", "\""),
        ("“", "”"),
        ("„", "“"),
        ("„", "”"),
        ("”", "”"),
        ("«", "»"),
        ("« ", " »"),
        ("»", "«"),
        ("‹", "›"),
        ("‘", "’"),
        ("‚", "‘"),
        ("“", "\""),
    ] {
        assert!(quotes(&format!("They say {open}this serum really changed my skin{close} there.")), "{open}{close}");
        assert!(
            !quotes(&format!("They say {open}this serum really changed everything{close} there.")),
            "{open}{close}"
        );
    }
}

#[test]
fn words_between_two_quotations_are_not_quoted() {
    assert!(!quotes("Called \"great\" by the first and then later on even \"perfect\" by another"));
    assert!(quotes("Called \"great\", then \"one of the best that I have used\""));
}

#[test]
fn a_mark_without_its_counterpart_quotes_nothing() {
    assert!(!quotes("A 6\" screen in a phone that many people call small"));
    assert!(!quotes("The creator’s view of the brand’s new serum and its price"));
    assert!(!quotes("“unfinished “business” of a brand in a long text without end"));
}

#[test]
fn punctuation_is_no_word() {
    assert!(!quotes("\"this – is … five — words !\""));
}
