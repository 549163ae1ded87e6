//! What the terms of a question stand for: decided on names, so that it costs the same however many mentions there
//! are.

use super::super::reader::Reader;
use super::super::rows::text;
use crate::data::sector::{Brand, names_brand};
use crate::pack::Term;
use crate::plan::{Label, Value};
use crate::store::{Row, Statement, Store, StoreError};
use crate::text::tokens;
use std::collections::{BTreeMap, BTreeSet};

/// What keys of the table of terms stand for.
#[derive(Debug, Default)]
pub(super) struct Terms {
    by_key: BTreeMap<String, Term>,
}

impl Terms {
    /// Asks for all that the terms of some brands may stand for.
    pub(super) fn statement<S: Store>(reader: &Reader<'_, S>, brands: &[Brand]) -> Statement {
        let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| tokens(term));
        let keys: BTreeSet<String> = terms.flat_map(|term| [token_key(&term), normal_form(&term)]).collect();
        let mut sql = reader.shared("SELECT key, body FROM term WHERE");
        sql.push(" AND key IN ").bind_list(&keys.into_iter().collect::<Vec<_>>());
        reader.finish_shared(sql)
    }

    /// Reads the rows of [`Self::statement`].
    pub(super) fn new(rows: &[Row]) -> Result<Self, StoreError> {
        let rows = rows.iter().map(|row| {
            let term = serde_json::from_str(text(row, "body")?)
                .map_err(|error| StoreError::Unavailable(format!("a term is damaged: {error}")))?;
            Ok((text(row, "key")?.to_owned(), term))
        });
        Ok(Self { by_key: rows.collect::<Result<_, StoreError>>()? })
    }

    /// What counts for a brand: everything that any of its terms stands for, once.
    pub(super) fn label(&self, brand: &Brand) -> Label {
        let [mut brands, mut components, mut topics] = [const { BTreeMap::new() }; 3];
        for term in brand.terms.iter().map(|term| tokens(term)) {
            for (number, name, documents) in self.by_key.get(&token_key(&term)).into_iter().flat_map(|key| &key.brands)
            {
                let name: Vec<&str> = name.split(' ').collect();
                if names_brand(&term, &name, brand.exact) {
                    brands.insert(*number, *documents);
                }
            }
            if let Some(key) = self.by_key.get(&normal_form(&term)) {
                components.extend(key.components.iter().copied());
                topics.extend(key.topics.iter().copied());
            }
        }
        let context = brand.must_context.iter().map(|entry| tokens(entry)).filter(|entry| !entry.is_empty());
        let values = |names: BTreeMap<i64, u64>| {
            names.into_iter().map(|(number, documents)| Value { number, documents }).collect()
        };
        Label {
            brands: values(brands),
            components: values(components),
            topics: values(topics),
            context: context.collect(),
        }
    }
}

/// The key under which all brands are found that a term may name: any of its tokens would do, and a long one is in few
/// names.
fn token_key(term: &[String]) -> String {
    term.iter().max_by_key(|token| token.len()).cloned().unwrap_or_default()
}

fn normal_form(term: &[String]) -> String {
    term.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_stands_for_brands_with_its_tokens_and_for_items_that_are_it() {
        let term = |brands: &[(i64, &str)], topics: &[(i64, u64)]| Term {
            brands: brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect(),
            topics: topics.to_vec(),
            ..Term::default()
        };
        let terms = Terms {
            by_key: BTreeMap::from([
                ("beauty".to_owned(), term(&[(1, "cinder beauty"), (2, "beauty bay")], &[(7, 1)])),
                ("cinder beauty".to_owned(), term(&[], &[(8, 4)])),
            ]),
        };
        let brand = Brand {
            label: "Cinder".to_owned(),
            terms: vec!["Cinder Beauty".to_owned()],
            must_context: vec!["night cream".to_owned()],
            exact: false,
        };
        let value = |number, documents| Value { number, documents };
        let expected = Label {
            brands: vec![value(1, 3)],
            topics: vec![value(8, 4)],
            context: vec![vec!["night".to_owned(), "cream".to_owned()]],
            ..Label::default()
        };
        assert_eq!(terms.label(&brand), expected);
    }
}
