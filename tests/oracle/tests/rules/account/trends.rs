use crate::{Dataset, column};
use serde_json::{Value, json};

/// A date, topics with their counts of mentions, and the total count of mentions.
type Day<'a> = (&'a str, &'a [(&'a str, usize)], usize);

/// Returns a dataset of these days, with a video and a channel for every mention.
fn counted(days: &[Day]) -> Dataset {
    let mut dataset = Dataset::default();
    for (date, topics, all) in days {
        let named: Vec<&str> = topics.iter().flat_map(|(topic, count)| vec![*topic; *count]).collect();
        for number in 0..*all {
            let id = format!("{date} {number}");
            let topics: Vec<&str> = named.get(number).copied().into_iter().collect();
            let video = json!({"upload_date": date, "channel_name": id, "views": number});
            dataset.video(&id, video).mention(&id, &id, "Aurelia", json!({"topics": topics}));
        }
    }
    dataset
}

/// Returns the worked examples of the reference, topic by topic. The windows begin on those days.
fn worked() -> Dataset {
    counted(&[
        ("2025-10-04", &[("refill", 9), ("peptide", 6), ("skin", 70)], 640),
        ("2025-11-03", &[("refill", 12), ("peptide", 4), ("skin", 78)], 700),
        ("2025-12-03", &[("refill", 10), ("peptide", 9), ("skin", 74)], 690),
        ("2026-01-02", &[("refill", 13), ("peptide", 11), ("skin", 82)], 710),
        ("2026-02-01", &[("refill", 42), ("peptide", 30), ("skin", 96), ("ceramide", 18)], 750),
        ("2026-03-02", &[], 0),
    ])
}

const WINDOW: &str = "from=2026-02-01&to=2026-03-02";

#[test]
fn worked_values() {
    let answer = worked().ask("trends", WINDOW);
    let of = |name: &str| column(&answer, "data", name);
    assert_eq!(of("topic"), json!(["skin", "refill", "peptide", "ceramide"]));
    assert_eq!(of("volume"), json!([96, 42, 30, 18]));
    assert_eq!(of("share_pct"), json!([12.8, 5.6, 4.0, 2.4]));
    assert_eq!(of("growth_pct"), json!([17.07, 223.08, 172.73, null]));
    assert_eq!(of("z_score"), json!([2.29, 9.35, 7.24, 18.0]));
    assert_eq!(of("score"), json!([0.0195, 0.1372, 0.1038, 0.4764]));
    assert_eq!(of("direction"), json!(["rising", "rising", "rising", "new"]));
    assert_eq!(of("baseline"), json!([[70, 78, 74, 82], [9, 12, 10, 13], [6, 4, 9, 11], [0, 0, 0, 0]]));
    let meta = &answer["meta"];
    assert_eq!(
        (&meta["mentions"], &meta["baseline_windows"], &meta["window_days"]),
        (&json!(750), &json!(4), &json!(30))
    );
    assert_eq!(meta["low_confidence"], false);

    let order = |query: &str| column(&worked().ask("trends", &format!("{WINDOW}&{query}")), "data", "topic");
    assert_eq!(order("sort=growth"), json!(["refill", "peptide", "skin", "ceramide"]), "null is last");
    assert_eq!(order("sort=z_score&limit=2"), json!(["ceramide", "refill"]));
    assert_eq!(order("sort=score&direction=rising&limit=2"), json!(["refill", "peptide"]));
}

#[test]
fn topics_that_come_up() {
    let answer = worked().ask("emerging-trends", WINDOW);
    assert_eq!(
        column(&answer, "data", "topic"),
        json!(["ceramide", "refill", "peptide"]),
        "skin has a share of 11 before"
    );
    assert_eq!(column(&answer, "data", "stage"), json!(["new", "rising", "rising"]));
    assert_eq!(column(&answer, "data", "first_seen"), json!(["2026-02-01", "2025-10-04", "2025-10-04"]));
    // The most viewed ones.
    assert_eq!(answer["data"][1]["example_video_ids"], json!(["2026-02-01 41", "2026-02-01 40"]));
    let of = |query: &str| column(&worked().ask("emerging-trends", &format!("{WINDOW}&{query}")), "data", "topic");
    assert_eq!(of("min_support=30"), json!(["refill", "peptide"]));
    assert_eq!(of("min_z=7.5"), json!(["ceramide", "refill"]));
    assert_eq!(of("max_baseline_share_pct=100&limit=10"), json!(["ceramide", "refill", "peptide", "skin"]));
    assert_eq!(of("min_channels=31"), json!(["refill"]));
}

#[test]
fn one_loud_creator_does_not_make_a_trend() {
    let mut dataset = worked();
    for number in 0..9 {
        let id = format!("loud {number}");
        let video = json!({"upload_date": "2026-02-10", "channel_name": "loud"});
        dataset.video(&id, video).mention(&id, &id, "Aurelia", json!({"topics": ["loud"]}));
    }
    let of = |query: &str| column(&dataset.ask("emerging-trends", &format!("{WINDOW}&{query}")), "data", "topic");
    assert!(!of("").as_array().unwrap().contains(&json!("loud")));
    assert!(of("min_channels=1").as_array().unwrap().contains(&json!("loud")));
}

#[test]
fn a_breakout_has_fifty_times_as_many() {
    let stage = |now: usize| {
        let dataset = counted(&[
            ("2025-10-04", &[], 100),
            ("2026-01-02", &[("x", 1)], 100),
            ("2026-02-01", &[("x", now)], 100),
            ("2026-03-02", &[], 0),
        ]);
        dataset.ask("emerging-trends", WINDOW)["data"][0]["stage"].clone()
    };
    assert_eq!((stage(50), stage(51)), (json!("rising"), json!("breakout")));
}

#[test]
fn windows_before_the_first_date_are_none() {
    let of = |first: &str| {
        let days: [Day; 4] = [
            (first, &[], 30),
            ("2026-01-02", &[("x", 2)], 30),
            ("2026-02-01", &[("x", 6), ("y", 1)], 30),
            ("2026-03-02", &[], 0),
        ];
        let answer = counted(&days).ask("trends", WINDOW);
        let entry = &answer["data"][0];
        let meta = &answer["meta"];
        json!([
            meta["baseline_windows"],
            meta["low_confidence"],
            entry["baseline"],
            entry["growth_pct"],
            entry["z_score"],
            entry["direction"],
            answer["data"][1]["direction"]
        ])
    };
    assert_eq!(of("2025-10-04"), json!([4, false, [0, 0, 0, 2], 200.0, 5.5, "rising", "new"]));
    assert_eq!(of("2025-10-05")[0], 3, "one day short");
    assert_eq!(of("2025-12-03"), json!([2, false, [0, 2], 200.0, 3.54, "rising", "new"]));
    assert_eq!(of("2025-12-04"), json!([1, true, [2], 200.0, null, "unknown", "unknown"]));
}

#[test]
fn without_windows_before_the_share_before_is_a_half() {
    let answer = counted(&[("2026-02-01", &[("x", 3)], 4), ("2026-03-02", &[], 0)]).ask("trends", WINDOW);
    // (0.75 - 0.5) * 0.75/0.5
    assert_eq!((&answer["data"][0]["score"], &answer["meta"]["baseline_windows"]), (&json!(0.375), &json!(0)));
    let answer = worked().ask("emerging-trends", "from=2025-10-04&to=2025-11-02&min_z=0&max_baseline_share_pct=100");
    assert_eq!(answer["data"], json!([]), "nothing qualifies without z");
}

fn two_brands() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v1", json!({"upload_date": "2026-02-01", "views": 300}))
        .video("v2", json!({"upload_date": "2026-02-02", "views": 100}))
        .video("v0", json!({"upload_date": "2026-01-31", "views": 40}))
        .mention("a1", "v1", "Aurelia", json!({"topics": ["x", "y"], "sentiment_score": 0.5}))
        .mention("a2", "v1", "Aurelia", json!({"topics": ["x"]}))
        .mention("both", "v1", "Borealis", json!({"topics": ["aurelia", "x"]}))
        .mention("b", "v2", "Borealis", json!({"topics": ["y"], "sentiment_score": -0.25}))
        .mention("old", "v0", "Aurelia", json!({"topics": ["y"]}));
    dataset
}

#[test]
fn brands_side_by_side() {
    let mut answer = two_brands().ask("trend-comparison", "by=brand&brand=Aurelia,brd_B&from=2026-02-01&to=2026-02-28");
    let column = |key: &str, id: &str, mentions: u64, views: u64, average: f64| {
        json!({"key": key, "brand_id": id, "from": "2026-02-01", "to": "2026-02-28", "mentions": mentions, "views": views,
               "average_sentiment": average})
    };
    assert_eq!(
        answer["columns"],
        json!([column("Aurelia", "brd_A", 3, 300, 0.5), column("Borealis", "brd_B", 2, 400, -0.25)])
    );
    let voices = json!([
        {"key": "Aurelia", "mention_sov": 60.0, "volume_sov": 33.33, "reach_sov": 42.86},
        {"key": "Borealis", "mention_sov": 40.0, "volume_sov": 66.67, "reach_sov": 57.14},
    ]);
    assert_eq!(answer["share_of_voice"], voices);
    let rows = answer["rows"].take();
    assert_eq!(rows[0]["topic"], "x");
    assert_eq!(rows[0]["volume"], json!([3, 1]));
    assert_eq!((&rows[1]["topic"], &rows[2]["topic"]), (&json!("aurelia"), &json!("y")), "equal sums by name");
    let expected = json!({"topic": "y", "volume": [1, 1], "share_pct": [33.33, 50.0], "average_sentiment": [0.5, -0.25],
                          "delta_pct": 0.0});
    assert_eq!(rows[2], expected);
    assert_eq!((&answer["meta"]["mentions"], &answer["meta"]["brands"]), (&json!(5), &json!(["brd_A", "brd_B"])));
}

#[test]
fn brands_are_in_the_order_of_the_question_by_label_and_by_id() {
    for brands in ["Borealis,brd_A", "brd_B,brd_A", "brd_B&brand=Aurelia"] {
        let query = format!("by=brand&brand={brands}&from=2026-02-01&to=2026-02-28&topics=x");
        let answer = two_brands().ask("trend-comparison", &query);
        assert_eq!(column(&answer, "columns", "key"), json!(["Borealis", "Aurelia"]), "{brands}");
        assert_eq!(column(&answer, "rows", "volume"), json!([[1, 3]]), "{brands}");
        assert_eq!(column(&answer, "rows", "delta_pct"), json!([200.0]), "{brands}");
        assert_eq!(answer["meta"]["brands"], json!(["brd_A", "brd_B"]), "{brands}");
    }
}

#[test]
fn a_window_beside_the_one_before() {
    let answer = two_brands().ask("trend-comparison", "by=period&from=2026-02-01&to=2026-02-02&topics=z,y,x");
    assert_eq!(column(&answer, "columns", "key"), json!(["2026-01-30..2026-01-31", "2026-02-01..2026-02-02"]));
    assert_eq!(column(&answer, "columns", "brand_id"), json!([null, null]));
    assert_eq!(column(&answer, "rows", "topic"), json!(["x", "y", "z"]));
    assert_eq!(column(&answer, "rows", "volume"), json!([[0, 3], [1, 2], [0, 0]]));
    assert_eq!(column(&answer, "rows", "delta_pct"), json!([null, 100.0, null]));
    assert_eq!(column(&answer, "rows", "average_sentiment"), json!([[null, 0.5], [null, 0.125], [null, null]]));
    assert_eq!(answer["rows"][0].get("per_day"), None);
}

#[test]
fn uneven_periods_are_told_per_day() {
    let query = "by=period&brand=Aurelia&period=2026-02-01..2026-02-28&period=2026-01-31..2026-01-31&limit=1";
    let answer = two_brands().ask("trend-comparison", query);
    assert_eq!(column(&answer, "columns", "key"), json!(["2026-01-31..2026-01-31", "2026-02-01..2026-02-28"]));
    assert_eq!(column(&answer, "columns", "brand_id"), json!(["brd_A", "brd_A"]));
    assert_eq!(column(&answer, "columns", "per_day"), json!([1.0, 0.11]));
    assert_eq!(column(&answer, "rows", "per_day"), json!([[0.0, 0.11]]));
    let meta = &answer["meta"];
    assert_eq!(
        (&meta["from"], &meta["to"], &meta["mentions"]),
        (&json!("2026-01-31"), &json!("2026-02-28"), &json!(4))
    );
    assert_eq!(meta["filters"], Value::Object(Default::default()));
}
