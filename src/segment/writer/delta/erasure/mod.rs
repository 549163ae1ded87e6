//! Erasure: the rows of a version without some records, made from the few rows that hold them.
//!
//! The days of the records are superseded, as by an increment: the delta segment packs the other records of these days
//! again. The rows of the base segment that hold the records are packed without them. Their numbers stay unused. Rows
//! that no query reads once a day of their period is superseded (cubes, top-k lists) are removed.
//!
//! Erasure fails, and the caller packs everything again, if it cannot prove that nothing of the records is left.

mod base_rows;
mod cubes;
mod names;
mod residue;
mod sorted;
mod words;

use super::changes::Changes;
use super::served::{self, Dictionaries, ServedRecord, VersionReader, by_ids, damaged};
use super::superseded::SupersededRecords;
use super::{DeltaRows, OrderedSegment, SegmentWriter, ServedBase, Spool, WriteError, rows};
use crate::base::date::Date;
use crate::segment::{Manifest, RemovedRows, SPACING, Table};
use crate::spec::Index;
use base_rows::BaseRecords;
use std::collections::{BTreeMap, BTreeSet};

/// The indices in the order of the writer: videos, snapshots, mentions.
const INDICES: [Index; 3] = [Index::Info, Index::ContentCreator, Index::BusinessIdeas];

/// The result of an erasure.
pub enum ErasureOutcome {
    /// No record has any of the ids.
    Unchanged,
    /// Everything must be packed again, for this reason.
    Rebuild(&'static str),
    /// These rows change.
    Rows(Box<ErasureRows>),
}

/// The rows that an erasure changes.
pub struct ErasureRows {
    /// The delta segment without the records.
    pub delta: DeltaRows,
    /// The rows that are packed again, by table.
    pub rewritten: Vec<(Table, Vec<String>)>,
    /// The rows that are removed.
    pub removed: Vec<RemovedRows>,
}

/// The changed rows of the base segment, as they are found.
#[derive(Default)]
struct ChangedRows {
    rewritten: BTreeMap<&'static str, (Table, Vec<String>)>,
    removed: Vec<RemovedRows>,
}

impl ChangedRows {
    fn rewrite(&mut self, table: Table, row: String) {
        self.rewritten.entry(table.name()).or_insert_with(|| (table, Vec::new())).1.push(row);
    }

    fn remove_ids(&mut self, table: Table, (first, last): (i64, i64)) {
        self.removed.push(RemovedRows::Ids { table: table.name().to_owned(), first, last });
    }

    fn remove_key(&mut self, table: Table, key: Vec<serde_json::Value>) {
        let known = self.removed.iter_mut().find_map(|removed| match removed {
            RemovedRows::Keys { table: of, keys } if *of == table.name() => Some(keys),
            _ => None,
        });
        match known {
            Some(keys) => keys.push(key),
            None => self.removed.push(RemovedRows::Keys { table: table.name().to_owned(), keys: vec![key] }),
        }
    }
}

/// The records to erase, and the served records that stay in the delta segment: videos, snapshots, mentions.
struct SplitRecords {
    erased: [Vec<ServedRecord>; 3],
    kept: [Vec<ServedRecord>; 3],
}

/// Makes the rows of the served version without the records of an index with some ids, and without the mentions of
/// erased videos. `revision` is the one after the served revision.
pub fn write_erasure<S: Spool>(
    served: &mut impl VersionReader,
    revision: u32,
    index: Index,
    ids: &BTreeSet<String>,
    spool: S,
) -> Result<ErasureOutcome, WriteError> {
    let manifests = served::manifests(served)?;
    let manifest =
        |index| manifests.get(Table::of_documents(index).name()).ok_or_else(|| damaged("a manifest is missing"));
    let manifests: [&Manifest; 3] =
        [manifest(Index::Info)?, manifest(Index::ContentCreator)?, manifest(Index::BusinessIdeas)?];
    if manifests.iter().any(|manifest| !manifest.is_current()) {
        return Ok(ErasureOutcome::Rebuild("an earlier version of the command packed the dataset"));
    }
    if manifests.iter().any(|manifest| manifest.aliases.is_some()) {
        return Ok(ErasureOutcome::Rebuild("mentions were packed with aliases of brands"));
    }
    let dictionaries = Dictionaries::read(served)?;
    let Some(changes) = touched(served, &dictionaries, index, ids)? else { return Ok(ErasureOutcome::Unchanged) };
    let Some(superseded) = SupersededRecords::read(served, &dictionaries, &changes, manifests)? else {
        return Ok(ErasureOutcome::Rebuild("too many records share the days of the deleted ones"));
    };
    let split = SplitRecords::of(&superseded, index, ids);

    let mut changed = ChangedRows::default();
    let days = superseded.days.clone();
    let mut rewriting = Rewriting { served, manifests, days: &days, changed: &mut changed };
    let base = match BaseRecords::find(&mut rewriting, &split)? {
        Ok(base) => base,
        Err(reason) => return Ok(ErasureOutcome::Rebuild(reason)),
    };
    for step in [base_rows::rewrite, sorted::rewrite, words::rewrite, names::rewrite] {
        if let Err(reason) = step(&mut rewriting, &base, &split)? {
            return Ok(ErasureOutcome::Rebuild(reason));
        }
    }
    cubes::rewrite(&mut rewriting, &base)?;
    cubes::rewrite_rollups(&mut rewriting, &base)?;
    if residue::is_in_dictionary(&mut rewriting, &dictionaries, &split)? {
        return Ok(ErasureOutcome::Rebuild("the compression dictionary holds text of a deleted record"));
    }
    for (index, erased) in INDICES.into_iter().zip(&split.erased) {
        let numbers: Vec<i64> = erased.iter().map(|record| record.number).collect();
        if !numbers.is_empty() {
            let table = Table::of_documents(index).name().to_owned();
            changed.removed.push(RemovedRows::Records { table, numbers });
        }
    }

    let mut writer = SegmentWriter::new(spool);
    for record in split.kept.iter().flatten() {
        writer.add(&record.row)?;
    }
    let before = writer.spool_end();
    let segment: OrderedSegment<S> = writer.finish()?;
    let base = ServedBase { manifests, dictionaries, revision: revision.into() };
    let Some(delta) = rows::rows(served, &base, segment, before, &changes, superseded)? else {
        return Ok(ErasureOutcome::Rebuild("the other records of these days have too many names"));
    };
    let ChangedRows { rewritten, removed } = changed;
    Ok(ErasureOutcome::Rows(Box::new(ErasureRows { delta, rewritten: rewritten.into_values().collect(), removed })))
}

/// What the steps of an erasure share.
struct Rewriting<'a, V> {
    served: &'a mut V,
    /// Videos, snapshots, mentions.
    manifests: [&'a Manifest; 3],
    /// The superseded days, ascending, with those of the records.
    days: &'a [i64],
    changed: &'a mut ChangedRows,
}

impl<V> Rewriting<'_, V> {
    /// Returns the months with superseded days.
    fn months(&self) -> BTreeSet<i64> {
        self.days.iter().filter_map(|day| month_of(*day)).collect()
    }
}

fn month_of(day: i64) -> Option<i64> {
    Date::of_day(day).map(|date| date.month().number())
}

/// Returns true if a number is of the base segment.
fn is_of_base(number: i64) -> bool {
    number % SPACING == 0
}

/// Returns the days and creators of the records; `None` if there are no records.
fn touched(
    served: &mut impl VersionReader,
    dictionaries: &Dictionaries,
    index: Index,
    ids: &BTreeSet<String>,
) -> Result<Option<Changes>, WriteError> {
    let found = by_ids(served, dictionaries, index, ids)?;
    if found.is_empty() {
        return Ok(None);
    }
    let mut changes = Changes::none();
    match index {
        Index::Info => changes.days = found.iter().filter_map(|video| video.day).collect(),
        Index::ContentCreator => {
            changes.creators = found.iter().map(|snapshot| snapshot.id.clone()).collect();
            changes.snapshots = found;
        }
        Index::BusinessIdeas => {
            let videos = found.into_iter().filter_map(|mention| mention.video_id).collect();
            let videos = by_ids(served, dictionaries, Index::Info, &videos)?;
            changes.days = videos.iter().filter_map(|video| video.day).collect();
        }
    }
    Ok(Some(changes))
}

impl SplitRecords {
    fn of(superseded: &SupersededRecords, index: Index, ids: &BTreeSet<String>) -> Self {
        let mut split = Self { erased: Default::default(), kept: Default::default() };
        let parts = split.erased.iter_mut().zip(&mut split.kept);
        for ((of, records), (erased, kept)) in INDICES.into_iter().zip(&superseded.documents).zip(parts) {
            for record in records {
                let has_id = of == index && ids.contains(&record.id);
                // Removing a video removes its mentions.
                let has_video = index == Index::Info && record.video_id.as_ref().is_some_and(|id| ids.contains(id));
                if has_id || has_video { erased.push(record.clone()) } else { kept.push(record.clone()) }
            }
        }
        split
    }
}
