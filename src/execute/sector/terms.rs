//! What the terms of a question stand for: decided on names, so that it costs the same however many mentions there
//! are.

use super::super::reader::Reader;
use super::super::rows::text;
use crate::data::sector::{Brand, names_brand};
use crate::pack::{PageId, PresenceOf, Term};
use crate::plan::{Label, Value};
use crate::store::{Row, Statement, Store, StoreError};
use crate::text::tokens;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What keys of the table of terms stand for.
#[derive(Debug, Default)]
pub(in crate::execute) struct Terms {
    by_key: BTreeMap<String, Term>,
}

impl Terms {
    /// Asks for all that the terms of some brands may stand for.
    pub(in crate::execute) fn statement<S: Store>(reader: &Reader<'_, S>, brands: &[Brand]) -> Statement {
        let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| tokens(term));
        let keys: BTreeSet<String> = terms.flat_map(|term| [token_key(&term), normal_form(&term)]).collect();
        let keys: Vec<String> = keys.into_iter().collect();
        reader.finish_shared(reader.shared_by("term", &["key", "body"], "key", &keys))
    }

    /// Reads the rows of [`Self::statement`].
    pub(in crate::execute) fn new(rows: &[Row]) -> Result<Self, StoreError> {
        let rows = rows.iter().map(|row| {
            let term = serde_json::from_str(text(row, "body")?)
                .map_err(|error| StoreError::Unavailable(format!("a term is damaged: {error}")))?;
            Ok((text(row, "key")?.to_owned(), term))
        });
        Ok(Self { by_key: rows.collect::<Result<_, StoreError>>()? })
    }

    /// What counts for a brand: everything that any of its terms stands for, once.
    pub(in crate::execute) fn label(&self, brand: &Brand) -> Label {
        let [mut brands, mut components, mut topics] = [const { BTreeMap::new() }; 3];
        let mut presences = Presences::default();
        for term in brand.terms.iter().map(|term| tokens(term)) {
            let named = self.named(&term, brand.exact);
            let sealed = sealed(&named);
            presences.stand_for(self.together(&term, sealed.len()), sealed);
            brands.extend(named);
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
            presences: presences.finish(),
            brands: values(brands),
            components: values(components),
            topics: values(topics),
            context: context.collect(),
        }
    }

    /// The brands that a term names, with their mentions.
    fn named(&self, term: &[String], exact: bool) -> BTreeMap<i64, u64> {
        let known = self.by_key.get(&token_key(term)).into_iter().flat_map(|key| &key.brands);
        let named = known.filter(|(_, name, _)| names_brand(term, &name.split(' ').collect::<Vec<_>>(), exact));
        named.map(|(number, _, documents)| (*number, *documents)).collect()
    }

    /// The presence of all brands that a term names, if they are several and there is one.
    fn together(&self, term: &[String], sealed_brands: usize) -> Option<PageId> {
        // An exact term may stand for fewer brands than the row holds.
        if sealed_brands < 2 || sealed_brands != sealed(&self.named(term, false)).len() {
            return None;
        }
        let form = normal_form(term);
        let brands = &self.by_key.get(&token_key(term))?.brands;
        let namesakes = brands.iter().filter(|(_, name, documents)| *name == form && *documents > 0);
        namesakes.map(|(number, ..)| *number).min().map(|first| PresenceOf::Term.id(first, 0))
    }
}

/// The brands that were there when all rows were made. Those that are named since then have no document in them.
fn sealed(named: &BTreeMap<i64, u64>) -> BTreeSet<i64> {
    named.iter().filter(|(_, documents)| **documents > 0).map(|(number, _)| *number).collect()
}

/// The presences that add up to the brands of a question's brand.
#[derive(Debug, Default)]
struct Presences {
    /// Presences of several brands, with these.
    together: Vec<(PageId, BTreeSet<i64>)>,
    brands: BTreeSet<i64>,
}

impl Presences {
    /// Notes what a term stands for, and the presence that says so if there is one.
    fn stand_for(&mut self, together: Option<PageId>, brands: BTreeSet<i64>) {
        self.brands.extend(&brands);
        self.together.extend(together.map(|row| (row, brands)));
    }

    /// The largest presences that have no brand in common, then those of the brands that are left.
    fn finish(mut self) -> Vec<PageId> {
        self.together.sort_by_key(|(row, brands)| (Reverse(brands.len()), *row));
        let mut rows = Vec::new();
        for (row, brands) in self.together {
            if brands.is_subset(&self.brands) {
                self.brands.retain(|brand| !brands.contains(brand));
                rows.push(row);
            }
        }
        rows.extend(self.brands.into_iter().map(|brand| PresenceOf::Brand.id(brand, 0)));
        rows
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
    fn a_term_that_is_a_name_has_a_presence_of_all_it_stands_for() {
        let brands = |brands: &[(i64, &str)]| Term {
            brands: brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect(),
            ..Term::default()
        };
        let terms = Terms {
            by_key: BTreeMap::from([
                ("bay".to_owned(), brands(&[(2, "beauty bay"), (3, "bay")])),
                ("beauty".to_owned(), brands(&[(1, "cinder beauty"), (2, "beauty bay")])),
                ("cinder".to_owned(), brands(&[(1, "cinder beauty"), (4, "beauty cinder"), (5, "cinder")])),
            ]),
        };
        let presences = |names: &[&str], exact| {
            let terms_of = names.iter().map(|term| (*term).to_owned()).collect();
            let brand = Brand { label: "A".to_owned(), terms: terms_of, must_context: Vec::new(), exact };
            terms.label(&brand).presences
        };
        let (brand, term) = (|number| PresenceOf::Brand.id(number, 0), |number| PresenceOf::Term.id(number, 0));
        assert_eq!(presences(&["bay"], false), [term(3)]);
        assert_eq!(presences(&["bay", "cinder"], false), [term(5), term(3)]);
        // No brand has this name.
        assert_eq!(presences(&["beauty"], false), [brand(1), brand(2)]);
        // Each brand counts once.
        assert_eq!(presences(&["bay", "beauty"], false), [term(3), brand(1)]);
        assert_eq!(presences(&["bay", "beauty bay"], true), [term(3)]);
    }

    #[test]
    fn brands_that_came_later_have_no_presence() {
        let names = vec![(1, "bay".to_owned(), 0), (2, "beauty bay".to_owned(), 0), (3, "bay".to_owned(), 4)];
        let label = |brands: Vec<(i64, String, u64)>| {
            let by_key = BTreeMap::from([("bay".to_owned(), Term { brands, ..Term::default() })]);
            let terms = vec!["bay".to_owned()];
            Terms { by_key }.label(&Brand { label: "A".to_owned(), terms, must_context: Vec::new(), exact: false })
        };
        let label_of = |brands: Vec<(i64, String, u64)>| (label(brands.clone()).brands.len(), label(brands).presences);
        assert_eq!(label_of(names.clone()), (3, vec![PresenceOf::Brand.id(3, 0)]));
        let more = [names.as_slice(), &[(4, "bay area".to_owned(), 1)]].concat();
        assert_eq!(label_of(more), (4, vec![PresenceOf::Term.id(3, 0)]));
        assert_eq!(label_of(names.into_iter().take(2).collect()), (2, Vec::new()));
    }

    #[test]
    fn an_exact_term_may_stand_for_less_than_its_presence_holds() {
        let names = vec![(1, "cinder beauty".to_owned(), 3), (4, "beauty cinder".to_owned(), 3)];
        let by_key = BTreeMap::from([("beauty".to_owned(), Term { brands: names, ..Term::default() })]);
        let presences = |exact| {
            let terms = vec!["Cinder Beauty".to_owned()];
            let brand = Brand { label: "A".to_owned(), terms, must_context: Vec::new(), exact };
            Terms { by_key: by_key.clone() }.label(&brand).presences
        };
        assert_eq!(presences(false), [PresenceOf::Term.id(1, 0)]);
        assert_eq!(presences(true), [PresenceOf::Brand.id(1, 0)]);
    }

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
            presences: vec![PresenceOf::Brand.id(1, 0)],
            topics: vec![value(8, 4)],
            context: vec![vec!["night".to_owned(), "cream".to_owned()]],
            ..Label::default()
        };
        assert_eq!(terms.label(&brand), expected);
    }
}
