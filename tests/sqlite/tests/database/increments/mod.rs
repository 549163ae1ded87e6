//! Answers after increments equal those after packing everything together. Random queries are compared with the
//! reference executor, and so are the columns of account views.

mod aliases;
mod erasure;
mod view_columns;

use overheard::query::answer::Outcome;
use overheard::spec::Index;
use overheard::sql::Statement;
use overheard_bench_data::Dataset;
use overheard_sqlite::increments::{self, JsonLines, RecordSet, changed};
use overheard_sqlite::questions::{DatasetSample, OPERATIONS, checked, compare, random_request};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, documents, packed, reference};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

/// Mentions of the dataset, and queries per operation after each increment. The environment can change both.
const MENTIONS: u64 = 4_000;
const QUESTIONS: u64 = 60;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Returns a dataset without its last days and a part of its snapshots, and then its increments: new days, changes of
/// old records, new names, and a second change of the same records.
fn stages(mentions: u64) -> Vec<JsonLines> {
    let mut all = RecordSet::default();
    all.add(&in_many_scripts(documents::made_up(&Dataset::new(mentions, 7))).collect());
    let mut days: Vec<String> = Vec::new();
    for (index, document) in all.0.values() {
        if *index == Index::Info {
            days.push(document["upload_date"].as_str().unwrap().to_owned());
        }
    }
    days.sort();
    days.dedup();
    let day_of = |id: &str| all.0[&(Index::Info.name(), id.to_owned())].1["upload_date"].as_str().unwrap().to_owned();
    let late = |document: &Value, index: Index, nth: usize| match index {
        Index::ContentCreator => usize::from(nth % 40 == 7),
        _ => {
            let day = day_of(document["video_id"].as_str().unwrap());
            let place = days.len() - days.binary_search(&day).unwrap();
            usize::from(place <= 3) + usize::from(place <= 6)
        }
    };
    let mut stages: Vec<JsonLines> = vec![Vec::new(); 3];
    let (mut videos, mut of_mentions, mut snapshots) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, (index, line)) in all.lines().into_iter().enumerate() {
        let document: Value = serde_json::from_str(&line).unwrap();
        let stage = late(&document, index, nth);
        stages[stage].push((index, line));
        if stage == 0 {
            match index {
                Index::Info => videos.push(document),
                Index::ContentCreator => snapshots.push(document),
                Index::BusinessIdeas => of_mentions.push(document),
            }
        }
    }
    // Changes of old records, and new ones on old days.
    let mut changes: JsonLines = Vec::new();
    for (nth, video) in videos.iter().enumerate().filter(|(nth, _)| nth % 97 == 5).take(9) {
        let change = match nth % 4 {
            0 => json!({"views": 77_000_000 + nth, "title": "Zebrafish und Brötchen"}),
            1 => json!({"upload_date": days[nth % days.len()]}),
            2 => {
                json!({"channel_name": format!("A new channel {nth}"), "channel_uid": format!("UC-new-{nth}"), "tags": ["zebrafish", "aa"]})
            }
            _ => json!({"category": "Zoology", "platform": "instagram", "views": null}),
        };
        changes.push((Index::Info, changed(video, change)));
    }
    for (nth, mention) in of_mentions.iter().enumerate().filter(|(nth, _)| nth % 311 == 3).take(12) {
        let change = match nth % 3 {
            0 => {
                json!({"brand_name": format!("Zebra {nth}"), "components": ["zebrafish", "retinol"], "context": "a zebrafish came by"})
            }
            1 => {
                json!({"mention_id": format!("zz-new-{nth}"), "topics": ["0 things", "zoo"], "sentiment_score": 0.125, "sentiment": "positive"})
            }
            _ => json!({"mention_id": format!("--new-{nth}"), "category": "Zoology", "estimated_value_usd": 12_345.67}),
        };
        changes.push((Index::BusinessIdeas, changed(mention, change)));
    }
    for (nth, snapshot) in snapshots.iter().enumerate().filter(|(nth, _)| nth % 41 == 3).take(8) {
        let change = match nth % 3 {
            0 => json!({"subscriber_count": 123_456_789}),
            1 => json!({"snapshot_date": "2026-06-01", "country": "IS", "categories": ["Zoology"]}),
            _ => json!({"channel_uid": format!("UC-new-{nth}"), "channel_name": format!("A new channel {nth}")}),
        };
        changes.push((Index::ContentCreator, changed(snapshot, change)));
    }
    // The same records with other changes, and unchanged records.
    let again: JsonLines = changes
        .iter()
        .enumerate()
        .filter(|(nth, _)| nth % 2 == 0)
        .map(|(nth, (index, line))| {
            let document = serde_json::from_str(line).unwrap();
            let change = match index {
                Index::Info => json!({"likes": nth, "upload_date": days[(nth * 31) % days.len()]}),
                Index::ContentCreator => json!({"subscriber_count": 1_000 + nth}),
                Index::BusinessIdeas => {
                    json!({"brand_name": format!("Zebra {}", 900 + nth), "context": "no fish at all"})
                }
            };
            (*index, changed(&document, change))
        })
        .chain(changes.iter().take(3).cloned())
        .collect();
    stages.extend([changes, again]);
    stages
}

/// Returns searches for prefixes of words in both segments, and in the delta segment alone.
fn prefix_searches() -> impl Iterator<Item = Value> {
    let queries = ["zebr*", "bro* zebrafish", "fish*", "ret*", "(retinol OR zoo* OR came*) -zebra*"];
    queries.into_iter().flat_map(|q| {
        ["siv_info", "siv_business_ideas"].map(|index| {
            let mut request = json!({"index": index, "q": q});
            if q.contains("OR") {
                request["sort_field"] = json!("upload_date");
            }
            request
        })
    })
}

fn answers_are_those_of_the_reference(
    database: &SqliteDatabase,
    documents: &RecordSet,
    questions: u64,
    seed: u64,
) -> Vec<String> {
    let by_reference = reference::of(documents.lines());
    let sample = DatasetSample::of(&by_reference);
    let mut failures = Vec::new();
    for operation in OPERATIONS {
        let random = (0..questions)
            .map(|nth| random_request(operation, &sample, &mut ChaCha8Rng::seed_from_u64(seed * 10_000 + nth)));
        for request in random.chain(prefix_searches().filter(|_| operation == "search")) {
            let checked = checked(operation, &request);
            // Hints about names without records disappear with the next full packing.
            let without_hints = |outcome: Outcome| Outcome { hints: Vec::new(), ..outcome };
            let expected = without_hints(reference::answer(&by_reference, &checked));
            match packed::answer(database, None, &checked) {
                Ok((_, outcome)) => {
                    failures.extend(compare(operation, &request, &expected, &without_hints(outcome)).err())
                }
                Err(error) => failures.push(format!("{operation} {request}\n  {error:?}")),
            }
        }
    }
    failures
}

#[test]
fn answers_after_increments_equal_those_of_a_full_import() {
    let (mentions, questions) = (number("OVERHEARD_MENTIONS", MENTIONS), number("OVERHEARD_QUESTIONS", QUESTIONS));
    let stages = stages(mentions);
    let database = SqliteDatabase::migrated();
    let mut documents = RecordSet::default();
    documents.add(&stages[0]);
    packed::import(&database, documents::rows(documents.lines()));
    let mut before = documents.clone();
    let mut failures = Vec::new();
    for (nth, stage) in stages.iter().enumerate().skip(1) {
        before = documents.clone();
        documents.add(stage);
        assert!(increments::add(&database, documents.changes(stage)), "stage {nth} is added");
        let served = packed::state(&database).served.unwrap();
        assert_eq!(served.revision as usize, nth);
        let anew = SqliteDatabase::migrated();
        let content = packed::import(&anew, documents::rows(documents.lines()));
        assert_eq!((served.version, served.mentions), (content.version, content.mentions), "stage {nth}");
        view_columns::are_the_same(&database, &anew);
        failures.extend(answers_are_those_of_the_reference(&database, &documents, questions, nth as u64));
        let shown = failures.iter().take(6).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(failures.is_empty(), "stage {nth}: {} answers differ:\n{shown}", failures.len());
    }
    increments::take_back(&database);
    let served = packed::state(&database);
    assert!(served.previous.is_none());
    let anew = packed::pack(documents::rows(before.lines())).content;
    assert_eq!(served.served.unwrap().version, anew.version);
    let failures = answers_are_those_of_the_reference(&database, &before, questions, 77);
    assert!(failures.is_empty(), "{} answers differ:\n{}", failures.len(), failures.join("\n"));
    // A rolled back increment can be added again.
    assert!(increments::add(&database, documents.changes(stages.last().unwrap())));
    let failures = answers_are_those_of_the_reference(&database, &documents, questions, 78);
    assert!(failures.is_empty(), "{} answers differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_dataset_of_an_earlier_format_gets_no_increment() {
    let stages = stages(MENTIONS);
    let database = SqliteDatabase::migrated();
    let mut documents = RecordSet::default();
    documents.add(&stages[0]);
    packed::import(&database, documents::rows(documents.lines()));
    // Manifests had no days then.
    let earlier = "UPDATE layout SET body = json_remove(body, '$.base_days') WHERE index_name = 'mention'";
    database.run([Statement::new(earlier, [])]).unwrap();
    documents.add(&stages[1]);
    assert!(!increments::add(&database, documents.changes(&stages[1])));
}
