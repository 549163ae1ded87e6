//! Hints for a better request, for people and agents.
//!
//! The hints of an answer with records read nothing. For an answer without records, one round trip finds other
//! spellings of the requested values. If there are none, a second one finds similar names.

use super::names::{
    NameLookup, NameSource, NamesByNumber, ResolvedNames, dictionary, names_statement, terms, terms_statement,
};
use super::reader::Reader;
use super::similar_names::similar_names;
use crate::backend::columnar::plan::{NameNumbers, ResolvedFilters};
use crate::backend::hint_texts::{
    MAX_SPELLINGS, MAX_UNKNOWN, absence_hint, alias_hint, coverage_hints, existence_hints,
};
use crate::backend::similarity::most_similar;
use crate::base::order;
use crate::base::text::{normal_form, usual_cases};
use crate::guard::request::{CoMentionsRequest, Filter, FilterCondition, Request};
use crate::query::QueryError;
use crate::query::answer::Answer;
use crate::segment::{Column, Dictionary, Manifest, Table, TermEntry, term_fields};
use crate::spec::{Field, Index};
use crate::sql::single;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A requested value of a field.
type RequestedValue<'a> = (&'static Field, &'a String);

/// Returns the hints for an answer.
pub(super) async fn of(reader: &Reader<'_>, request: &Request, answer: &Answer) -> Result<Vec<String>, QueryError> {
    let mut hints = alias_hints(reader).await?;
    hints.extend(answer_hints(reader, request, answer).await?);
    Ok(hints)
}

/// Returns a hint for each requested brand that is an alias. Reads nothing if none is.
async fn alias_hints(reader: &Reader<'_>) -> Result<Vec<String>, QueryError> {
    let aliases = reader.requested_aliases();
    if aliases.is_empty() {
        return Ok(Vec::new());
    }
    let source = NameSource::Names(Dictionary::Names(Index::BusinessIdeas, Column::BRAND_NAME));
    let statement = names_statement(reader.generation()?, source, aliases.values().copied());
    let names = NamesByNumber::new(reader, source, single(reader.read(vec![statement]).await?)?)?;
    aliases.iter().map(|(alias, number)| Ok(alias_hint(alias, &names.name(*number)?))).collect()
}

async fn answer_hints(reader: &Reader<'_>, request: &Request, answer: &Answer) -> Result<Vec<String>, QueryError> {
    match (request, answer) {
        (Request::Aggregate(request), Answer::Aggregate(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::Search(request), Answer::Search(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::Creators(request), Answer::Creators(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mention_hints(reader, request).await
        }
        (Request::Sector(_), Answer::Sector(answer)) => Ok(coverage_hints(answer)),
        _ => Ok(Vec::new()),
    }
}

/// Returns the hints for an answer without records: other spellings of the values in filters.
async fn filter_hints(reader: &Reader<'_>, index: Index, filters: &[Filter]) -> Result<Vec<String>, QueryError> {
    let mut requested: Vec<RequestedValue<'_>> = Vec::new();
    for filter in filters {
        if let FilterCondition::AnyOf(values) = &filter.condition {
            requested.extend(values.iter().map(|value| (filter.field, value)));
        }
    }
    // The guard accepts only the known values of an enumeration, so there are no other spellings.
    requested.retain(|(field, _)| field.values.is_empty());
    retain_names(reader, &mut requested);
    if requested.is_empty() {
        return Ok(Vec::new());
    }
    let Some(stored) = StoredNames::read(reader, index, &requested).await? else { return Ok(Vec::new()) };
    let spellings = spellings(reader, &stored, &requested).await?;
    Ok(requested.iter().zip(spellings).flat_map(|((field, _), names)| existence_hints(field, names)).collect())
}

/// Returns the hints for empty co-mentions: the values that never occur, and their other spellings.
async fn co_mention_hints(reader: &Reader<'_>, request: &CoMentionsRequest) -> Result<Vec<String>, QueryError> {
    let field = request.field;
    let mut requested: Vec<RequestedValue<'_>> = request.values.iter().map(|value| (field, value)).collect();
    retain_names(reader, &mut requested);
    let Some(stored) = StoredNames::read(reader, request.index, &requested).await? else { return Ok(Vec::new()) };
    let spellings = spellings(reader, &stored, &requested).await?;
    let mut hints = Vec::new();
    for ((_, value), names) in requested.into_iter().zip(spellings) {
        let occurs = match stored.has(field, value)? {
            Some(occurs) => occurs,
            None => has_id(reader, request.index, value).await?,
        };
        if !occurs {
            hints.push(absence_hint(field, value));
            hints.extend(existence_hints(field, names));
        }
    }
    Ok(hints)
}

/// Removes the aliases of brands.
fn retain_names(reader: &Reader<'_>, requested: &mut Vec<RequestedValue<'_>>) {
    let aliases = reader.requested_aliases();
    requested.retain(|(field, value)| field.name != Column::BRAND_NAME.name() || !aliases.contains_key(*value));
}

/// Returns true if the values of a field are ids. There is no point in suggesting similar ids.
fn is_id(field: &Field) -> bool {
    Index::ALL.iter().any(|index| index.entry().id == field.name)
}

/// Returns the other spellings of each value; if the value exists in no spelling, similar names.
async fn spellings(
    reader: &Reader<'_>,
    stored: &StoredNames,
    requested: &[RequestedValue<'_>],
) -> Result<Vec<Vec<String>>, QueryError> {
    let mut spellings = Vec::new();
    let (mut positions, mut unknown) = (Vec::new(), Vec::new());
    for (field, value) in requested {
        let others = stored.other_spellings(field, value)?;
        let is_unknown = others.is_empty() && stored.has(field, value)? == Some(false);
        match NameStorage::of(stored.index, field) {
            NameStorage::Manifest if is_unknown => {
                spellings.push(most_similar(value, stored.manifest.tuples.field(field.name)?.0.to_vec()));
            }
            NameStorage::Terms | NameStorage::Names if is_unknown && !is_id(field) && unknown.len() < MAX_UNKNOWN => {
                positions.push(spellings.len());
                unknown.push((field.name, value.as_str()));
                spellings.push(Vec::new());
            }
            _ => spellings.push(others),
        }
    }
    for (position, names) in positions.into_iter().zip(similar_names(reader, stored.index, &unknown).await?) {
        if let Some(spelling) = spellings.get_mut(position) {
            *spelling = names;
        }
    }
    spellings.iter_mut().for_each(|names| names.truncate(MAX_SPELLINGS));
    Ok(spellings)
}

/// Returns true if a record has the id.
async fn has_id(reader: &Reader<'_>, index: Index, id: &String) -> Result<bool, QueryError> {
    let found = Table::of_documents(index).sparse_id_index(reader.generation()?).numbers(std::slice::from_ref(id));
    Ok(!single(reader.read(vec![found]).await?)?.is_empty())
}

/// The way in which the names of a field are stored.
enum NameStorage {
    /// All of them in the manifest.
    Manifest,
    /// As terms, by normal form.
    Terms,
    /// In the table of names, by exact spelling.
    Names,
    /// As ids of records, without names.
    Ids,
}

impl NameStorage {
    fn of(index: Index, field: &Field) -> Self {
        if field.tuple.is_some() {
            Self::Manifest
        } else if index == Index::BusinessIdeas && term_fields().contains(&field) {
            Self::Terms
        } else if ResolvedFilters::has_numbers(index, field) {
            Self::Names
        } else {
            Self::Ids
        }
    }
}

/// The stored names that equal some values in one spelling or another.
struct StoredNames {
    index: Index,
    manifest: Rc<Manifest>,
    names: NameNumbers,
    terms: BTreeMap<String, TermEntry>,
}

impl StoredNames {
    /// Reads the names in one round trip. Returns `None` if the dataset was imported under other text rules, because
    /// its normal forms differ.
    async fn read(
        reader: &Reader<'_>,
        index: Index,
        requested: &[RequestedValue<'_>],
    ) -> Result<Option<Self>, QueryError> {
        let mut names: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let mut keys = Vec::new();
        for (field, value) in requested {
            match NameStorage::of(index, field) {
                NameStorage::Manifest | NameStorage::Ids => {}
                NameStorage::Terms => keys.push(normal_form(value)),
                NameStorage::Names => {
                    let names = names.entry(field.name).or_default();
                    names.push((*value).clone());
                    names.extend(usual_cases(value));
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        for names in names.values_mut() {
            order::sort(names);
            names.dedup();
        }
        let extra_statements = (!keys.is_empty()).then(|| terms_statement(reader, &keys)).into_iter().collect();
        let names = names.iter().map(|(field, names)| (*field, names.as_slice())).collect();
        let mut resolved = NameLookup { index, names, extra_statements }.read(reader).await?;
        let rows = resolved.next_rows();
        let ResolvedNames { manifest, names, .. } = resolved;
        if !manifest.has_current_text() {
            return Ok(None);
        }
        Ok(Some(Self { index, manifest, names, terms: terms(&rows)? }))
    }

    /// Returns true if a value occurs; `None` if it is an id.
    fn has(&self, field: &Field, value: &String) -> Result<Option<bool>, QueryError> {
        Ok(match NameStorage::of(self.index, field) {
            NameStorage::Manifest => Some(self.manifest.tuples.field(field.name)?.0.contains(value)),
            NameStorage::Terms => Some(self.with_normal_form(field, value).any(|name| name == value)),
            NameStorage::Names => Some(self.has_name(field, value)),
            NameStorage::Ids => None,
        })
    }

    /// Returns the names that differ from a value only in spelling.
    fn other_spellings(&self, field: &Field, value: &String) -> Result<Vec<String>, QueryError> {
        let mut names: Vec<String> = match NameStorage::of(self.index, field) {
            NameStorage::Manifest => {
                let (values, _) = self.manifest.tuples.field(field.name)?;
                let form = normal_form(value);
                values.iter().filter(|other| normal_form(other) == form).cloned().collect()
            }
            NameStorage::Terms => self.with_normal_form(field, value).cloned().collect(),
            NameStorage::Names => usual_cases(value).into_iter().filter(|name| self.has_name(field, name)).collect(),
            NameStorage::Ids => Vec::new(),
        };
        names.retain(|name| name != value);
        order::sort(&mut names);
        Ok(names)
    }

    /// Returns the names of a field that have the normal form of a value.
    fn with_normal_form(&self, field: &Field, value: &str) -> impl Iterator<Item = &String> {
        let dictionary = dictionary(self.index, field.name);
        let names = self.terms.get(&normal_form(value)).map_or(&[][..], |term| &term.names);
        names.iter().filter(move |(of, _)| *of == dictionary).map(|(_, name)| name)
    }

    fn has_name(&self, field: &Field, name: &str) -> bool {
        self.names.keys().any(|(of, known)| *of == field.name && known == name)
    }
}
