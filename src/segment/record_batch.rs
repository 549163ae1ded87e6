//! Batches of records: one packed value per column.

use super::codec::{Packer, Unpacker};
use super::{Column, Corrupt, MISSING};
use std::sync::Arc;

/// The values of a column of records. Clones share them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnValues(Arc<Values>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Values {
    Numbers(Vec<i64>),
    Lists(Lists),
}

impl ColumnValues {
    /// Reads a packed column of `length` records.
    pub fn unpack(column: impl ColumnKind, length: usize, text: &str) -> Result<Self, Corrupt> {
        Self::read(column, std::iter::once((length, Unpacker::new(text))))
    }

    /// Reads a packed column of `length` records from its [`super::packed_bytes`].
    pub fn unpack_bytes(column: impl ColumnKind, length: usize, bytes: &[u8]) -> Result<Self, Corrupt> {
        Self::read(column, std::iter::once((length, Unpacker::of_bytes(bytes))))
    }

    /// Reads a column that was packed in several parts. Each part has the number of its records.
    fn read<'a>(
        column: impl ColumnKind,
        parts: impl Iterator<Item = (usize, Result<Unpacker<'a>, Corrupt>)>,
    ) -> Result<Self, Corrupt> {
        let (mut numbers, mut lists) = (Vec::new(), Lists::default());
        for (length, unpacker) in parts {
            let mut unpacker = unpacker?;
            let part = unpacker.numbers(length)?;
            if column.is_list() {
                lists.append(&part, unpacker.sequence()?)?;
            } else if numbers.is_empty() {
                numbers = part;
            } else {
                numbers.extend(part);
            }
            unpacker.finish()?;
        }
        Ok(if column.is_list() { Values::Lists(lists) } else { Values::Numbers(numbers) }.into())
    }

    /// Returns the memory that the values take.
    pub fn bytes(&self) -> usize {
        match &*self.0 {
            Values::Numbers(numbers) => numbers.capacity() * size_of::<i64>(),
            Values::Lists(Lists { ends, items }) => {
                ends.capacity() * size_of::<usize>() + items.capacity() * size_of::<i64>()
            }
        }
    }

    /// Moves the values out. Copies them if there are clones.
    fn take(&mut self) -> Values {
        let empty = match &*self.0 {
            Values::Numbers(_) => Values::Numbers(Vec::new()),
            Values::Lists(_) => Values::Lists(Lists::default()),
        };
        Arc::unwrap_or_clone(std::mem::replace(&mut self.0, Arc::new(empty)))
    }
}

impl From<Values> for ColumnValues {
    fn from(values: Values) -> Self {
        Self(Arc::new(values))
    }
}

/// A list of numbers per record, concatenated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists {
    /// The end of each list in the items.
    ends: Vec<usize>,
    items: Vec<i64>,
}

impl Lists {
    /// Appends the list of the next record.
    pub fn push(&mut self, items: impl IntoIterator<Item = i64>) {
        self.items.extend(items);
        self.ends.push(self.items.len());
    }

    /// Appends lists of the given lengths, which together have the given items.
    fn append(&mut self, lengths: &[i64], items: Vec<i64>) -> Result<(), Corrupt> {
        let end_of_all = self.items.len() + items.len();
        let mut end = self.items.len();
        self.ends.reserve(lengths.len());
        self.ends.extend(lengths.iter().map(|length| {
            // A damaged length makes the last end, which no other exceeds, another one than that of the items.
            end = end.saturating_add(usize::try_from(*length).unwrap_or(usize::MAX));
            end
        }));
        if end != end_of_all || items.contains(&MISSING) {
            return Err(Corrupt("items belong to no list"));
        }
        if self.items.is_empty() {
            self.items = items;
        } else {
            self.items.extend(items);
        }
        Ok(())
    }

    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no lists.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the items of all lists.
    pub fn items(&self) -> &[i64] {
        &self.items
    }

    /// Returns the list of a record, by its position.
    pub fn get(&self, position: usize) -> &[i64] {
        let end = self.ends.get(position).copied().unwrap_or(0);
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.items.get(start..end).unwrap_or_default()
    }
}

/// The type that identifies columns.
pub trait ColumnKind: Copy + PartialEq {
    /// Returns true if each record has a list of numbers in this column.
    fn is_list(self) -> bool;
}

impl ColumnKind for Column {
    fn is_list(self) -> bool {
        Self::is_list(self)
    }
}

/// A batch of records as columns, in the order of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordBatch<C = Column> {
    length: usize,
    columns: Vec<(C, ColumnValues)>,
}

impl<C: ColumnKind> RecordBatch<C> {
    /// Creates `length` records that have no columns yet.
    pub fn new(length: usize) -> Self {
        Self { length, columns: Vec::new() }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns true if there are no records.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a column of numbers, one per record; [`MISSING`] for a record without one.
    pub fn with_numbers(self, column: C, numbers: Vec<i64>) -> Self {
        self.with_values(column, Values::Numbers(numbers).into())
    }

    /// Adds a column of lists, one per record.
    pub fn with_lists(self, column: C, lists: Lists) -> Self {
        self.with_values(column, Values::Lists(lists).into())
    }

    /// Adds a column of unpacked values, one per record.
    pub fn with_values(mut self, column: C, values: ColumnValues) -> Self {
        self.columns.push((column, values));
        self
    }

    fn values(&self, column: C) -> Option<&Values> {
        self.columns.iter().find(|(known, _)| *known == column).map(|(_, values)| &*values.0)
    }

    /// Moves the values out of a column.
    fn take_values(&mut self, column: C) -> Option<Values> {
        self.columns.iter_mut().find(|(known, _)| *known == column).map(|(_, values)| values.take())
    }

    /// Returns the numbers of a column. Fails if the column was not read, or holds lists.
    pub fn numbers(&self, column: C) -> Result<&[i64], Corrupt> {
        match self.values(column) {
            Some(Values::Numbers(numbers)) => Ok(numbers),
            _ => Err(Corrupt("a column of numbers is not there")),
        }
    }

    /// Returns the lists of a column. Fails if the column was not read, or holds numbers.
    pub fn lists(&self, column: C) -> Result<&Lists, Corrupt> {
        match self.values(column) {
            Some(Values::Lists(lists)) => Ok(lists),
            _ => Err(Corrupt("a column of lists is not there")),
        }
    }

    /// Moves the numbers out of a column. Fails as [`Self::numbers`] does.
    pub fn take_numbers(&mut self, column: C) -> Result<Vec<i64>, Corrupt> {
        match self.take_values(column) {
            Some(Values::Numbers(numbers)) => Ok(numbers),
            _ => Err(Corrupt("a column of numbers is not there")),
        }
    }

    /// Moves the lists out of a column. Fails as [`Self::lists`] does.
    pub fn take_lists(&mut self, column: C) -> Result<Lists, Corrupt> {
        match self.take_values(column) {
            Some(Values::Lists(lists)) => Ok(lists),
            _ => Err(Corrupt("a column of lists is not there")),
        }
    }

    /// Copies the records at some positions.
    pub fn take(&self, positions: &[usize]) -> Self {
        let mut taken = Self::new(0);
        taken.extend_from(self, positions);
        taken
    }

    /// Appends the records of `others` at some positions. Both have the same columns; if these have none, they take the
    /// columns of the others.
    pub fn extend_from(&mut self, others: &Self, positions: &[usize]) {
        if self.columns.is_empty() {
            let empty = |(column, values): &(C, ColumnValues)| match &*values.0 {
                Values::Numbers(_) => (*column, Values::Numbers(Vec::new()).into()),
                Values::Lists(_) => (*column, Values::Lists(Lists::default()).into()),
            };
            self.columns = others.columns.iter().map(empty).collect();
        }
        self.length += positions.len();
        for ((_, values), (_, others)) in self.columns.iter_mut().zip(&others.columns) {
            match (Arc::make_mut(&mut values.0), &*others.0) {
                (Values::Numbers(numbers), Values::Numbers(others)) => {
                    numbers.extend(positions.iter().map(|at| others.get(*at).copied().unwrap_or(MISSING)));
                }
                (Values::Lists(lists), Values::Lists(others)) => {
                    positions.iter().for_each(|at| lists.push(others.get(*at).iter().copied()));
                }
                _ => {}
            }
        }
    }

    /// Packs the columns, in the order in which they were added.
    pub fn pack(&self) -> impl Iterator<Item = (C, String)> {
        self.columns.iter().map(|(column, values)| {
            let mut packer = Packer::default();
            match &*values.0 {
                Values::Numbers(numbers) => packer.numbers(numbers),
                Values::Lists(Lists { ends, items }) => {
                    let starts = std::iter::once(&0).chain(ends);
                    let lengths: Vec<i64> = ends.iter().zip(starts).map(|(end, start)| (end - start) as i64).collect();
                    packer.numbers(&lengths).numbers(items)
                }
            };
            (*column, packer.finish())
        })
    }

    /// Reads a packed column and adds it.
    pub fn unpack(&mut self, column: C, text: &str) -> Result<(), Corrupt> {
        self.unpack_all(column, &[(self.length, text)])
    }

    /// Reads a column that was packed in several parts and adds it. Each part has the number of its records.
    pub fn unpack_all(&mut self, column: C, parts: &[(usize, &str)]) -> Result<(), Corrupt> {
        if parts.iter().map(|(length, _)| length).sum::<usize>() != self.length {
            return Err(Corrupt("a column has another length"));
        }
        self.columns.push((
            column,
            ColumnValues::read(column, parts.iter().map(|(length, text)| (*length, Unpacker::new(text))))?,
        ));
        Ok(())
    }
}
