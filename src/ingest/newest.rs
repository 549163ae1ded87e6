//! Selects the newest of several records with one id, regardless of the order of files and rows.
//!
//! The record with the later `indexed_at` counts, then the one with the later `upload_date` (for a mention, that of its
//! video). If both are equal, the record with the larger text counts. Memory has only ids and these times; texts are
//! read again to break a tie.

use super::videos::{Fingerprint, fingerprint};
use crate::segment::writer::{SegmentWriter, Spool, SpoolPosition, WriteError};
use crate::segment::{ImportedRow, RowKind};
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Columns that are excluded when the texts of two rows are compared: the hash, and the time of import, which is not
/// content.
const NOT_COMPARED: [&str; 2] = ["indexed_at", crate::segment::HASH];

/// A store of the rows of an import.
pub trait RowStore {
    /// The position of a stored row.
    type Position: Copy;
    /// The error of storing or reading a row.
    type Error;
    /// Stores a row. It replaces an earlier one with the same id.
    ///
    /// # Errors
    /// If the row cannot be stored.
    fn take(&mut self, row: &ImportedRow) -> Result<Self::Position, Self::Error>;
    /// Reads a stored row.
    ///
    /// # Errors
    /// If the row cannot be read.
    fn row(&mut self, kind: RowKind, place: Self::Position) -> Result<ImportedRow, Self::Error>;
}

impl<S: Spool> RowStore for SegmentWriter<S> {
    type Position = SpoolPosition;
    type Error = WriteError;

    fn take(&mut self, row: &ImportedRow) -> Result<SpoolPosition, WriteError> {
        self.add_row(row)
    }

    fn row(&mut self, kind: RowKind, place: SpoolPosition) -> Result<ImportedRow, WriteError> {
        SegmentWriter::row(self, kind, place)
    }
}

/// The newest state of each id in an import. Takes 32 bytes per record, and as much again while the map grows.
#[derive(Debug)]
pub struct NewestRecords<P> {
    kept: HashMap<Fingerprint, State<P>>,
}

impl<P> Default for NewestRecords<P> {
    fn default() -> Self {
        Self { kept: HashMap::new() }
    }
}

/// The times by which the newer of two records is found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordTime {
    /// The `indexed_at` time in seconds since 1970; 0 for records without one.
    pub indexed_at: i64,
    /// The `upload_date` in days since 1970; 0 for records without one.
    pub day: i64,
}

/// A [`RecordTime`] in half the bytes. The years that times may lie in fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ShortTime {
    indexed_at: u32,
    day: i32,
}

impl From<RecordTime> for ShortTime {
    fn from(RecordTime { indexed_at, day }: RecordTime) -> Self {
        Self {
            indexed_at: indexed_at.clamp(0, u32::MAX.into()) as u32,
            day: day.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct State<P> {
    time: ShortTime,
    place: P,
}

/// The position of a record among those with its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordState {
    /// The first record with its id.
    First,
    /// Newer than those before it, which it replaces.
    Newer,
    /// Not newer than one before it, which stays.
    Older,
}

impl RecordState {
    /// Returns true if the record was stored: it is the newest so far.
    pub fn is_stored(self) -> bool {
        self != Self::Older
    }
}

impl<P: Copy> NewestRecords<P> {
    /// Compares a record with earlier ones of its id, and stores its row if it is the first or newer.
    ///
    /// # Errors
    /// Those of the store.
    pub fn offer<S: RowStore<Position = P>>(
        &mut self,
        store: &mut S,
        id: &str,
        time: RecordTime,
        row: &ImportedRow,
    ) -> Result<RecordState, S::Error> {
        let key = fingerprint(&format!("{} {id}", row.kind.name()));
        let time = ShortTime::from(time);
        let state = match self.kept.get(&key) {
            None => RecordState::First,
            Some(kept) => {
                let is_newer = match time.cmp(&kept.time) {
                    Ordering::Equal => content(row) > content(&store.row(row.kind, kept.place)?),
                    order => order.is_gt(),
                };
                if is_newer { RecordState::Newer } else { RecordState::Older }
            }
        };
        if state.is_stored() {
            let place = store.take(row)?;
            self.kept.insert(key, State { time, place });
        }
        Ok(state)
    }
}

/// Returns the text of a row's content.
fn content(row: &ImportedRow) -> String {
    // Rows are JSON arrays that this crate wrote.
    let values: Vec<&RawValue> = serde_json::from_str(&row.json).unwrap_or_default();
    let columns = row.kind.columns().iter().zip(values).filter(|(column, _)| !NOT_COMPARED.contains(*column));
    columns.map(|(_, value)| value.get()).collect::<Vec<_>>().join(",")
}
