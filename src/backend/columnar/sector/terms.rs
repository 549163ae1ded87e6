//! Resolution of terms to names of brands, components and topics. It compares names, so its cost does not depend on the
//! number of mentions.

use super::super::names::{NameLookup, ResolvedNames, frequencies, frequencies_statement, terms, terms_statement};
use super::super::reader::Reader;
use crate::backend::columnar::plan::{ContextRule, DocumentFrequencies, ResolvedBrand, ValueFrequency};
use crate::base::matching::names_brand;
use crate::base::order;
use crate::base::text::name_tokens;
use crate::guard::request::Brand;
use crate::query::QueryError;
use crate::segment::{ChunkId, Part, RollupOf, TermEntry};
use crate::spec::Index;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of brand names that terms are compared with: about a tenth of a second.
const MAX_COMPARED: usize = 4_000_000;

/// Entries of the table of terms, and word frequencies, for resolving some brands.
#[derive(Debug, Default)]
pub(in crate::backend::columnar) struct TermIndex {
    by_key: BTreeMap<String, TermNames>,
    /// The document frequencies of context words.
    pub(in crate::backend::columnar) frequencies: DocumentFrequencies,
}

/// The names under one key of the table of terms.
#[derive(Debug, Clone, Default)]
struct TermNames {
    /// Brand names: number, tokens, mentions.
    brands: Vec<(i64, Vec<String>, u64)>,
    /// Aliases of brands, as above.
    aliases: Vec<(i64, Vec<String>, u64)>,
    /// Components and topics: number, mentions.
    components: Vec<(i64, u64)>,
    topics: Vec<(i64, u64)>,
}

impl TermNames {
    /// Returns the number of names that a term is compared with.
    fn compared(&self) -> usize {
        self.brands.len() + self.aliases.len()
    }
}

impl From<TermEntry> for TermNames {
    fn from(TermEntry { brands, aliases, components, topics, .. }: TermEntry) -> Self {
        let tokens = |(number, name, documents): (i64, String, u64)| {
            (number, name.split(' ').map(str::to_owned).collect(), documents)
        };
        let [brands, aliases] = [brands, aliases].map(|names| names.into_iter().map(tokens).collect());
        Self { brands, aliases, components, topics }
    }
}

impl TermIndex {
    /// Returns the lookup that resolving these brands needs.
    pub(in crate::backend::columnar) fn look_up(reader: &Reader<'_>, brands: &[Brand]) -> NameLookup<'static> {
        let context: Vec<String> = context_keys(brands).into_iter().collect();
        let mut more = vec![terms_statement(reader, &term_keys(brands))];
        more.extend((!context.is_empty()).then(|| frequencies_statement(reader, &context)));
        NameLookup { index: Index::BusinessIdeas, names: Vec::new(), extra_statements: more }
    }

    /// Creates an index from entries of the table of terms, without word frequencies.
    pub(in crate::backend::columnar) fn from_terms(terms: BTreeMap<String, TermEntry>) -> Self {
        let by_key = terms.into_iter().map(|(key, term)| (key, term.into())).collect();
        Self { by_key, frequencies: DocumentFrequencies::default() }
    }

    /// Creates an index from the rows of [`Self::look_up`].
    pub(in crate::backend::columnar) fn new(read: &mut ResolvedNames) -> Result<Self, QueryError> {
        Ok(Self { by_key: terms(&read.next_rows())?, frequencies: frequencies(&read.next_rows())? })
    }

    /// Resolves brands.
    ///
    /// # Errors
    /// [`QueryError::OverBudget`] if their terms would be compared with too many names.
    pub(in crate::backend::columnar) fn resolve_all(&self, brands: &[Brand]) -> Result<Vec<ResolvedBrand>, QueryError> {
        let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| token_key(&name_tokens(term)));
        let compared: usize = terms.filter_map(|key| self.by_key.get(&key)).map(TermNames::compared).sum();
        if compared > MAX_COMPARED {
            return Err(QueryError::OverBudget(format!(
                "the terms would be compared with {compared} names of brands; {MAX_COMPARED} are allowed."
            )));
        }
        Ok(brands.iter().map(|brand| self.resolve(brand)).collect())
    }

    /// Resolves a brand to the union of the names that its terms match.
    pub(in crate::backend::columnar) fn resolve(&self, brand: &Brand) -> ResolvedBrand {
        let [mut brands, mut components, mut topics] = [const { BTreeMap::new() }; 3];
        let mut rollups = RollupCover::default();
        let terms = order::set(brand.terms.iter().map(|term| name_tokens(term)));
        for term in terms {
            let named = self.matching_brands(&term, brand.exact);
            let base = base_brands_of(&named);
            rollups.add_term(self.joint_rollup(&term, &base), base);
            brands.extend(named);
            if let Some(names) = self.by_key.get(&name_form(&term)) {
                components.extend(names.components.iter().copied());
                topics.extend(names.topics.iter().copied());
            }
        }
        let values = |names: BTreeMap<i64, u64>| {
            names.into_iter().map(|(number, documents)| ValueFrequency { number, documents }).collect()
        };
        ResolvedBrand {
            rollups: rollups.finish(),
            brands: values(brands),
            components: values(components),
            topics: values(topics),
            context: ContextRule::new(brand),
        }
    }

    /// Returns the brand names that a term matches, by themselves or by an alias, with their mentions.
    fn matching_brands(&self, term: &[String], exact: bool) -> BTreeMap<i64, u64> {
        let known = self.by_key.get(&token_key(term)).into_iter();
        matching(known.flat_map(|names| names.brands.iter().chain(&names.aliases)), term, exact)
    }

    /// Returns the roll-up of all brand names that a term matches, if it matches several and such a roll-up exists.
    fn joint_rollup(&self, term: &[String], base: &BTreeSet<i64>) -> Option<ChunkId> {
        let brands = &self.by_key.get(&token_key(term))?.brands;
        // An exact term may match fewer brands than the roll-up holds, and aliases may match more.
        if base.len() < 2 || *base != base_brands_of(&matching(brands, term, false)) {
            return None;
        }
        let namesakes = brands.iter().filter(|(_, name, documents)| name == term && *documents > 0);
        namesakes.map(|(number, ..)| *number).min().map(|first| RollupOf::Term.id(first, 0))
    }
}

/// Returns the numbers of the names that a term matches, with their mentions.
fn matching<'n>(
    names: impl IntoIterator<Item = &'n (i64, Vec<String>, u64)>,
    term: &[String],
    exact: bool,
) -> BTreeMap<i64, u64> {
    let named = names.into_iter().filter(|(_, name, _)| names_brand(term, name, exact));
    order::map(named.map(|(number, _, documents)| (*number, *documents)))
}

/// Returns the keys of the table of terms that the terms of some brands need.
fn term_keys(brands: &[Brand]) -> Vec<String> {
    let terms = brands.iter().flat_map(|brand| &brand.terms).map(|term| name_tokens(term));
    let keys = order::set(terms.flat_map(|term| [token_key(&term), name_form(&term)]));
    keys.into_iter().collect()
}

/// Returns the keys of the context words in the table of words, without duplicates.
fn context_keys(brands: &[Brand]) -> BTreeSet<String> {
    let rules: Vec<ContextRule> = brands.iter().map(ContextRule::new).collect();
    let words = order::set(rules.iter().flat_map(ContextRule::words));
    let parts = [Part::MentionText, Part::VideoText];
    order::set(parts.into_iter().flat_map(|part| words.iter().map(move |word| part.key(word))))
}

/// Returns the brand names of the base segment. Names that delta segments inserted have no records there.
fn base_brands_of(named: &BTreeMap<i64, u64>) -> BTreeSet<i64> {
    named.iter().filter(|(_, documents)| **documents > 0).map(|(number, _)| *number).collect()
}

/// A choice of roll-ups that cover the names of a brand.
#[derive(Debug, Default)]
struct RollupCover {
    /// Roll-ups of several brand names, with these names.
    together: Vec<(ChunkId, BTreeSet<i64>)>,
    brands: BTreeSet<i64>,
}

impl RollupCover {
    /// Adds the names that a term matches, and their joint roll-up if there is one.
    fn add_term(&mut self, together: Option<ChunkId>, brands: BTreeSet<i64>) {
        self.brands.extend(&brands);
        self.together.extend(together.map(|row| (row, brands)));
    }

    /// Returns the largest disjoint joint roll-ups, then the roll-ups of the remaining names.
    fn finish(mut self) -> Vec<ChunkId> {
        order::sort_by_key(&mut self.together, |(row, brands)| (Reverse(brands.len()), *row));
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

/// Returns the key of the table of terms under which all candidates of a term are found. Any of its tokens would do; a
/// long one is in few names.
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
    fn a_term_that_is_a_name_has_a_rollup_of_all_its_matches() {
        let brands = |brands: &[(i64, &str)]| -> TermNames {
            let brands = brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect();
            TermEntry { brands, ..TermEntry::default() }.into()
        };
        let index = TermIndex {
            frequencies: DocumentFrequencies::default(),
            by_key: BTreeMap::from([
                ("bay".to_owned(), brands(&[(2, "beauty bay"), (3, "bay")])),
                ("beauty".to_owned(), brands(&[(1, "cinder beauty"), (2, "beauty bay")])),
                ("cinder".to_owned(), brands(&[(1, "cinder beauty"), (4, "beauty cinder"), (5, "cinder")])),
            ]),
        };
        let rollups = |names: &[&str], exact| {
            let terms_of = names.iter().map(|term| (*term).to_owned()).collect();
            let brand = Brand {
                label: "A".to_owned(),
                terms: terms_of,
                must_context: Vec::new(),
                must_not_context: Vec::new(),
                exact,
            };
            index.resolve(&brand).rollups
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
            TermIndex { by_key, ..TermIndex::default() }.resolve(&Brand {
                label: "A".to_owned(),
                terms,
                must_context: Vec::new(),
                must_not_context: Vec::new(),
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
    fn an_exact_term_may_match_fewer_brands_than_its_rollup() {
        let names = vec![(1, "cinder beauty".to_owned(), 3), (4, "beauty cinder".to_owned(), 3)];
        let by_key: BTreeMap<String, TermNames> =
            BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]);
        let rollups = |exact| {
            let terms = vec!["Cinder Beauty".to_owned()];
            let brand =
                Brand { label: "A".to_owned(), terms, must_context: Vec::new(), must_not_context: Vec::new(), exact };
            TermIndex { by_key: by_key.clone(), ..TermIndex::default() }.resolve(&brand).rollups
        };
        assert_eq!(rollups(false), [RollupOf::Term.id(1, 0)]);
        assert_eq!(rollups(true), [RollupOf::Brand.id(1, 0)]);
    }

    #[test]
    fn a_term_matches_brands_by_tokens_and_other_names_exactly() {
        let term = |brands: &[(i64, &str)], topics: &[(i64, u64)]| -> TermNames {
            let brands = brands.iter().map(|(number, name)| (*number, (*name).to_owned(), 3)).collect();
            TermEntry { brands, topics: topics.to_vec(), ..TermEntry::default() }.into()
        };
        let index = TermIndex {
            frequencies: DocumentFrequencies::default(),
            by_key: BTreeMap::from([
                ("beauty".to_owned(), term(&[(1, "cinder beauty"), (2, "beauty bay")], &[(7, 1)])),
                ("cinder beauty".to_owned(), term(&[], &[(8, 4)])),
            ]),
        };
        let brand = Brand {
            label: "Cinder".to_owned(),
            terms: vec!["Cinder Beauty".to_owned()],
            must_context: vec!["night cream".to_owned()],
            must_not_context: vec!["cat food".to_owned()],
            exact: false,
        };
        let value = |number, documents| ValueFrequency { number, documents };
        let expected = ResolvedBrand {
            brands: vec![value(1, 3)],
            rollups: vec![RollupOf::Brand.id(1, 0)],
            topics: vec![value(8, 4)],
            context: ContextRule {
                required: vec![vec!["cream".to_owned(), "night".to_owned()]],
                excluded: vec![vec!["cat".to_owned(), "food".to_owned()]],
            },
            ..ResolvedBrand::default()
        };
        assert_eq!(index.resolve(&brand), expected);
    }

    #[test]
    fn equivalent_definitions_resolve_to_equal_brands() {
        let names = vec![(1, "cinder beauty".to_owned(), 3), (4, "beauty bay".to_owned(), 3)];
        let index = TermIndex {
            by_key: BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]),
            ..TermIndex::default()
        };
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let label = |label: &str, terms: &[&str], context: &[&str]| {
            let (label, terms) = (label.to_owned(), list(terms));
            index.resolve(&Brand {
                label,
                terms,
                must_context: list(context),
                must_not_context: list(context),
                exact: false,
            })
        };
        let one = label("A", &["Beauty", "beauty bay"], &["night cream", "serum"]);
        let entries = vec![list(&["cream", "night"]), list(&["serum"])];
        assert_eq!(one.context, ContextRule { required: entries.clone(), excluded: entries });
        // Other spelling and order, duplicates, and an entry that another one makes redundant.
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
        let index = TermIndex {
            by_key: BTreeMap::from([("beauty".to_owned(), TermEntry { brands: names, ..TermEntry::default() }.into())]),
            ..TermIndex::default()
        };
        let brand = |terms: usize| Brand {
            label: "A".to_owned(),
            terms: (0..terms).map(|term| format!("beauty {term}")).collect(),
            must_context: Vec::new(),
            must_not_context: Vec::new(),
            exact: false,
        };
        assert_eq!(index.resolve_all(&[brand(20)]).unwrap().len(), 1);
        assert!(matches!(index.resolve_all(&vec![brand(20); 11]), Err(QueryError::OverBudget(_))));
    }
}
