//! Delta segments: the rows that an import of few records adds to the served version.
//!
//! No served row is packed again. The days that the import touches are superseded: all their records, served and
//! imported, are packed into separate rows. Their numbers fit between those of the base segment (see
//! [`crate::segment::Delta`]).
//!
//! In scope: the reads that this needs, and the rows that result. Out of scope: the transfer of the rows to the
//! database, and the decision to pack everything again instead.

mod changes;
mod erasure;
mod manifests;
mod names;
mod numbers;
mod rows;
mod served;
mod superseded;
mod vocabulary;
mod words;

pub use erasure::{ErasureOutcome, ErasureRows, write_erasure};
pub use served::VersionReader;

use super::{OrderedSegment, SegmentWriter, Spool, WriteError};
use crate::segment::{BrandAliases, ImportedRow, Manifest, RowKind, Table};
use crate::spec::Index;
use crate::spec::answer::Content;
use changes::Changes;
use served::{Dictionaries, damaged};
use superseded::SupersededRecords;

/// The most records in the delta segment of an index. Every query reads columns of all of them.
const MAX_DELTA_DOCUMENTS: u64 = 32_768;
/// The delta segment may have one in this many records of an index. Packing a small index again costs little.
const MAX_DELTA_PART: u64 = 8;

/// The result of an incremental import.
pub enum DeltaOutcome {
    /// Every record is served already.
    Unchanged,
    /// Everything must be packed again: the import is too large or removes something, or no number is free between two
    /// others.
    Rebuild,
    /// These rows must be added.
    Rows(DeltaRows),
}

/// The rows of a delta segment.
pub struct DeltaRows {
    /// The content of the dataset with these rows.
    pub content: Content,
    /// The rows by table, each as a JSON array in the order of [`Table::columns`].
    pub rows: Vec<(Table, Vec<String>)>,
}

/// The version that a delta segment extends.
struct ServedBase<'a> {
    /// The manifests of videos, snapshots, mentions.
    manifests: [&'a Manifest; 3],
    dictionaries: Dictionaries,
    /// The revision of the delta segment.
    revision: i64,
}

/// Returns true if a delta segment must not have so many records.
fn are_too_many(documents: usize, manifest: &Manifest) -> bool {
    documents as u64 > MAX_DELTA_DOCUMENTS.min(manifest.documents / MAX_DELTA_PART)
}

/// Makes a delta segment that extends the served version with imported rows. `revision` is the one after the served
/// revision. If other aliases of brands were served, everything must be packed again.
pub fn write_delta<S: Spool>(
    served: &mut impl VersionReader,
    revision: u32,
    rows: Vec<ImportedRow>,
    aliases: &BrandAliases,
    spool: S,
) -> Result<DeltaOutcome, WriteError> {
    let manifests = served::manifests(served)?;
    let manifest =
        |index| manifests.get(Table::of_documents(index).name()).ok_or_else(|| damaged("a manifest is missing"));
    let manifests = [manifest(Index::Info)?, manifest(Index::ContentCreator)?, manifest(Index::BusinessIdeas)?];
    // Generations that an earlier version packed lack columns or have other tokens.
    let [.., mentions] = manifests;
    if manifests.iter().any(|manifest| !manifest.is_current()) || mentions.aliases != aliases.digest() {
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
    let Some(superseded) = SupersededRecords::read(served, &dictionaries, &changes, manifests)? else {
        return Ok(DeltaOutcome::Rebuild);
    };

    let mut writer = SegmentWriter::new(spool).with_aliases(aliases.clone());
    for document in superseded.documents.iter().flatten() {
        writer.add(&document.row)?;
    }
    let before = writer.spool_end();
    changes.rows.iter().try_for_each(|row| writer.add(row))?;
    let segment: OrderedSegment<S> = writer.finish()?;
    if segment.places.iter().zip(manifests).any(|(places, manifest)| are_too_many(places.len(), manifest)) {
        return Ok(DeltaOutcome::Rebuild);
    }
    let base = ServedBase { manifests, dictionaries, revision: revision.into() };
    let rows = rows::rows(served, &base, segment, before, &changes, superseded)?;
    Ok(rows.map_or(DeltaOutcome::Rebuild, DeltaOutcome::Rows))
}
