//! Parameters of a question by their names.

use serde_json::Value;

/// An object of lists, texts and numbers.
#[derive(Clone, Copy)]
pub struct Parameters<'q>(pub &'q Value);

impl<'q> Parameters<'q> {
    /// The values of a list; one that is no list is the only one.
    pub fn list(self, name: &str) -> Vec<&'q str> {
        match &self.0[name] {
            Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
            value => value.as_str().into_iter().collect(),
        }
    }

    /// A text.
    pub fn text(self, name: &str) -> Option<&'q str> {
        self.0[name].as_str()
    }

    /// A number, written as a number or as text.
    pub fn number(self, name: &str) -> Option<f64> {
        match &self.0[name] {
            Value::String(text) => Some(text.parse().expect("a number")),
            value => value.as_f64(),
        }
    }

    /// A whole number.
    pub fn whole(self, name: &str) -> Option<u64> {
        self.number(name).map(|number| number as u64)
    }

    /// How many items are asked for.
    pub fn limit(self, otherwise: usize) -> usize {
        self.whole("limit").map_or(otherwise, |limit| limit as usize)
    }
}
