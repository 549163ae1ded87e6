//! Tests that each mention is emitted once or counted, and never before it exists.

use crate::market::{Market, ScanEvents, brand_of, day, demo, mentions, public_id, subscriber};
use overheard::records::event::MAX_REPORTED_MENTIONS;
use overheard::spec::Index;
use overheard::spec::request::account::choice::WebhookEvent;
use overheard_sqlite::increments::{JsonLines, changed};
use overheard_sqlite::reports::brand;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The last day of the initial dataset.
const BEGINS: &str = "2025-06-30";

fn market() -> Market {
    let names = ["Velunara", "Borealume"];
    let mut brands: Vec<_> = (1..).zip(names).map(|(number, name)| brand(number, name)).collect();
    // Many mentions belong to two brands.
    brands.push(brand_of(3, "Beauty", &["Borealume", "Cinderelm Beauty"]));
    let mut market = Market::new(brands);
    market.today = day(BEGINS);
    market
}

/// The events of all monitored brands.
fn scan(market: &Market) -> ScanEvents {
    market.scan(&[subscriber("whk_all", json!({}))], 1)
}

/// Compares the events with the added documents.
fn check(market: &Market, emitted: &ScanEvents, added: &JsonLines, before: &mut BTreeSet<String>) -> BTreeSet<String> {
    let ids = emitted.mentions_to("whk_all");
    let of_event: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(of_event.len(), ids.len(), "emitted once in a scan");
    assert!(of_event.is_disjoint(before), "emitted again");
    let new: Vec<BTreeSet<String>> = (0..market.brands.len()).map(|place| market.of_brand(place, added)).collect();
    let all: BTreeSet<String> = new.iter().flatten().cloned().collect();
    assert!(of_event.is_subset(&all), "an emitted mention is not new");
    let first_fresh = market.today.add_days(-2).to_string();
    let fresh: BTreeSet<String> = mentions(added)
        .filter(|one| one["upload_date"].as_str() >= Some(&first_fresh))
        .map(|one| public_id(&one))
        .collect();
    assert!(of_event.is_subset(&fresh), "an old mention is emitted");
    let published = emitted.of(WebhookEvent::DatasetPublished);
    if all.is_empty() {
        assert!(published.is_empty(), "{:?}", published[0].data);
        return of_event;
    }
    let [published] = published[..] else { panic!("one import has one event") };
    let data = &published.data;
    assert_eq!((&data["mentions"], &data["told"]), (&json!(all.len()), &json!(of_event.len())), "{data}");
    let history: BTreeMap<&str, u64> = data["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["brand"]["id"].as_str().unwrap(), one["mentions"].as_u64().unwrap()))
        .collect();
    let expected: BTreeMap<&str, u64> = market
        .brands
        .iter()
        .zip(&new)
        .map(|(brand, new)| (brand.id.as_str(), new.difference(&of_event).count() as u64))
        .filter(|(_, count)| *count > 0)
        .collect();
    assert_eq!(history, expected);
    before.extend(of_event.iter().cloned());
    of_event
}

/// Returns the fresh mentions of all brands in documents.
fn fresh(market: &Market, added: &JsonLines) -> BTreeSet<String> {
    let first_fresh = market.today.add_days(-2).to_string();
    let is_fresh = |line: &&(Index, String)| {
        line.0 == Index::BusinessIdeas
            && serde_json::from_str::<Value>(&line.1).unwrap()["upload_date"].as_str() >= Some(&first_fresh)
    };
    let lines: JsonLines = added.iter().filter(is_fresh).cloned().collect();
    (0..market.brands.len()).flat_map(|place| market.of_brand(place, &lines)).collect()
}

/// Copies some mentions under other ids, with another time of arrival.
fn copies(lines: &JsonLines, times: usize, indexed_at: Option<&str>) -> JsonLines {
    let copy = |mention: &Value, number: usize| {
        let id = format!("{}-{number}", mention["mention_id"].as_str().unwrap());
        let mut changes = json!({"mention_id": id});
        if let Some(indexed_at) = indexed_at {
            changes["indexed_at"] = json!(indexed_at);
        }
        (Index::BusinessIdeas, changed(mention, changes))
    };
    mentions(lines).flat_map(|mention| (0..times).map(move |number| copy(&mention, number))).collect()
}

#[test]
fn a_first_look_tells_nothing() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    assert!(scan(&market).drafts.is_empty());
    assert!(scan(&market).drafts.is_empty());
}

#[test]
fn the_first_dataset_is_told_where_somebody_waited_for_it() {
    let mut market = market();
    let state = market.event_state();
    let first_scan = overheard::records::event::EventScan::without_dataset(&market.brands, market.today);
    assert!(market.commit(&state, &first_scan, 0));
    assert!(market.event_state().is_current(None, market.today));
    let added = demo("", BEGINS);
    market.add(&added);
    let emitted = check(&market, &scan(&market), &added, &mut BTreeSet::new());
    assert_eq!(emitted, fresh(&market, &added));
    assert!(!emitted.is_empty());
}

#[test]
fn what_arrives_at_the_same_time_as_what_is_known_is_told() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    scan(&market);
    let mut before = BTreeSet::new();
    market.today = day("2025-07-02");
    let added = demo(BEGINS, "2025-07-02");
    let time = "2025-07-05T12:00:00Z";
    let stamp = |added: &JsonLines| copies(added, 2, Some(time));
    market.add(&added);
    let emitted = check(&market, &scan(&market), &added, &mut before);
    assert_eq!(emitted, fresh(&market, &added));
    // Adds half of the mentions with the same arrival time first.
    let stamped = stamp(&added);
    let (first, second) = stamped.split_at(stamped.len() / 2);
    for some in [first.to_vec(), second.to_vec()] {
        market.add(&some);
        let emitted = check(&market, &scan(&market), &some, &mut before);
        assert_eq!(emitted, fresh(&market, &some));
    }
}

#[test]
fn what_is_packed_anew_or_has_another_time_is_not_new() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    scan(&market);
    market.today = day("2025-07-02");
    let added = demo(BEGINS, "2025-07-02");
    market.add(&added);
    assert!(!check(&market, &scan(&market), &added, &mut BTreeSet::new()).is_empty());
    market.pack();
    assert!(scan(&market).drafts.iter().all(|draft| !is_of_arrivals(draft.kind)));
    let stamped: JsonLines = mentions(&added)
        .map(|mention| (Index::BusinessIdeas, changed(&mention, json!({"indexed_at": "2025-07-03T05:00:00Z"}))))
        .collect();
    market.known.add(&stamped);
    market.pack();
    assert!(scan(&market).drafts.iter().all(|draft| !is_of_arrivals(draft.kind)));
}

fn is_of_arrivals(kind: WebhookEvent) -> bool {
    matches!(kind, WebhookEvent::MentionCreated | WebhookEvent::DatasetPublished | WebhookEvent::InfluencerFirstMention)
}

#[test]
fn what_is_too_much_to_tell_is_counted() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    scan(&market);
    market.today = day("2025-07-02");
    let mut before = BTreeSet::new();
    let of_days = demo(BEGINS, "2025-07-02");
    let first: BTreeSet<String> = fresh(&market, &of_days);
    assert!(!first.is_empty());
    let mut added = of_days.clone();
    added.extend(copies(&of_days, 3_000 / first.len(), Some("2025-07-05T12:00:00Z")));
    market.add(&added);
    let emitted = check(&market, &scan(&market), &added, &mut before);
    assert_eq!(emitted.len(), MAX_REPORTED_MENTIONS);
    // The rest is never emitted; later mentions are.
    assert!(scan(&market).drafts.is_empty());
    let later: JsonLines = copies(&of_days, 1, Some("2025-07-05T12:00:01Z"))
        .into_iter()
        .map(|(index, line)| {
            let mention: Value = serde_json::from_str(&line).unwrap();
            (index, changed(&mention, json!({"mention_id": format!("{}-later", mention["mention_id"])})))
        })
        .collect();
    market.add(&later);
    let emitted = check(&market, &scan(&market), &later, &mut before);
    assert_eq!(emitted, fresh(&market, &later));
}

#[test]
fn of_a_brand_that_is_monitored_since_nothing_is_new() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    scan(&market);
    market.brands.push(brand(4, "Drakenfold"));
    market.brands.remove(0);
    market.prepare();
    assert!(scan(&market).drafts.is_empty());
    market.today = day("2025-07-03");
    let added = demo(BEGINS, "2025-07-03");
    market.add(&added);
    let emitted = check(&market, &scan(&market), &added, &mut BTreeSet::new());
    assert_eq!(emitted, fresh(&market, &added));
}

#[test]
fn each_webhook_is_told_what_its_filters_let_through() {
    let mut market = market();
    market.add(&demo("", BEGINS));
    let filters = [
        ("whk_all", json!({}), ""),
        ("whk_every", json!({"brand": ["Velunara", "brd_0000000002", "Beauty"]}), ""),
        ("whk_brand", json!({"brand": ["Beauty"]}), "&brand=Beauty"),
        ("whk_platform", json!({"platform": ["youtube"]}), "&platform=youtube"),
        ("whk_tone", json!({"sentiment": ["negative", "neutral"]}), "&sentiment=negative,neutral"),
        ("whk_views", json!({"min_views": 50_000}), "&min_views=50000"),
        ("whk_words", json!({"q": "glow OR \"the price\""}), "&q=glow%20OR%20%22the%20price%22"),
        ("whk_creators", json!({"min_subscribers": 100_000}), ""),
        ("whk_nobody", json!({"brand": ["Velunara"], "platform": ["instagram"], "min_views": 1_000_000_000}), "none"),
    ];
    let subscribers: Vec<_> = filters.iter().map(|(id, filters, _)| subscriber(id, filters.clone())).collect();
    market.scan(&subscribers, 1);
    market.today = day("2025-07-03");
    market.add(&demo(BEGINS, "2025-07-03"));
    let emitted = market.scan(&subscribers, 1);
    let created = emitted.of(WebhookEvent::MentionCreated);
    assert!(created.len() < filters.len(), "subscriptions with the same mentions share events");
    let creators = market.query(
        overheard::spec::AccountOperation::Influencers,
        "from=2025-07-01&to=2025-07-03&min_subscribers=100000&limit=100",
    );
    let creators: Vec<&Value> = creators["data"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    for (id, _, query) in filters {
        let query = format!("from=2025-07-01&limit=100&sort=indexed_at&order=asc{query}");
        if query.ends_with("none") {
            assert!(emitted.mentions_to(id).is_empty());
            continue;
        }
        let listed = market.query(overheard::spec::AccountOperation::Mentions, &query);
        let listed = listed["data"].as_array().unwrap().iter();
        let passes = |one: &&Value| id != "whk_creators" || creators.contains(&&one["channel"]["influencer_id"]);
        let expected: BTreeSet<&str> = listed.filter(passes).map(|one| one["id"].as_str().unwrap()).collect();
        let emitted = emitted.mentions_to(id);
        let emitted: BTreeSet<&str> = emitted.iter().map(String::as_str).collect();
        assert_eq!(emitted, expected, "{id}");
        assert!(!emitted.is_empty(), "{id}");
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// Days pass, and their documents are added, except some mentions.
    Days {
        days: i64,
        left: u8,
    },
    /// The omitted mentions are added.
    Left,
    /// Some mentions are added again under other ids, at one time.
    Copies {
        times: usize,
        hour: u8,
    },
    Pack,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..4i64, 0..4u8).prop_map(|(days, left)| Step::Days { days, left }),
        2 => Just(Step::Left),
        2 => (1..40usize, 0..24u8).prop_map(|(times, hour)| Step::Copies { times, hour }),
        1 => Just(Step::Pack),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn every_mention_is_told_once_or_counted(steps in proptest::collection::vec(step(), 3..9)) {
        let mut market = market();
        market.add(&demo("2025-05-31", BEGINS));
        scan(&market);
        let (mut before, mut left, mut latest) = (BTreeSet::new(), JsonLines::new(), JsonLines::new());
        for (number, step) in steps.into_iter().enumerate() {
            let added = match step {
                Step::Days { days, left: every } => {
                    let (from, to) = (market.today, market.today.add_days(days));
                    market.today = to;
                    let all = demo(&from.to_string(), &to.to_string());
                    latest = all.clone();
                    let stays = |(at, (index, _)): &(usize, &(Index, String))| {
                        *index != Index::BusinessIdeas || every == 0 || at % 4 >= usize::from(every)
                    };
                    let (stay, leave): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(stays);
                    left.extend(leave.into_iter().map(|(_, line)| line.clone()));
                    stay.into_iter().map(|(_, line)| line.clone()).collect()
                }
                Step::Left => std::mem::take(&mut left),
                Step::Copies { times, hour } => {
                    let time = format!("{}T{hour:02}:00:00Z", market.today);
                    let copies = copies(&latest, times, Some(&time));
                    let again = |(index, line): (Index, String)| {
                        let mention: Value = serde_json::from_str(&line).unwrap();
                        let id = format!("{}-{number}", mention["mention_id"].as_str().unwrap());
                        (index, changed(&mention, json!({"mention_id": id})))
                    };
                    copies.into_iter().filter(|(_, line)| is_known(&market, line)).map(again).collect()
                }
                Step::Pack => JsonLines::new(),
            };
            if added.is_empty() { market.pack() } else { market.add(&added) }
            check(&market, &scan(&market), &added, &mut before);
        }
    }
}

/// Returns true if the video of a mention is present.
fn is_known(market: &Market, line: &str) -> bool {
    let mention: Value = serde_json::from_str(line).unwrap();
    let video = mention["video_id"].as_str().unwrap().to_owned();
    market.known.0.contains_key(&(Index::Info.name(), video))
}
