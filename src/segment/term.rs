//! Terms: the names that a token or a whole name stands for, as the table of terms stores them.

use super::FieldStorage;
use crate::base::order;
use crate::spec::{Field, FieldUse, Index};
use serde::{Deserialize, Serialize};

/// The names found under a key. A key is a token of a brand name, the tokens of a name, or a name's normal form. The
/// latter is empty for names without any letter or digit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermEntry {
    /// The brands with this token: number, tokens of the name joined by blanks, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brands: Vec<(i64, String, u64)>,
    /// The brands with an alias that has this token, as above with the tokens of the alias.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<(i64, String, u64)>,
    /// The components with exactly these tokens: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<(i64, u64)>,
    /// The topics with exactly these tokens: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<(i64, u64)>,
    /// All names with this normal form, with their fields, such as `mention.brand_name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(String, String)>,
}

/// Returns the fields whose names are found by their normal forms, sorted by the field's name. They are the fields of
/// mentions themselves that have no fixed list of values.
pub fn term_fields() -> Vec<&'static Field> {
    let has_names = |field: &&Field| {
        let storage = FieldStorage::of(Index::BusinessIdeas, field);
        matches!(storage, FieldStorage::Names | FieldStorage::Tuple) && field.values.is_empty() && !field.of_video
    };
    let fields = Index::BusinessIdeas.entry().columns.iter().filter(|field| field.has(FieldUse::Filter));
    let mut fields: Vec<&Field> = fields.filter(has_names).collect();
    order::sort_by_key(&mut fields, |field| field.name);
    fields
}
