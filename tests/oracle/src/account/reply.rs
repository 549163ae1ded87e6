//! The reply to a query.

use serde_json::{Value, json};

/// A status with its content.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleReply {
    /// 200, or the status of the problem.
    pub status: u16,
    /// The answer, or the known members of the problem: `code`, and perhaps `param` and `allowed`.
    pub answer: Value,
    /// The number of values behind the answer's figures; null if it has none.
    pub basis: Value,
}

/// The reason for a refusal that depends on the account or its data.
#[derive(Debug)]
pub struct OracleProblem {
    status: u16,
    answer: Value,
}

impl OracleProblem {
    /// Returns the problem of a query that is invalid for the account or its data.
    pub fn invalid(code: &str, param: &str) -> OracleProblem {
        OracleProblem { status: 400, answer: json!({"code": code, "param": param}) }
    }

    /// Returns the problem of a value that the account does not have.
    pub fn not_allowed(param: &str, allowed: &[&str]) -> OracleProblem {
        OracleProblem { status: 400, answer: json!({"code": "value_not_allowed", "param": param, "allowed": allowed}) }
    }

    /// Returns the problem of an unknown id.
    pub fn not_found() -> OracleProblem {
        OracleProblem { status: 404, answer: json!({"code": "not_found"}) }
    }
}

impl From<Result<Value, OracleProblem>> for OracleReply {
    fn from(result: Result<Value, OracleProblem>) -> OracleReply {
        match result {
            Ok(mut answer) => {
                let basis = answer.as_object_mut().and_then(|members| members.remove("_meta"));
                OracleReply { status: 200, answer, basis: basis.unwrap_or_default() }
            }
            Err(OracleProblem { status, answer }) => OracleReply { status, answer, basis: Value::Null },
        }
    }
}
