//! Collects the values of imported rows that become packed columns.

use super::{Interner, NONE, RowReader, TextSymbol, WriteError};
use crate::segment::{FieldStorage, Hashes, MISSING, RowKind};
use crate::spec::Index;

/// The position of a row in the spool, and the hash of its content.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SpooledRow {
    pub(super) offset: u64,
    pub(super) hash: u64,
    /// The length in bytes; 0 if there is no row.
    pub(super) length: u32,
}

/// Sums the hashes of rows.
pub(super) fn hashes(places: &[SpooledRow]) -> Hashes {
    let mut hashes = Hashes::default();
    places.iter().for_each(|place| hashes.add(place.hash));
    hashes
}

/// A column of lists.
#[derive(Default)]
pub(super) struct ListBuffer {
    /// The start and the length of each record's list in the items. The items of a replaced list remain.
    spans: Vec<(u32, u32)>,
    items: Vec<TextSymbol>,
}

/// The collected values of a column.
enum ColumnValues {
    Name(Interner, Vec<TextSymbol>),
    List(Interner, ListBuffer),
    Number(Vec<i64>),
    Day(Vec<i64>),
    Time(Vec<i64>),
}

/// The collected values of a kind of rows, by slot.
pub(super) struct CollectedColumns {
    columns: Vec<(&'static str, ColumnValues)>,
    places: Vec<SpooledRow>,
}

impl CollectedColumns {
    /// Creates an empty collection for an index, with the columns that answers are computed from. The writer keeps the
    /// ids itself.
    pub(super) fn new(index: Index) -> Self {
        let kept = |column: &&'static str| {
            let field = index.entry().columns.iter().find(|field| field.name == *column)?;
            let kept = match FieldStorage::of(index, field) {
                FieldStorage::Names if field.multi => ColumnValues::List(Interner::default(), ListBuffer::default()),
                FieldStorage::Names | FieldStorage::Tuple | FieldStorage::Channel => {
                    ColumnValues::Name(Interner::default(), Vec::new())
                }
                FieldStorage::Number => ColumnValues::Number(Vec::new()),
                FieldStorage::Day => ColumnValues::Day(Vec::new()),
                FieldStorage::Time => ColumnValues::Time(Vec::new()),
                FieldStorage::Nowhere if field.inherited => ColumnValues::Name(Interner::default(), Vec::new()),
                FieldStorage::Id | FieldStorage::Video | FieldStorage::Nowhere => return None,
            };
            Some((field.name, kept))
        };
        Self { columns: RowKind::of(index).columns().iter().filter_map(kept).collect(), places: Vec::new() }
    }

    /// Returns the number of slots.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the position of a slot's row, if there is one.
    pub(super) fn place(&self, slot: u32) -> Option<SpooledRow> {
        self.places.get(slot as usize).copied().filter(|place| place.length > 0)
    }

    /// Stores a row in a slot, and replaces any earlier one.
    pub(super) fn put(&mut self, slot: u32, row: &RowReader<'_>, place: SpooledRow) -> Result<(), WriteError> {
        let mut kept = self.columns.iter_mut();
        let mut next = kept.next();
        for value in row.values() {
            // Collected columns are in the order of the row's columns.
            let Some((_, kept_values)) = next.as_mut().filter(|(name, _)| *name == value.column) else { continue };
            match kept_values {
                ColumnValues::Name(names, symbols) => {
                    let symbol = value.text()?.map_or(NONE, |text| names.intern(&text));
                    set(symbols, slot, symbol, NONE);
                }
                ColumnValues::List(names, lists) => {
                    let start = u32::try_from(lists.items.len()).map_err(|_| too_many("list items"))?;
                    lists.items.extend(value.list()?.iter().map(|item| names.intern(item)));
                    // The cast is lossless: these are items of one row.
                    let length = (lists.items.len() - start as usize) as u32;
                    set(&mut lists.spans, slot, (start, length), (0, 0));
                }
                ColumnValues::Number(numbers) => set(numbers, slot, value.number()?.unwrap_or(MISSING), MISSING),
                ColumnValues::Day(days) => set(days, slot, value.day()?, MISSING),
                ColumnValues::Time(times) => set(times, slot, value.time()?.unwrap_or(MISSING), MISSING),
            }
            next = kept.next();
        }
        set(&mut self.places, slot, place, SpooledRow::default());
        Ok(())
    }

    /// Moves the names of a column out. Returns the symbol of each of the slots.
    pub(super) fn take_names(&mut self, column: &str, slots: &[u32]) -> (Interner, Vec<TextSymbol>) {
        match self.take(column) {
            Some(ColumnValues::Name(names, symbols)) => (names, pick(&symbols, slots, NONE)),
            _ => (Interner::default(), vec![NONE; slots.len()]),
        }
    }

    /// Moves the lists of a column out. Returns the end of each slot's list among the symbols, and the symbols.
    pub(super) fn take_lists(&mut self, column: &str, slots: &[u32]) -> (Interner, Vec<u32>, Vec<TextSymbol>) {
        let Some(ColumnValues::List(names, ListBuffer { spans, items })) = self.take(column) else {
            return (Interner::default(), vec![0; slots.len()], Vec::new());
        };
        let mut ends = Vec::with_capacity(slots.len());
        let mut picked = Vec::with_capacity(items.len());
        for (start, length) in pick(&spans, slots, (0, 0)) {
            let start = start as usize;
            picked.extend(items.get(start..start + length as usize).unwrap_or_default());
            // The cast is lossless: there are no more than `items`, whose count is a `u32`.
            ends.push(picked.len() as u32);
        }
        (names, ends, picked)
    }

    /// Returns the days of some slots.
    pub(super) fn days(&self, slots: &[u32]) -> Vec<i64> {
        let days = self
            .columns
            .iter()
            .find_map(|(_, kept)| if let ColumnValues::Day(days) = kept { Some(days) } else { None });
        days.map_or_else(Vec::new, |days| pick(days, slots, MISSING))
    }

    /// Moves the numbers or times of a column out, for some slots.
    pub(super) fn take_numbers(&mut self, column: &str, slots: &[u32]) -> Vec<i64> {
        match self.take(column) {
            Some(ColumnValues::Number(numbers) | ColumnValues::Time(numbers)) => pick(&numbers, slots, MISSING),
            _ => vec![MISSING; slots.len()],
        }
    }

    /// Moves the positions of some slots' rows out.
    pub(super) fn take_places(&mut self, slots: &[u32]) -> Vec<SpooledRow> {
        pick(&std::mem::take(&mut self.places), slots, SpooledRow::default())
    }

    fn take(&mut self, column: &str) -> Option<ColumnValues> {
        let at = self.columns.iter().position(|(name, _)| *name == column)?;
        Some(self.columns.swap_remove(at).1)
    }
}

pub(super) fn too_many(what: &str) -> WriteError {
    WriteError::TooMany(what.to_owned())
}

/// Sets the value of a slot. Slots before it that do not exist yet become empty.
pub(super) fn set<T: Copy>(values: &mut Vec<T>, slot: u32, value: T, empty: T) {
    let slot = slot as usize;
    if values.len() <= slot {
        values.resize(slot + 1, empty);
    }
    if let Some(place) = values.get_mut(slot) {
        *place = value;
    }
}

/// Returns the values at some positions.
pub(super) fn pick<T: Copy>(values: &[T], positions: &[u32], missing: T) -> Vec<T> {
    positions.iter().map(|position| values.get(*position as usize).copied().unwrap_or(missing)).collect()
}
