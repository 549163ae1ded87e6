//! Runs every case of `tests/corpus/webhooks.json` through the core.

use super::corpus::{body, check_violation, same};
use overheard::guard::account::Targets;
use overheard::guard::problem::Problem;
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::spec::Cost;
use serde_json::Value;

fn check(case: &Value) -> Result<(), String> {
    match (case.get("accept"), WebhookRequest::parse(&body(case), Targets::Public)) {
        (Some(expected), Ok(request)) => {
            let canonical = request.canonical().to_string();
            same("canonical", &expected["canonical"].to_string(), &canonical)?;
            same("cost", &expected["cost"].as_u64().unwrap(), &u64::from(Cost::Free.units(0)))?;
            same("request of canonical", &Some(request), &WebhookRequest::from_canonical(&canonical))
        }
        (None, Err(problems)) => {
            let expected = case["refuse"].as_array().unwrap();
            let problem = Problem::from_problems(problems, "req_0000000000").write();
            let problem: Value = serde_json::from_str(&problem).unwrap();
            let actual = problem["errors"].as_array().unwrap();
            if expected.len() != actual.len() {
                return Err(format!("expected {} violations, got {actual:#?}", expected.len()));
            }
            expected.iter().zip(actual).try_for_each(|(expected, actual)| check_violation(expected, actual))
        }
        (Some(_), Err(problems)) => Err(format!("refused: {problems:?}")),
        (None, Ok(request)) => Err(format!("accepted: {}", request.canonical())),
    }
}

#[test]
fn bodies_of_webhooks_follow_the_corpus() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../corpus/webhooks.json")).unwrap();
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|why| format!("{}: {why}", case["name"]))).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
