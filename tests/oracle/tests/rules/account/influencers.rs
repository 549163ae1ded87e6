use crate::{Dataset, column};
use overheard_oracle::influencer_id;
use serde_json::{Value, json};

const FEBRUARY: &str = "from=2026-02-01&to=2026-02-28";

/// Returns three creators: `A` with two mentions, `B` and `C` with one each.
fn dataset() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("a1", json!({"upload_date": "2026-02-01", "views": 100, "channel_uid": "A", "channel_name": "old name"}))
        .video(
            "a2",
            json!({"upload_date": "2026-02-02", "channel_uid": "A", "channel_name": "a", "platform": "tiktok"}),
        )
        .video("b", json!({"upload_date": "2026-02-03", "views": 300, "channel_uid": "B", "channel_name": "b"}))
        .video("c", json!({"upload_date": "2026-02-04", "views": 100, "channel_name": "C"}))
        .video("d", json!({"upload_date": "2026-02-04", "channel_uid": "D", "channel_name": "d"}))
        .mention("a1", "a1", "Aurelia", json!({"sentiment_score": 0.5}))
        .mention("a2", "a2", "Borealis", json!({"sentiment_score": 0.3}))
        .mention("b", "b", "Aurelia", json!({"topics": ["x"]}))
        .mention("c", "c", "Aurelia", json!({"sentiment_score": -1.0}))
        .mention("d", "d", "Cinder", json!({}))
        .snapshot("A", "2026-02-01", json!({"country": "ES", "engagement_rate_viewers": 0.02, "subscriber_count": 10}))
        .snapshot("A", "2026-01-01", json!({"country": "FR", "engagement_rate_viewers": 0.9}))
        .snapshot("B", "2026-01-01", json!({"engagement_rate_viewers": 0.01, "categories": ["Beauty"]}));
    dataset
}

fn channels(query: &str) -> Value {
    let answer = dataset().ask("influencers", &format!("{FEBRUARY}&{query}"));
    answer["data"].as_array().unwrap().iter().map(|influencer| influencer["channel"]["name"].clone()).collect()
}

#[test]
fn scores_are_made_of_ranks() {
    let answer = dataset().ask("influencers", &format!("{FEBRUARY}&sort=influence_score"));
    // Ranks of three, with half of those that tie, oneself too. Of views: A and C tie below B. Of mentions: B and C
    // tie below A. Of engagement: B is below A, and they are two; C has none, which is a half.
    // A: 40 * 1/3 + 30 * 2.5/3 + 20 * 1.5/2 + 10 * 1.4/2
    // B: 40 * 2.5/3 + 30 * 1/3 + 20 * 0.5/2 + 10 * 1/2
    // C: 40 * 1/3 + 30 * 1/3 + 20 * 0.5 + 0
    assert_eq!(column(&answer, "data", "influence_score"), json!([60.3, 53.3, 33.3]));
    let first = json!({
        "object": "influencer",
        "id": influencer_id("A"),
        "channel": {"name": "a", "platform": "tiktok"},
        "country": "ES",
        "categories": [],
        "subscriber_count": 10,
        "engagement_rate_viewers": 0.02,
        "brand_stats": {"mentions": 2, "unique_videos": 2, "views": 100, "average_sentiment": 0.4,
                        "share_of_brand_mentions_pct": 50.0, "first_mention": "2026-02-01", "last_mention": "2026-02-02"},
        "influence_score": 60.3,
    });
    assert_eq!(answer["data"][0], first);
    assert_eq!(answer["data"][2]["id"], influencer_id("C"), "by name where there is no uid");
    assert_eq!(answer["data"][2]["engagement_rate_viewers"], Value::Null);
}

#[test]
fn the_population_is_what_all_filters_leave() {
    let score = |query: &str| {
        let answer = dataset().ask("influencers", &format!("{FEBRUARY}&{query}"));
        assert_eq!(answer["data"].as_array().unwrap().len(), 1, "{answer}");
        let found = &answer["data"][0];
        [&found["influence_score"], &found["brand_stats"]["share_of_brand_mentions_pct"]].map(Clone::clone)
    };
    // A single creator has rank 0.5 in everything: 20 + 15 + 10 + 10 * 1.4/2.
    assert_eq!(score("min_mentions=2"), [json!(52.0), json!(50.0)], "of all mentions that pass");
    assert_eq!(score("country=ES"), [json!(52.0), json!(50.0)]);
    assert_eq!(score("topic=x"), [json!(50.0), json!(100.0)]);
}

#[test]
fn what_is_not_known_is_within_no_limits_and_last() {
    assert_eq!(channels("country=-ES&sort=views"), json!(["b", "C"]));
    assert_eq!(channels("country=FR"), json!([]), "an older snapshot");
    assert_eq!(channels("min_subscribers=0"), json!(["a"]));
    assert_eq!(channels("max_subscribers=9"), json!([]));
    assert_eq!(channels("max_subscribers=10"), json!(["a"]));
    assert_eq!(channels("sort=engagement_rate"), json!(["a", "b", "C"]));
    assert_eq!(channels("sort=engagement_rate&order=asc"), json!(["b", "a", "C"]));
    assert_eq!(channels("sort=sentiment&order=asc"), json!(["C", "a", "b"]));
    assert_eq!(channels("brand=Aurelia&limit=1&platform=youtube&channel=old+name"), json!(["old name"]));
    let equal = if influencer_id("A") < influencer_id("C") { ["a", "C", "b"] } else { ["C", "a", "b"] };
    assert_eq!(channels("sort=views&order=asc"), json!(equal));
}

#[test]
fn one_of_them() {
    let one = |query: &str| dataset().ask("influencer", &format!("id={}{query}", influencer_id("A")));
    let answer = one("");
    assert_eq!(answer["by_brand"][0]["brand"]["label"], "Aurelia", "equal counts stay in the account's order");
    assert_eq!(answer["brand_stats"]["mentions"], 2);
    assert_eq!((&answer["influence_score"], &answer["snapshot_date"]), (&json!(60.3), &json!("2026-02-01")));
    let unknown = json!({"dominant_gender": null, "dominant_age_range": null, "age": {}, "gender": {}, "country": {},
                         "sentiment": null});
    assert_eq!((&answer["audience"], &answer["low_confidence"]), (&unknown, &json!(true)));
    // Alone with that brand: 20 + 15 + 10 + 10 * 1.3/2.
    assert_eq!(one("&brand=Borealis")["influence_score"], json!(51.5));

    let empty = one("&from=2026-02-03&to=2026-02-28");
    let nothing = json!({"mentions": 0, "unique_videos": 0, "views": 0, "average_sentiment": null,
                         "share_of_brand_mentions_pct": 0.0, "first_mention": null, "last_mention": null});
    assert_eq!((&empty["brand_stats"], &empty["by_brand"]), (&nothing, &json!([])));
    assert_eq!((&empty["influence_score"], &empty["channel"]["name"]), (&Value::Null, &json!("a")));

    for nobody in ["D", "E"] {
        let query = format!("id={}", influencer_id(nobody));
        assert_eq!(dataset().problem("influencer", &query), (404, json!({"code": "not_found"})));
    }
}
