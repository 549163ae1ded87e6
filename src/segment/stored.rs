//! Documents on their way back from the tables: the segment row of what is stored in a shorter form.

use super::body::body_columns;
use super::codec::Corrupt;
use super::row::{RowKind, SEARCHED, SegmentRow};
use crate::base::text::{normal_form, normal_form_of_list};
use crate::spec::Index;
use serde_json::value::RawValue;

/// A document as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The id that it is found by.
    pub id: String,
    /// The video of a mention.
    pub video_id: Option<String>,
    /// Its columns that are nowhere else: a JSON array in the order of [`body_columns`].
    pub body: String,
}

impl Stored {
    /// The segment row that was stored.
    ///
    /// # Errors
    /// When the stored form is not that of a document of the index.
    pub fn restore(&self, index: Index) -> Result<SegmentRow, Corrupt> {
        let kind = RowKind::of(index);
        let values = Values::of(body_columns(index), &self.body)?;
        let columns = kind.columns().iter().map(|column| self.restored(&values, index, column));
        Ok(SegmentRow { kind, json: array(&columns.collect::<Result<Vec<_>, _>>()?) })
    }

    fn restored(&self, values: &Values<'_>, index: Index, column: &str) -> Result<String, Corrupt> {
        if let Ok(json) = values.json(column) {
            return Ok(json.to_owned());
        }
        if column == index.entry().id {
            return text_json(&self.id);
        }
        let Some(searched) = column.strip_prefix(SEARCHED) else {
            return text_json(self.video_id.as_deref().ok_or(Corrupt("a column is not stored"))?);
        };
        let is_list = index.entry().columns.iter().any(|field| field.name == searched && field.multi);
        if is_list {
            values.normal_list(searched)
        } else {
            text_json(&values.optional_text(searched)?.as_deref().map(normal_form).unwrap_or_default())
        }
    }
}

/// The values of a JSON array, by column.
struct Values<'a> {
    columns: &'static [&'static str],
    values: Vec<&'a RawValue>,
}

impl<'a> Values<'a> {
    fn of(columns: &'static [&'static str], json: &'a str) -> Result<Self, Corrupt> {
        let values: Vec<&RawValue> = serde_json::from_str(json).map_err(|_| Corrupt("a document is no JSON array"))?;
        if values.len() != columns.len() {
            return Err(Corrupt("a document has another number of columns"));
        }
        Ok(Self { columns, values })
    }

    fn json(&self, column: &str) -> Result<&'a str, Corrupt> {
        let position = self.columns.iter().position(|name| *name == column);
        let value = position.and_then(|position| self.values.get(position));
        value.map(|value| value.get()).ok_or(Corrupt("a document lacks a column"))
    }

    fn optional_text(&self, column: &str) -> Result<Option<String>, Corrupt> {
        serde_json::from_str(self.json(column)?).map_err(|_| Corrupt("a column is no text"))
    }

    fn normal_list(&self, column: &str) -> Result<String, Corrupt> {
        let items: Vec<String> =
            serde_json::from_str(self.json(column)?).map_err(|_| Corrupt("a column is no list of texts"))?;
        text_json(&normal_form_of_list(items.iter().map(String::as_str)))
    }
}

fn text_json(text: &str) -> Result<String, Corrupt> {
    serde_json::to_string(text).map_err(|_| Corrupt("a text is none"))
}

fn array<T: AsRef<str>>(values: &[T]) -> String {
    let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
    format!("[{}]", values.join(","))
}
