use crate::Dataset;
use serde_json::json;

/// Returns mentions of January, which is before, and of February, which is now.
fn dataset() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("old", json!({"upload_date": "2026-01-31", "channel_name": "a", "views": 50}))
        .video("v1", json!({"upload_date": "2026-02-01", "channel_name": "a", "views": 100, "likes": 7}))
        .video(
            "v2",
            json!({"upload_date": "2026-02-28", "channel_name": "a", "channel_uid": "UC1", "platform": "tiktok"}),
        )
        .mention("o1", "old", "Aurelia", json!({"sentiment_score": -0.2}))
        .mention("o2", "old", "Aurelia", json!({}))
        .mention("m1", "v1", "Borealis", json!({"topics": ["aurelia", "b"], "sentiment_score": 0.1, "occurrences": 3}))
        .mention("m2", "v1", "Aurelia", json!({"topics": ["b", "a"], "estimated_value_usd": 0.1}))
        .mention("m3", "v2", "Aurelia", json!({"estimated_value_usd": 0.2, "components": ["retinol"]}));
    dataset
}

#[test]
fn a_mention_counts_once_and_so_does_a_video() {
    let answer = dataset().ask("mention-stats", "from=2026-02-01&to=2026-02-28");
    let expected = json!({
        "object": "mention_stats",
        "totals": {"mentions": 3, "occurrences": 5, "unique_videos": 2, "unique_channels": 2, "views": 100, "likes": 7,
                   "comments": 0, "estimated_value_usd": 0.3, "average_sentiment": 0.1},
        "change_pct": {"mentions": 50.0, "unique_videos": 100.0, "views": 100.0, "average_sentiment": 150.0},
        "per_day": 0.11,
        "by_platform": [{"key": "youtube", "mentions": 2, "views": 100, "average_sentiment": 0.1},
                        {"key": "tiktok", "mentions": 1, "views": 0, "average_sentiment": null}],
        "by_brand": [{"key": "Aurelia", "mentions": 3, "share_pct": 100.0},
                     {"key": "Borealis", "mentions": 1, "share_pct": 33.33}],
        "top_topics": [{"topic": "b", "count": 2}, {"topic": "a", "count": 1}, {"topic": "aurelia", "count": 1}],
        "top_components": [{"component": "retinol", "count": 1}],
        "meta": {"from": "2026-02-01", "to": "2026-02-28", "timezone": "UTC", "filters": {}, "brands": ["brd_A", "brd_B"],
                 "mentions": 3, "low_confidence": true, "partial_periods": []},
    });
    assert_eq!(answer, expected);
}

#[test]
fn nothing_changes_from_nothing() {
    let nothing = json!({"mentions": null, "unique_videos": null, "views": null, "average_sentiment": null});
    let answer = dataset().ask("mention-stats", "from=2026-02-28&to=2026-02-28&top=1");
    assert_eq!(answer["change_pct"], nothing);
    assert_eq!(answer["totals"]["estimated_value_usd"], 0.2);
    let answer = dataset().ask("mention-stats", "topic=aurelia&from=2026-02-01&to=2026-02-01");
    let totals = &answer["totals"];
    assert_eq!((&totals["estimated_value_usd"], &totals["comments"]), (&json!(null), &json!(0)), "none has a value");
    let answer = dataset().ask("mention-stats", "from=2026-02-02&to=2026-02-27");
    // The 26 days before include the first of February.
    assert_eq!(answer["change_pct"]["mentions"], json!(-100.0));
    assert_eq!(answer["change_pct"]["average_sentiment"], json!(null), "nothing now");
    assert_eq!((&answer["by_brand"], &answer["per_day"]), (&json!([]), &json!(0.0)));
}

#[test]
fn filters_are_repeated_as_they_are_meant() {
    let query = "topic=b%2C-c&topic=a&q=night+routine&min_views=5&brand=brd_B&top=3&from=2026-02-01&platform=-tiktok";
    let meta = dataset().ask("mention-stats", query)["meta"].clone();
    let filters = json!({"topic": ["-c", "a", "b"], "q": "night routine", "min_views": 5, "platform": ["-tiktok"]});
    assert_eq!((&meta["filters"], &meta["brands"]), (&filters, &json!(["brd_B"])));
}
