//! Tests that the files show the planned events.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::super::categories::CATEGORIES;
use super::super::story::{FORMER_LEADER, LAUNCHER, NAMESAKE, OVERTAKER, RECALLED};
use super::{DEMO, get, list, month};

/// Returns the number of distinct videos with a brand from one month to another, inclusive.
fn videos(brand: &str, from: &str, to: &str) -> usize {
    let of_brand = DEMO.mentions.iter().filter(|mention| get(mention, "brand_name") == brand);
    let in_time = of_brand.filter(|mention| (from..=to).contains(&month(mention)));
    in_time.map(|mention| get(mention, "video_id")).collect::<BTreeSet<_>>().len()
}

/// Returns the mean sentiment score of a brand from one month to another, inclusive.
fn sentiment(brand: &str, from: &str, to: &str) -> f64 {
    let scores: Vec<f64> = DEMO
        .mentions
        .iter()
        .filter(|mention| get(mention, "brand_name") == brand)
        .filter(|mention| (from..=to).contains(&month(mention)))
        .filter_map(|mention| mention["sentiment_score"].as_f64())
        .collect();
    scores.iter().sum::<f64>() / scores.len() as f64
}

#[test]
fn a_launch_is_a_spike() {
    let launch = videos(LAUNCHER, "2026-03", "2026-03");
    let before = videos(LAUNCHER, "2025-09", "2026-02");
    assert!(launch * 6 >= 3 * before, "{launch} in March, {before} in six months before");
}

#[test]
fn a_product_line_is_found_by_its_topic() {
    let months_of = |topic| -> BTreeSet<&str> {
        let mentions = DEMO.mentions.iter().filter(|m| list(m, "topics").contains(&topic));
        mentions.map(month).collect()
    };
    assert_eq!(months_of("tavrel 7").first(), Some(&"2026-02"));
    assert_eq!(months_of("tavrel 6").last(), Some(&"2026-01"));
}

#[test]
fn a_recall_turns_sentiment_which_recovers() {
    let usual = sentiment(RECALLED, "2025-05", "2025-10");
    let recall = sentiment(RECALLED, "2025-11", "2025-11");
    let winter = sentiment(RECALLED, "2026-01", "2026-02");
    let autumn = sentiment(RECALLED, "2026-08", "2026-10");
    assert!(usual > 0.25 && autumn > 0.25, "{usual} {autumn}");
    assert!(recall < -0.4, "{recall}");
    assert!(recall + 0.2 < winter && winter + 0.2 < autumn, "{winter}");
    let recall = videos(RECALLED, "2025-11", "2025-11");
    assert!(recall >= 2 * videos(RECALLED, "2025-10", "2025-10"), "{recall}");
}

#[test]
fn the_leader_is_overtaken() {
    let ahead = |from, to| videos(OVERTAKER, from, to) > videos(FORMER_LEADER, from, to);
    for (from, to) in [("2024-05", "2024-10"), ("2025-05", "2025-10"), ("2025-11", "2026-02")] {
        assert!(!ahead(from, to), "{from}");
    }
    assert!(ahead("2026-05", "2026-07"));
    assert!(ahead("2026-08", "2026-10"));
}

/// Compares the last thirty days with the four previous windows, as emerging trends do.
#[test]
fn larger_categories_have_an_emerging_topic() {
    let end: NaiveDate = "2026-10-31".parse().unwrap();
    let mut emerging = 0;
    for category in CATEGORIES {
        let Some((topic, _)) = category.emerging else { continue };
        let (mut carrying, mut all) = ([0.0; 5], [0.0; 5]);
        for mention in DEMO.mentions.iter().filter(|m| get(m, "category") == category.name) {
            let date: NaiveDate = get(mention, "upload_date").parse().unwrap();
            let window = usize::try_from((end - date).num_days() / 30).unwrap();
            let carries = list(mention, "topics").contains(&topic);
            assert!(!carries || month(mention) >= "2026-08", "{topic} in {date}");
            if window < 5 {
                all[window] += 1.0;
                carrying[window] += f64::from(u8::from(carries));
            }
        }
        let mean = carrying[1..].iter().sum::<f64>() / 4.0;
        let variance = carrying[1..].iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 3.0;
        let z = (carrying[0] - mean) / variance.max(mean).max(1.0).sqrt();
        let before = 4.0 * mean / all[1..].iter().sum::<f64>();
        assert!(carrying[0] >= 5.0 && z >= 2.0 && before <= 0.05, "{topic}: {carrying:?} of {all:?}");
        emerging += 1;
    }
    assert_eq!(emerging, 6);
}

#[test]
fn a_shared_name_needs_context() {
    let of = |category| {
        let named = DEMO.mentions.iter().filter(|m| get(m, "brand_name") == NAMESAKE);
        named.filter(|m| get(m, "category") == category).collect::<Vec<_>>()
    };
    let (drink, game) = (of("Food & Drink"), of("Gaming"));
    assert!(drink.len() >= 100 && game.len() >= 100);
    let says_oat =
        |mentions: &[&serde_json::Value]| mentions.iter().filter(|m| get(m, "context").contains("oat drink")).count();
    assert!(says_oat(&drink) * 10 >= drink.len() * 9);
    assert_eq!(says_oat(&game), 0);
}

#[test]
fn some_brands_are_small_and_the_large_ones_large() {
    let count = |brand: &str| videos(brand, "2024-05", "2026-10");
    let brands: BTreeSet<&str> =
        CATEGORIES.iter().flat_map(|category| category.brands.iter().map(|brand| brand.name)).collect();
    let small = brands.iter().filter(|brand| (1..20).contains(&count(brand))).count();
    assert!((65..=80).contains(&brands.len()), "{}", brands.len());
    assert!((5..=25).contains(&small), "{small}");
    assert!(brands.iter().all(|brand| count(brand) > 0));
    for category in CATEGORIES {
        let [first, .., last] = category.brands else { panic!("{}", category.name) };
        assert!(count(first.name) > 8 * count(last.name), "{}", category.name);
    }
}

#[test]
fn brands_meet_in_videos() {
    let mut brands: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for mention in &DEMO.mentions {
        brands.entry(get(mention, "video_id")).or_default().insert(get(mention, "brand_name"));
    }
    let several = brands.values().filter(|brands| brands.len() > 1).count();
    assert!((1_000..2_500).contains(&several), "{several}");
    let rivals = [FORMER_LEADER, OVERTAKER];
    let together = brands.values().filter(|brands| rivals.iter().all(|b| brands.contains(b)));
    assert!(together.count() >= 20);
}

#[test]
fn the_year_has_seasons() {
    let of = |category: &str, month: &str| {
        let videos = DEMO.videos.iter().filter(|video| get(video, "category") == category);
        videos.filter(|video| get(video, "upload_date").starts_with(month)).count()
    };
    assert!(of("Travel", "2025-07") > of("Travel", "2025-11"));
    assert!(of("Beauty", "2025-11") > of("Beauty", "2025-08"));
    assert!(of("Sportswear", "2026-01") > of("Sportswear", "2025-12"));
}

#[test]
fn many_languages_are_spoken() {
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    for video in &DEMO.videos {
        *languages.entry(get(video, "language")).or_default() += 1;
    }
    for language in ["en", "es", "de", "fr", "pt", "ja", "ko"] {
        assert!(languages[language] >= 200, "{language}: {}", languages[language]);
    }
    let has = |range: std::ops::RangeInclusive<char>| {
        let titles = DEMO.videos.iter().map(|video| get(video, "title"));
        titles.filter(|title| title.chars().any(|c| range.contains(&c))).count()
    };
    assert!(has('ぁ'..='ヿ') > 200);
    assert!(has('가'..='힣') > 200);
    assert!(has('À'..='ÿ') > 200);
}
