//! Delta segments: the rows that an import of few documents adds to what is served.
//!
//! Nothing that is served is packed again. The days that the import touches are superseded: all their documents, those
//! that are served and those that come, are packed into rows of their own, under numbers that fit between those that
//! are there (see [`crate::segment::Delta`]). In scope: what is read for that, and which rows come of it. Out of scope: how
//! they get to where they are served, and when all is packed anew instead.

mod changes;
mod manifests;
mod names;
mod numbers;
mod rows;
mod served;
mod superseded;
mod vocabulary;
mod words;

pub use served::Served;

use super::{OrderedSegment, SegmentWriter, Spool, WriteError};
use crate::segment::{Content, Manifest, RowKind, SegmentRow, Table};
use crate::spec::Index;
use changes::Changes;
use served::{Dictionaries, damaged};
use superseded::Superseded;

/// Documents that the delta segment of an index may have: each question reads columns of all of them.
const MAX_DELTA_DOCUMENTS: u64 = 32_768;
/// The part of an index that may be in its delta segment: packing all of a small one anew costs little.
const MAX_DELTA_PART: u64 = 8;

/// What becomes of an import.
pub enum DeltaOutcome {
    /// Every document is served as it is already.
    Unchanged,
    /// It is too large, removes something, or there is no room left between numbers: all is to be packed anew.
    Rebuild,
    /// These rows are added.
    Rows(DeltaRows),
}

/// The rows of a delta segment.
pub struct DeltaRows {
    /// What is served then.
    pub content: Content,
    /// The rows by table, each as a JSON array in the order of [`Table::columns`].
    pub rows: Vec<(Table, Vec<String>)>,
}

/// What a delta segment builds upon.
struct Upon<'a> {
    /// Of videos, snapshots, mentions.
    manifests: [&'a Manifest; 3],
    dictionaries: Dictionaries,
    /// The revision that it makes.
    revision: i64,
}

/// Whether so many documents are too many for a delta segment.
fn are_too_many(documents: usize, manifest: &Manifest) -> bool {
    documents as u64 > MAX_DELTA_DOCUMENTS.min(manifest.documents / MAX_DELTA_PART)
}

/// Makes a delta segment of segment rows upon a version that is served; `revision` is the one that follows.
pub fn write_delta<S: Spool>(
    served: &mut impl Served,
    revision: u32,
    rows: Vec<SegmentRow>,
    spool: S,
) -> Result<DeltaOutcome, WriteError> {
    let manifests = served::manifests(served)?;
    let manifest =
        |index| manifests.get(Table::of_documents(index).name()).ok_or_else(|| damaged("a manifest is missing"));
    let manifests = [manifest(Index::Info)?, manifest(Index::ContentCreator)?, manifest(Index::BusinessIdeas)?];
    // What an earlier command packed has no place for all that is kept of documents now, or has other tokens.
    if manifests.iter().any(|manifest| !manifest.is_current()) {
        return Ok(DeltaOutcome::Rebuild);
    }
    let tables = [RowKind::Video, RowKind::Snapshot, RowKind::Mention];
    let incoming = tables.map(|table| rows.iter().filter(|row| row.kind == table).count());
    if incoming.into_iter().zip(manifests).any(|(documents, manifest)| are_too_many(documents, manifest)) {
        return Ok(DeltaOutcome::Rebuild);
    }
    let dictionaries = Dictionaries::read(served)?;
    let Some(changes) = Changes::of(served, &dictionaries, rows, revision.into())? else {
        return Ok(DeltaOutcome::Rebuild);
    };
    if changes.rows.is_empty() {
        return Ok(DeltaOutcome::Unchanged);
    }
    let Some(superseded) = Superseded::read(served, &dictionaries, &changes, manifests)? else {
        return Ok(DeltaOutcome::Rebuild);
    };

    let mut writer = SegmentWriter::new(spool);
    for document in superseded.documents.iter().flatten() {
        writer.add(&document.row)?;
    }
    let before = writer.taken();
    changes.rows.iter().try_for_each(|row| writer.add(row))?;
    let segment: OrderedSegment<S> = writer.finish()?;
    if segment.places.iter().zip(manifests).any(|(places, manifest)| are_too_many(places.len(), manifest)) {
        return Ok(DeltaOutcome::Rebuild);
    }
    let upon = Upon { manifests, dictionaries, revision: revision.into() };
    let rows = rows::rows(served, &upon, segment, before, &changes, superseded)?;
    Ok(rows.map_or(DeltaOutcome::Rebuild, DeltaOutcome::Rows))
}
