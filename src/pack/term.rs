//! What a word or a normal form stands for, as a row of the table of terms says it.

use serde::{Deserialize, Serialize};

/// What is found under a key: a token of a brand name, or the normal form of a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Brands with this token: number and normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brands: Vec<(i64, String)>,
    /// Components of this normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<i64>,
    /// Topics of this normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<i64>,
    /// All names of this normal form, with their fields, as `mention.brand_name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(String, String)>,
}
