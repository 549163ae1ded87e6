//! Cost estimates of reads: rows, bytes, and the steps of unpacking.

use super::{KeyRange, TableRead};
use crate::query::Estimate;
use crate::segment::{
    ChunkKind, Column, CubeKind, DELTA_WORD_ROWS, ID_INDEX_INTERVAL, Manifest, PLACES_CHUNK, WORD_CHUNK,
};
use crate::spec::Index;

impl Estimate {
    /// Returns rows and bytes as one number, to compare two ways to the same answer.
    pub fn cost(self) -> u64 {
        self.bytes + self.rows * BYTES_PER_ROW
    }
}

/// Records per row in the order of a column.
const SORTED_CHUNK: u64 = ChunkKind::Sorted(Index::BusinessIdeas, Column::DAY).capacity() as u64;
/// Bytes whose transfer costs as much as reading one row.
const BYTES_PER_ROW: u64 = 8_192;
/// Approximate bytes of a cell, of its tuple and of its metric.
const CELL_BYTES: u64 = 2;
const TUPLE_BYTES: u64 = 2;
const METRIC_BYTES: u64 = 5;
/// Approximate bytes of a brand's days with the first topics of each month, and of all its topics.
const ROLLUP_BYTES: u64 = 8_000;
const TOPICS_BYTES: u64 = 16_000;
/// Bits that random distances take in addition to the bits of the mean distance, because the largest distance of a
/// block sets the width.
const DISTANCE_BITS: f64 = 1.6;
/// Approximate bytes of the words of one record of the delta segment.
const DELTA_WORDS_BYTES: u64 = 200;
/// Rows read per key: one for the parameter, one for the row.
const ROWS_PER_KEY: u64 = 2;
/// Bytes of an unpacked value.
pub(super) const VALUE_BYTES: u64 = 8;
/// Approximate values of a list (or of a word's positions in a record), including its end offset.
const LIST_VALUES: u64 = 4;
/// Values of a cell and of its metric.
const CELL_VALUES: u64 = 3;
const METRIC_VALUES: u64 = 4;
/// Peak memory of unpacking cells, as a multiple of their values.
const CELL_UNPACK_FACTOR: u64 = 3;
/// Approximate values of a brand's days with the first topics of each month, and of all its topics.
const ROLLUP_VALUES: u64 = 5_000;
const TOPICS_VALUES: u64 = 12_000;
/// Values per word position while a phrase is matched: the position, and a possible start of the phrase.
const PLACES_VALUES: u64 = 3;

/// The estimated size of a read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadSize {
    rows: u64,
    bytes: u64,
    /// Unpacked values.
    pub(super) values: u64,
    /// Records whose columns are read.
    pub(super) documents: u64,
    /// Cells of all keys.
    pub(super) cells: u64,
    /// Bytes of the largest row when unpacked; rows are unpacked one at a time.
    pub(super) held: u64,
}

impl TableRead {
    /// Estimates the cost of the read; each value is unpacked once.
    pub fn estimate(&self, manifest: &Manifest) -> Estimate {
        let ReadSize { rows, bytes, values, .. } = self.size(manifest);
        Estimate { rows, bytes, steps: values }
    }

    pub(super) fn size(&self, manifest: &Manifest) -> ReadSize {
        let held = |length: u64, chunk: usize, values: u64| length.min(chunk as u64) * values * VALUE_BYTES;
        let of_columns = |documents: u64, columns: &[Column], chunk: usize| ReadSize {
            bytes: columns.iter().map(|column| manifest.bytes(*column, documents)).sum(),
            values: documents * width(columns),
            documents,
            held: held(documents, chunk, width(columns)),
            ..ReadSize::default()
        };
        match self {
            Self::Chunks { kind, keys, columns, documents } => {
                let rows = documents / kind.capacity() as u64 + ROWS_PER_KEY * key_count(keys);
                ReadSize { rows, ..of_columns(*documents, columns, kind.capacity()) }
            }
            Self::Sorted { column, rows, .. } => {
                let documents = (rows * SORTED_CHUNK).min(manifest.documents);
                // The values within one row are close to each other.
                let bytes = manifest.bytes(Column::NUMBER, documents) + manifest.bytes(*column, documents) / 2;
                let size = of_columns(documents, &[Column::NUMBER, *column], SORTED_CHUNK as usize);
                ReadSize { rows: *rows, bytes, ..size }
            }
            Self::ChunksOfIds { ids, columns } => {
                let (ids, chunk) = (ids.len() as u64, ChunkKind::All(Index::Info).capacity());
                // For the number: the parameter, an index entry, the records after it, and the record itself. For the
                // chunk: the parameter, an index entry, and the chunk.
                let rows = (ID_INDEX_INTERVAL as u64 + 6) * ids;
                ReadSize { rows, ..of_columns((ids * chunk as u64).min(manifest.documents), columns, chunk) }
            }
            Self::Cells { kind, keys, metric, cells } => {
                let tuple = if matches!(kind, CubeKind::ByTuple(..) | CubeKind::Months(_)) { TUPLE_BYTES } else { 0 };
                let values = CELL_VALUES + metric.map_or(0, |_| METRIC_VALUES);
                // Each period has at most as many cells as all of them together, and a few per record.
                let all = (cells * key_count(keys)).min((*cells).max(LIST_VALUES * manifest.documents));
                ReadSize {
                    rows: cells / CubeKind::CAPACITY as u64 + ROWS_PER_KEY * key_count(keys),
                    bytes: cells * (CELL_BYTES + tuple + metric.map_or(0, |_| METRIC_BYTES)),
                    values: all * values,
                    documents: 0,
                    cells: all,
                    held: held(*cells, CubeKind::CAPACITY, values * CELL_UNPACK_FACTOR),
                }
            }
            Self::Rollups { rows, topics } => {
                let (rows, topics) = (rows.len() as u64, u64::from(*topics));
                ReadSize {
                    rows: ROWS_PER_KEY * rows,
                    bytes: rows * (ROLLUP_BYTES + topics * TOPICS_BYTES),
                    values: rows * (ROLLUP_VALUES + topics * TOPICS_VALUES),
                    held: (ROLLUP_VALUES + TOPICS_VALUES) * VALUE_BYTES,
                    ..ReadSize::default()
                }
            }
            Self::Words { words, counts, lengths, places, documents } => {
                let of_places = held(LIST_VALUES * documents, PLACES_CHUNK, PLACES_VALUES);
                let [counts, lengths, places] = [counts, lengths, places].map(|is_read| u64::from(*is_read));
                let numbers = numbers_bytes(words.len() as u64, *documents, manifest);
                ReadSize {
                    rows: words.iter().map(|word| word.rows).sum(),
                    bytes: numbers + documents * (counts + 2 * lengths + 4 * places) / 2,
                    values: documents * (1 + counts + lengths + LIST_VALUES * places),
                    held: held(*documents, WORD_CHUNK, 3 - places) + places * of_places,
                    ..ReadSize::default()
                }
            }
            Self::Facets { facets, documents } => ReadSize {
                rows: facets.iter().map(|facet| facet.rows).sum(),
                bytes: numbers_bytes(facets.len() as u64, *documents, manifest),
                values: *documents,
                held: held(*documents, WORD_CHUNK, 2),
                ..ReadSize::default()
            },
            Self::DeltaWords { words, documents, .. } => {
                let rows = words.len().min(DELTA_WORD_ROWS) as u64;
                let bytes = rows * documents * DELTA_WORDS_BYTES / DELTA_WORD_ROWS as u64;
                let held = documents * DELTA_WORDS_BYTES / DELTA_WORD_ROWS as u64;
                ReadSize { rows: ROWS_PER_KEY * rows, bytes, values: bytes, held, ..ReadSize::default() }
            }
        }
    }
}

/// Returns the number of keys in some ranges.
fn key_count(keys: &[KeyRange]) -> u64 {
    keys.iter().map(|(first, last)| last.abs_diff(*first) + 1).sum()
}

/// Returns the number of values of a record in some columns.
pub(super) fn width(columns: &[Column]) -> u64 {
    columns.iter().map(|column| if column.is_list() { LIST_VALUES } else { 1 }).sum()
}

/// Returns the packed size of the postings of some words or facets, in bytes of text.
fn numbers_bytes(lists: u64, documents: u64, manifest: &Manifest) -> u64 {
    // The mean distance of two neighbours determines the bits per posting; one character holds six bits.
    let distance = ((manifest.documents * lists) as f64 / documents.max(1) as f64).max(1.0);
    let width = (distance.log2() + DISTANCE_BITS) / 6.0;
    (documents as f64 * width) as u64
}
