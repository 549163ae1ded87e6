//! Tests of every check of a record's values, with a case that passes and one that does not.

use crate::support::*;
use overheard::guard::problem::Code;
use overheard::ingest::RewriteCounts;
use overheard::spec::Index;
use proptest::prelude::*;
use serde_json::{Value, json};

const MAX_COUNT: u64 = (1 << 53) - 1;

#[test]
fn required_columns_are_required() {
    let required = [
        (Info, &["video_id", "platform", "upload_date"]),
        (ContentCreator, &["channel_uid", "snapshot_date", "platform"]),
        (BusinessIdeas, &["mention_id", "video_id", "brand_name"]),
    ];
    for (index, names) in required {
        for name in names {
            for absent in [Value::Null, json!(""), json!(" \t")] {
                let (column, code, message) = refused(index, json!({*name: absent}));
                assert_eq!((column, code), (Some(*name), Code::MissingField));
                assert_eq!(message, format!("{name} is required."));
            }
            let mut document = smallest(index);
            document.as_object_mut().unwrap().remove(*name);
            let result = importer().json(index, document.to_string().as_bytes()).result;
            assert_eq!(result.unwrap_err().column, Some(*name));
        }
    }
}

#[test]
fn everything_else_may_be_absent_or_null() {
    for index in Index::ALL {
        let smallest = smallest(index);
        let optional = overheard::ingest::record_columns(index).into_iter().filter(|name| smallest.get(name).is_none());
        let nulls: serde_json::Map<String, Value> = optional.map(|name| (name.to_owned(), Value::Null)).collect();
        let (with_nulls, without) = (accepted(index, Value::Object(nulls)), accepted(index, json!({})));
        assert_eq!(row(&with_nulls), row(&without), "{}", index.name());
    }
}

#[test]
fn what_is_absent_is_null_an_empty_list_or_its_default() {
    let video = columns(row(&accepted(Info, json!({}))));
    assert_eq!((&video["views"], &video["title"], &video["tags"]), (&Value::Null, &Value::Null, &json!([])));
    assert_eq!(video["search_title"], json!(""));
    let mention = columns(row(&accepted(BusinessIdeas, json!({}))));
    assert_eq!((&mention["occurrences"], &mention["indexed_at"]), (&json!(1), &json!(NOW)));
}

#[test]
fn enumerations_take_their_values_alone() {
    let enumerations = [
        (Info, "platform", "[youtube, tiktok, instagram]", &["youtube", "tiktok", "instagram"][..]),
        (ContentCreator, "platform", "[youtube, tiktok, instagram]", &["youtube", "tiktok", "instagram"]),
        (BusinessIdeas, "sentiment", "[positive, neutral, negative]", &["positive", "neutral", "negative"]),
        (ContentCreator, "dominant_gender", "[female, male, other]", &["female", "male", "other"]),
        (
            ContentCreator,
            "dominant_age_range",
            "[13-17, 18-24, 25-34, 35-44, 45-54, 55-64, 65+]",
            &["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"],
        ),
    ];
    for (index, name, allowed, values) in enumerations {
        for good in values {
            assert_eq!(value(index, json!({name: good}), name), json!(good));
        }
        for bad in ["vimeo", "unknown", "you tube"] {
            let (column, code, message) = refused(index, json!({name: bad}));
            assert_eq!((column, code), (Some(name), Code::ValueNotAllowed));
            let hint = if allowed.contains("youtube") && bad == "you tube" { ". Did you mean 'youtube'?" } else { "" };
            assert_eq!(message, format!("{name} '{bad}' is not allowed. Allowed: {allowed}{hint}"));
        }
    }
}

#[test]
fn enumerations_are_read_in_any_capitals_and_counted() {
    for (index, name, given, kept) in [
        (Info, "platform", "YouTube", "youtube"),
        (ContentCreator, "platform", " TIKTOK ", "tiktok"),
        (BusinessIdeas, "sentiment", "Positive", "positive"),
        (ContentCreator, "dominant_gender", "FEMALE", "female"),
    ] {
        let accepted = accepted(index, json!({name: given}));
        assert_eq!(columns(row(&accepted))[name], json!(kept));
        let counts = RewriteCounts { examples: Default::default(), ..accepted.rewritten };
        assert_eq!(counts, RewriteCounts { capitals: 1, ..RewriteCounts::default() }, "{given}");
    }
    assert_eq!(accepted(Info, json!({})).rewritten, RewriteCounts::default());
}

#[test]
fn dates_are_read_in_every_form_that_can_be_read_in_one_way_alone() {
    let dates = [
        "01.11.2026",
        "1.11.2026",
        " 2026-11-01 ",
        "2026/11/01",
        "2026.11.01",
        "2026-11-1",
        "20261101",
        "20261101.0",
        "1 November 2026",
        "1. Nov 2026",
        "01-Nov-2026",
        "November 1, 2026",
        "Nov 1 2026",
        "2026-11-01 00:00:00",
        "2026-11-01T00:00:00.000",
    ];
    let instants = [
        "2026-11-01T00:00:00Z",
        "2026-11-01T23:59:59.999Z",
        "2026-10-31T20:15:00-05:00",
        "2026-11-02T01:30:00+02:00",
        "2026-11-01 12:00:00+00:00",
        "2026-11-01T12:00:00+0000",
        "2026-11-01 12:00:00 +0000",
        "2026-11-01 12:00:00 UTC",
        "2026-11-01T12:00Z",
        "Sun, 01 Nov 2026 12:00:00 GMT",
        "Sun Nov 01 12:00:00 +0000 2026",
        "1793534400",
        "1793534400000",
        "1793534400.0",
    ];
    let given = dates.map(|text| (text, 1, 0)).into_iter().chain(instants.map(|text| (text, 0, 1)));
    for (given, dates, instants) in given {
        for (index, name) in [(Info, "upload_date"), (ContentCreator, "snapshot_date")] {
            let accepted = accepted(index, json!({name: given}));
            assert_eq!(columns(row(&accepted))[name], json!("2026-11-01"), "{given}");
            let RewriteCounts { examples, .. } = &accepted.rewritten;
            assert_eq!((accepted.rewritten.dates, accepted.rewritten.instants), (dates, instants), "{given}");
            assert_eq!(examples.values().next().unwrap(), &(given.trim().to_owned(), "2026-11-01".to_owned()));
        }
    }
    for number in [json!(20_261_101), json!(1_793_534_400), json!(1_793_534_400_000_u64)] {
        assert_eq!(value(Info, json!({"upload_date": number}), "upload_date"), json!("2026-11-01"));
    }
    for (reason, unclear) in [
        (
            " Whether its day or its month comes first is not clear.",
            &["11/01/2026", "1/11/2026", "25/11/2026", "03/04/2026", "01-11-2026"][..],
        ),
        (
            " Its year has two digits: which of its numbers is the year is not clear.",
            &["17.14.11", "18.01.02", "01.11.26", "11/01/26"],
        ),
        (
            " It has no time zone. Write the zone, as in 2026-10-31T20:15:00Z.",
            &["2026-11-01 20:15:00", "2026-11-01T20:15"],
        ),
        (
            "",
            &[
                "31.11.2026",
                "11.31.2026",
                "1.11.2026.",
                "001.11.2026",
                "2026-11/01",
                "01.11.1989",
                "+1.11.2026",
                "2026-13-01",
                "20261301",
                "2026110",
                "2026-11-01T25:00:00Z",
                "1 Brumaire 2026",
                "179353440",
                "yesterday",
            ],
        ),
    ] {
        for text in unclear {
            let (_, code, message) = refused(Info, json!({"upload_date": text}));
            assert_eq!(code, Code::InvalidDate, "{text}");
            assert!(message.ends_with(&format!("Got '{text}'.{reason}")), "{message}");
        }
    }
}

#[test]
fn dates_are_real_and_between_1990_and_2100() {
    for (index, name) in [(Info, "upload_date"), (ContentCreator, "snapshot_date")] {
        for good in ["1990-01-01", "2024-02-29", "2100-12-31"] {
            assert_eq!(value(index, json!({name: good}), name), json!(good));
        }
        for bad in [
            "1989-12-31",
            "2101-01-01",
            "2023-02-29",
            "2024-13-01",
            "19891231",
            "1989-12-31T23:00:00Z",
            "4133980800",
            "x",
        ] {
            let (column, code, message) = refused(index, json!({name: bad}));
            assert_eq!((column, code), (Some(name), Code::InvalidDate), "{bad}");
            assert!(message.ends_with(&format!("Got '{bad}'.")), "{message}");
        }
        for bad in [json!(true), json!(["2024-01-01"])] {
            assert_eq!(refused(index, json!({name: bad})).1, Code::InvalidType);
        }
    }
}

#[test]
fn times_are_kept_in_utc_to_the_second() {
    for (given, kept) in [
        ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
        ("2026-01-31T12:00:00.987Z", "2026-01-31T12:00:00Z"),
        ("2026-01-31T01:30:00+02:00", "2026-01-30T23:30:00Z"),
        ("2026-01-31T12:00:00+0000", "2026-01-31T12:00:00Z"),
        ("2026-01-31 12:00:00 UTC", "2026-01-31T12:00:00Z"),
        ("1769860800", "2026-01-31T12:00:00Z"),
    ] {
        assert_eq!(value(BusinessIdeas, json!({"indexed_at": given}), "indexed_at"), json!(kept));
    }
    for bad in ["2026-01-31", "2026-02-30T12:00:00Z", "1989-12-31T23:59:59Z", "2026-01-31 12:00:00", "now"] {
        let (column, code, _) = refused(BusinessIdeas, json!({"indexed_at": bad}));
        assert_eq!((column, code), (Some("indexed_at"), Code::InvalidDate), "{bad}");
    }
}

#[test]
fn counts_are_whole_and_below_2_to_the_53() {
    let counts = [
        (Info, &["views", "likes", "comments", "duration"][..]),
        (ContentCreator, &["subscriber_count", "view_count"]),
        (BusinessIdeas, &["occurrences"]),
    ];
    for (index, names) in counts {
        for name in names {
            for good in [json!(0), json!(MAX_COUNT), json!(12.0)] {
                assert_eq!(value(index, json!({*name: good}), name).as_f64(), good.as_f64(), "{name}");
            }
            for (text, read) in [("12", 12), (" 12.0 ", 12), ("+12", 12), ("0012", 12), ("1.2e6", 1_200_000), ("-0", 0)]
            {
                assert_eq!(value(index, json!({*name: text}), name), json!(read), "{name} {text}");
            }
            for text in ["nan", "NaN", "None", "null", " "] {
                let read = value(index, json!({*name: text}), name);
                assert_eq!(read, value(index, json!({}), name), "{name} {text}");
            }
            for bad in [json!(-2), json!(MAX_COUNT + 1), json!(1e300), json!("-2"), json!("9007199254740993.0")] {
                let (column, code, message) = refused(index, json!({*name: bad}));
                assert_eq!((column, code), (Some(*name), Code::LimitViolation));
                assert!(
                    message.starts_with(&format!("{name} must be between 0 and 9007199254740991. Got ")),
                    "{message}"
                );
            }
            let fraction = (*name != "duration").then(|| json!(1.5));
            let others =
                [json!("1,234"), json!("1.5K"), json!("-"), json!("1e999"), json!("0x10"), json!(true), json!([1])];
            for bad in fraction.into_iter().chain(others) {
                let (column, code, message) = refused(index, json!({*name: bad}));
                assert_eq!((column, code), (Some(*name), Code::InvalidType));
                assert!(message.starts_with(&format!("{name} must be a whole number. Got ")), "{message}");
            }
        }
    }
}

#[test]
fn hidden_counts_are_unknown_and_others_below_zero_refused() {
    for (name, given) in
        [("views", json!(-1)), ("likes", json!("-1")), ("comments", json!(-1.0)), ("likes", json!(" -1.0 "))]
    {
        let accepted = accepted(Info, json!({name: given}));
        assert_eq!(columns(row(&accepted))[name], Value::Null, "{given}");
        assert_eq!(accepted.rewritten.unknown.values().sum::<u64>(), 1, "{given}");
    }
    assert_eq!(refused(Info, json!({"duration": -1})).1, Code::LimitViolation);
    assert_eq!(refused(BusinessIdeas, json!({"occurrences": -1})).1, Code::LimitViolation);
}

#[test]
fn durations_are_seconds_or_as_iso_8601_writes_them() {
    for (given, seconds) in [
        (json!("PT1H2M3S"), 3723),
        (json!("P1DT2H"), 93_600),
        (json!(60.5), 61),
        (json!("60.4"), 60),
        (json!("90"), 90),
        (json!("PT0S"), 0),
    ] {
        assert_eq!(value(Info, json!({"duration": given}), "duration"), json!(seconds), "{given}");
    }
    for bad in ["P1M", "1:02:03", "PT", "an hour"] {
        assert_eq!(refused(Info, json!({"duration": bad})).1, Code::InvalidType, "{bad}");
    }
    assert_eq!(refused(Info, json!({"views": "PT5S"})).1, Code::InvalidType);
}

#[test]
fn scores_lie_between_minus_one_and_one_and_are_kept_in_millionths() {
    for (index, name) in [(BusinessIdeas, "sentiment_score"), (ContentCreator, "audience_sentiment")] {
        for (given, kept) in [(-1.0, -1_000_000), (1.0, 1_000_000), (0.4199, 419_900), (-0.000_000_4, 0)] {
            assert_eq!(value(index, json!({name: given}), name), json!(kept));
        }
        for bad in [1.000_001, -1.1, 42.0] {
            let (column, code, message) = refused(index, json!({name: bad}));
            assert_eq!((column, code), (Some(name), Code::LimitViolation));
            assert_eq!(message, format!("{name} must be between -1 and 1. Got {bad}."));
        }
        assert_eq!(refused(index, json!({name: "high"})).1, Code::InvalidType);
    }
}

#[test]
fn ratios_are_kept_in_billionths_and_money_in_cents() {
    let ratio = "engagement_rate_viewers";
    assert_eq!(value(ContentCreator, json!({ratio: 0.0742}), ratio), json!(74_200_000));
    assert_eq!(value(ContentCreator, json!({ratio: 1.5}), ratio), json!(1_500_000_000_u64));
    assert_eq!(refused(ContentCreator, json!({ratio: -0.1})).1, Code::LimitViolation);
    assert_eq!(refused(ContentCreator, json!({ratio: 1000.1})).1, Code::LimitViolation);
    let money = "estimated_value_usd";
    assert_eq!(value(BusinessIdeas, json!({money: 19.99}), money), json!(1_999));
    assert_eq!(value(BusinessIdeas, json!({money: 0.005}), money), json!(1));
    assert_eq!(refused(BusinessIdeas, json!({money: -1})).1, Code::LimitViolation);
    assert_eq!(refused(BusinessIdeas, json!({money: 1e15})).1, Code::LimitViolation);
}

#[test]
fn a_number_that_is_not_finite_is_no_number() {
    for text in ["1e999", "NaN", "Infinity", "-Infinity"] {
        let line = format!(r#"{{"video_id":"v","platform":"youtube","upload_date":"2026-01-01","views":{text}}}"#);
        assert_eq!(importer().json(Info, line.as_bytes()).result.unwrap_err().code, Code::InvalidJson, "{text}");
    }
    for text in ["inf", "Infinity", "1e999", "0x10", "1,000"] {
        let header = ["video_id", "platform", "upload_date", "views"];
        let refused = csv(Info, &header, &["v", "youtube", "2026-01-01", text]).result.unwrap_err();
        assert_eq!((refused.column, refused.code), (Some("views"), Code::InvalidType), "{text}");
    }
}

#[test]
fn names_have_at_most_200_characters() {
    let names = [
        (Info, &["video_id", "channel_name", "channel_uid", "category", "language", "region"][..]),
        (ContentCreator, &["channel_uid", "channel_name", "country"]),
        (BusinessIdeas, &["mention_id", "video_id", "brand_name", "category", "language", "region"]),
    ];
    for (index, names) in names {
        for name in names {
            let longest = "é".repeat(200);
            assert_eq!(value(index, json!({*name: longest}), name), json!(longest));
            let (column, code, message) = refused(index, json!({*name: "é".repeat(201)}));
            assert_eq!((column, code), (Some(*name), Code::LimitViolation));
            assert_eq!(message, format!("{name} must be at most 200 characters. Got 201."));
            // No digit of a number is lost.
            assert_eq!(value(index, json!({*name: 7375600421122919686_u64}), name), json!("7375600421122919686"));
            for rounded in [json!(7.30123e18), json!(12.5)] {
                let code = if name.ends_with("id") { Code::ValueNotAllowed } else { Code::InvalidType };
                assert_eq!(refused(index, json!({*name: rounded})).1, code, "{name}");
            }
        }
    }
}

#[test]
fn texts_have_at_most_2000_and_contexts_280_characters() {
    for (index, name, max) in [(Info, "title", 2_000), (Info, "description", 2_000), (BusinessIdeas, "context", 280)] {
        accepted(index, json!({name: "ü".repeat(max)}));
        let (column, code, message) = refused(index, json!({name: "ü".repeat(max + 1)}));
        assert_eq!((column, code), (Some(name), Code::LimitViolation));
        assert_eq!(message, format!("{name} must be at most {max} characters. Got {}.", max + 1));
    }
}

#[test]
fn the_character_zero_is_refused() {
    for (index, name) in [(Info, "video_id"), (Info, "title"), (BusinessIdeas, "brand_name")] {
        assert_eq!(refused(index, json!({name: "a\0b"})).1, Code::LimitViolation);
    }
    assert_eq!(refused(Info, json!({"tags": ["a\0b"]})).1, Code::LimitViolation);
}

#[test]
fn lists_have_at_most_50_distinct_values() {
    let lists =
        [(Info, "tags"), (ContentCreator, "categories"), (BusinessIdeas, "components"), (BusinessIdeas, "topics")];
    for (index, name) in lists {
        let fifty: Vec<String> = (0..50).map(|number| format!("value {number}")).collect();
        let twice: Vec<&String> = fifty.iter().chain(&fifty).collect();
        assert_eq!(value(index, json!({name: twice}), name), json!(fifty), "{name}");
        let more: Vec<String> = (0..51).map(|number| format!("value {number}")).collect();
        let (column, code, _) = refused(index, json!({name: more}));
        assert_eq!((column, code), (Some(name), Code::LimitViolation));
        assert_eq!(value(index, json!({name: ["b", null, "a", "", "b", " "]}), name), json!(["b", "a"]));
        assert_eq!(refused(index, json!({name: ["a".repeat(201)]})).1, Code::LimitViolation);
        assert_eq!(value(index, json!({name: "a| b |a||"}), name), json!(["a", "b"]));
        for none in ["", "[]", "[ ]", "[none]", "[None]", "nan", "null", "NONE"] {
            assert_eq!(value(index, json!({name: none}), name), json!([]), "{none}");
        }
        for bad in [json!("['a', 'b'"), json!("[a, b]"), json!("[1, 2]"), json!([1]), json!({"a": 1}), json!([["a"]])] {
            let (column, code, _) = refused(index, json!({name: bad}));
            assert_eq!((column, code), (Some(name), Code::InvalidType), "{bad}");
        }
    }
}

#[test]
fn a_line_that_is_not_one_json_object_is_refused() {
    for (line, code) in [
        (&b"{"[..], Code::InvalidJson),
        (b"not json", Code::InvalidJson),
        (b"{} {}", Code::InvalidJson),
        (b"{\"video_id\": \"\xff\"}", Code::InvalidJson),
        (b"{\"video_id\": \"\\ud800\"}", Code::InvalidJson),
        (b"[]", Code::InvalidType),
        (b"null", Code::InvalidType),
        (b"\"text\"", Code::InvalidType),
    ] {
        let refused = importer().json(Info, line).result.unwrap_err();
        assert_eq!((refused.column, refused.code), (None, code), "{}", String::from_utf8_lossy(line));
        assert!(refused.message.starts_with("the line is not one JSON object: "), "{}", refused.message);
    }
}

#[test]
fn the_last_of_equal_members_wins() {
    let line = br#"{"video_id":"a","video_id":"b","platform":"youtube","upload_date":"2026-01-01"}"#;
    let accepted = importer().json(Info, line).result.unwrap();
    assert_eq!(columns(row(&accepted))["video_id"], json!("b"));
}

#[test]
fn a_refused_value_is_repeated_up_to_64_characters() {
    let (.., message) = refused(Info, json!({"platform": "x".repeat(100)}));
    assert!(message.contains(&format!("'{}…'", "x".repeat(64))), "{message}");
}

#[test]
fn other_names_stand_in_where_the_column_is_absent() {
    let line = br#"{"creator_id":"c2","dominant_country":"ES","platform":"tiktok","snapshot_date":"2026-01-31"}"#;
    let creator = columns(row(&importer().json(ContentCreator, line).result.unwrap()));
    assert_eq!((&creator["channel_uid"], &creator["country"]), (&json!("c2"), &json!("ES")));
    let both = json!({"creator_id": "c2", "country": "FR", "dominant_country": "ES"});
    let creator = columns(row(&accepted(ContentCreator, both)));
    assert_eq!((&creator["channel_uid"], &creator["country"]), (&json!("c1"), &json!("FR")));
    let empty = json!({"country": null, "dominant_country": "ES"});
    assert_eq!(value(ContentCreator, empty, "country"), json!("ES"));
}

#[test]
fn ids_that_were_rounded_are_refused_by_name() {
    for (index, name) in [
        (Info, "video_id"),
        (BusinessIdeas, "mention_id"),
        (BusinessIdeas, "video_id"),
        (ContentCreator, "channel_uid"),
    ] {
        for id in ["7.30123E+18", "7,30123E+18", "7.30123e18", "7E+18", " 7.30123E+18 "] {
            let (column, code, message) = refused(index, json!({name: id}));
            assert_eq!((column, code), (Some(name), Code::ValueNotAllowed), "{id}");
            assert!(message.contains("is a rounded number: two ids may have become one."), "{message}");
        }
        for id in ["12E45678901", "7.E+1", "E+18", "1e", "7.30123"] {
            assert_eq!(value(index, json!({name: id}), name), json!(id));
        }
    }
}

#[test]
fn ids_are_kept_as_they_are() {
    assert_eq!(value(Info, json!({"channel_uid": "tiktok:Some.One"}), "channel_uid"), json!("tiktok:Some.One"));
}

#[test]
fn search_columns_hold_normal_forms() {
    let video = columns(row(&accepted(
        Info,
        json!({"title": "L’Oréal #Straße", "description": "ＡＢＣ!", "tags": ["Skin Care", "Night"]}),
    )));
    assert_eq!(video["search_title"], json!("l oreal strasse"));
    assert_eq!(video["search_description"], json!("abc"));
    assert_eq!(video["search_tags"], json!("skin care \u{E000} night"));
    let mention = json!({"context": "Été", "brand_name": "Nestlé", "components": ["A-B"], "topics": ["X", "Y"]});
    let mention = columns(row(&accepted(BusinessIdeas, mention)));
    assert_eq!(mention["search_context"], json!("ete"));
    assert_eq!(mention["search_brand_name"], json!("nestle"));
    assert_eq!((&mention["search_components"], &mention["search_topics"]), (&json!("a b"), &json!("x \u{E000} y")));
}

fn any_json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
        "[0-9]{4}-[0-9]{2}-[0-9]{2}".prop_map(Value::from),
    ];
    scalar.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("\\PC{0,5}", inner), 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_a_document_holds_it_is_accepted_or_refused(
        which in 0..3_usize,
        values in prop::collection::vec(prop::option::of(any_json()), 20),
    ) {
        let index = Index::ALL[which];
        let names = overheard::ingest::record_columns(index);
        let members = names.iter().zip(values).filter_map(|(name, value)| Some(((*name).to_owned(), value?)));
        let outcome = outcome(index, members.collect());
        if let Ok(accepted) = outcome.result {
            columns(row(&accepted));
        }
    }

    #[test]
    fn preparing_a_document_twice_gives_the_same_row(title in "\\PC{0,60}", tags in prop::collection::vec("\\PC{0,9}", 0..5)) {
        let document = json!({"title": title, "tags": tags});
        let (one, other) = (accepted(Info, document.clone()), accepted(Info, document));
        prop_assert_eq!(row(&one), row(&other));
    }
}
