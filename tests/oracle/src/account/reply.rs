//! The reply to a question.

use serde_json::{Value, json};

/// A status and its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// 200, or the status of the problem.
    pub status: u16,
    /// The answer, or the known members of the problem: `code`, and perhaps `param` and `allowed`.
    pub answer: Value,
    /// The numbers of values that the answer is based on; null if not reported.
    pub basis: Value,
}

/// A problem that depends on the account or its data.
#[derive(Debug)]
pub struct Problem {
    status: u16,
    answer: Value,
}

impl Problem {
    /// Returns the problem of a question that is invalid for the account or its data.
    pub fn invalid(code: &str, param: &str) -> Problem {
        Problem { status: 400, answer: json!({"code": code, "param": param}) }
    }

    /// Returns the problem of a value that the account does not have.
    pub fn not_allowed(param: &str, allowed: &[&str]) -> Problem {
        Problem { status: 400, answer: json!({"code": "value_not_allowed", "param": param, "allowed": allowed}) }
    }

    /// Returns the problem of an unknown id.
    pub fn not_found() -> Problem {
        Problem { status: 404, answer: json!({"code": "not_found"}) }
    }
}

impl From<Result<Value, Problem>> for Reply {
    fn from(result: Result<Value, Problem>) -> Reply {
        match result {
            Ok(mut answer) => {
                let basis = answer.as_object_mut().and_then(|members| members.remove("_meta"));
                Reply { status: 200, answer, basis: basis.unwrap_or_default() }
            }
            Err(Problem { status, answer }) => Reply { status, answer, basis: Value::Null },
        }
    }
}
