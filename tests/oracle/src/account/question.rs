//! A query to an account, as a line of JSON.

use super::parameters::OracleParameters;
use serde_json::Value;

/// An operation with its parameters and its day.
#[derive(Clone, Debug)]
pub struct OracleQuestion {
    /// One of [`ACCOUNT_OPERATIONS`](super::ACCOUNT_OPERATIONS).
    pub operation: String,
    /// Its parameters. An id in the path is the parameter `id`.
    pub parameters: OracleParameters,
    /// The day of the query.
    pub today: String,
    /// Number of items on earlier pages of a list.
    pub skip: usize,
}

impl OracleQuestion {
    /// Reads `{"operation", "query", "today", "skip"}`. The query is that of the address, or a list of pairs of a name
    /// and a value. The default of `skip` is 0.
    ///
    /// # Panics
    /// If a member is missing or has another type.
    pub fn read(question: &Value) -> OracleQuestion {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no text: {question}")).to_owned();
        let parameters = match &question["query"] {
            Value::Array(pairs) => {
                OracleParameters::of_pairs(pairs.iter().map(|pair| (text(&pair[0]), text(&pair[1]))))
            }
            query => OracleParameters::of_query(&text(query)),
        };
        OracleQuestion {
            operation: text(&question["operation"]),
            parameters,
            today: text(&question["today"]),
            skip: question["skip"].as_u64().unwrap_or(0) as usize,
        }
    }
}
