use super::listed;
use crate::{Dataset, with};
use overheard_oracle::{influencer_id, mention_id};
use serde_json::{Value, json};

/// Returns mentions `1`, `2`… of Aurelia, each in a video of the same name, from members of the mention and of the
/// video.
fn dataset(mentions: &[(Value, Value)]) -> Dataset {
    let mut dataset = Dataset::default();
    for (number, (mention, video)) in (1..).zip(mentions) {
        let id = number.to_string();
        let video = with(json!({"channel_name": "night", "channel_uid": "UC1"}), video.clone());
        dataset.video(&id, video).mention(&id, &id, "Aurelia", mention.clone());
    }
    dataset
}

fn of(dataset: &Dataset, query: &str) -> Vec<String> {
    let answer = dataset.ask("mentions", query);
    let mut found: Vec<String> = listed(&answer).into_iter().map(String::from).collect();
    found.sort();
    found
}

#[test]
fn a_label_is_stored_or_told_by_the_score() {
    for (mention, label) in [
        (json!({"sentiment": "negative", "sentiment_score": 0.9}), "negative"),
        (json!({"sentiment": "neutral"}), "neutral"),
        (json!({"sentiment_score": 0.25}), "positive"),
        (json!({"sentiment_score": 0.249999}), "neutral"),
        (json!({"sentiment_score": -0.249999}), "neutral"),
        (json!({"sentiment_score": -0.25}), "negative"),
        (json!({}), "unknown"),
    ] {
        let dataset = dataset(&[(mention.clone(), json!({}))]);
        assert_eq!(dataset.ask("mentions", "")["data"][0]["sentiment"]["label"], label, "{mention}");
        assert_eq!(of(&dataset, &format!("sentiment={label}")), ["1"]);
        assert!(of(&dataset, &format!("sentiment=-{label}")).is_empty());
    }
}

#[test]
fn language_and_region_are_stored_or_those_of_the_video() {
    let dataset = dataset(&[
        (json!({"language": "es", "region": "ES"}), json!({"language": "de", "region": "DE"})),
        (json!({}), json!({"language": "de", "region": "DE"})),
        (json!({"language": "fr"}), json!({"region": "AT"})),
    ]);
    assert_eq!(of(&dataset, "language=de"), ["2"]);
    assert_eq!(of(&dataset, "language=es,fr"), ["1", "3"]);
    assert_eq!(of(&dataset, "region=DE"), ["2"]);
    assert_eq!(of(&dataset, "region=AT&language=fr"), ["3"]);
    assert!(of(&dataset, "region=unknown").is_empty());
}

#[test]
fn a_region_that_neither_says_is_that_of_the_newest_snapshot() {
    let mut dataset = dataset(&[
        (json!({"region": "ES"}), json!({})),
        (json!({}), json!({})),
        (json!({}), json!({"channel_uid": "UC2"})),
        (json!({"language": "es"}), json!({"channel_uid": null})),
    ]);
    dataset
        .snapshot("UC1", "2026-02-01", json!({"country": "FR"}))
        .snapshot("UC1", "2026-01-01", json!({"country": "DE"}))
        .snapshot("UC2", "2026-02-01", json!({}))
        .snapshot("UC2", "2026-01-01", json!({"country": "DE"}))
        .snapshot("night", "2026-01-01", json!({"country": "IT"}));
    assert_eq!(of(&dataset, "region=ES"), ["1"]);
    assert_eq!(of(&dataset, "region=FR"), ["2"]);
    assert_eq!(of(&dataset, "region=unknown"), ["3", "4"]);
    assert!(of(&dataset, "region=DE,IT").is_empty());
    assert_eq!(of(&dataset, "language=unknown"), ["1", "2", "3"]);
}

#[test]
fn what_is_not_known_of_a_mention() {
    let answer = dataset(&[(json!({}), json!({}))]).ask("mentions", "");
    let expected = json!({
        "object": "mention",
        "id": mention_id("1"),
        "brand": {"id": "brd_A", "label": "Aurelia"},
        "platform": "youtube",
        "category": null,
        "components": [],
        "topics": [],
        "sentiment": {"label": "unknown", "score": null},
        "estimated_value_usd": null,
        "context": null,
        "occurrences": 1,
        "language": "unknown",
        "region": "unknown",
        "upload_date": "2026-01-01",
        "indexed_at": "2026-01-01T00:00:00Z",
        "video": {"id": "1", "title": null, "views": null, "likes": null, "comments": null, "duration": null},
        "channel": {"name": "night", "influencer_id": influencer_id("UC1")},
    });
    assert_eq!(answer, json!({"object": "list", "data": [expected], "has_more": false}));
}

#[test]
fn values_are_alternatives_and_exclusions_pass_what_has_none() {
    let dataset = dataset(&[
        (json!({"topics": ["price", "skin"], "category": "Beauty"}), json!({"views": 10})),
        (json!({"topics": ["skin"], "components": ["retinol"]}), json!({"views": 0})),
        (json!({"context": "Named calmly"}), json!({"channel_uid": null, "channel_name": "UC1"})),
        (json!({}), json!({"channel_uid": "UC2", "views": 9})),
    ]);
    for (query, expected) in [
        ("topic=price,skin", vec!["1", "2"]),
        ("topic=skin,-price", vec!["2"]),
        ("topic=-price", vec!["2", "3", "4"]),
        ("topic=Skin", vec![]),
        ("topic=skin&component=retinol", vec!["2"]),
        ("category=-Beauty", vec!["2", "3", "4"]),
        ("channel=night", vec!["1", "2", "4"]),
        ("channel=-night", vec!["3"]),
        (&format!("channel={}", influencer_id("UC1")), vec![]),
        (&format!("influencer={}", influencer_id("UC1")), vec!["1", "2", "3"]),
        (&format!("channel=night&influencer=-{}", influencer_id("UC1")), vec!["4"]),
        ("influencer=night", vec![]),
        ("min_views=0", vec!["1", "2", "3", "4"]),
        ("min_views=9", vec!["1", "4"]),
        ("min_views=10", vec!["1"]),
        ("q=CALMLY", vec!["3"]),
        ("platform=-youtube", vec![]),
    ] {
        assert_eq!(of(&dataset, query), expected, "{query}");
    }
}

#[test]
fn nothing_is_last_in_both_directions_and_equals_are_by_id() {
    let views = |count: u64| (json!({}), json!({"views": count}));
    let dataset = dataset(&[views(5), (json!({}), json!({})), views(9), views(5), (json!({}), json!({})), views(5)]);
    let by_id = |numbers: &[&'static str]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_by_key(|number| mention_id(number));
        numbers
    };
    let (equal, nothing) = (by_id(&["1", "4", "6"]), by_id(&["2", "5"]));
    let ascending = [equal.clone(), vec!["3"], nothing.clone()].concat();
    let descending = [vec!["3"], equal, nothing].concat();
    assert_eq!(listed(&dataset.ask("mentions", "sort=views&order=asc")), ascending);
    assert_eq!(listed(&dataset.ask("mentions", "sort=views")), descending);

    let page = |skip: usize| dataset.reply("mentions", "sort=views&limit=4", super::TODAY, skip).answer;
    assert_eq!((listed(&page(0)), &page(0)["has_more"]), (descending[..4].to_vec(), &json!(true)));
    assert_eq!((listed(&page(2)), &page(2)["has_more"]), (descending[2..].to_vec(), &json!(false)));
    assert_eq!((listed(&page(4)), &page(4)["has_more"]), (descending[4..].to_vec(), &json!(false)));
}

#[test]
fn what_came_after_a_time_came_later_than_it() {
    let dataset = dataset(&[
        (json!({"indexed_at": "2026-02-01T03:00:00Z"}), json!({})),
        (json!({"indexed_at": "2026-02-01T03:00:01Z"}), json!({})),
        (json!({}), json!({"upload_date": "2026-02-01"})),
        (json!({}), json!({"upload_date": "2026-02-02"})),
    ]);
    assert_eq!(listed(&dataset.ask("mentions", "sort=indexed_at&order=asc")), ["3", "1", "2", "4"]);
    assert_eq!(of(&dataset, "indexed_after=2026-02-01T03:00:00Z"), ["2", "4"]);
}

/// Returns a mention of both brands, one of each, and one of another.
fn brands() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v1", json!({"channel_uid": "UC1", "upload_date": "2026-02-01"}))
        .video("v2", json!({"channel_uid": "UC1", "upload_date": "2026-02-02"}))
        .mention("both", "v1", "Borealis", json!({"topics": ["aurelia"]}))
        .mention("a", "v1", "Aurelia", json!({}))
        .mention("b", "v2", "Borealis", json!({}))
        .mention("other", "v2", "Cinder", json!({}));
    dataset
}

#[test]
fn the_brand_of_a_mention_is_the_first_of_those_asked_for() {
    let pairs = |query: &str| -> Vec<(String, Value)> {
        let answer = brands().ask("mentions", query);
        let mut pairs: Vec<_> = answer["data"].as_array().unwrap().iter().collect();
        pairs.sort_by_key(|mention| mention["id"].as_str().map(str::to_owned));
        pairs.iter().map(|m| (m["id"].as_str().unwrap().to_owned(), m["brand"]["label"].clone())).collect()
    };
    let expected = |pairs: &[(&str, &str)]| {
        let mut pairs: Vec<_> = pairs.iter().map(|(id, label)| (mention_id(id), json!(label))).collect();
        pairs.sort_by_key(|(id, _)| id.clone());
        pairs
    };
    assert_eq!(pairs(""), expected(&[("both", "Aurelia"), ("a", "Aurelia"), ("b", "Borealis")]));
    assert_eq!(pairs("brand=brd_B,Aurelia"), pairs(""));
    for query in ["brand=Borealis", "brand=brd_B", "brand=-Aurelia", "brand=-brd_A,brd_A,brd_B"] {
        assert_eq!(pairs(query), expected(&[("both", "Borealis"), ("b", "Borealis")]), "{query}");
    }
    assert!(pairs("brand=-brd_A,-brd_B").is_empty());
    let unknown = json!({"code": "value_not_allowed", "param": "?brand", "allowed": ["Aurelia", "Borealis"]});
    for query in ["brand=aurelia", "brand=-Cinder"] {
        assert_eq!(brands().problem("mentions", query), (400, unknown.clone()));
    }
}

#[test]
fn a_mention_alone_tells_what_else_the_account_can_see() {
    let one = |id: &str| brands().ask("mention", &format!("id={}", mention_id(id)));
    assert_eq!(one("both")["brand"]["label"], "Aurelia");
    let related = |mentions: u64, brands: Value| json!({"mentions_in_video": mentions, "other_brands_in_video": brands, "mentions_by_channel": 3});
    assert_eq!(one("both")["related"], related(2, json!(["Borealis"])));
    assert_eq!(one("a")["related"], related(2, json!(["Borealis"])));
    assert_eq!(one("b")["related"], related(1, json!([])));
    let nothing = (404, json!({"code": "not_found"}));
    assert_eq!(brands().problem("mention", &format!("id={}", mention_id("other"))), nothing);
    assert_eq!(brands().problem("mention", "id=men_0000000000"), nothing);
}

#[test]
fn mentions_of_an_influencer() {
    let of = |id: &str, query: &str| {
        brands().ask("influencer-mentions", &format!("id={}{query}", influencer_id(id)))["data"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((of("UC1", ""), of("UC1", "&brand=Aurelia"), of("UC1", "&from=2026-02-03")), (3, 2, 0));
    let nobody = format!("id={}", influencer_id("UC2"));
    assert_eq!(brands().problem("influencer-mentions", &nobody).0, 404);
}
