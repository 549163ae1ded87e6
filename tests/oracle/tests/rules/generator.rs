use overheard_oracle::{
    ACCOUNT_OPERATIONS, OPERATIONS, Oracle, OracleIndex, OracleQuestion, compare, random_account, random_question,
    random_request,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Returns the small real dataset if it exists.
fn small() -> Option<Oracle> {
    let root = std::env::var_os("OVERHEARD_DATA").map(PathBuf::from);
    let data = root.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")));
    let directory = data.join("small");
    if !directory.is_dir() {
        // Written directly: the harness hides the output of a passing test.
        let notice = format!("SKIPPED: no dataset at {}; OVERHEARD_DATA names the folder\n", directory.display());
        std::io::stderr().write_all(notice.as_bytes()).unwrap();
        return None;
    }
    Some(Oracle::load(&directory))
}

fn requests(operation: &str, oracle: &Oracle, count: usize) -> Vec<Value> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    (0..count).map(|_| random_request(operation, oracle, &mut rng)).collect()
}

#[test]
fn requests_are_varied_and_answers_consistent() {
    let Some(oracle) = small() else { return };
    for operation in OPERATIONS {
        let generated = requests(operation, &oracle, 150);
        assert_eq!(generated, requests(operation, &oracle, 150), "the seed decides");
        let different: BTreeSet<String> = generated.iter().map(Value::to_string).collect();
        assert!(different.len() > 120, "{operation}: {}", different.len());

        let mut found = 0;
        for request in &generated {
            let expected = oracle.expect(operation, request, "raw");
            compare(operation, request, &expected, &expected.answer).unwrap();
            found += usize::from(holds_something(&expected.answer));
            within_limits(&oracle, request, &expected.answer);
        }
        assert!(found > generated.len() / 2, "{operation}: only {found} answers hold something");
    }
}

fn holds_something(answer: &Value) -> bool {
    match answer["brands"].as_array() {
        Some(brands) => brands.iter().any(|brand| brand["totals"]["unique_videos"] != 0),
        None => ["buckets", "results"].iter().any(|list| answer[list].as_array().is_some_and(|list| !list.is_empty())),
    }
}

/// Checks what is true of any answer to any request.
fn within_limits(oracle: &Oracle, request: &Value, answer: &Value) {
    let size = request["size"].as_u64().unwrap_or(10) as usize;
    for list in ["buckets", "results"] {
        assert!(answer[list].as_array().is_none_or(|items| items.len() <= size), "{request}");
    }
    let all: usize = OracleIndex::ALL.into_iter().map(|index| oracle.count(index)).sum();
    assert!(answer["matched_documents"].as_u64().unwrap_or(0) <= all as u64, "{request}");
    for brand in answer["brands"].as_array().into_iter().flatten() {
        let series = brand["series"].as_array().unwrap();
        let videos: u64 = series.iter().filter_map(|month| month["unique_videos"].as_u64()).sum();
        assert_eq!(brand["totals"]["unique_videos"], videos, "a video has one date: {request}");
        assert!(series.len() <= 25, "{request}");
    }
}

fn questions(operation: &str, oracle: &Oracle, count: usize) -> Vec<(Value, Value)> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let brands: Vec<Value> = (0..5).map(|_| random_account(oracle, &mut rng)).collect();
    let questions = brands.into_iter().flat_map(|brands| {
        let account = oracle.account(&brands);
        let generated: Vec<Value> =
            (0..count / 5).map(|_| random_question(operation, oracle, &account, &mut rng)).collect();
        generated.into_iter().map(move |question| (brands.clone(), question))
    });
    questions.collect()
}

#[test]
fn questions_to_accounts_are_varied_and_mostly_answered() {
    let Some(oracle) = small() else { return };
    for operation in ACCOUNT_OPERATIONS {
        let generated = questions(operation, &oracle, 50);
        assert_eq!(generated, questions(operation, &oracle, 50), "the seed decides");
        let different: BTreeSet<String> = generated.iter().map(|(_, question)| question.to_string()).collect();
        assert!(different.len() > 40, "{operation}: {}", different.len());
        let mut answered = 0;
        for (brands, question) in &generated {
            let reply = oracle.account(brands).answer(&OracleQuestion::read(question));
            answered += usize::from(reply.status == 200);
            let id = question["query"].as_str().and_then(|query| query.strip_prefix("id="));
            let id = id.map_or("", |query| query.split('&').next().unwrap());
            assert!(question["address"].as_str().unwrap().contains(id), "{question}");
            // The page has items, unless it is the first.
            assert!(question["skip"] == 0 || reply.answer["data"] != serde_json::json!([]), "{question}");
        }
        assert!(answered >= 40, "{operation}: {answered}");
    }
}

/// Checks facts about the dataset from its own description.
#[test]
fn the_small_dataset_is_the_one_described() {
    let Some(oracle) = small() else { return };
    assert_eq!(OracleIndex::ALL.map(|index| oracle.count(index)), [6487, 3332, 3292]);
    let brands = serde_json::json!({"index": "siv_business_ideas", "group_by": "brand_name", "size": 2,
                                    "metric": {"type": "avg", "field": "sentiment_score"},
                                    "filters": {"brand_name": ["Apple", "Anthropic"]}});
    let buckets = &oracle.answer("aggregate", &brands, "raw")["buckets"];
    assert_eq!((&buckets[0]["key"], &buckets[0]["count"]), (&"Apple".into(), &699.into()));
    assert_eq!((&buckets[1]["key"], &buckets[1]["count"]), (&"Anthropic".into(), &437.into()));
    for (bucket, average) in [(0, 0.122), (1, 0.117)] {
        assert!((buckets[bucket]["metric"].as_f64().unwrap() - average).abs() < 0.0005);
    }
}
