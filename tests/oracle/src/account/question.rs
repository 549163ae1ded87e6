//! A question to an account, as a line of JSON.

use super::parameters::Parameters;
use serde_json::Value;

/// A question and its time.
#[derive(Clone, Debug)]
pub struct Question {
    /// One of [`ACCOUNT_OPERATIONS`](super::ACCOUNT_OPERATIONS).
    pub operation: String,
    /// Its parameters. An id in the path is the parameter `id`.
    pub parameters: Parameters,
    /// The current day.
    pub today: String,
    /// The number of list items on earlier pages; 0 if not given.
    pub skip: usize,
}

impl Question {
    /// Reads `{"operation", "query", "today", "skip"}`. The query is that of an address, or a list of pairs of a name
    /// and a value.
    ///
    /// # Panics
    /// If a member is missing or of another type.
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
