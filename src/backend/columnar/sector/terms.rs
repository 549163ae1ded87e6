//! What the terms of a question stand for: decided on names, so that it costs the same however many mentions there
//! are.

use super::super::names::{NameLookup, ResolvedNames, frequencies, frequencies_statement, terms, terms_statement};
use super::super::reader::Reader;
use crate::backend::columnar::plan::{Frequencies, ResolvedBrand, Value};
use crate::base::matching::names_brand;
use crate::base::text::{name_tokens, tokens};
use crate::guard::request::Brand;
use crate::query::QueryError;
use crate::segment::{ChunkId, Part, RollupOf, TermEntry};
use crate::spec::Index;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Names of brands that the terms of a question are compared with, at most: a tenth of a second of them.
const MAX_COMPARED: usize = 4_000_000;

/// What is known of the terms and the context of some brands of a question.
#[derive(Debug, Default)]
pub(in crate::backend::columnar) struct Known {
    by_key: BTreeMap<String, Names>,
    /// How frequent the words of their context are.
    pub(in crate::backend::columnar) frequencies: Frequencies,
}

/// What a key of the table of terms stands for.
#[derive(Debug, Clone, Default)]
struct Names {
    /// Brands: number, name as tokens, mentions.
    brands: Vec<(i64, Vec<String>, u64)>,
    /// Components and topics: number, mentions.
    components: Vec<(i64, u64)>,
    topics: Vec<(i64, u64)>,
}

impl From<TermEntry> for Names {
    fn from(TermEntry { brands, components, topics, .. }: TermEntry) -> Self {
        let tokens = |name: String| name.split(' ').map(str::to_owned).collect();
        let brands = brands.into_iter().map(|(number, name, documents)| (number, tokens(name), documents)).collect();
        Self { brands, components, topics }
    }
}

impl Known {
    /// What is to be read to know brands.
    pub(in crate::backend::columnar) fn look_up(reader: &Reader<'_>, brands: &[Brand]) -> NameLookup<'static> {
        let context: Vec<String> = context_keys(brands).into_iter().collect();
        let mut more = vec![terms_statement(reader, &term_keys(brands))];
        more.extend((!context.is_empty()).then(|| frequencies_statement(reader, &context)));
        NameLookup { index: Index::BusinessIdeas, names: Vec::new(), extra_statements: more }
    }

    /// What some keys of the table of terms stand for.
    pub(in crate::backend::columnar) fn of(terms: BTreeMap<String, TermEntry>) -> Self {
        let by_key = terms.into_iter().map(|(key, term)| (key, term.into())).collect();
        Self { by_key, frequencies: Frequencies::default() }
    }

    /// What was read of brands, beside the manifest.
    pub(in crate::backend::columnar) fn new(read: &mut ResolvedNames) -> Result<Self, QueryError> {
        Ok(Self { by_key: terms(&read.next_rows())?, frequencies: frequencies(&read.next_rows())? })
    }

    /// What counts for each brand.
    ///
    /// # Errors
    /// When their terms are to be compared with too many names.
    pub(in crate::backend::columnar) fn labels(&self, brands: &[Brand]) -> Result<Vec<ResolvedBrand>, QueryError> {
        let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| token_key(&name_tokens(term)));
        let compared: usize = terms.filter_map(|key| self.by_key.get(&key)).map(|names| names.brands.len()).sum();
        if compared > MAX_COMPARED {
            return Err(QueryError::OverBudget(format!(
                "the terms would be compared with {compared} names of brands; {MAX_COMPARED} are allowed."
            )));
        }
        Ok(brands.iter().map(|brand| self.label(brand)).collect())
    }

    /// What counts for a brand: everything that any of its terms stands for, once.
    pub(in crate::backend::columnar) fn label(&self, brand: &Brand) -> ResolvedBrand {
        let [mut brands, mut components, mut topics] = [const { BTreeMap::new() }; 3];
        let mut rollups = Rollups::default();
        let terms: BTreeSet<Vec<String>> = brand.terms.iter().map(|term| name_tokens(term)).collect();
        for term in terms {
            let named = self.named(&term, brand.exact);
            let base = base(&named);
            rollups.stand_for(self.together(&term, brand.exact, base.len()), base);
            brands.extend(named);
            if let Some(names) = self.by_key.get(&name_form(&term)) {
                components.extend(names.components.iter().copied());
                topics.extend(names.topics.iter().copied());
            }
        }
        let values = |names: BTreeMap<i64, u64>| {
            names.into_iter().map(|(number, documents)| Value { number, documents }).collect()
        };
        ResolvedBrand {
            rollups: rollups.finish(),
            brands: values(brands),
            components: values(components),
            topics: values(topics),
            context: context(brand),
        }
    }

    /// The brands that a term names, with their mentions.
    fn named(&self, term: &[String], exact: bool) -> BTreeMap<i64, u64> {
        let known = self.by_key.get(&token_key(term)).into_iter().flat_map(|names| &names.brands);
        let named = known.filter(|(_, name, _)| names_brand(term, name, exact));
        named.map(|(number, _, documents)| (*number, *documents)).collect()
    }

    /// The roll-up of all brands that a term names, if they are several and there is one.
    fn together(&self, term: &[String], exact: bool, base_brands: usize) -> Option<ChunkId> {
        // An exact term may stand for fewer brands than the row holds.
        let is_all = || !exact || base_brands == base(&self.named(term, false)).len();
        if base_brands < 2 || !is_all() {
            return None;
        }
        let brands = &self.by_key.get(&token_key(term))?.brands;
        let namesakes = brands.iter().filter(|(_, name, documents)| name == term && *documents > 0);
        namesakes.map(|(number, ..)| *number).min().map(|first| RollupOf::Term.id(first, 0))
    }
}

/// The keys of all that the terms of some brands may stand for.
fn term_keys(brands: &[Brand]) -> Vec<String> {
    let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| name_tokens(term));
    let keys: BTreeSet<String> = terms.flat_map(|term| [token_key(&term), name_form(&term)]).collect();
    keys.into_iter().collect()
}

/// The words of context entries, by their keys in the table, each once.
fn context_keys(brands: &[Brand]) -> BTreeSet<String> {
    let words: BTreeSet<String> = brands.iter().flat_map(context).flatten().collect();
    let parts = [Part::MentionText, Part::VideoText];
    parts.into_iter().flat_map(|part| words.iter().map(move |word| part.key(word))).collect()
}

/// The context entries of a brand, each as its words without repetition and in order; without those that contain all words
/// of another one, which holds whenever they do. Entries that mean the same are one.
fn context(brand: &Brand) -> Vec<Vec<String>> {
    let words = |entry: &String| tokens(entry).into_iter().collect::<BTreeSet<String>>();
    let entries: BTreeSet<BTreeSet<String>> =
        brand.must_context.iter().map(words).filter(|entry| !entry.is_empty()).collect();
    let is_needed = |entry: &&BTreeSet<String>| !entries.iter().any(|other| other != *entry && other.is_subset(entry));
    entries.iter().filter(is_needed).map(|entry| entry.iter().cloned().collect()).collect()
}

/// The brands that were there when all rows were made. Those that are named since then have no document in them.
fn base(named: &BTreeMap<i64, u64>) -> BTreeSet<i64> {
    named.iter().filter(|(_, documents)| **documents > 0).map(|(number, _)| *number).collect()
}

/// The roll-ups that add up to the brands of a question's brand.
#[derive(Debug, Default)]
struct Rollups {
    /// Roll-ups of several brands, with these.
    together: Vec<(ChunkId, BTreeSet<i64>)>,
    brands: BTreeSet<i64>,
}

impl Rollups {
    /// Notes what a term stands for, and the roll-up that says so if there is one.
    fn stand_for(&mut self, together: Option<ChunkId>, brands: BTreeSet<i64>) {
        self.brands.extend(&brands);
        self.together.extend(together.map(|row| (row, brands)));
    }

    /// The largest roll-ups that have no brand in common, then those of the brands that are left.
    fn finish(mut self) -> Vec<ChunkId> {
        self.together.sort_by_key(|(row, brands)| (Reverse(brands.len()), *row));
        let mut rows = Vec::new();
        for (row, brands) in self.together {
            if brands.is_subset(&self.brands) {
                self.brands.retain(|brand| !brands.contains(brand));
                rows.push(row);
            }
        }
        rows.extend(self.brands.into_iter().map(|brand| RollupOf::Brand.id(brand, 0)));
        rows
    }
}

/// The key under which all brands are found that a term may name: any of its tokens would do, and a long one is in few
/// names.
fn token_key(term: &[String]) -> String {
    term.iter().max_by_key(|token| token.len()).cloned().unwrap_or_default()
}

fn name_form(term: &[String]) -> String {
    term.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_that_is_a_name_has_a_rollup_of_all_it_stands_for() {
        let brands = |brands: &[(i64, &str)]| -> Names {
            let brands = brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect();
            TermEntry { brands, ..TermEntry::default() }.into()
        };
        let terms = Known {
            frequencies: Frequencies::default(),
            by_key: BTreeMap::from([
                ("bay".to_owned(), brands(&[(2, "beauty bay"), (3, "bay")])),
                ("beauty".to_owned(), brands(&[(1, "cinder beauty"), (2, "beauty bay")])),
                ("cinder".to_owned(), brands(&[(1, "cinder beauty"), (4, "beauty cinder"), (5, "cinder")])),
            ]),
        };
        let rollups = |names: &[&str], exact| {
            let terms_of = names.iter().map(|term| (*term).to_owned()).collect();
            let brand = Brand { label: "A".to_owned(), terms: terms_of, must_context: Vec::new(), exact };
            terms.label(&brand).rollups
        };
        let (brand, term) = (|number| RollupOf::Brand.id(number, 0), |number| RollupOf::Term.id(number, 0));
        assert_eq!(rollups(&["bay"], false), [term(3)]);
        assert_eq!(rollups(&["bay", "cinder"], false), [term(5), term(3)]);
        // No brand has this name.
        assert_eq!(rollups(&["beauty"], false), [brand(1), brand(2)]);
        // Each brand counts once.
        assert_eq!(rollups(&["bay", "beauty"], false), [term(3), brand(1)]);
        assert_eq!(rollups(&["bay", "beauty bay"], true), [term(3)]);
    }

    #[test]
    fn brands_that_came_later_have_no_rollup() {
        let names = vec![(1, "bay".to_owned(), 0), (2, "beauty bay".to_owned(), 0), (3, "bay".to_owned(), 4)];
        let label = |brands: Vec<(i64, String, u64)>| {
            let by_key = BTreeMap::from([("bay".to_owned(), TermEntry { brands, ..TermEntry::default() }.into())]);
            let terms = vec!["bay".to_owned()];
            Known { by_key, ..Known::default() }.label(&Brand {
                label: "A".to_owned(),
                terms,
                must_context: Vec::new(),
                exact: false,
            })
        };
        let label_of = |brands: Vec<(i64, String, u64)>| (label(brands.clone()).brands.len(), label(brands).rollups);
        assert_eq!(label_of(names.clone()), (3, vec![RollupOf::Brand.id(3, 0)]));
        let more = [names.as_slice(), &[(4, "bay area".to_owned(), 1)]].concat();
        assert_eq!(label_of(more), (4, vec![RollupOf::Term.id(3, 0)]));
        assert_eq!(label_of(names.into_iter().take(2).collect()), (2, Vec::new()));
    }

    #[test]
    fn an_exact_term_may_stand_for_less_than_its_rollup_holds() {
        let names = vec![(1, "cinder beauty".to_owned(), 3), (4, "beauty cinder".to_owned(), 3)];
        let by_key: BTreeMap<String, Names> =
            BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]);
        let rollups = |exact| {
            let terms = vec!["Cinder Beauty".to_owned()];
            let brand = Brand { label: "A".to_owned(), terms, must_context: Vec::new(), exact };
            Known { by_key: by_key.clone(), ..Known::default() }.label(&brand).rollups
        };
        assert_eq!(rollups(false), [RollupOf::Term.id(1, 0)]);
        assert_eq!(rollups(true), [RollupOf::Brand.id(1, 0)]);
    }

    #[test]
    fn a_term_stands_for_brands_with_its_tokens_and_for_items_that_are_it() {
        let term = |brands: &[(i64, &str)], topics: &[(i64, u64)]| -> Names {
            let brands = brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect();
            TermEntry { brands, topics: topics.to_vec(), ..TermEntry::default() }.into()
        };
        let terms = Known {
            frequencies: Frequencies::default(),
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
        let expected = ResolvedBrand {
            brands: vec![value(1, 3)],
            rollups: vec![RollupOf::Brand.id(1, 0)],
            topics: vec![value(8, 4)],
            context: vec![vec!["cream".to_owned(), "night".to_owned()]],
            ..ResolvedBrand::default()
        };
        assert_eq!(terms.label(&brand), expected);
    }

    #[test]
    fn brands_that_mean_the_same_are_the_same() {
        let names = vec![(1, "cinder beauty".to_owned(), 3), (4, "beauty bay".to_owned(), 3)];
        let known = Known {
            by_key: BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]),
            ..Known::default()
        };
        let label = |label: &str, terms: &[&str], must_context: &[&str]| {
            let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let label = label.to_owned();
            known.label(&Brand { label, terms: list(terms), must_context: list(must_context), exact: false })
        };
        let one = label("A", &["Beauty", "beauty bay"], &["night cream", "serum"]);
        assert_eq!(one.context, [["cream", "night"].as_slice(), &["serum"]]);
        // Other spelling and order, the same again, and an entry that holds whenever another one does.
        let other = label(
            "B",
            &["beauty bay", "BEAUTY", "beauty", "bay beauty"],
            &["Serum!", "cream night night", "the serum of the night", "serum", "…"],
        );
        assert_eq!(one, other);
        assert_ne!(one, label("A", &["beauty"], &["night cream"]));
    }

    #[test]
    fn terms_are_compared_with_a_bounded_number_of_names() {
        let names = (0..20_000).map(|number| (number, "beauty".to_owned(), 1)).collect();
        let known = Known {
            by_key: BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]),
            ..Known::default()
        };
        let brand = |terms: usize| Brand {
            label: "A".to_owned(),
            terms: (0..terms).map(|term| format!("beauty {term}")).collect(),
            must_context: Vec::new(),
            exact: false,
        };
        assert_eq!(known.labels(&[brand(20)]).unwrap().len(), 1);
        assert!(matches!(known.labels(&vec![brand(20); 11]), Err(QueryError::OverBudget(_))));
    }
}
