use crate::{Dataset, column};
use serde_json::{Value, json};

/// Returns three brands, scored 0.1 and 0.2, 0.15, and not at all.
fn brands() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v1", json!({}))
        .mention("m1", "v1", "Borealis", json!({"sentiment_score": 0.1, "components": ["serum", "toner"]}))
        .mention("m2", "v1", "Borealis", json!({"sentiment_score": 0.2, "components": ["serum"]}))
        .mention("m3", "v1", "Aurelia", json!({"sentiment_score": 0.15, "category": "Beauty"}))
        .mention("m4", "v1", "Cinder", json!({}));
    dataset
}

fn by_brand(metric: Value, order: &str) -> Value {
    brands().answer(
        "aggregate",
        json!({"index": "siv_business_ideas", "group_by": "brand_name", "metric": metric, "order": order}),
    )
}

#[test]
fn a_plain_count_has_no_metric_and_ties_go_by_key() {
    for metric in [Value::Null, json!({"type": "count"}), json!({"type": "count", "field": "sentiment_score"})] {
        let expected = json!({"matched_documents": 4, "buckets": [
            {"key": "Borealis", "count": 2}, {"key": "Aurelia", "count": 1}, {"key": "Cinder", "count": 1},
        ]});
        assert_eq!(by_brand(metric, "desc"), expected);
    }
    assert_eq!(column(&by_brand(Value::Null, "asc"), "buckets", "key"), json!(["Aurelia", "Cinder", "Borealis"]));
}

#[test]
fn equal_averages_go_by_key_and_no_value_comes_last_in_both_orders() {
    for order in ["asc", "desc"] {
        let answer = by_brand(json!({"type": "avg", "field": "sentiment_score"}), order);
        assert_eq!(
            answer["buckets"],
            json!([
                {"key": "Aurelia", "count": 1, "metric": 0.15, "metric_type": "avg:sentiment_score"},
                {"key": "Borealis", "count": 2, "metric": 0.15, "metric_type": "avg:sentiment_score"},
                {"key": "Cinder", "count": 1, "metric": null, "metric_type": "avg:sentiment_score"},
            ])
        );
    }
}

#[test]
fn each_type_of_metric() {
    for (kind, expected) in [("sum", 0.3), ("avg", 0.15), ("min", 0.1), ("max", 0.2)] {
        let answer = by_brand(json!({"type": kind, "field": "sentiment_score"}), "desc");
        let borealis = answer["buckets"].as_array().unwrap().iter().find(|bucket| bucket["key"] == "Borealis");
        // 0.1 + 0.2 is 0.3 here, because the sum is in integer millionths.
        assert_eq!(borealis.unwrap()["metric"], json!(expected), "{kind}");
    }
}

#[test]
fn a_list_puts_a_document_in_several_buckets_and_null_in_none() {
    let answer =
        |group_by: &str| brands().answer("aggregate", json!({"index": "siv_business_ideas", "group_by": group_by}));
    let components = json!([{"key": "serum", "count": 2}, {"key": "toner", "count": 1}]);
    assert_eq!(answer("components"), json!({"matched_documents": 4, "buckets": components}));
    let category = json!([{"key": "Beauty", "count": 1}]);
    assert_eq!(answer("category"), json!({"matched_documents": 4, "buckets": category}));
}

#[test]
fn averages_round_half_away_from_zero_at_six_decimals_and_zero_has_no_sign() {
    let mut dataset = Dataset::default();
    dataset.video("v", json!({}));
    for (id, brand, score) in
        [("1", "a", 0.000001), ("2", "a", 0.0), ("3", "b", -0.000001), ("4", "b", 0.0), ("5", "c", -0.0)]
    {
        dataset.mention(id, "v", brand, json!({"sentiment_score": score}));
    }
    let answer = dataset.answer(
        "aggregate",
        json!({"index": "siv_business_ideas", "group_by": "brand_name",
               "metric": {"type": "avg", "field": "sentiment_score"}}),
    );
    assert_eq!(column(&answer, "buckets", "metric").to_string(), "[1e-6,0.0,-1e-6]");
    assert_eq!(column(&answer, "buckets", "key"), json!(["a", "c", "b"]));
}

#[test]
fn money_is_summed_in_cents() {
    let mut dataset = Dataset::default();
    dataset.video("v", json!({}));
    for (id, value) in [("1", 0.1), ("2", 0.2), ("3", 19.99)] {
        dataset.mention(id, "v", "a", json!({"estimated_value_usd": value}));
    }
    let metric = |kind: &str| {
        let request = json!({"index": "siv_business_ideas", "group_by": "platform",
                             "metric": {"type": kind, "field": "estimated_value_usd"}});
        dataset.answer("aggregate", request)["buckets"][0]["metric"].clone()
    };
    assert_eq!(metric("sum"), json!(20.29));
    assert_eq!(metric("avg"), json!(6.763333));
}

#[test]
fn whole_numbers_stay_exact() {
    let mut dataset = Dataset::default();
    // Scaled by a million for rounding, this sum would get a fraction.
    let views = [123_456_789_012_344_u64, 3];
    dataset.video("v1", json!({"views": views[0]})).video("v2", json!({"views": views[1]}));
    let request = json!({"index": "siv_info", "group_by": "platform", "metric": {"type": "sum", "field": "views"}});
    assert_eq!(dataset.answer("aggregate", request)["buckets"][0]["metric"], json!(123_456_789_012_347.0));
}

#[test]
fn keys_are_ordered_by_code_point() {
    let mut dataset = Dataset::default();
    dataset.video("v", json!({"tags": ["é", "z", "Z", "a", "😀", "\u{ff5e}"]}));
    let answer = dataset.answer("aggregate", json!({"index": "siv_info", "group_by": "tags"}));
    // In UTF-16 the emoji would come before the wave dash.
    assert_eq!(column(&answer, "buckets", "key"), json!(["Z", "a", "z", "é", "\u{ff5e}", "😀"]));
}

#[test]
fn creators_are_counted_once_and_snapshots_each() {
    let mut dataset = Dataset::default();
    dataset
        .snapshot("c1", "2025-01-01", json!({"categories": ["Beauty"], "subscriber_count": 10}))
        .snapshot("c1", "2025-02-01", json!({"categories": ["Beauty", "Food"], "subscriber_count": 30}))
        .snapshot("c2", "2025-01-01", json!({"categories": ["Beauty"]}));
    let request = json!({"index": "siv_content_creator", "group_by": "categories",
                         "metric": {"type": "avg", "field": "subscriber_count"}, "order": "asc"});
    let buckets = json!([
        {"key": "Beauty", "count": 3, "creators": 2, "metric": 20.0, "metric_type": "avg:subscriber_count"},
        {"key": "Food", "count": 1, "creators": 1, "metric": 30.0, "metric_type": "avg:subscriber_count"},
    ]);
    assert_eq!(
        dataset.answer("aggregate", request),
        json!({"matched_documents": 3, "matched_creators": 2, "buckets": buckets})
    );
}
