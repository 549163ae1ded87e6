//! Records with one id in one import: the newest state counts, in whatever order files and rows come.
//!
//! The later `indexed_at` counts, then the later `upload_date` (of a mention that of its video), then the larger text of
//! what is kept. Only ids and these times stay in memory; a text is read again where two records tie.

use super::videos::fingerprint;
use crate::segment::{RowKind, SegmentRow};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Columns that do not count where the texts of two rows are compared: equal times, and a time of import is no content.
const NOT_COMPARED: [&str; 2] = ["indexed_at", crate::segment::HASH];

/// The records of an import so far: for each id the state that counts. 48 bytes a record.
#[derive(Debug)]
pub struct NewestRecords<H> {
    kept: HashMap<[u64; 2], State<H>>,
}

impl<H> Default for NewestRecords<H> {
    fn default() -> Self {
        Self { kept: HashMap::new() }
    }
}

/// What tells which of two records is newer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordTime {
    /// Seconds since 1970 of `indexed_at`; 0 for records that have none.
    pub indexed_at: i64,
    /// The day of `upload_date` since 1970; 0 for records that have none.
    pub day: i64,
}

#[derive(Debug, Clone, Copy)]
struct State<H> {
    time: RecordTime,
    handle: H,
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

impl<H: Copy> NewestRecords<H> {
    /// Compares a record with those of its id that came before. `read` returns the row of the one that counts so far.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn state<E>(
        &self,
        id: &str,
        time: RecordTime,
        row: &SegmentRow,
        read: impl FnOnce(H) -> Result<SegmentRow, E>,
    ) -> Result<RecordState, E> {
        let Some(kept) = self.kept.get(&key(row.kind, id)) else { return Ok(RecordState::First) };
        let order = match time.cmp(&kept.time) {
            std::cmp::Ordering::Equal => content(row).cmp(&content(&read(kept.handle)?)),
            order => order,
        };
        Ok(if order.is_gt() { RecordState::Newer } else { RecordState::Older })
    }

    /// Keeps a record as the one that counts. `handle` is where its row can be read again.
    pub fn keep(&mut self, id: &str, kind: RowKind, time: RecordTime, handle: H) {
        self.kept.insert(key(kind, id), State { time, handle });
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
