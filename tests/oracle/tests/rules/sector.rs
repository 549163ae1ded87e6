use crate::Dataset;
use serde_json::{Value, json};

/// Returns the share of voice of brands in the first two months of 2026.
fn sector(dataset: &Dataset, brands: Value) -> Value {
    dataset.answer("sector", json!({"brands": brands, "from_date": "2026-01-15", "to_date": "2026-02-28"}))
}

/// Returns true if the dataset's only mention counts for a brand.
fn counts(mention: Value, brand: Value) -> bool {
    let mut dataset = Dataset::default();
    let name = mention["brand_name"].as_str().unwrap().to_owned();
    dataset
        .video("v", json!({"title": "Morning shelf", "description": "hidden", "tags": ["skin care"], "upload_date": "2026-02-01"}))
        .mention("m", "v", &name, mention);
    let mut brand = brand;
    brand["label"] = json!("b");
    sector(&dataset, json!([brand]))["brands"][0]["totals"]["unique_videos"] == 1
}

#[test]
fn terms_match_names_by_tokens_and_topics_whole() {
    let mention =
        json!({"brand_name": "L'Oréal Paris", "topics": ["iphone", "apple pie"], "components": ["Niacinamide"]});
    for (terms, exact, expected) in [
        (json!(["loreal"]), false, false),
        (json!(["paris oreal"]), false, true),
        (json!(["paris oreal"]), true, false),
        (json!(["ORÉAL paris"]), true, true),
        (json!(["l paris"]), true, false),
        (json!(["l paris"]), false, true),
        (json!(["iPhone"]), true, true),
        (json!(["apple"]), false, false),
        (json!(["pie apple"]), false, false),
        (json!(["Apple-Pie"]), false, true),
        (json!(["niacinamide"]), true, true),
        (json!(["nothing", "paris"]), false, true),
        (json!(["paris texas"]), false, false),
    ] {
        assert_eq!(counts(mention.clone(), json!({"terms": terms, "exact": exact})), expected, "{terms} {exact}");
    }
}

#[test]
fn must_context_may_be_in_the_mention_or_in_its_videos_title_and_tags() {
    let mention =
        json!({"brand_name": "Dove", "context": "Named in a title", "topics": ["body wash"], "components": ["shea"]});
    for (entries, expected) in [
        (json!([]), true),
        (json!(["wash"]), true),
        (json!(["title named"]), true),
        (json!(["shea"]), true),
        (json!(["care"]), true),
        (json!(["MORNING"]), true),
        (json!(["morning shea care body"]), true),
        (json!(["hidden"]), false),
        (json!(["dove"]), false),
        (json!(["shea", "hidden"]), true),
        (json!(["shea hidden"]), false),
    ] {
        let brand = json!({"terms": ["dove"], "must_context": entries});
        assert_eq!(counts(mention.clone(), brand), expected, "{entries}");
    }
    assert!(!counts(mention.clone(), json!({"terms": ["pigeon"], "must_context": ["wash"]})));
    for (required, excluded, expected) in [
        (json!([]), json!(["shea"]), false),
        (json!([]), json!(["morning shea"]), false),
        (json!([]), json!(["shea hidden"]), true),
        (json!([]), json!(["hidden", "dove"]), true),
        (json!(["wash"]), json!(["hidden"]), true),
        (json!(["wash"]), json!(["hidden", "MORNING"]), false),
        (json!(["hidden"]), json!(["pigeon"]), false),
    ] {
        let brand = json!({"terms": ["dove"], "must_context": required, "must_not_context": excluded});
        assert_eq!(counts(mention.clone(), brand), expected, "{required} {excluded}");
    }
}

fn two_brands() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v0", json!({"upload_date": "2026-01-14", "views": 1_000}))
        .video("v1", json!({"upload_date": "2026-01-15", "views": 100}))
        .video("v2", json!({"upload_date": "2026-01-31", "views": 50}))
        .video("v3", json!({"upload_date": "2026-02-28"}))
        .video("v4", json!({"upload_date": "2026-03-01", "views": 1_000}))
        .mention("m0", "v0", "Aurelia", json!({"sentiment_score": 1.0}))
        .mention("m1", "v1", "Aurelia", json!({"sentiment_score": 0.5, "occurrences": 4, "topics": ["b", "a"]}))
        .mention("m2", "v1", "Aurelia", json!({"sentiment_score": 0.25, "topics": ["b"]}))
        .mention("m3", "v1", "Borealis", json!({"sentiment_score": -0.0005}))
        .mention("m4", "v2", "Aurelia", json!({"topics": ["f", "e", "d", "c"]}))
        .mention("m5", "v3", "Borealis", json!({}))
        .mention("m6", "v4", "Borealis", json!({}));
    dataset
}

#[test]
fn months_sums_and_shares() {
    let brands = json!([
        {"label": "A", "terms": ["aurelia", "AURELIA"]},
        {"label": "B", "terms": ["borealis"]},
        {"label": "none", "terms": ["cinder"]},
    ]);
    let topics = json!([
        {"topic": "b", "count": 2}, {"topic": "a", "count": 1}, {"topic": "c", "count": 1},
        {"topic": "d", "count": 1}, {"topic": "e", "count": 1},
    ]);
    let month = |month: &str,
                 videos: u64,
                 mentions: u64,
                 views: u64,
                 sentiment: Value,
                 volume: f64,
                 reach: f64,
                 topics: Value| {
        json!({"month": month, "unique_videos": videos, "mentions": mentions, "views": views, "sentiment": sentiment,
               "volume_sov": volume, "reach_sov": reach, "top_topics": topics})
    };
    let empty = |name: &str| month(name, 0, 0, 0, Value::Null, 0.0, 0.0, json!([]));
    let brand = |label: &str, videos: u64, views: u64, series: Value| {
        json!({"label": label, "coverage": "low", "low_confidence": true,
               "totals": {"unique_videos": videos, "views": views}, "series": series})
    };
    let expected = json!({
        "brands": [
            brand("A", 2, 150, json!([
                month("2026-01", 2, 6, 150, json!(0.375), 66.67, 60.0, topics), empty("2026-02"),
            ])),
            brand("B", 2, 100, json!([
                month("2026-01", 1, 1, 100, json!(-0.001), 33.33, 40.0, json!([])),
                month("2026-02", 1, 1, 0, Value::Null, 100.0, 0.0, json!([])),
            ])),
            brand("none", 0, 0, json!([empty("2026-01"), empty("2026-02")])),
        ],
        "meta": {"from": "2026-01-15", "to": "2026-02-28",
                 "caps": {"max_brands": 30, "video_cap": 3000, "low_coverage": 20}},
    });
    assert_eq!(sector(&two_brands(), brands), expected);
}

#[test]
fn a_mention_counts_for_each_brand_that_it_names() {
    let brands = json!([{"label": "A", "terms": ["aurelia"]}, {"label": "A too", "terms": ["aurelia"]}]);
    let answer = sector(&two_brands(), brands);
    for brand in [0, 1] {
        assert_eq!(answer["brands"][brand]["series"][0]["volume_sov"], 50.0);
        assert_eq!(answer["brands"][brand]["series"][0]["unique_videos"], 2);
    }
}

#[test]
fn coverage_needs_twenty_videos_and_confidence_five_scores() {
    let verdict = |videos: usize, scored: usize| {
        let mut dataset = Dataset::default();
        for number in 0..videos {
            let score = if number < scored { json!({"sentiment_score": 0.1}) } else { json!({}) };
            let id = number.to_string();
            dataset.video(&id, json!({"upload_date": "2026-02-01"})).mention(&id, &id, "Aurelia", score);
        }
        let answer = sector(&dataset, json!([{"label": "A", "terms": ["aurelia"]}]));
        let brand = &answer["brands"][0];
        (brand["coverage"] == "ok", brand["low_confidence"] == true)
    };
    assert_eq!(verdict(19, 19), (false, true));
    assert_eq!(verdict(20, 4), (true, true));
    assert_eq!(verdict(20, 5), (true, false));
}

#[test]
fn two_years_touch_twenty_five_months() {
    let request =
        json!({"brands": [{"label": "A", "terms": ["a"]}], "from_date": "2024-01-31", "to_date": "2026-01-31"});
    let answer = two_brands().answer("sector", request);
    let series = answer["brands"][0]["series"].as_array().unwrap();
    assert_eq!(series.len(), 25);
    assert_eq!((&series[0]["month"], &series[24]["month"]), (&json!("2024-01"), &json!("2026-01")));
}
