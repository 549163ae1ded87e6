//! Runs every case of `tests/corpus/account.json` through the core.

use super::corpus::{check_violation, same};
use overheard::guard::request::account::{AccountRequest, whole_query};
use overheard::spec::AccountOperation;
use serde_json::Value;

fn check(case: &Value) -> Result<(), String> {
    let operation = AccountOperation::from_name(case["operation"].as_str().unwrap()).unwrap();
    match (case.get("accept"), AccountRequest::parse(operation, case["query"].as_str().unwrap().as_bytes())) {
        (Some(expected), Ok(AccountRequest { address, cost, .. })) => {
            same("address", expected["address"].as_str().unwrap(), &address)?;
            same("cost", &expected["cost"].as_u64().unwrap(), &u64::from(cost))?;
            same("address of address", &address, &again(operation, &address))
        }
        (None, Err(problems)) => {
            let expected = case["refuse"].as_array().unwrap();
            if expected.len() != problems.violations().len() {
                return Err(format!("expected {} violations, got {problems:#?}", expected.len()));
            }
            expected.iter().zip(problems.violations()).try_for_each(|(expected, actual)| {
                let mut violation = serde_json::json!({
                    "code": actual.code.name(), "param": actual.param, "message": actual.message,
                });
                if let Some(allowed) = &actual.allowed {
                    violation["allowed"] = serde_json::json!(allowed);
                }
                if let Some(name) = &actual.did_you_mean {
                    violation["did_you_mean"] = serde_json::json!(name);
                }
                check_violation(expected, &violation)
            })
        }
        (Some(_), Err(problems)) => Err(format!("refused: {problems:?}")),
        (None, Ok(AccountRequest { address, .. })) => Err(format!("accepted: {address}")),
    }
}

/// Returns the canonical address of a canonical address.
fn again(operation: AccountOperation, canonical: &str) -> String {
    let (path, query) = canonical.split_once('?').unwrap_or((canonical, ""));
    AccountRequest::parse(operation, whole_query(operation, path, query).as_bytes())
        .map_or_else(|problems| format!("{problems:?}"), |again| again.address)
}

#[test]
fn addresses_of_the_account_api_follow_the_corpus() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../corpus/account.json")).unwrap();
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|why| format!("{}: {why}", case["name"]))).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
