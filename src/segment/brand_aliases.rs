//! Aliases of brands: other spellings of a name.

use crate::base::order;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The most aliases of a dataset.
pub const MAX_BRAND_ALIASES: usize = 10_000;

/// Other spellings of brands' names. Mentions of a brand with such a spelling are packed with the name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandAliases {
    names: BTreeMap<String, String>,
    aliases: BTreeMap<String, BTreeSet<String>>,
}

impl BrandAliases {
    /// Creates aliases from pairs of an alias and a name. A name may itself be an alias of another one.
    ///
    /// # Errors
    /// An alias whose names lead back to it.
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Result<Self, String> {
        let given: BTreeMap<String, String> = order::map(pairs);
        let (mut names, mut aliases) = (BTreeMap::new(), BTreeMap::<String, BTreeSet<String>>::new());
        for (alias, name) in &given {
            let mut last = name;
            let mut steps = 0;
            while let Some(next) = given.get(last) {
                steps += 1;
                if steps > given.len() || last == alias {
                    return Err(alias.clone());
                }
                last = next;
            }
            names.insert(alias.clone(), last.clone());
            aliases.entry(last.clone()).or_default().insert(alias.clone());
        }
        Ok(Self { names, aliases })
    }

    /// Returns the name that an alias stands for. `None` if the brand is no alias.
    pub fn name_of(&self, brand: &str) -> Option<&str> {
        self.names.get(brand).map(String::as_str)
    }

    /// Returns the aliases of a name in order.
    pub fn aliases_of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.aliases.get(name).into_iter().flatten().map(String::as_str)
    }

    /// Returns a hash of the aliases; `None` if there are none.
    pub fn digest(&self) -> Option<String> {
        if self.names.is_empty() {
            return None;
        }
        let text = serde_json::to_string(&self.names).unwrap_or_default();
        Some(data_encoding::HEXLOWER.encode(Sha256::digest(text).first_chunk::<8>().map_or(&[][..], |eight| eight)))
    }
}

/// Returns a number of records as the table of names stores it with an alias: below 0, so that an alias differs from a
/// name.
pub fn alias_count(documents: u64) -> i64 {
    -1 - documents.cast_signed()
}

/// Returns the number of records that the table of names stores, and true if it is that of an alias.
pub fn name_count(stored: i64) -> (u64, bool) {
    match u64::try_from(stored) {
        Ok(documents) => (documents, false),
        Err(_) => ((-1 - stored).cast_unsigned(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aliases(pairs: &[(&str, &str)]) -> Result<BrandAliases, String> {
        BrandAliases::new(pairs.iter().map(|(alias, name)| ((*alias).to_owned(), (*name).to_owned())))
    }

    #[test]
    fn an_alias_of_an_alias_stands_for_the_last_name() {
        let aliases = aliases(&[("BMW AG", "B.M.W."), ("B.M.W.", "BMW"), ("bmw", "BMW")]).unwrap();
        assert_eq!(["BMW AG", "B.M.W.", "BMW"].map(|brand| aliases.name_of(brand)), [Some("BMW"), Some("BMW"), None]);
        assert_eq!(aliases.aliases_of("BMW").collect::<Vec<_>>(), ["B.M.W.", "BMW AG", "bmw"]);
        assert_eq!(aliases.aliases_of("B.M.W.").count(), 0);
    }

    #[test]
    fn counts_of_aliases_differ_from_counts_of_names() {
        for documents in [0, 1, 5_000_000] {
            assert_eq!(name_count(alias_count(documents)), (documents, true));
            assert_eq!(name_count(documents.cast_signed()), (documents, false));
        }
    }

    #[test]
    fn names_that_lead_back_are_refused() {
        assert_eq!(aliases(&[("a", "a")]).unwrap_err(), "a");
        assert_eq!(aliases(&[("a", "b"), ("b", "a")]).unwrap_err(), "a");
        assert!(aliases(&[("x", "a"), ("a", "b"), ("b", "a")]).is_err());
    }

    #[test]
    fn the_digest_is_of_the_resolved_names() {
        assert_eq!(aliases(&[]).unwrap().digest(), None);
        let digest = |pairs: &[(&str, &str)]| aliases(pairs).unwrap().digest().unwrap();
        assert_eq!(digest(&[("a", "b"), ("b", "c")]), digest(&[("b", "c"), ("a", "c")]));
        assert_ne!(digest(&[("a", "b")]), digest(&[("a", "c")]));
    }
}
