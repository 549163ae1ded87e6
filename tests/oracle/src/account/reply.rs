//! What a question is answered with.

use super::order::Item;
use serde_json::{Value, json};

/// An answer and what is needed to judge another one.
#[derive(Debug, PartialEq)]
pub struct Reply {
    /// 200, or that of the problem.
    pub status: u16,
    /// The answer, or what is known of the problem: `code`, and perhaps `param` and `allowed`.
    pub answer: Value,
    /// Of a list, which is not cut into pages: the natural key and the sort key of each object of `data`, in the same
    /// order. Objects of equal sort keys stand by natural key here, and by opaque id in a real answer.
    pub order: Option<Vec<(String, Value)>>,
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

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Reply {
        Reply { status: problem.status, answer: problem.answer, order: None }
    }
}

impl From<Value> for Reply {
    fn from(answer: Value) -> Reply {
        Reply { status: 200, answer, order: None }
    }
}

impl From<Vec<Item>> for Reply {
    fn from(items: Vec<Item>) -> Reply {
        let (order, data): (Vec<_>, Vec<Value>) =
            items.into_iter().map(|item| ((item.id, item.key), item.object)).unzip();
        Reply { status: 200, answer: json!({"object": "list", "data": data}), order: Some(order) }
    }
}

impl<T: Into<Reply>> From<Result<T, Problem>> for Reply {
    fn from(result: Result<T, Problem>) -> Reply {
        result.map_or_else(Reply::from, Into::into)
    }
}
