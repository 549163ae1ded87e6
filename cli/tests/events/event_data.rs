//! Tests that the data of events equals the answers of the Account API.

use crate::market::{Market, ScanEvents, brand_of, day, demo, is_for, mentions, subscriber};
use overheard::records::event::{MAX_EVENT_BYTES, build_envelope, redact};
use overheard::spec::AccountOperation;
use overheard::spec::Index;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard_sqlite::increments::{JsonLines, changed};
use overheard_sqlite::reports::brand;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The days of the scans.
const LOOKS: u32 = 12;
/// The days after which many mentions complain about one topic.
const COMPLAINTS: std::ops::Range<u32> = 4..7;

fn market() -> Market {
    let names = ["Velunara", "Borealume", "Drakenfold"];
    let mut brands: Vec<_> = (1..).zip(names).map(|(number, name)| brand(number, name)).collect();
    brands.push(brand_of(4, "All", &["Velunara", "Borealume", "Drakenfold", "Cinderelm Beauty"]));
    Market::new(brands)
}

fn text<'v>(value: &'v Value, place: &str) -> &'v str {
    value.pointer(place).and_then(Value::as_str).unwrap_or_else(|| panic!("{place} of {value}"))
}

fn check_mentions(market: &Market, data: &Value) {
    for mention in data["data"].as_array().unwrap() {
        let mut whole = market.query(AccountOperation::Mention, &format!("id={}", text(mention, "/id")));
        for (object, member) in [("", "related"), ("", "context"), ("/video", "title"), ("/channel", "name")] {
            let removed = whole.pointer_mut(object).unwrap().as_object_mut().unwrap().shift_remove(member);
            assert!(removed.is_some(), "{member}");
        }
        assert_eq!(mention, &whole);
    }
}

fn check_creator(market: &Market, data: &Value) {
    let brand = text(data, "/brand/id");
    let window = format!("from={}&to={}", market.today.add_days(-29), market.today);
    let query = format!("{window}&brand={brand}&min_subscribers=10000&limit=100");
    let listed = market.query(AccountOperation::Influencers, &query);
    let own = listed["data"].as_array().unwrap().iter().find(|one| one["id"] == data["id"]).unwrap();
    let mut expected = redact(own.clone());
    expected["brand"] = data["brand"].clone();
    expected["mention_id"] = data["mention_id"].clone();
    assert_eq!(data, &expected);
    assert!(data["channel"].get("name").is_none());
    let query = format!("id={}&brand={brand}&sort=upload_date&order=asc&limit=1", text(data, "/id"));
    let first = market.query(AccountOperation::InfluencerMentions, &query);
    assert_eq!(first["data"][0]["id"], data["mention_id"]);
    assert!(text(&first["data"][0], "/upload_date") >= market.today.add_days(-2).to_string().as_str());
}

fn check_shift(market: &Market, data: &Value) {
    let (from, to) = (day(text(data, "/from")), day(text(data, "/to")));
    assert_eq!(to.day() - from.day(), 6);
    let tone = |from, to| {
        let query = format!("brand={}&from={from}&to={to}", text(data, "/brand/id"));
        market.query(AccountOperation::Sentiment, &query)
    };
    let (now, before) = (tone(from, to), tone(from.add_days(-28), from.add_days(-1)));
    assert_eq!((&data["current"], &data["baseline"]), (&now["average"], &before["average"]));
    assert_eq!(data["mentions"], now["meta"]["mentions"]);
    assert!(now["scored_mentions"].as_u64() >= Some(20) && before["scored_mentions"].as_u64() >= Some(20));
    let delta = now["average"].as_f64().unwrap() - before["average"].as_f64().unwrap();
    assert!((data["delta"].as_f64().unwrap() - delta).abs() < 1e-9 && delta.abs() > 0.2 - 1e-9);
}

fn check_spike(market: &Market, data: &Value) {
    let date = day(text(data, "/date"));
    assert!(date < market.today);
    let brand = text(data, "/brand/id");
    let stats =
        |from, to| market.query(AccountOperation::MentionStats, &format!("brand={brand}&from={from}&to={to}&top=5"));
    let own = stats(date, date);
    assert_eq!((&data["count"], &data["top_topics"]), (&own["totals"]["mentions"], &own["top_topics"]));
    let counts: Vec<f64> = (1..=28)
        .map(|ago| stats(date.add_days(-ago), date.add_days(-ago))["totals"]["mentions"].as_f64().unwrap())
        .collect();
    let mean = counts.iter().sum::<f64>() / 28.0;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 27.0;
    let z = (data["count"].as_f64().unwrap() - mean) / variance.max(mean).max(1.0).sqrt();
    assert!((data["baseline_mean"].as_f64().unwrap() - mean).abs() < 0.006, "{data} {mean}");
    assert!((data["z_score"].as_f64().unwrap() - z).abs() < 0.006 && z >= 3.0 && data["count"].as_u64() >= Some(10));
    let tone = market.query(AccountOperation::Sentiment, &format!("brand={brand}&from={date}&to={date}"));
    let count = |label: &str| tone["counts"][label].as_u64().unwrap();
    let most = ["positive", "neutral", "negative"].map(count).into_iter().max().unwrap();
    assert_eq!(count(text(data, "/predominant_sentiment")), most);
}

fn check_emerging(market: &Market, data: &Value) {
    let query = format!("brand={}&limit=50", text(data, "/brand/id"));
    let listed = market.query(AccountOperation::EmergingTrends, &query);
    let item = listed["data"].as_array().unwrap().iter().find(|one| one["topic"] == data["topic"]).unwrap();
    let mut own = data.clone();
    for member in ["object", "brand", "from", "to"] {
        own.as_object_mut().unwrap().shift_remove(member);
    }
    assert_eq!(&own, item);
    assert_eq!((&data["from"], &data["to"]), (&listed["meta"]["from"], &listed["meta"]["to"]));
}

fn check(market: &Market, emitted: &ScanEvents, counts: &mut BTreeMap<&'static str, usize>) {
    for draft in &emitted.drafts {
        *counts.entry(draft.kind.name()).or_default() += 1;
        match draft.kind {
            WebhookEvent::MentionCreated => check_mentions(market, &draft.data),
            WebhookEvent::InfluencerFirstMention => check_creator(market, &draft.data),
            WebhookEvent::SentimentShift => check_shift(market, &draft.data),
            WebhookEvent::VolumeSpike => check_spike(market, &draft.data),
            WebhookEvent::TrendEmerging => check_emerging(market, &draft.data),
            WebhookEvent::DatasetPublished => {
                let version = market.query(AccountOperation::Sentiment, "")["meta"]["dataset_version"].clone();
                assert_eq!(draft.data["dataset_version"], version);
            }
            other => panic!("{} is emitted by a scan", other.name()),
        }
        if let Some(brand) = draft.data.pointer("/brand/id") {
            let known = market.brands.iter().find(|known| known.id == *brand).unwrap();
            assert_eq!(draft.data["brand"], json!({"id": known.id, "label": known.label}));
            assert_eq!(is_for(draft, "whk_one"), known.label == "Velunara");
        }
        let body = build_envelope("evt_01HZX3M8Q6", draft.kind, draft.at_ms, "acc_01HZX00001", &draft.data);
        assert!(body.len() <= MAX_EVENT_BYTES);
        let read: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(read["type"], draft.kind.name());
        if body.len() + 2 < MAX_EVENT_BYTES {
            let ids = |value: &Value| {
                value["data"].as_array().map(|items| items.iter().map(|one| one["id"].clone()).collect::<Vec<_>>())
            };
            assert_eq!(ids(&read["data"]), ids(&draft.data));
        }
    }
}

/// Repeated mentions with another sentiment.
fn complaints(added: &JsonLines) -> JsonLines {
    let complaint = |mention: &Value, number: usize| {
        let id = format!("{} {number}", text(mention, "/mention_id"));
        let tone = json!({"sentiment": "negative", "sentiment_score": -0.9, "topics": ["a leaking cap"]});
        let mut changes = json!({"mention_id": id});
        changes.as_object_mut().unwrap().extend(tone.as_object().unwrap().clone());
        (Index::BusinessIdeas, changed(mention, changes))
    };
    mentions(added).flat_map(|mention| (0..10).map(move |number| complaint(&mention, number))).collect()
}

#[test]
fn day_by_day() {
    let mut market = market();
    let subscribers = [subscriber("whk_all", json!({})), subscriber("whk_one", json!({"brand": ["Velunara"]}))];
    let mut last = day("2025-08-31");
    market.today = last;
    market.add(&demo("2025-03-31", &last.to_string()));
    let (mut counts, mut topics) = (BTreeMap::new(), BTreeMap::new());
    let mut spikes: BTreeSet<(String, String)> = BTreeSet::new();
    let mut shifts: Vec<(String, i64)> = Vec::new();
    for look in 0..LOOKS {
        let emitted = market.scan(&subscribers, 1);
        if look == 0 {
            let kinds: Vec<_> = emitted.of(WebhookEvent::TrendEmerging);
            assert!(kinds.is_empty(), "earlier topics are not emitted");
        }
        check(&market, &emitted, &mut counts);
        for draft in emitted.of(WebhookEvent::TrendEmerging) {
            let key = (text(&draft.data, "/brand/id").to_owned(), text(&draft.data, "/topic").to_owned());
            let before = topics.insert(key, market.today.day());
            assert!(before.is_none_or(|before| market.today.day() - before >= 30), "{:?}", draft.data);
        }
        for draft in emitted.of(WebhookEvent::VolumeSpike) {
            let key = (text(&draft.data, "/brand/id").to_owned(), text(&draft.data, "/date").to_owned());
            assert!(spikes.insert(key), "{:?}", draft.data);
        }
        for draft in emitted.of(WebhookEvent::SentimentShift) {
            let brand = format!("{} {}", text(&draft.data, "/brand/id"), draft.data["delta"].as_f64().unwrap() > 0.0);
            let is_soon = |(other, at): &(String, i64)| *other == brand && market.today.day() - at < 7;
            assert!(!shifts.iter().any(is_soon), "{:?}", draft.data);
            shifts.push((brand, market.today.day()));
        }
        // No event is emitted again on the same day, nor by a much later scan of the same day.
        let again = market.scan(&subscribers, 2);
        assert!(again.drafts.is_empty(), "{:?}", again.drafts);
        let next = last.add_days(1);
        market.today = next;
        let mut added = demo(&last.to_string(), &next.to_string());
        if COMPLAINTS.contains(&look) {
            added.extend(complaints(&added));
        }
        market.add(&added);
        last = next;
    }
    let kinds = [
        "mention.created",
        "influencer.first_mention",
        "sentiment.shift",
        "volume.spike",
        "trend.emerging",
        "dataset.published",
    ];
    for kind in kinds {
        assert!(counts.contains_key(kind), "{kind} was never emitted: {counts:?}");
    }
}
