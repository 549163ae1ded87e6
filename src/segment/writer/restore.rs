//! Restores the imported row of a stored record.

use super::ImportedRow;
use super::renamed::BRAND;
use crate::base::text::{normal_form, normal_form_of_list};
use crate::segment::SEARCHED;
use crate::segment::{Corrupt, RowKind, body_columns};
use crate::spec::Index;
use serde_json::value::RawValue;

/// A record as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id in the record's table.
    pub id: String,
    /// The id of a mention's video.
    pub video_id: Option<String>,
    /// The columns that only the body has: a JSON array in the order of [`body_columns`]. Behind them is the brand of a
    /// mention's record, if an alias replaced it.
    pub body: String,
}

impl StoredRecord {
    /// Rebuilds the imported row that was stored.
    pub fn restore(&self, index: Index) -> Result<ImportedRow, Corrupt> {
        let (kind, stored) = (RowKind::of(index), body_columns(index));
        let values: Vec<&RawValue> =
            serde_json::from_str(&self.body).map_err(|_| Corrupt("a document is no JSON array"))?;
        let imported_brand = values.get(stored.len()).filter(|_| index == Index::BusinessIdeas);
        if values.len() != stored.len() + usize::from(imported_brand.is_some()) {
            return Err(Corrupt("a document has another number of columns"));
        }
        let json = |column: &str| {
            if let (BRAND, Some(brand)) = (column, imported_brand) {
                return Some(brand.get());
            }
            let at = stored.iter().position(|name| *name == column)?;
            values.get(at).map(|value| value.get())
        };
        let restored = |column: &&'static str| {
            if let Some(json) = json(column) {
                return Ok(json.to_owned());
            }
            let text = match column.strip_prefix(SEARCHED) {
                None if *column == index.entry().id => self.id.clone(),
                None => self.video_id.clone().ok_or(Corrupt("a column is not stored"))?,
                Some(searched) => {
                    let json = json(searched).ok_or(Corrupt("a document lacks a column"))?;
                    if index.entry().columns.iter().any(|field| field.name == searched && field.multi) {
                        let items: Vec<String> =
                            serde_json::from_str(json).map_err(|_| Corrupt("a column is no list of texts"))?;
                        normal_form_of_list(items.iter().map(String::as_str))
                    } else {
                        let text: Option<String> =
                            serde_json::from_str(json).map_err(|_| Corrupt("a column is no text"))?;
                        text.as_deref().map(normal_form).unwrap_or_default()
                    }
                }
            };
            serde_json::to_string(&text).map_err(|_| Corrupt("a text is none"))
        };
        let columns = kind.columns().iter().map(restored).collect::<Result<Vec<String>, Corrupt>>()?;
        Ok(ImportedRow { kind, json: format!("[{}]", columns.join(",")) })
    }
}
