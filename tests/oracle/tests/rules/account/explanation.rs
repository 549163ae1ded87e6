use crate::{Dataset, column};
use serde_json::{Value, json};

/// Twelve mentions on 2026-02-20, and one a week in the four weeks before.
fn dataset() -> Dataset {
    let mut dataset = Dataset::default();
    dataset.video("first", json!({"upload_date": "2026-01-01"}));
    for (video, date) in
        [("w1", "2026-01-23"), ("w2", "2026-01-30"), ("w3", "2026-02-06"), ("w4", "2026-02-13"), ("big", "2026-02-20")]
    {
        dataset.video(video, json!({"upload_date": date, "platform": "youtube"}));
        dataset.mention(video, video, "Aurelia", json!({"topics": ["price"]}));
    }
    dataset.video("small", json!({"upload_date": "2026-02-20", "platform": "tiktok"}));
    for number in 0..10 {
        dataset.mention(&format!("b{number}"), "big", "Aurelia", json!({"topics": ["glow", "price", "shop"]}));
    }
    dataset.mention("first", "first", "Aurelia", json!({})).mention("s", "small", "Aurelia", json!({}));
    dataset
}

fn explained(query: &str) -> Value {
    dataset().ask("explain-change", query)
}

#[test]
fn a_day_is_compared_with_28_days() {
    let answer = explained("date=2026-02-20");
    assert_eq!(answer["baseline"], json!({"periods": 28, "mean": 0.14}));
    assert_eq!((&answer["mentions"], &answer["change"]), (&json!(12), &json!(11.86)));
    // (11 - 4/28) / (12 - 4/28) = 304/332 and 1 / (332/28) = 28/332.
    assert_eq!(column(&answer["platforms"], "data", "key"), json!(["youtube", "tiktok"]));
    assert_eq!(column(&answer["platforms"], "data", "share_pct"), json!([91.57, 8.43]));
    assert_eq!(
        answer["platforms"]["other"],
        json!({"mentions": 0.0, "baseline": 0.0, "change": 0.0, "share_pct": 0.0})
    );
    // 308/332 is of the large video; ties are in the order of ids.
    assert_eq!(column(&answer["videos"], "data", "key"), json!(["big", "small", "w1", "w2", "w3"]));
    assert_eq!(column(&answer["videos"], "data", "share_pct"), json!([92.77, 8.43, -0.3, -0.3, -0.3]));
    assert_eq!(
        answer["summary"],
        "12 mentions on 2026-02-20, 11.86 more than usual; 92.77 % of the difference are from one video."
    );
}

#[test]
fn a_mention_is_divided_among_its_topics() {
    let topics = &explained("date=2026-02-20")["topics"];
    // One mention with `price` alone, ten with three topics, one without.
    assert_eq!(column(topics, "data", "key"), json!(["price", "glow", "shop", null]));
    assert_eq!(column(topics, "data", "mentions"), json!([4.34, 3.33, 3.33, 1.0]));
    assert_eq!(column(topics, "data", "baseline"), json!([0.14, 0.0, 0.0, 0.0]));
    assert_eq!(column(topics, "data", "change"), json!([4.2, 3.33, 3.33, 1.0]));
}

#[test]
fn a_week_is_compared_with_four_weeks_as_far_as_there_are_any() {
    let answer = explained("date=2026-02-20&interval=week&limit=1");
    assert_eq!(answer["period"], "2026-W08");
    assert_eq!(answer["baseline"], json!({"periods": 4, "mean": 1.0}));
    assert_eq!(answer["change"], json!(11.0));
    assert_eq!(
        answer["topics"]["other"],
        json!({"mentions": 8.67, "baseline": 1.0, "change": 7.67, "share_pct": 69.7})
    );
    let early = explained("date=2026-01-14&interval=week");
    // The week before that begins before the dataset.
    assert_eq!(early["baseline"], json!({"periods": 1, "mean": 0.0}));
    assert_eq!((&early["change"], &early["platforms"]["other"]["share_pct"]), (&json!(0.0), &Value::Null));
    assert_eq!(early["summary"], "0 mentions in 2026-W03, as many as usual.");
}

#[test]
fn the_first_day_has_no_baseline() {
    let answer = explained("date=2026-01-01");
    assert_eq!((&answer["baseline"], &answer["change"]), (&Value::Null, &json!(1.0)));
    assert_eq!(column(&answer["videos"], "data", "baseline"), json!([null]));
    assert_eq!(column(&answer["videos"], "data", "share_pct"), json!([100.0]));
    assert_eq!(answer["summary"], "1 mention on 2026-01-01, without earlier periods to compare with.");
}
