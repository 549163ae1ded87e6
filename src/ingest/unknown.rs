//! Values that stand for an unknown one.

use super::columns::record_columns_of;
use super::naming::nearest;
use super::parsed_record::ParsedRecord;
use crate::spec::Index;
use serde_json::Value;

/// Counts that platforms report as -1 if they hide them.
const HIDDEN: [&str; 3] = ["views", "likes", "comments"];
const HIDDEN_VALUE: f64 = -1.0;

/// Values that the operator declares unknown, from `--unknown views=0`. Views, likes and comments of -1 are always
/// unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnknownValues(Vec<(&'static str, String)>);

impl UnknownValues {
    /// Adds `column=value`.
    ///
    /// # Errors
    /// If the text has another form or names no column. The message says what is allowed.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let (column, value) = text
            .split_once('=')
            .map(|(column, value)| (column.trim(), value.trim()))
            .filter(|(column, value)| !column.is_empty() && !value.is_empty())
            .ok_or_else(|| "it must be of the form column=value".to_owned())?;
        let all = || Index::ALL.into_iter().flat_map(record_columns_of).map(|column| column.field.name);
        let known = all().find(|name| *name == column).ok_or_else(|| {
            let near = nearest(column, all());
            let hint = near.map_or_else(String::new, |name| format!(". Did you mean '{name}'?"));
            format!("'{column}' is no column of a document{hint}")
        })?;
        self.0.push((known, value.to_owned()));
        Ok(())
    }

    /// Returns the columns with their unknown values.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(column, value)| (*column, value.as_str()))
    }

    fn concerns(&self, column: &str) -> bool {
        HIDDEN.contains(&column) || self.0.iter().any(|(name, _)| *name == column)
    }

    fn has(&self, column: &str, value: &Value) -> bool {
        let given = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return false,
        };
        let number = given.parse::<f64>().ok();
        let is_hidden = HIDDEN.contains(&column) && number == Some(HIDDEN_VALUE);
        let is = |unknown: &str| unknown == given || (number.is_some() && unknown.parse().ok() == number);
        is_hidden || self.0.iter().any(|(name, unknown)| *name == column && is(unknown))
    }
}

impl ParsedRecord {
    /// Removes the value of a column if it stands for an unknown one, and counts it.
    pub(super) fn drop_unknown(&mut self, column: &'static str, unknown: &UnknownValues) {
        if !unknown.concerns(column) {
            return;
        }
        let Some(value) = self.take(column) else { return };
        if unknown.has(column, &value) {
            let given = value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
            self.rewritten.note_unknown(column, &given);
        } else {
            self.put_back(column, value);
        }
    }
}
