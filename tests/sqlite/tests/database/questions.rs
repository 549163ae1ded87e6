//! Random queries, and the comparison of two answers.

use overheard::query::answer::{Answer, Outcome};
use overheard::spec::Index;
use overheard_bench_data::Dataset;
use overheard_sqlite::documents::made_up;
use overheard_sqlite::questions::{DatasetSample, OPERATIONS, body, checked, compare, random_request};
use overheard_sqlite::reference;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const REQUESTS: u64 = 400;

fn requests(operation: &str, sample: &DatasetSample) -> Vec<Value> {
    let seeds = (0..REQUESTS).map(ChaCha8Rng::seed_from_u64);
    seeds.map(|mut rng| random_request(operation, sample, &mut rng)).collect()
}

#[test]
fn requests_are_valid_varied_and_repeatable() {
    let database = reference::of(made_up(&Dataset::new(2_000, 1)));
    let (sample, again) = (DatasetSample::of(&database), DatasetSample::of(&database));
    for operation in OPERATIONS {
        let asked = requests(operation, &sample);
        assert_eq!(asked, requests(operation, &again), "the seed decides");
        let checked: Vec<_> = asked.iter().map(|request| checked(operation, request)).collect();
        let different: BTreeSet<String> = checked.iter().map(|request| request.serialize()).collect();
        assert!(different.len() > asked.len() * 8 / 10, "{operation}: {} different", different.len());
        let answers = checked.iter().map(|request| body(&reference::answer(&database, request)));
        let found = answers.filter(holds_something).count();
        assert!(found > asked.len() / 2, "{operation}: only {found} answers hold something");
        assert!(found < asked.len(), "{operation}: every answer holds something");
    }
}

fn holds_something(answer: &Value) -> bool {
    match answer["brands"].as_array() {
        Some(brands) => brands.iter().any(|brand| brand["totals"]["unique_videos"] != 0),
        None => ["buckets", "results"].iter().any(|list| answer[list].as_array().is_some_and(|list| !list.is_empty())),
    }
}

#[test]
fn requests_name_everything_that_may_be_named() {
    let database = reference::of(made_up(&Dataset::new(2_000, 1)));
    let sample = DatasetSample::of(&database);
    let aggregates = requests("aggregate", &sample);
    let searches = requests("search", &sample);
    let co_mentions = requests("co-mentions", &sample);
    let of = |requests: &[Value], index: Index, path: &str| -> BTreeSet<String> {
        let asked =
            requests.iter().filter(|request| request["index"].as_str().unwrap_or("siv_business_ideas") == index.name());
        asked.filter_map(|request| Some(request.pointer(path)?.as_str()?.to_owned())).collect()
    };
    for index in Index::ALL {
        let entry = index.entry();
        let all = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
        assert_eq!(of(&aggregates, index, "/group_by"), all(entry.group_by));
        assert_eq!(of(&aggregates, index, "/metric/field"), all(entry.metrics));
        assert_eq!(of(&searches, index, "/sort_field"), all(entry.sortable));
        let filtered = searches.iter().chain(&aggregates).filter(|request| request["index"] == index.name());
        let filtered =
            filtered.filter_map(|request| request["filters"].as_object()).flat_map(|filters| filters.keys().cloned());
        let aliases = entry.filter_aliases.iter().map(|(alias, _)| *alias);
        let filterable: Vec<&str> = entry.filterable.iter().copied().chain(aliases).collect();
        assert_eq!(filtered.collect::<BTreeSet<String>>(), all(&filterable));
        let fields: BTreeSet<String> = of(&co_mentions, index, "/field")
            .into_iter()
            .filter(|field| !entry.co_mention_fields.is_empty() || field.is_empty())
            .collect();
        assert_eq!(fields, all(entry.co_mention_fields));
    }
}

#[test]
fn a_database_without_documents_can_be_asked_too() {
    let database = reference::of([]);
    let sample = DatasetSample::of(&database);
    for operation in OPERATIONS {
        for request in requests(operation, &sample).into_iter().take(50) {
            let answer = body(&reference::answer(&database, &checked(operation, &request)));
            assert!(!holds_something(&answer), "{request}: {answer}");
        }
    }
}

#[test]
fn only_equal_outcomes_are_the_same_and_differences_are_named() {
    let database = reference::of(made_up(&Dataset::new(1_000, 1)));
    let request = json!({"index": "siv_info", "group_by": "platform"});
    let outcome = reference::answer(&database, &checked("aggregate", &request));
    assert_eq!(compare("aggregate", &request, &outcome, &outcome), Ok(()));

    let warned = Outcome { warnings: vec!["partial".to_owned()], ..outcome.clone() };
    let message = compare("aggregate", &request, &outcome, &warned).unwrap_err();
    assert!(message.contains("/warnings: reference has 0 items, other 1"), "{message}");

    let mut miscounted = outcome.clone();
    let Answer::Aggregate(answer) = &mut miscounted.answer else { panic!("an aggregate") };
    answer.buckets[1].count += 1;
    let message = compare("aggregate", &request, &outcome, &miscounted).unwrap_err();
    assert!(
        message.starts_with("aggregate {\"index\"") && message.contains("/answer/buckets/1/count: reference "),
        "{message}"
    );
}
