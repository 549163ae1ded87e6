//! The records of an index as columns, in the order of their numbers.

use super::record_dates::RecordDates;
use super::{NONE, RecordValue};
use crate::segment::{self, Column, MISSING, RecordBatch, number_at};
use crate::spec::Index;
use std::collections::BTreeMap;

/// A list of positions of names per record.
#[derive(Default)]
pub(super) struct ListColumn {
    /// The end of each record's list in the items.
    pub(super) ends: Vec<u32>,
    pub(super) items: Vec<u32>,
}

/// Given numbers of records and names, by column. For other columns, numbers are computed from positions.
#[derive(Default)]
pub(super) struct Numbering(pub(super) BTreeMap<Column, Vec<i64>>);

impl Numbering {
    /// Returns the function from positions of a column to numbers. [`Column::NUMBER`] stands for records.
    pub(super) fn of(&self, column: Column) -> impl Fn(u32) -> i64 {
        let given = self.0.get(&column);
        move |position| {
            let number = given.and_then(|given| given.get(position as usize)).copied();
            number.unwrap_or_else(|| number_at(position as usize))
        }
    }
}

/// All records of an index.
pub(super) struct Frame {
    pub(super) index: Index,
    pub(super) length: usize,
    pub(super) tuples: segment::Tuples,
    pub(super) tuple: Vec<u32>,
    pub(super) dates: RecordDates,
    /// The position of each record's name, and the number of names.
    pub(super) ranks: Vec<(Column, Vec<u32>, usize)>,
    pub(super) numbers: Vec<(Column, Vec<i64>)>,
    /// The positions of each record's names, and the number of names.
    pub(super) lists: Vec<(Column, ListColumn, usize)>,
    pub(super) numbering: Numbering,
}

impl Frame {
    pub(super) fn number(&self, document: u32) -> i64 {
        self.numbering.of(Column::NUMBER)(document)
    }

    /// Returns the numbers of a column that does not hold names.
    pub(super) fn numbers(&self, column: Column) -> &[i64] {
        self.numbers.iter().find(|(known, _)| *known == column).map_or(&[], |(_, numbers)| numbers)
    }

    /// Returns the positions of a column's names, for columns with one name per record.
    pub(super) fn ranks(&self, column: Column) -> &[u32] {
        self.ranks.iter().find(|(known, ..)| *known == column).map_or(&[], |(_, ranks, _)| ranks)
    }

    /// Returns the number of names in a column.
    pub(super) fn names(&self, column: Column) -> usize {
        let single = self.ranks.iter().find(|(known, ..)| *known == column).map(|(.., names)| *names);
        let listed = || self.lists.iter().find(|(known, ..)| *known == column).map(|(.., names)| *names);
        single.or_else(listed).unwrap_or(0)
    }

    /// Returns each column of names with the number of its names.
    pub(super) fn names_by_column(&self) -> impl Iterator<Item = (Column, usize)> {
        let single = self.ranks.iter().map(|(column, _, names)| (*column, *names));
        single.chain(self.lists.iter().map(|(column, _, names)| (*column, *names)))
    }

    /// Returns the items of a record's list.
    pub(super) fn items(&self, column: Column, document: u32) -> &[u32] {
        let Some((_, list, _)) = self.lists.iter().find(|(known, ..)| *known == column) else { return &[] };
        items_of(list, document)
    }

    /// Returns every pair of a record and one of its names in a column, in the order of records.
    pub(super) fn entries(&self, column: Column) -> Vec<RecordValue> {
        let documents = 0..self.length as u32;
        match self.lists.iter().find(|(known, ..)| *known == column) {
            Some((_, list, _)) => documents
                .flat_map(|document| {
                    items_of(list, document).iter().map(move |value| RecordValue { document, value: *value })
                })
                .collect(),
            None => {
                let ranks = documents.zip(self.ranks(column));
                ranks
                    .filter(|(_, rank)| **rank != NONE)
                    .map(|(document, rank)| RecordValue { document, value: *rank })
                    .collect()
            }
        }
    }

    /// Returns columns of some records, ready to be packed.
    pub(super) fn documents(&self, columns: &[Column], documents: &[u32]) -> RecordBatch {
        columns.iter().copied().fold(RecordBatch::new(documents.len()), |chunk, column| match column {
            Column::NUMBER => {
                let number = self.numbering.of(column);
                chunk.with_numbers(column, documents.iter().map(|document| number(*document)).collect())
            }
            Column::TUPLE => {
                let tuples = pick(&self.tuple, documents).map(|tuple| tuple.map_or(MISSING, i64::from));
                chunk.with_numbers(column, tuples.collect())
            }
            column if column.is_list() => {
                let mut lists = segment::Lists::default();
                let number = self.numbering.of(column);
                for document in documents {
                    lists.push(self.items(column, *document).iter().map(|rank| number(*rank)));
                }
                chunk.with_lists(column, lists)
            }
            column => match self.ranks(column) {
                [] => {
                    let numbers = pick(self.numbers(column), documents).map(|number| number.unwrap_or(MISSING));
                    chunk.with_numbers(column, numbers.collect())
                }
                ranks => {
                    let number = self.numbering.of(column);
                    let named = |rank: Option<u32>| rank.filter(|rank| *rank != NONE).map_or(MISSING, &number);
                    chunk.with_numbers(column, pick(ranks, documents).map(named).collect())
                }
            },
        })
    }
}

fn items_of(list: &ListColumn, document: u32) -> &[u32] {
    let at = document as usize;
    let start = at.checked_sub(1).and_then(|before| list.ends.get(before)).copied().unwrap_or(0);
    let end = list.ends.get(at).copied().unwrap_or(0);
    list.items.get(start as usize..end as usize).unwrap_or_default()
}

fn pick<'a, T: Copy>(values: &'a [T], documents: &'a [u32]) -> impl Iterator<Item = Option<T>> + 'a {
    documents.iter().map(|document| values.get(*document as usize).copied())
}
