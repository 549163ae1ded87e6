//! The column store. Its rows hold columns of many records, so that a query reads few rows.
//!
//! In scope: the formats in both directions, the ids of rows, and the rows that records become (`writer`). Decoding is
//! checked: a damaged row causes an error, never a panic or a wrong answer. Out of scope: which rows answer a query
//! (`backend::columnar::plan`), and the form of records in answers.

mod body;
mod brand_aliases;
mod chunk;
mod codec;
mod column;
mod content;
mod corrupt;
mod cube;
mod decompress;
mod delta_names;
mod delta_words;
mod dictionary;
mod facet;
mod lookup;
mod manifest;
mod number;
mod record_batch;
mod registry;
mod removed_rows;
mod rice;
mod rollup;
mod row;
mod sparse_id_index;
mod table;
mod term;
mod words;
#[cfg(feature = "ingest")]
pub mod writer;

pub use body::body_columns;
pub use brand_aliases::{BrandAliases, MAX_BRAND_ALIASES, alias_count, name_count};
pub use chunk::{ChunkKind, TOP_K};
pub use codec::{MISSING, Packer, Unpacker, pack, packed_bytes, unpack};
pub use column::{Column, FieldStorage, metrics, partition, tuple_fields};
pub use corrupt::Corrupt;
pub use cube::{
    Cell, CubeKind, CubePeriod, PAIRED_ABOVE, Stats, pack_cells, pack_stats, unpack_cells, unpack_keys, unpack_stats,
};
pub use decompress::Decompressor;
pub use delta_names::{DeltaNames, TERM_COLUMNS, TermNumbers, delta_names_id, delta_names_ids};
pub use delta_words::{DELTA_WORD_ROWS, DeltaWord, DeltaWords, delta_words_id, delta_words_ids};
pub use dictionary::{Dictionary, MAX_NAMES};
pub use facet::Facet;
pub use lookup::{Lookup, ROW, document_columns};
pub use manifest::{CubeSize, Delta, Hashes, Manifest, MonthSize, Tuples};
pub use number::{SPACING, number_at, position_of};
pub use record_batch::{ColumnKind, ColumnValues, Lists, RecordBatch};
pub use registry::{ChunkId, SEQUENCES, key_of};
pub use removed_rows::RemovedRows;
pub use rollup::{RollupDay, RollupOf, RollupTopic, pack_days, pack_topics, unpack_days, unpack_topics};
pub(crate) use row::SEARCHED;
pub use row::{HASH, RowKind};
pub use sparse_id_index::{ID_INDEX_INTERVAL, video_rows};
pub use table::{MAX_ROW_BYTES, Table};
pub use term::{TermEntry, term_fields};
pub use words::{PLACES_CHUNK, Part, WORD_CHUNK, pack_counts, unpack_counts, unpack_documents, unpack_lengths};
#[cfg(feature = "ingest")]
pub use writer::{CompressionDictionary, Compressor, ImportedRow, StoredRecord};
