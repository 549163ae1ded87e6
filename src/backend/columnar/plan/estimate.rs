//! What reading rows costs, before it is done: rows, bytes, and what unpacking them takes.

use super::{Keys, Read};
use crate::query::Estimate;
use crate::segment::{
    ChunkKind, Column, CubeKind, DELTA_WORD_ROWS, ID_INDEX_INTERVAL, Manifest, PLACES_CHUNK, WORD_CHUNK,
};
use crate::spec::Index;

impl Estimate {
    /// Rows and bytes as one number, to choose between two ways to the same answer.
    pub fn cost(self) -> u64 {
        self.bytes + self.rows * BYTES_PER_ROW
    }
}

/// Documents of a row in the order of a column.
const SORTED_CHUNK: u64 = ChunkKind::Sorted(Index::BusinessIdeas, Column::DAY).capacity() as u64;
/// Bytes that are as dear to move as a row is to read.
const BYTES_PER_ROW: u64 = 8_192;
/// Bytes of a cell, and of its tuple and its metric where it has them, about.
const CELL_BYTES: u64 = 2;
const TUPLE_BYTES: u64 = 2;
const METRIC_BYTES: u64 = 5;
/// Bytes of a brand's days with the first topics of each month, and of all its topics, about.
const ROLLUP_BYTES: u64 = 8_000;
const TOPICS_BYTES: u64 = 16_000;
/// Bits beyond those of the mean distance that distances of random neighbours take, when the largest of a block counts.
const DISTANCE_BITS: f64 = 1.6;
/// Bytes of the words of a document of the delta, about.
const DELTA_WORDS_BYTES: u64 = 200;
/// Rows of names or documents read at the end: one for the parameter, one for the row.
const ROWS_PER_KEY: u64 = 2;
/// Bytes of a value that is unpacked.
pub(super) const VALUE_BYTES: u64 = 8;
/// Values of a list, or places of a word in a document, with what says where they end; about.
const LIST_VALUES: u64 = 4;
/// Values of a cell, and of its metric.
const CELL_VALUES: u64 = 3;
const METRIC_VALUES: u64 = 4;
/// How many times what cells take as values they take while these are put together.
const PUT_TOGETHER: u64 = 3;
/// Values of a brand's days with the first topics of each month, and of all its topics, about.
const ROLLUP_VALUES: u64 = 5_000;
const TOPICS_VALUES: u64 = 12_000;
/// Values that a place of a word takes while a phrase is looked for: the place, and where the phrase may begin.
const PLACES_VALUES: u64 = 3;

/// What a read takes, at most and about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadSize {
    rows: u64,
    bytes: u64,
    /// Values that are unpacked.
    pub(super) values: u64,
    /// Documents whose columns it reads.
    pub(super) documents: u64,
    /// Cells of all its keys.
    pub(super) cells: u64,
    /// Bytes of its largest row, unpacked: rows are unpacked one at a time.
    pub(super) held: u64,
}

impl Read {
    /// What it costs at most, about; each value is unpacked once.
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
                let rows = documents / kind.capacity() as u64 + ROWS_PER_KEY * count(keys);
                ReadSize { rows, ..of_columns(*documents, columns, kind.capacity()) }
            }
            Self::Sorted { column, rows, .. } => {
                let documents = (rows * SORTED_CHUNK).min(manifest.documents);
                // The values of a row are near one another.
                let bytes = manifest.bytes(Column::NUMBER, documents) + manifest.bytes(*column, documents) / 2;
                let size = of_columns(documents, &[Column::NUMBER, *column], SORTED_CHUNK as usize);
                ReadSize { rows: *rows, bytes, ..size }
            }
            Self::ChunksOfIds { ids, columns } => {
                let (ids, chunk) = (ids.len() as u64, ChunkKind::All(Index::Info).capacity());
                // For the number: the parameter, a mark, the documents behind it, the document. For the chunk: the
                // parameter, a mark, the chunk.
                let rows = (ID_INDEX_INTERVAL as u64 + 6) * ids;
                ReadSize { rows, ..of_columns((ids * chunk as u64).min(manifest.documents), columns, chunk) }
            }
            Self::Cells { kind, keys, metric, cells } => {
                let tuple = if matches!(kind, CubeKind::ByTuple(..) | CubeKind::Months(_)) { TUPLE_BYTES } else { 0 };
                let values = CELL_VALUES + metric.map_or(0, |_| METRIC_VALUES);
                // Each period has at most as many as all of them together, and at most some for each document.
                let all = (cells * count(keys)).min((*cells).max(LIST_VALUES * manifest.documents));
                ReadSize {
                    rows: cells / CubeKind::CAPACITY as u64 + ROWS_PER_KEY * count(keys),
                    bytes: cells * (CELL_BYTES + tuple + metric.map_or(0, |_| METRIC_BYTES)),
                    values: all * values,
                    documents: 0,
                    cells: all,
                    held: held(*cells, CubeKind::CAPACITY, values * PUT_TOGETHER),
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

/// How many keys there are.
fn count(keys: &[Keys]) -> u64 {
    keys.iter().map(|(first, last)| last.abs_diff(*first) + 1).sum()
}

/// Values of a document in some columns.
pub(super) fn width(columns: &[Column]) -> u64 {
    columns.iter().map(|column| if column.is_list() { LIST_VALUES } else { 1 }).sum()
}

/// Bytes of the documents of some words or facets, as text.
fn numbers_bytes(lists: u64, documents: u64, manifest: &Manifest) -> u64 {
    // The distance between two neighbours tells how many bits it takes; six are a character.
    let distance = ((manifest.documents * lists) as f64 / documents.max(1) as f64).max(1.0);
    let width = (distance.log2() + DISTANCE_BITS) / 6.0;
    (documents as f64 * width) as u64
}
