//! A question to an account, as a line of JSON.

use super::parameters::Parameters;
use serde_json::Value;

/// What is asked, and when.
#[derive(Clone, Debug)]
pub struct Question {
    /// One of [`ACCOUNT_OPERATIONS`](super::ACCOUNT_OPERATIONS).
    pub operation: String,
    /// Its parameters; where the path names a resource, its id is the parameter `id`.
    pub parameters: Parameters,
    /// The day.
    pub today: String,
    /// Items of a list that earlier pages had.
    pub skip: usize,
}

impl Question {
    /// Takes `{"operation", "query", "today", "skip"}`: the query as it stands in the address, or a list of pairs of a
    /// name and a value; nothing is skipped unless it is said.
    ///
    /// # Panics
    /// When something is missing or of another type.
    pub fn read(question: &Value) -> Question {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no text: {question}")).to_owned();
        let parameters = match &question["query"] {
            Value::Array(pairs) => Parameters::of_pairs(pairs.iter().map(|pair| (text(&pair[0]), text(&pair[1])))),
            query => Parameters::of_query(&text(query)),
        };
        Question {
            operation: text(&question["operation"]),
            parameters,
            today: text(&question["today"]),
            skip: question["skip"].as_u64().unwrap_or(0) as usize,
        }
    }
}
