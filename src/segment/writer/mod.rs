//! The segment writer: turns imported rows into the rows of the tables.
//!
//! Rows arrive one by one. Their values become columns in memory; their texts are put into a [`Spool`]. After the last
//! row, the remaining records are sorted by id and the names by code points, and both are numbered. Every packed row is
//! then made from the columns; texts are read back record by record.
//!
//! In scope: the rows and their content. [`crate::segment`] defines the formats of packed values. The same content
//! gives the same rows in the same order, in whatever order the records came. Out of scope: which records are valid
//! (`ingest`), and where the rows go.

mod chunks;
mod collected;
mod compress;
mod cubes;
mod delta;
mod dictionary;
mod documents;
mod error;
mod facets;
mod finish;
mod frame;
mod group;
mod index_records;
mod intern;
mod manifest;
mod names;
mod output;
mod record_dates;
mod renamed;
mod restore;
mod rollups;
mod row_reader;
mod rows;
mod segment_writer;
mod spool;
mod terms;
mod top_k;
mod tuples;
mod vocabulary;
mod words;
mod workers;

pub use compress::{CompressionDictionary, Compressor};
pub use delta::{DeltaOutcome, DeltaRows, ErasureOutcome, ErasureRows, VersionReader, write_delta, write_erasure};
pub use error::WriteError;
pub use restore::StoredRecord;
pub use row_reader::ImportedRow;
pub use segment_writer::{SegmentWriter, SpoolPosition};
pub use spool::{FileSpool, Spool};

use crate::segment::{BrandAliases, ChunkKind, Column, CubeKind, Dictionary, Part, Table};
use crate::spec::Index;
use crate::spec::answer::Content;
use chunks::Widths;
use collected::{SpooledRow, hashes, pick, too_many};
use facets::Facets;
use frame::Frame;
use group::{Groups, RecordValue};
use intern::{Interner, NONE, TextSymbol};
use manifest::IndexSizes;
use output::Output;
use row_reader::RowReader;
use rows::{Json, packed_row, rows};
use std::sync::Mutex;
use vocabulary::{Channels, NameVocabulary, RankedNames};
use words::InvertedIndex;
use workers::in_order;
pub(crate) use workers::pipeline;

/// A segment whose records and names are numbered. It is ready to be packed.
pub struct OrderedSegment<S: Spool> {
    spool: S,
    content: Content,
    /// Videos, snapshots, mentions.
    frames: [Frame; 3],
    places: [Vec<SpooledRow>; 3],
    vocabulary: NameVocabulary,
    aliases: BrandAliases,
}

impl<S: Spool> OrderedSegment<S> {
    /// Returns the version and size of the dataset.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Packs the segment.
    ///
    /// `progress` gets a phase, how much of it is done, and how much there is. `sink` gets each row with its table, as
    /// a JSON array in the order of [`Table::columns`]. Tables come in the order of [`Table::ALL`].
    pub fn rows(
        self,
        progress: &mut dyn FnMut(&'static str, u64, u64),
        sink: &mut dyn FnMut(Table, &str) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let Self { spool, mut frames, places, vocabulary, aliases, .. } = self;
        let output = &mut Output { progress, sink };
        let spool = Mutex::new(spool);
        let mut sizes: [IndexSizes; 3] = Default::default();

        let mut dictionaries = Vec::with_capacity(frames.len());
        for (frame, places) in frames.iter().zip(&places) {
            let dictionary = dictionary::dictionary(frame.index, places, &spool)?;
            output.rows(Table::Dictionary, &[dictionary::row(frame.index, &dictionary)])?;
            dictionaries.push(dictionary);
        }
        let mut words = frames.each_ref().map(|frame| -> Vec<InvertedIndex> {
            Part::of(frame.index).iter().copied().map(InvertedIndex::new).collect()
        });
        let mut index_rows = Vec::new();
        let indices = frames.iter_mut().zip(&places).zip(&dictionaries).zip(&mut words).zip(&mut sizes);
        for ((((frame, places), dictionary), words), sizes) in indices {
            sizes.hashes = hashes(places);
            let (tokens, indexed) = documents::documents(frame, places, &spool, dictionary, words, output)?;
            sizes.tokens = tokens;
            index_rows.extend(indexed);
        }
        drop((places, dictionaries));
        output.rows(Table::SparseIdIndex, &index_rows)?;
        drop(index_rows);
        pack_chunks(&frames, &vocabulary, &mut sizes, output)?;
        pack_cubes(&frames, &mut sizes, output)?;
        let [videos, _, mentions] = &frames;
        let brands = vocabulary.names(Dictionary::Names(mentions.index, Column::BRAND_NAME));
        brands.map_or(Ok(()), |brands| rollups::rollups(mentions, brands, output))?;
        let facets = [Facets::of(mentions)?, Facets::of(videos)?];
        facets.iter().try_for_each(|facets| facets.pack(output))?;
        // Sorted by the letters that are the prefix of words.
        let mut words: Vec<InvertedIndex> = words.into_iter().flatten().collect();
        words.sort_by_key(|words| words.part().key(""));
        for words in &words {
            let frame = frame_of(&frames, words.part().index());
            words.pack(frame.numbers(Column::LENGTH), &spool, output)?;
        }
        facets.iter().try_for_each(|facets| facets.frequencies(output))?;
        words.into_iter().try_for_each(|words| words.frequencies(output))?;
        names::by_number(&vocabulary, output)?;
        names::by_name(&vocabulary, &aliases, &frames, output)?;
        terms::terms(&vocabulary, &aliases, output)?;
        let channels = vocabulary.channels.pairs.len();
        let aliases = aliases.digest();
        frames.into_iter().zip(sizes).try_for_each(|(frame, sizes)| {
            let aliases = aliases.clone().filter(|_| frame.index == Index::BusinessIdeas);
            manifest::manifest(frame, channels, sizes, aliases, output)
        })
    }
}

/// Packs chunks in the order of their ids.
fn pack_chunks(
    frames: &[Frame; 3],
    vocabulary: &NameVocabulary,
    sizes: &mut [IndexSizes; 3],
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let [videos, snapshots, mentions] = frames;
    let [video_sizes, snapshot_sizes, mention_sizes] = sizes.each_mut();
    // Only rows with every column count for the widths.
    chunks::all(mentions, ChunkKind::All(mentions.index), 0, output, &mut Widths::new())?;
    chunks::all(snapshots, ChunkKind::All(snapshots.index), 0, output, &mut snapshot_sizes.widths)?;
    chunks::all(videos, ChunkKind::All(videos.index), 0, output, &mut Widths::new())?;
    chunks::months(mentions, output, &mut mention_sizes.widths)?;
    chunks::months(videos, output, &mut video_sizes.widths)?;
    chunks::channels(&vocabulary.channels, output)?;
    let values = ChunkKind::values();
    for (done, (index, column)) in values.iter().enumerate() {
        output.progress("values", done, values.len());
        chunks::values(frame_of(frames, *index), *column, output)?;
    }
    for (done, frame) in [mentions, videos].into_iter().enumerate() {
        output.progress("top-k lists", done, 2);
        top_k::top_k(frame, output)?;
    }
    for (index, column) in ChunkKind::sortable() {
        chunks::sorted(frame_of(frames, index), column, output)?;
    }
    chunks::newest_snapshots(snapshots, &vocabulary.channels, output)?;
    chunks::public_ids(mentions, output)
}

/// Packs cubes in the order of their ids.
fn pack_cubes(frames: &[Frame; 3], sizes: &mut [IndexSizes; 3], output: &mut Output<'_>) -> Result<(), WriteError> {
    let [videos, _, mentions] = frames;
    let cubes: Vec<_> = [true, false]
        .iter()
        .flat_map(|by_tuple| CubeKind::groups().into_iter().map(|group| (group, *by_tuple)))
        .collect();
    for (done, ((index, column), by_tuple)) in cubes.iter().enumerate() {
        output.progress("cubes", done, cubes.len());
        let size = cubes::by_value(frame_of(frames, *index), *column, *by_tuple, output)?;
        let [video_sizes, _, mention_sizes] = sizes.each_mut();
        if *index == Index::Info { video_sizes } else { mention_sizes }.cubes.push(size);
    }
    cubes::by_month(mentions, output)?;
    cubes::by_month(videos, output)?;
    let pairs = CubeKind::pairs();
    for (done, (index, (column, other))) in pairs.iter().enumerate() {
        output.progress("pairs", done, pairs.len());
        cubes::pairs(frame_of(frames, *index), *column, *other, output)?;
    }
    Ok(())
}

fn frame_of([videos, snapshots, mentions]: &[Frame; 3], index: Index) -> &Frame {
    match index {
        Index::BusinessIdeas => mentions,
        Index::ContentCreator => snapshots,
        Index::Info => videos,
    }
}
