//! Records with one id in one import: the newest state counts, in whatever order files and rows come.
//!
//! The later `indexed_at` counts, then the later `upload_date` (of a mention that of its video), then the larger text of
//! what is kept. Only ids and these times stay in memory; a text is read again where two records tie.

use super::videos::fingerprint;
use crate::segment::writer::{RowPlace, SegmentWriter, Spool, WriteError};
use crate::segment::{RowKind, SegmentRow};
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Columns that do not count where the texts of two rows are compared: equal times, and a time of import is no content.
const NOT_COMPARED: [&str; 2] = ["indexed_at", crate::segment::HASH];

/// The store that takes the rows of an import.
pub trait RowStore {
    /// The place at which a row can be read again.
    type Place: Copy;
    /// The reason why a row cannot be taken or read.
    type Error;
    /// Takes a row. It replaces one with the same id that was taken before.
    ///
    /// # Errors
    /// When there is no room for it.
    fn take(&mut self, row: &SegmentRow) -> Result<Self::Place, Self::Error>;
    /// Reads a row that was taken.
    ///
    /// # Errors
    /// When it cannot be read.
    fn row(&mut self, kind: RowKind, place: Self::Place) -> Result<SegmentRow, Self::Error>;
}

impl<S: Spool> RowStore for SegmentWriter<S> {
    type Place = RowPlace;
    type Error = WriteError;

    fn take(&mut self, row: &SegmentRow) -> Result<RowPlace, WriteError> {
        self.add_row(row)
    }

    fn row(&mut self, kind: RowKind, place: RowPlace) -> Result<SegmentRow, WriteError> {
        SegmentWriter::row(self, kind, place)
    }
}

/// The records of an import so far: for each id the state that counts. 48 bytes a record.
#[derive(Debug)]
pub struct NewestRecords<P> {
    kept: HashMap<[u64; 2], State<P>>,
}

impl<P> Default for NewestRecords<P> {
    fn default() -> Self {
        Self { kept: HashMap::new() }
    }
}

/// What tells which of two records is newer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordTime {
    /// Seconds since 1970 of `indexed_at`; 0 for records that have none.
    pub indexed_at: i64,
    /// The day of `upload_date` since 1970; 0 for records that have none.
    pub day: i64,
}

#[derive(Debug, Clone, Copy)]
struct State<P> {
    time: RecordTime,
    place: P,
}

/// What a record is among those with its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordState {
    /// The first one with its id.
    First,
    /// Newer than those before it, whose place it takes.
    Newer,
    /// Not newer than one before it, which stays.
    Older,
}

impl<P: Copy> NewestRecords<P> {
    /// Compares a record with those of its id that came before, and gives its row to the store unless one of them is as
    /// new.
    ///
    /// # Errors
    /// Those of the store.
    pub fn offer<S: RowStore<Place = P>>(
        &mut self,
        store: &mut S,
        id: &str,
        time: RecordTime,
        row: &SegmentRow,
    ) -> Result<RecordState, S::Error> {
        let key = key(row.kind, id);
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
        if state != RecordState::Older {
            let place = store.take(row)?;
            self.kept.insert(key, State { time, place });
        }
        Ok(state)
    }
}

/// The text of a row's content.
fn content(row: &SegmentRow) -> String {
    // Rows are JSON arrays that this crate wrote.
    let values: Vec<&RawValue> = serde_json::from_str(&row.json).unwrap_or_default();
    let columns = row.kind.columns().iter().zip(values).filter(|(column, _)| !NOT_COMPARED.contains(*column));
    columns.map(|(_, value)| value.get()).collect::<Vec<_>>().join(",")
}

fn key(kind: RowKind, id: &str) -> [u64; 2] {
    let fingerprint = fingerprint(&format!("{} {id}", kind.name()));
    // Both halves.
    [(fingerprint >> 64) as u64, fingerprint as u64]
}
