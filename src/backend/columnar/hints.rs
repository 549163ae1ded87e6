//! What may help to ask better, for people and agents that want it.
//!
//! An answer with documents needs nothing more from the database. For one without, one trip tells how else its values
//! are spelt, and where that is not it, another one which names are near.

use super::names::{LookUp, LookedUp, dictionary, terms, terms_statement};
use super::near::{near, nearest};
use super::reader::Reader;
use crate::backend::columnar::plan::{NameNumbers, ResolvedFilters};
use crate::base::text::{normal_form, usual_cases};
use crate::guard::problem::echo;
use crate::guard::request::{CoMentionsRequest, Filter, FilterCondition, Request};
use crate::query::QueryError;
use crate::query::answer::Answer;
use crate::segment::{Manifest, Table, TermEntry, term_fields};
use crate::spec::request::account::choice::Coverage;
use crate::spec::{Field, Index};
use crate::sql::single;
use std::collections::BTreeMap;

/// Other spellings of one value that are named.
const SPELLINGS: usize = 3;
/// Values for which near names are looked for.
const UNKNOWN: usize = 3;

/// A value that was asked for.
type Wanted<'a> = (&'static Field, &'a String);

pub(super) async fn of(reader: &Reader<'_>, request: &Request, answer: &Answer) -> Result<Vec<String>, QueryError> {
    match (request, answer) {
        (Request::Aggregate(request), Answer::Aggregate(answer)) if answer.matched_documents == 0 => {
            filters(reader, request.index, &request.filters).await
        }
        (Request::Search(request), Answer::Search(answer)) if answer.matched_documents == 0 => {
            filters(reader, request.index, &request.filters).await
        }
        (Request::Creators(request), Answer::Creators(answer)) if answer.matched_documents == 0 => {
            filters(reader, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mentions(reader, request).await
        }
        (Request::Sector(_), Answer::Sector(answer)) => {
            let low = answer.brands.iter().filter(|brand| brand.coverage == Coverage::Low);
            Ok(low
                .map(|brand| {
                    format!(
                        "brand '{}' has {} videos in the window: check coverage before quoting it",
                        brand.label, brand.totals.unique_videos
                    )
                })
                .collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// For an answer without documents: other spellings of the values that were filtered for.
async fn filters(reader: &Reader<'_>, index: Index, filters: &[Filter]) -> Result<Vec<String>, QueryError> {
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    for filter in filters {
        if let FilterCondition::AnyOf(values) = &filter.condition {
            wanted.extend(values.iter().map(|value| (filter.field, value)));
        }
    }
    // Of an enumeration there are no other spellings.
    wanted.retain(|(field, _)| field.values.is_empty());
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let Some(known) = Known::read(reader, index, &wanted).await? else { return Ok(Vec::new()) };
    let spellings = spellings(reader, &known, &wanted).await?;
    Ok(wanted.iter().zip(spellings).flat_map(|((field, _), names)| exist(field, names)).collect())
}

/// For an empty result: which of the values never occur at all, and how else they are spelt.
async fn co_mentions(reader: &Reader<'_>, request: &CoMentionsRequest) -> Result<Vec<String>, QueryError> {
    let field = request.field;
    let wanted: Vec<Wanted<'_>> = request.values.iter().map(|value| (field, value)).collect();
    let Some(known) = Known::read(reader, request.index, &wanted).await? else { return Ok(Vec::new()) };
    let spellings = spellings(reader, &known, &wanted).await?;
    let mut hints = Vec::new();
    for (value, names) in request.values.iter().zip(spellings) {
        let occurs = match known.has(field, value)? {
            Some(occurs) => occurs,
            None => has_id(reader, request.index, value).await?,
        };
        if !occurs {
            hints.push(format!("{} '{}' never occurs", field.name, echo(value)));
            hints.extend(exist(field, names));
        }
    }
    Ok(hints)
}

/// Says that there are names.
fn exist(field: &Field, names: Vec<String>) -> impl Iterator<Item = String> {
    names.into_iter().map(|name| format!("{} '{name}' exists; values are compared exactly", field.name))
}

/// Whether the values of a field are ids, of which none is nearer than another.
fn is_id(field: &Field) -> bool {
    Index::ALL.iter().any(|index| index.entry().id == field.name)
}

/// How else each value is spelt; where it is not there in any spelling, the names that are near.
async fn spellings(reader: &Reader<'_>, known: &Known, wanted: &[Wanted<'_>]) -> Result<Vec<Vec<String>>, QueryError> {
    let mut spellings = Vec::new();
    let (mut places, mut unknown) = (Vec::new(), Vec::new());
    for (field, value) in wanted {
        let others = known.other_spellings(field, value)?;
        let is_unknown = others.is_empty() && known.has(field, value)? == Some(false);
        match Place::of(known.index, field) {
            Place::Manifest if is_unknown => {
                spellings.push(nearest(value, known.manifest.tuples.field(field.name)?.0.to_vec()));
            }
            Place::Terms | Place::Names if is_unknown && !is_id(field) && unknown.len() < UNKNOWN => {
                places.push(spellings.len());
                unknown.push((field.name, value.as_str()));
                spellings.push(Vec::new());
            }
            _ => spellings.push(others),
        }
    }
    for (place, names) in places.into_iter().zip(near(reader, known.index, &unknown).await?) {
        if let Some(spelling) = spellings.get_mut(place) {
            *spelling = names;
        }
    }
    spellings.iter_mut().for_each(|names| names.truncate(SPELLINGS));
    Ok(spellings)
}

/// Whether there is a document of an id.
async fn has_id(reader: &Reader<'_>, index: Index, id: &String) -> Result<bool, QueryError> {
    let found = Table::of_documents(index).sparse_id_index(reader.generation()?).numbers(std::slice::from_ref(id));
    Ok(!single(reader.read(vec![found]).await?)?.is_empty())
}

/// Where the names of a field are found.
enum Place {
    /// In the manifest, all of them.
    Manifest,
    /// Under their normal forms.
    Terms,
    /// Exactly as they are written.
    Names,
    /// Nowhere: they are ids of documents.
    Ids,
}

impl Place {
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

/// What the database knows of some values and of their other spellings.
struct Known {
    index: Index,
    manifest: Manifest,
    names: NameNumbers,
    terms: BTreeMap<String, TermEntry>,
}

impl Known {
    /// Reads it, in one trip. `None` of a dataset that was imported under other text rules, whose normal forms are others.
    async fn read(reader: &Reader<'_>, index: Index, wanted: &[Wanted<'_>]) -> Result<Option<Self>, QueryError> {
        let mut names: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let mut keys = Vec::new();
        for (field, value) in wanted {
            match Place::of(index, field) {
                Place::Manifest | Place::Ids => {}
                Place::Terms => keys.push(normal_form(value)),
                Place::Names => {
                    let names = names.entry(field.name).or_default();
                    names.push((*value).clone());
                    names.extend(usual_cases(value));
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        for names in names.values_mut() {
            names.sort_unstable();
            names.dedup();
        }
        let more = (!keys.is_empty()).then(|| terms_statement(reader, &keys)).into_iter().collect();
        let wanted = names.iter().map(|(field, names)| (*field, names.as_slice())).collect();
        let mut read = LookUp { index, wanted, more }.read(reader).await?;
        let rows = read.next();
        let LookedUp { manifest, names, .. } = read;
        if !manifest.has_current_text() {
            return Ok(None);
        }
        Ok(Some(Self { index, manifest, names, terms: terms(&rows)? }))
    }

    /// Whether a value occurs, unless it is an id.
    fn has(&self, field: &Field, value: &String) -> Result<Option<bool>, QueryError> {
        Ok(match Place::of(self.index, field) {
            Place::Manifest => Some(self.manifest.tuples.field(field.name)?.0.contains(value)),
            Place::Terms => Some(self.of_normal_form(field, value).any(|name| name == value)),
            Place::Names => Some(self.has_name(field, value)),
            Place::Ids => None,
        })
    }

    /// Names that a value is perhaps meant to be.
    fn other_spellings(&self, field: &Field, value: &String) -> Result<Vec<String>, QueryError> {
        let mut names: Vec<String> = match Place::of(self.index, field) {
            Place::Manifest => {
                let (values, _) = self.manifest.tuples.field(field.name)?;
                let form = normal_form(value);
                values.iter().filter(|other| normal_form(other) == form).cloned().collect()
            }
            Place::Terms => self.of_normal_form(field, value).cloned().collect(),
            Place::Names => usual_cases(value).into_iter().filter(|name| self.has_name(field, name)).collect(),
            Place::Ids => Vec::new(),
        };
        names.retain(|name| name != value);
        names.sort_unstable();
        Ok(names)
    }

    /// The names of a field that have the normal form of a value.
    fn of_normal_form(&self, field: &Field, value: &str) -> impl Iterator<Item = &String> {
        let dictionary = dictionary(self.index, field.name);
        let names = self.terms.get(&normal_form(value)).map_or(&[][..], |term| &term.names);
        names.iter().filter(move |(of, _)| *of == dictionary).map(|(_, name)| name)
    }

    fn has_name(&self, field: &Field, name: &str) -> bool {
        self.names.keys().any(|(of, known)| *of == field.name && known == name)
    }
}
