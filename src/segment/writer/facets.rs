//! Writes the rows of facets: the records of every value of a tuple field, of every month and year.

use super::{Frame, Groups, Json, Output, WriteError, in_order, packed_row};
use crate::segment::{Facet, Table, WORD_CHUNK, number_at, pack, tuple_fields};
use serde_json::{Value, json};

/// The facets of an index, by key, with their records.
pub(super) struct Facets {
    groups: Vec<(Vec<String>, Groups<u32>)>,
}

impl Facets {
    pub(super) fn of(frame: &Frame) -> Result<Self, WriteError> {
        let documents: Vec<u32> = (0..frame.length as u32).collect();
        let keys = |facets: &mut dyn Iterator<Item = Facet<'_>>| facets.map(|facet| facet.key(frame.index)).collect();
        let mut groups: Vec<(Vec<String>, Groups<u32>)> = Vec::new();
        for field in tuple_fields(frame.index) {
            let (values, of_tuple) = frame.tuples.field(field.name).map_err(|error| WriteError::Sink(error.into()))?;
            // A record without a value belongs to no group.
            let position = |document: &u32| {
                let tuple = frame.tuple.get(*document as usize).copied().unwrap_or(u32::MAX);
                of_tuple.get(tuple as usize).and_then(|position| usize::try_from(*position).ok()).unwrap_or(usize::MAX)
            };
            let of_field = Groups::by(&documents, values.len(), position);
            groups.push((keys(&mut values.iter().map(|value| Facet::Value(field.name, value))), of_field));
        }
        let (months, years) = (&frame.dates.months, &frame.dates.years);
        let by_month = Groups::by(&documents, months.len(), |document| frame.dates.month(*document));
        groups.push((keys(&mut months.iter().map(|month| Facet::Month(*month))), by_month));
        let by_year = Groups::by(&documents, years.len(), |document| frame.dates.year(*document));
        groups.push((keys(&mut years.iter().map(|year| Facet::Year(*year))), by_year));
        // The keys of one group share a prefix, so sorting groups sorts keys.
        groups.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Self { groups })
    }

    fn iter(&self) -> impl Iterator<Item = (&String, &[u32])> {
        self.groups.iter().flat_map(|(keys, groups)| keys.iter().zip(groups.iter()))
    }

    /// Packs the rows, in the order of their keys.
    pub(super) fn pack(&self, output: &mut Output<'_>) -> Result<(), WriteError> {
        let jobs: Vec<(&String, &[u32])> = self.iter().collect();
        in_order(&jobs, |(key, documents)| Ok(rows(key, documents)), |packed| output.rows(Table::Word, &packed))
    }

    /// Writes the frequency of each facet, in the order of their keys.
    pub(super) fn frequencies(&self, output: &mut Output<'_>) -> Result<(), WriteError> {
        self.iter().try_for_each(|(key, documents)| {
            let chunks = documents.len().div_ceil(WORD_CHUNK);
            (output.sink)(Table::Frequency, &json!([key, documents.len(), chunks]).to_string())
        })
    }
}

fn rows(key: &str, documents: &[u32]) -> Vec<Json> {
    let key = Value::from(key);
    let row = |(sequence, documents): (usize, &[u32])| {
        let numbers: Vec<i64> = documents.iter().map(|document| number_at(*document as usize)).collect();
        let [first, last] = [numbers.first(), numbers.last()].map(|number| number.copied().unwrap_or(0));
        let packed = pack(&numbers);
        let columns = [Some(packed), None, None, None];
        let end = packed_row(&[sequence as i64, numbers.len() as i64, first, last], columns).split_off(1);
        format!("[{key},{end}")
    };
    documents.chunks(WORD_CHUNK).enumerate().map(row).collect()
}
