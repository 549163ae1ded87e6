//! The canonical form of a request (RFC 8785): no blanks, sorted keys, ECMAScript numbers.

use crate::guard::number_text;

/// Writes an object whose members come in the order of their names.
#[derive(Default)]
pub struct ObjectWriter {
    text: String,
}

impl ObjectWriter {
    /// Adds a member whose value is JSON text already.
    pub fn raw(mut self, name: &str, json: &str) -> Self {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        self.text.push_str(&string(name));
        self.text.push(':');
        self.text.push_str(json);
        self
    }

    /// Adds a text.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, &string(value))
    }

    /// Adds a number.
    pub fn number(self, name: &str, value: impl Into<f64>) -> Self {
        self.raw(name, &number_text(value.into()))
    }

    /// Adds a member if there is a value for it.
    pub fn optional<T>(self, name: &str, value: Option<T>, json: impl FnOnce(T) -> String) -> Self {
        match value {
            Some(value) => self.raw(name, &json(value)),
            None => self,
        }
    }

    /// The object.
    pub fn finish(mut self) -> String {
        if self.text.is_empty() {
            self.text.push('{');
        }
        self.text.push('}');
        self.text
    }
}

/// A text as JSON.
pub fn string(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// A list of JSON texts.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}
