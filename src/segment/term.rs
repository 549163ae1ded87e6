//! What a word or a normal form stands for, as a row of the table of terms says it.

use serde::{Deserialize, Serialize};

/// What is found under a key: a token of a brand name, or the normal form of a name (empty for names without any
/// letter or digit), or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermEntry {
    /// Brands with this token: number, normal form, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brands: Vec<(i64, String, u64)>,
    /// Components of this normal form: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<(i64, u64)>,
    /// Topics of this normal form: number, mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<(i64, u64)>,
    /// All names of this normal form, with their fields, as `mention.brand_name`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(String, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_key_does_not_stand_for_takes_nothing() {
        let term = TermEntry { brands: vec![(4_096, "cinder beauty".to_owned(), 7)], ..TermEntry::default() };
        let body = serde_json::to_string(&term).unwrap();
        assert_eq!(body, r#"{"brands":[[4096,"cinder beauty",7]]}"#);
        assert_eq!(serde_json::from_str::<TermEntry>(&body).unwrap(), term);
    }
}
