//! Filters in terms of numbers: what a document must be, once names are known.

use super::Days;
use crate::guard::request::{Filter, FilterCondition, Range};
use crate::measure::{highest_stored, lowest_stored};
use crate::segment::{Column, Corrupt, FieldStorage, MISSING, Manifest};
use crate::spec::{Field, Index};
use std::collections::BTreeMap;

/// A value of a field: its number and the documents that carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The number.
    pub number: i64,
    /// Documents that carry it.
    pub documents: u64,
}

/// The numbers of names, by field and name; a channel name can stand for several channels.
pub type NameNumbers = BTreeMap<(&'static str, String), Vec<Value>>;

/// Any of some values in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyOf {
    /// The column.
    pub column: Column,
    /// The values, by number.
    pub values: Vec<Value>,
}

impl AnyOf {
    /// Documents that carry any of the values, counted once per value.
    pub fn documents(&self) -> u64 {
        self.values.iter().map(|value| value.documents).sum()
    }

    /// Whether a number is one of the values'.
    pub fn has(&self, number: i64) -> bool {
        self.values.binary_search_by_key(&number, |value| value.number).is_ok()
    }
}

/// What a document must be to count.
#[derive(Debug, Clone, PartialEq)]
pub struct Filters {
    /// Which tuples count, by tuple; `None` when all do.
    pub tuples: Option<Vec<bool>>,
    /// The values of tuple fields that count, by field: what [`Self::tuples`] is made of.
    pub low: Vec<(&'static str, Vec<String>)>,
    /// Values of which it must carry one, per filter.
    pub values: Vec<AnyOf>,
    /// Ids of which it must have one.
    pub ids: Option<Vec<String>>,
    /// The days it may be of.
    pub days: Days,
    /// Ranges that stored integers must lie in, ends included.
    pub ranges: Vec<(Column, i64, i64)>,
}

impl Filters {
    /// Filters that everything passes.
    pub fn none() -> Self {
        Self { tuples: None, low: Vec::new(), values: Vec::new(), ids: None, days: Days::ALL, ranges: Vec::new() }
    }

    /// Filters in terms of numbers; `None` when nothing can pass: a name is not in the dataset.
    pub fn new(
        index: Index,
        filters: &[Filter],
        manifest: &Manifest,
        names: &NameNumbers,
    ) -> Result<Option<Self>, Corrupt> {
        let mut all = Self::none();
        for Filter { field, condition } in filters {
            let Some(column) = Column::of_field(index, field) else {
                return Err(Corrupt("a field has no column"));
            };
            match condition {
                FilterCondition::AnyOf(wanted) if field.tuple.is_some() => {
                    let (values, of_tuple) = manifest.tuples.field(field.name)?;
                    let known = values.iter().filter(|value| wanted.contains(value));
                    all.low.push((field.name, known.cloned().collect()));
                    let wanted: Vec<i64> = values
                        .iter()
                        .enumerate()
                        .filter(|(_, value)| wanted.contains(value))
                        .map(|(position, _)| position as i64)
                        .collect();
                    let pass = of_tuple.iter().map(|position| *position != MISSING && wanted.contains(position));
                    let pass: Vec<bool> = match all.tuples.take() {
                        Some(tuples) => tuples.into_iter().zip(pass).map(|(before, now)| before && now).collect(),
                        None => pass.collect(),
                    };
                    if !pass.contains(&true) {
                        return Ok(None);
                    }
                    all.tuples = Some(pass);
                }
                FilterCondition::AnyOf(wanted) if column == Column::NUMBER => all.ids = Some(wanted.clone()),
                FilterCondition::AnyOf(wanted) => {
                    let known = wanted.iter().filter_map(|name| names.get(&(field.name, name.clone())));
                    let mut values: Vec<Value> = known.flatten().copied().collect();
                    if values.is_empty() {
                        return Ok(None);
                    }
                    values.sort_by_key(|value| value.number);
                    values.dedup_by_key(|value| value.number);
                    all.values.push(AnyOf { column, values });
                }
                FilterCondition::Range(Range { gte, lte }) => {
                    let unit = field.unit();
                    // What is missing lies in no range.
                    let low = gte.map_or(MISSING + 1, |number| lowest_stored(number, unit));
                    let high = lte.map_or(i64::MAX, |number| highest_stored(number, unit));
                    all.ranges.push((column, low, high));
                }
                FilterCondition::Dates(Range { gte, lte }) => {
                    all.days = Days {
                        first: gte.map_or(i64::MIN, |date| date.day()),
                        last: lte.map_or(i64::MAX, |date| date.day()),
                    };
                }
            }
        }
        // The most selective first: its chunks are read, the others are checked on them.
        all.values.sort_by_key(AnyOf::documents);
        Ok(Some(all))
    }

    /// The fields whose names must be numbered, with the names.
    pub fn named(index: Index, filters: &[Filter]) -> Vec<(&'static str, &[String])> {
        let named = filters.iter().filter_map(|Filter { field, condition }| match condition {
            FilterCondition::AnyOf(values) if Self::has_numbers(index, field) => Some((field.name, values.as_slice())),
            _ => None,
        });
        named.collect()
    }

    /// The values of tuple fields that are filtered for, before it is known which of them there are.
    pub fn of_tuples(filters: &[Filter]) -> Vec<(&'static str, &[String])> {
        let low = filters.iter().filter_map(|Filter { field, condition }| match condition {
            FilterCondition::AnyOf(values) if field.tuple.is_some() => Some((field.name, values.as_slice())),
            _ => None,
        });
        low.collect()
    }

    /// Whether names of a field have numbers in the dictionary.
    pub fn has_numbers(index: Index, field: &Field) -> bool {
        matches!(FieldStorage::of(index, field), FieldStorage::Names | FieldStorage::Channel)
    }

    /// Whether they say something about days.
    pub fn has_days(&self) -> bool {
        self.days != Days::ALL
    }
}
