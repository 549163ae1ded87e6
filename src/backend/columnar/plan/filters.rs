//! Filters in terms of stored columns, with names resolved to numbers.

use super::Days;
use crate::base::order;
use crate::guard::request::{Filter, FilterCondition, Range};
use crate::measure::{highest_stored, lowest_stored};
use crate::segment::{Column, Corrupt, FieldStorage, MISSING, Manifest};
use crate::spec::{Field, Index};
use std::collections::BTreeMap;

/// A value of a field, with its document frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueFrequency {
    /// The number of the value.
    pub number: i64,
    /// The number of records that carry it.
    pub documents: u64,
}

/// The numbers of names, by field and name. A channel name can resolve to several channels.
pub type NameNumbers = BTreeMap<(&'static str, String), Vec<ValueFrequency>>;

/// A filter on a column: a record must carry one of the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueFilter {
    /// The column.
    pub column: Column,
    /// The values, ascending by number.
    pub values: Vec<ValueFrequency>,
}

impl ValueFilter {
    /// Returns the number of records that carry a value, summed over the values.
    pub fn documents(&self) -> u64 {
        self.values.iter().map(|value| value.documents).sum()
    }

    /// Returns true if a number is one of the values.
    pub fn has(&self, number: i64) -> bool {
        self.values.binary_search_by_key(&number, |value| value.number).is_ok()
    }
}

/// The conditions that a record must meet, combined with AND.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedFilters {
    /// For each tuple, true if its records pass; `None` if all tuples pass.
    pub tuples: Option<Vec<bool>>,
    /// The requested values of tuple fields, by field; [`Self::tuples`] is derived from them.
    pub tuple_values: Vec<(&'static str, Vec<String>)>,
    /// Filters on values; a record must pass each of them.
    pub values: Vec<ValueFilter>,
    /// The ids of which a record must have one.
    pub ids: Option<Vec<String>>,
    /// The days that a record may have.
    pub days: Days,
    /// Ranges of stored integers by column, both ends included.
    pub ranges: Vec<(Column, i64, i64)>,
}

impl ResolvedFilters {
    /// Returns filters that every record passes.
    pub fn none() -> Self {
        Self {
            tuples: None,
            tuple_values: Vec::new(),
            values: Vec::new(),
            ids: None,
            days: Days::ALL,
            ranges: Vec::new(),
        }
    }

    /// Resolves the filters of a request. Returns `None` if no record can pass, because a name is not in the dataset.
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
                    all.tuple_values.push((field.name, known.cloned().collect()));
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
                    let mut values: Vec<ValueFrequency> = known.flatten().copied().collect();
                    if values.is_empty() {
                        return Ok(None);
                    }
                    order::sort_by_key(&mut values, |value| value.number);
                    values.dedup_by_key(|value| value.number);
                    all.values.push(ValueFilter { column, values });
                }
                FilterCondition::Range(Range { gte, lte }) => {
                    let unit = field.unit();
                    // A missing value is in no range.
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
        // The most selective filter comes first: its chunks are read, and the others are checked on them.
        order::sort_by_key(&mut all.values, ValueFilter::documents);
        Ok(Some(all))
    }

    /// Returns the fields and names that must be resolved to numbers.
    pub fn names_to_resolve(index: Index, filters: &[Filter]) -> Vec<(&'static str, &[String])> {
        let named = filters.iter().filter_map(|Filter { field, condition }| match condition {
            FilterCondition::AnyOf(values) if Self::has_numbers(index, field) => Some((field.name, values.as_slice())),
            _ => None,
        });
        named.collect()
    }

    /// Returns the requested values of tuple fields, including those that are not in the dataset.
    pub fn requested_tuple_values(filters: &[Filter]) -> Vec<(&'static str, &[String])> {
        let requested = filters.iter().filter_map(|Filter { field, condition }| match condition {
            FilterCondition::AnyOf(values) if field.tuple.is_some() => Some((field.name, values.as_slice())),
            _ => None,
        });
        requested.collect()
    }

    /// Returns true if the dictionary has numbers for the names of a field.
    pub fn has_numbers(index: Index, field: &Field) -> bool {
        matches!(FieldStorage::of(index, field), FieldStorage::Names | FieldStorage::Channel)
    }

    /// Returns true if the days are restricted.
    pub fn has_days(&self) -> bool {
        self.days != Days::ALL
    }
}
