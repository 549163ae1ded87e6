//! Records of a file that are passed to another thread together.

use super::{CsvCells, CsvHeader, Record};
use std::ops::Range;

/// The most records of a batch.
const MAX_RECORDS: usize = 64;
/// The number of bytes from which a batch is full.
const MAX_BYTES: usize = 1 << 16;

/// Some records of a file, in order, with the numbers of their first lines.
#[derive(Default)]
pub(super) struct ReadBatch {
    /// The JSON texts, concatenated.
    text: Vec<u8>,
    records: Vec<(u64, OwnedRecord)>,
    /// The number of bytes of all records.
    bytes: usize,
}

enum OwnedRecord {
    /// The range of the text.
    Json(Range<usize>),
    Csv(CsvCells),
    TooLong,
}

impl ReadBatch {
    /// Adds a record. Returns true if the batch is full.
    pub(super) fn push(&mut self, line: u64, record: &Record<'_>) -> bool {
        let record = match record {
            Record::Json(text) => {
                let start = self.text.len();
                self.text.extend_from_slice(text);
                self.bytes += text.len();
                OwnedRecord::Json(start..self.text.len())
            }
            Record::Csv(_, cells) => {
                let cells = cells.copy();
                self.bytes += cells.bytes;
                OwnedRecord::Csv(cells)
            }
            Record::TooLong => OwnedRecord::TooLong,
        };
        self.records.push((line, record));
        self.records.len() >= MAX_RECORDS || self.bytes >= MAX_BYTES
    }

    /// Returns the records. `header` is that of the file, if it is CSV.
    pub(super) fn iter<'b>(&'b self, header: Option<&'b CsvHeader>) -> impl Iterator<Item = (u64, Record<'b>)> {
        self.records.iter().map(move |(line, record)| {
            let record = match (record, header) {
                (OwnedRecord::Json(range), _) => Record::Json(self.text.get(range.clone()).unwrap_or_default()),
                (OwnedRecord::Csv(cells), Some(header)) => Record::Csv(header, cells),
                (OwnedRecord::Csv(_), None) | (OwnedRecord::TooLong, _) => Record::TooLong,
            };
            (*line, record)
        })
    }
}
