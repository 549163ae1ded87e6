//! Runs every case of `tests/corpus` through the core.

use base64::Engine;
use overheard::guard::problem::Problem;
use overheard::guard::request::Request;
use overheard::spec::Operation;
use serde_json::Value;

/// Defines the tests of a corpus file's cases.
macro_rules! cases {
    ($file:literal) => {
        serde_json::from_str::<Vec<Value>>(include_str!(concat!("../corpus/", $file))).unwrap()
    };
}

/// Runs every case of a file and lists the failures.
fn run(file: &str, cases: &[Value], operation: Operation) {
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check(case, operation).err().map(|why| format!("{}: {why}", case["name"])))
        .collect();
    assert!(failures.is_empty(), "{} of {} cases of {file}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn check(case: &Value, operation: Operation) -> Result<(), String> {
    let parsed = Request::parse(operation, &body(case));
    match (case.get("accept"), parsed) {
        (Some(expected), Ok(request)) => {
            let canonical = expected["canonical"].as_str().unwrap();
            same("canonical", canonical, &request.serialize())?;
            same("cost", &expected["cost"].as_u64().unwrap(), &u64::from(request.cost()))?;
            let again = Request::parse(operation, canonical.as_bytes()).map_err(|problems| format!("{problems:?}"))?;
            same("canonical of canonical", canonical, &again.serialize())
        }
        (None, Err(problems)) => {
            let expected = case["refuse"].as_array().unwrap();
            let body = Problem::from_problems(problems, "req_0000000000").write();
            let body: Value = serde_json::from_str(&body).unwrap();
            let actual = body["errors"].as_array().unwrap();
            if expected.len() != actual.len() {
                return Err(format!("expected {} violations, got {actual:#?}", expected.len()));
            }
            expected.iter().zip(actual).try_for_each(|(expected, actual)| check_violation(expected, actual))
        }
        (Some(_), Err(problems)) => Err(format!("refused: {problems:?}")),
        (None, Ok(request)) => Err(format!("accepted: {}", request.serialize())),
    }
}

pub fn check_violation(expected: &Value, actual: &Value) -> Result<(), String> {
    for member in ["code", "param", "message", "allowed", "did_you_mean"] {
        let goes_with_message = ["allowed", "did_you_mean"].contains(&member) && expected.get("message").is_some();
        if expected.get(member).is_some() || goes_with_message {
            same(member, &expected[member], &actual[member])?;
        }
    }
    Ok(())
}

pub fn same<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, expected: &T, actual: &T) -> Result<(), String> {
    if expected == actual { Ok(()) } else { Err(format!("{what}\n  expected {expected:?}\n  got      {actual:?}")) }
}

/// Returns the bytes of a case's body.
pub fn body(case: &Value) -> Vec<u8> {
    match (case.get("body"), case.get("body_text"), case.get("body_base64")) {
        (Some(body), ..) => body.to_string().into_bytes(),
        (_, Some(text), _) => text.as_str().unwrap().as_bytes().to_vec(),
        (.., Some(bytes)) => base64::prelude::BASE64_STANDARD.decode(bytes.as_str().unwrap()).unwrap(),
        _ => panic!("{} has no body", case["name"]),
    }
}

#[test]
fn aggregate_follows_the_corpus() {
    run("aggregate.json", &cases!("aggregate.json"), Operation::Aggregate);
}

#[test]
fn search_follows_the_corpus() {
    run("search.json", &cases!("search.json"), Operation::Search);
}

#[test]
fn creators_follow_the_corpus() {
    run("creators.json", &cases!("creators.json"), Operation::Creators);
}

#[test]
fn co_mentions_follow_the_corpus() {
    run("co-mentions.json", &cases!("co-mentions.json"), Operation::CoMentions);
}

#[test]
fn sector_follows_the_corpus() {
    run("sector.json", &cases!("sector.json"), Operation::Sector);
}

#[test]
fn reading_json_follows_the_corpus() {
    run("json.json", &cases!("json.json"), Operation::Creators);
}
