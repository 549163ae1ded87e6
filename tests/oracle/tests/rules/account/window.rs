use crate::Dataset;
use serde_json::{Value, json};

/// Returns mentions on two days, the second of which is the last day of the dataset.
fn dataset() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("first", json!({"upload_date": "2023-05-05"}))
        .video("last", json!({"upload_date": "2026-03-02"}))
        .mention("m1", "first", "Aurelia", json!({}))
        .mention("m2", "last", "Other", json!({}));
    dataset
}

fn window(today: &str, query: &str) -> [Value; 3] {
    let meta = dataset().ask_on(today, "sentiment", query)["meta"].clone();
    ["from", "to", "partial_periods"].map(|name| meta[name].clone())
}

#[test]
fn thirty_days_end_on_the_earlier_of_today_and_the_last_date() {
    let expected = [json!("2026-02-01"), json!("2026-03-02"), json!([])];
    assert_eq!(window("2026-03-03", ""), expected, "the last date, of whatever brand");
    assert_eq!(window("2026-02-10", ""), [json!("2026-01-12"), json!("2026-02-10"), json!(["2026-02-10"])]);
    assert_eq!(window("2026-03-03", "to=2026-02-10"), [json!("2026-01-12"), json!("2026-02-10"), json!([])]);
    assert_eq!(window("2026-03-03", "from=2026-02-10"), [json!("2026-02-10"), json!("2026-03-02"), json!([])]);
    let beyond = [json!("2026-03-01"), json!("2026-03-31"), json!(["2026-03-03"])];
    assert_eq!(window("2026-03-03", "from=2026-03-01&to=2026-03-31"), beyond);
}

#[test]
fn a_length_takes_the_place_of_thirty_days() {
    let answer = dataset().ask("trends", "window_days=7");
    assert_eq!((&answer["meta"]["from"], &answer["meta"]["window_days"]), (&json!("2026-02-24"), &json!(7)));
    let answer = dataset().ask("trends", "window_days=180&to=2026-01-10");
    assert_eq!((&answer["meta"]["from"], &answer["meta"]["to"]), (&json!("2025-07-15"), &json!("2026-01-10")));
    let answer = dataset().ask("trends", "from=2026-01-01&to=2026-01-10");
    assert_eq!(answer["meta"]["window_days"], 10);
}

#[test]
fn a_window_without_an_end_may_be_none_or_too_long() {
    let problem = |code: &str, param: &str| (400, json!({"code": code, "param": param}));
    assert_eq!(dataset().problem("sentiment", "from=2026-03-03"), problem("invalid_range", "?from"));
    assert_eq!(dataset().problem("sentiment", "from=2024-03-01"), problem("window_too_long", "?to"));
    assert_eq!(dataset().problem("sentiment", "from=2024-03-02").0, 200);
}

#[test]
fn lists_of_mentions_are_of_the_whole_dataset() {
    let count = |operation: &str, query: &str| dataset().ask(operation, query)["data"].as_array().unwrap().len();
    for (query, expected) in [("", 1), ("to=2023-05-05", 1), ("to=2023-05-04", 0), ("from=2023-05-05", 1)] {
        assert_eq!(count("mentions", query), expected, "{query}");
    }
    assert_eq!(count("mentions", "from=2023-05-06"), 0);
    assert_eq!(count("influencers", ""), 0, "creators are listed of the usual window");
}
