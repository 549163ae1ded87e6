//! A row of a result.

use super::StoreError;
use serde::de::value::MapDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use std::ops::Index;
use std::sync::Arc;

/// A row: the values of named columns. The rows of a result share the names, and clones of a row share its values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row(Arc<Cells>);

#[derive(Debug, Clone, Default, PartialEq)]
struct Cells {
    columns: Arc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// Creates a row from the values of columns, in order.
    pub fn new(columns: Arc<[String]>, values: Vec<Value>) -> Self {
        Self(Arc::new(Cells { columns, values }))
    }

    /// Returns the value of a column, or `None` if there is no such column.
    pub fn get(&self, column: &str) -> Option<&Value> {
        let position = self.0.columns.iter().position(|name| name == column)?;
        self.0.values.get(position)
    }

    /// Returns the names of the columns with the values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.columns.iter().map(String::as_str).zip(&self.0.values)
    }

    /// Returns the values with the names of their columns. Copies them if the row has clones.
    fn into_cells(self) -> Cells {
        Arc::unwrap_or_clone(self.0)
    }

    /// Returns the value of a column, as [`Self::get`]. Leaves null in its place if the row has no clones.
    pub fn take(&mut self, column: &str) -> Option<Value> {
        let position = self.0.columns.iter().position(|name| name == column)?;
        match Arc::get_mut(&mut self.0) {
            Some(cells) => cells.values.get_mut(position).map(Value::take),
            None => self.0.values.get(position).cloned(),
        }
    }

    /// Returns the value of a column, as [`Self::get`], without a copy if the row has no clones.
    pub fn into_value(self, column: &str) -> Option<Value> {
        let Cells { columns, values } = self.into_cells();
        columns.iter().zip(values).find_map(|(name, value)| (name == column).then_some(value))
    }
}

/// The value of a column; null if there is no such column.
impl Index<&str> for Row {
    type Output = Value;

    fn index(&self, column: &str) -> &Value {
        self.get(column).unwrap_or(&Value::Null)
    }
}

impl FromIterator<(String, Value)> for Row {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(cells: I) -> Self {
        let (columns, values): (Vec<String>, Vec<Value>) = cells.into_iter().unzip();
        Self::new(columns.into(), values)
    }
}

impl From<Map<String, Value>> for Row {
    fn from(members: Map<String, Value>) -> Self {
        members.into_iter().collect()
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from)
    }
}

/// Converts a row to a struct of its columns.
///
/// # Errors
/// [`StoreError::Unavailable`] if the columns do not match.
pub fn from_row<T: DeserializeOwned>(row: Row) -> Result<T, StoreError> {
    let Cells { columns, values } = row.into_cells();
    let members = columns.iter().map(String::as_str).zip(values);
    T::deserialize(MapDeserializer::<_, serde_json::Error>::new(members))
        .map_err(|error| StoreError::Unavailable(format!("a row does not have the expected columns: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Parsed {
        name: String,
        count: u64,
        note: Option<String>,
    }

    fn row(value: Value) -> Row {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_row_has_its_columns_by_name() {
        let row = row(json!({"name": "a", "count": 2}));
        assert_eq!(row.get("count"), Some(&json!(2)));
        assert_eq!((row.get("size"), &row["size"]), (None, &Value::Null));
        assert_eq!(row.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["name", "count"]);
        assert_eq!(row.clone().into_value("name"), Some(json!("a")));
        let (mut taken, mut shared) = (self::row(json!({"name": "a"})), row.clone());
        assert_eq!((taken.take("name"), taken.get("name")), (Some(json!("a")), Some(&Value::Null)));
        assert_eq!((shared.take("name"), shared.get("name")), (Some(json!("a")), Some(&json!("a"))));
        assert_eq!(row.into_value("size"), None);
    }

    #[test]
    fn a_row_becomes_a_struct_and_keeps_its_clones() {
        let row = row(json!({"name": "a", "count": 2, "note": null, "other": [1]}));
        let parsed = Parsed { name: "a".to_owned(), count: 2, note: None };
        assert_eq!(from_row::<Parsed>(row.clone()), Ok(parsed));
        assert_eq!(row.get("name"), Some(&json!("a")));
        assert!(from_row::<Parsed>(self::row(json!({"name": 1, "count": 2}))).is_err());
    }
}
