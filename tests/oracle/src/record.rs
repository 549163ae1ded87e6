//! An imported record, with its fields by name.

use crate::catalogue::{OracleIndex, is_list, scale};
use crate::number::round;
use crate::text::{Text, TokenNumber};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A video, a mention or a snapshot.
#[derive(Debug)]
pub struct OracleRecord {
    /// The id that decides the order of otherwise equal records: of the video, mention or channel.
    pub id: String,
    /// Values by field. Unknown ones are absent, never null.
    pub fields: BTreeMap<&'static str, Value>,
    /// The text that `q` searches.
    pub text: Text,
    /// The columns that are compared with terms of brands, each with its names as words.
    pub names: Vec<Vec<Vec<TokenNumber>>>,
}

impl OracleRecord {
    /// Returns the strings of a field: none, one, or those of its list.
    pub fn strings(&self, field: &str) -> Vec<&str> {
        match self.fields.get(field) {
            None => Vec::new(),
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
            Some(value) => value.as_str().into_iter().collect(),
        }
    }

    /// Returns the string of a field that is no list.
    pub fn string(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// Returns the imported number of a field.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.fields.get(field)?.as_f64()
    }

    /// Returns the number of a field in its smallest units.
    pub fn units(&self, field: &str) -> Option<i64> {
        Some((self.number(field)? * scale(field) as f64).round() as i64)
    }

    /// Returns the record as a row of search.
    pub fn row(&self, index: OracleIndex) -> Value {
        let members = index.row().iter().map(|field| (field.to_string(), self.answered(field)));
        Value::Object(members.collect())
    }

    fn answered(&self, field: &str) -> Value {
        match (self.fields.get(field), self.number(field)) {
            (None, _) if is_list(field) => json!([]),
            (None, _) => Value::Null,
            (_, Some(score)) if matches!(field, "sentiment_score" | "audience_sentiment") => {
                json!(round(score, 3))
            }
            (_, Some(money)) if field == "estimated_value_usd" => json!(round(money, 2)),
            (Some(value), _) => value.clone(),
        }
    }
}
