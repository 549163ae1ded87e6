//! What a token of a name, or a whole name, stands for, as a row of the table of terms says it.

use super::Storage;
use crate::spec::{Field, Index, Use};
use serde::{Deserialize, Serialize};

/// The names found under a key: a token of a brand name, the tokens of a name, the normal form of a name (empty for names
/// without any letter or digit), or several of these.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermEntry {
    /// Brands with this token: number, tokens of the name joined by blanks, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brands: Vec<(i64, String, u64)>,
    /// Components with these tokens, as names have them: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<(i64, u64)>,
    /// Topics with these tokens, as names have them: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<(i64, u64)>,
    /// All names of this normal form, with their fields, as `mention.brand_name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(String, String)>,
}

/// The fields whose names are found under their normal forms, in the order of the fields' names: those that mentions
/// have themselves, without a list of what they may be.
pub fn term_fields() -> Vec<&'static Field> {
    let has_names = |field: &&Field| {
        let storage = Storage::of(Index::BusinessIdeas, field);
        matches!(storage, Storage::Names | Storage::Tuple) && field.values.is_empty() && !field.of_video
    };
    let fields = Index::BusinessIdeas.entry().columns.iter().filter(|field| field.has(Use::Filter));
    let mut fields: Vec<&Field> = fields.filter(has_names).collect();
    fields.sort_by_key(|field| field.name);
    fields
}
