use crate::{Dataset, column};
use serde_json::{Value, json};

const FEBRUARY: &str = "from=2026-02-01&to=2026-02-28";

fn dataset() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("old", json!({"upload_date": "2026-01-10"}))
        .video("v1", json!({"upload_date": "2026-02-01", "views": 300, "platform": "tiktok"}))
        .video("v2", json!({"upload_date": "2026-02-28", "views": 100}))
        .video("v3", json!({"upload_date": "2026-02-16"}))
        .mention("old", "old", "Aurelia", json!({"sentiment": "negative"}))
        .mention("m1", "v1", "Aurelia", json!({"sentiment_score": 0.5, "topics": ["b", "a"], "region": "ES"}))
        .mention("m2", "v2", "Aurelia", json!({"sentiment_score": -0.5, "topics": ["c"], "region": "MX"}))
        .mention("m3", "v3", "Aurelia", json!({"sentiment_score": 0.3, "topics": ["b"], "region": "ES"}))
        .mention("m4", "v3", "Aurelia", json!({"sentiment": "positive", "region": "unknown"}))
        .mention("m5", "v3", "Aurelia", json!({"topics": ["d"]}));
    dataset
}

#[test]
fn the_tone_of_all() {
    let mut answer = dataset().ask("sentiment", FEBRUARY);
    answer.as_object_mut().unwrap().remove("meta");
    let expected = json!({
        "object": "sentiment",
        "average": 0.1,
        // (0.5 * 300 - 0.5 * 100) / 400: the views of the third are unknown.
        "reach_weighted_average": 0.25,
        "net_sentiment": 50.0,
        "counts": {"positive": 3, "neutral": 0, "negative": 1, "unknown": 1},
        "percentages": {"positive": 75.0, "neutral": 0.0, "negative": 25.0},
        "scored_mentions": 3,
        "change": {"average": null, "net_sentiment": 150.0},
        "drivers": {"positive": [{"topic": "b", "count": 2}, {"topic": "a", "count": 1}],
                    "negative": [{"topic": "c", "count": 1}]},
    });
    assert_eq!(answer, expected);
}

#[test]
fn the_tone_of_nothing() {
    let answer = dataset().ask("sentiment", "sentiment=unknown");
    for name in ["average", "reach_weighted_average", "net_sentiment"] {
        assert_eq!(answer[name], Value::Null, "{name}");
    }
    assert_eq!(answer["percentages"], json!({"positive": 0.0, "neutral": 0.0, "negative": 0.0}));
    let answer = dataset().ask("sentiment", "from=2026-02-16&to=2026-02-16");
    assert_eq!((&answer["average"], &answer["reach_weighted_average"]), (&json!(0.3), &Value::Null), "no views");
}

#[test]
fn periods_are_cut_to_the_window_and_none_is_missing() {
    let answer = dataset().ask_on("2026-02-17", "sentiment-timeline", &format!("{FEBRUARY}&interval=week"));
    let weeks = ["2026-W05", "2026-W06", "2026-W07", "2026-W08", "2026-W09"];
    assert_eq!(column(&answer, "data", "period"), json!(weeks));
    assert_eq!((&answer["data"][0]["start"], &answer["data"][0]["end"]), (&json!("2026-02-01"), &json!("2026-02-01")));
    assert_eq!((&answer["data"][1]["start"], &answer["data"][1]["end"]), (&json!("2026-02-02"), &json!("2026-02-08")));
    assert_eq!((&answer["data"][4]["start"], &answer["data"][4]["end"]), (&json!("2026-02-23"), &json!("2026-02-28")));
    assert_eq!(column(&answer, "data", "mentions"), json!([1, 0, 0, 3, 1]));
    assert_eq!(column(&answer, "data", "average"), json!([0.5, null, null, 0.3, -0.5]));
    assert_eq!(column(&answer, "data", "partial"), json!([true, false, false, true, true]));
    // The window ends on a Saturday.
    assert_eq!(answer["meta"]["partial_periods"], json!(["2026-W05", "2026-W08", "2026-W09"]));
    let nothing = json!({"positive": 0, "neutral": 0, "negative": 0, "unknown": 0});
    assert_eq!((&answer["data"][1]["counts"], &answer["data"][1]["net_sentiment"]), (&nothing, &Value::Null));
}

#[test]
fn a_timeline_has_so_many_points_at_most() {
    let days = |from: &str| format!("from={from}&to=2026-02-28&interval=day");
    let answer = dataset().ask("sentiment-timeline", &days("2025-01-25"));
    assert_eq!((answer["data"].as_array().unwrap().len(), &answer["interval"]), (400, &json!("day")));
    let problem = json!({"code": "limit_violation", "param": "?interval"});
    assert_eq!(dataset().problem("sentiment-timeline", &days("2025-01-24")), (400, problem));
}

#[test]
fn what_is_beyond_the_limit_and_what_is_not_known_stand_apart() {
    let answer = dataset().ask("sentiment-breakdown", &format!("{FEBRUARY}&by=region&limit=1"));
    let counts = |positive: u64| json!({"positive": positive, "neutral": 0, "negative": 0, "unknown": 0});
    let spain = json!({"key": "ES", "mentions": 2, "share_pct": 40.0, "average": 0.4, "net_sentiment": 100.0,
                       "counts": counts(2), "low_confidence": true});
    assert_eq!(answer["data"], json!([spain]));
    assert_eq!(answer["other"], json!({"mentions": 1, "share_pct": 20.0}));
    assert_eq!(answer["unknown"], json!({"mentions": 2, "share_pct": 40.0}));

    let of = |query: &str| {
        let answer = dataset().ask("sentiment-breakdown", &format!("{FEBRUARY}&{query}"));
        (column(&answer, "data", "key"), answer["unknown"]["mentions"].clone())
    };
    assert_eq!(of("by=language"), (json!([]), json!(5)));
    assert_eq!(of(""), (json!(["youtube", "tiktok"]), json!(0)));
    assert_eq!(of("sort=average"), (json!(["tiktok", "youtube"]), json!(0)));
    // Without a label there is no net sentiment, so it comes last.
    assert_eq!(of("sort=net_sentiment&sentiment=-positive&by=region"), (json!(["MX"]), json!(1)));
}
