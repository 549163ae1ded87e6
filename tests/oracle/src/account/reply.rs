//! What a question is answered with.

use serde_json::{Value, json};

/// A status and what comes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// 200, or that of the problem.
    pub status: u16,
    /// The answer, or what is known of the problem: `code`, and perhaps `param` and `allowed`.
    pub answer: Value,
    /// How many values the numbers of the answer rest on; null where nothing is said of that.
    pub basis: Value,
}

/// Why there is no answer, where only the account or its data can tell.
#[derive(Debug)]
pub struct Problem {
    status: u16,
    answer: Value,
}

impl Problem {
    /// A question that the account or its data makes invalid.
    pub fn invalid(code: &str, param: &str) -> Problem {
        Problem { status: 400, answer: json!({"code": code, "param": param}) }
    }

    /// A value that is none of those that the account has.
    pub fn not_allowed(param: &str, allowed: &[&str]) -> Problem {
        Problem { status: 400, answer: json!({"code": "value_not_allowed", "param": param, "allowed": allowed}) }
    }

    /// Nothing has that id.
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
