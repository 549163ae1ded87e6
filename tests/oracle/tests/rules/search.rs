use crate::{Dataset, column};
use serde_json::{Value, json};

fn videos() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v1", json!({"upload_date": "2026-01-01", "views": 5, "tags": ["a", "b"]}))
        .video("v2", json!({"upload_date": "2026-01-02", "views": 5, "tags": ["b"]}))
        .video("v3", json!({"upload_date": "2026-01-03", "category": "Music", "tags": []}))
        .video("v4", json!({"upload_date": "2026-01-03", "views": 0}));
    dataset
}

fn ids(request: Value) -> Value {
    let mut request = request;
    request["index"] = json!("siv_info");
    column(&videos().answer("search", request), "results", "video_id")
}

#[test]
fn newest_first_by_default_and_ties_by_id() {
    assert_eq!(ids(json!({})), json!(["v3", "v4", "v2", "v1"]));
    assert_eq!(ids(json!({"sort_order": "asc"})), json!(["v1", "v2", "v3", "v4"]));
}

#[test]
fn unknown_values_sort_last_in_both_orders() {
    assert_eq!(ids(json!({"sort_field": "views", "sort_order": "desc"})), json!(["v1", "v2", "v4", "v3"]));
    assert_eq!(ids(json!({"sort_field": "views", "sort_order": "asc"})), json!(["v4", "v1", "v2", "v3"]));
}

#[test]
fn filters_of_every_form() {
    for (filters, expected) in [
        (json!({"tags": "b"}), json!(["v2", "v1"])),
        (json!({"tags": ["a", "nothing"]}), json!(["v1"])),
        (json!({"category": "Music"}), json!(["v3"])),
        (json!({"category": "music"}), json!([])),
        (json!({"tags": "b", "upload_date": {"gte": "2026-01-02"}}), json!(["v2"])),
        (json!({"upload_date": {"lte": "2026-01-02"}}), json!(["v2", "v1"])),
        (json!({"upload_date": {"gte": "2026-01-02", "lte": "2026-01-02"}}), json!(["v2"])),
        (json!({"upload_date": "2026-01-03"}), json!(["v3", "v4"])),
        (json!({}), json!(["v3", "v4", "v2", "v1"])),
    ] {
        assert_eq!(ids(json!({"filters": filters})), expected, "{filters}");
    }
}

#[test]
fn a_row_has_every_member_and_a_capped_size() {
    let mut dataset = Dataset::default();
    dataset.video("v", json!({"channel_name": "c", "channel_uid": "u", "upload_date": "2026-02-03"}));
    for number in 10..30 {
        let score = json!({"sentiment_score": 0.0125, "estimated_value_usd": 2.345, "indexed_at": "x"});
        dataset.mention(&format!("m{number}"), "v", "Aurelia", score);
    }
    let oracle = dataset.oracle();
    let request = json!({"index": "siv_business_ideas", "size": 15});
    let raw = oracle.answer("search", &request, "raw");
    let aggregate = oracle.answer("search", &request, "aggregate");
    assert_eq!(raw["results"].as_array().unwrap().len(), 15);
    assert_eq!(aggregate["results"].as_array().unwrap().len(), 10);
    assert_eq!(aggregate["matched_documents"], 20);
    assert_eq!(
        raw["results"][0],
        json!({"video_id": "v", "brand_name": "Aurelia", "category": null, "components": [], "topics": [],
               "platform": "youtube", "sentiment": null, "sentiment_score": 0.013, "estimated_value_usd": 2.35,
               "channel_name": "c", "channel_uid": "u", "upload_date": "2026-02-03", "context": null})
    );
}

#[test]
fn scores_sort_by_what_is_stored_not_by_what_is_shown() {
    let mut dataset = Dataset::default();
    dataset.video("v", json!({})).mention("m1", "v", "less", json!({"sentiment_score": 0.1231})).mention(
        "m2",
        "v",
        "more",
        json!({"sentiment_score": 0.1232}),
    );
    let answer = dataset.answer("search", json!({"index": "siv_business_ideas", "sort_field": "sentiment_score"}));
    assert_eq!(column(&answer, "results", "brand_name"), json!(["more", "less"]));
    assert_eq!(column(&answer, "results", "sentiment_score"), json!([0.123, 0.123]));
}

#[test]
fn a_creator_is_its_newest_matching_snapshot() {
    let mut dataset = Dataset::default();
    dataset
        .snapshot("c2", "2025-01-01", json!({"country": "ES", "subscriber_count": 70}))
        .snapshot("c1", "2025-03-01", json!({"country": "FR", "subscriber_count": 50}))
        .snapshot("c1", "2025-01-01", json!({"country": "ES", "subscriber_count": 90}))
        .snapshot("c1", "2025-02-01", json!({"country": "ES", "subscriber_count": 70}))
        .snapshot("c3", "2025-02-01", json!({"country": "ES"}));
    for country in ["country", "dominant_country"] {
        let answer = dataset.answer("creators", json!({"filters": {country: "ES"}}));
        assert_eq!(column(&answer, "results", "channel_uid"), json!(["c1", "c2", "c3"]));
        assert_eq!(column(&answer, "results", "snapshot_date"), json!(["2025-02-01", "2025-01-01", "2025-02-01"]));
        assert_eq!(answer["matched_documents"], 4);
        assert_eq!(answer["matched_creators"], 3);
        assert!(answer.get("index").is_none());
    }
    let ranges = [
        (json!({"gte": 70}), 3),
        (json!({"lte": 70}), 3),
        (json!({"gte": 51, "lte": 89.5}), 2),
        (json!(70), 2),
        (json!(70.0), 2),
    ];
    for (range, matched) in ranges {
        let request = json!({"index": "siv_content_creator", "filters": {"subscriber_count": range}});
        assert_eq!(dataset.answer("search", request)["matched_documents"], matched, "{range}");
    }
}
