//! Reads the served records of the delta segment and of the days and creators that an import touches.

use super::super::WriteError;
use super::are_too_many;
use super::changes::Changes;
use super::served::{Dictionaries, NumberedRecord, ServedRecord, VersionReader, by_numbers, chunks, corrupt};
use crate::base::date::Date;
use crate::segment::{ChunkKind, Column, MISSING, Manifest, RecordBatch};
use crate::spec::Index;
use std::collections::{BTreeMap, BTreeSet};

/// The number of months that may have superseded days regardless of their size.
const FEW_MONTHS: usize = 3;
/// The most records of months with superseded days, if there are more than [`FEW_MONTHS`].
const MAX_IN_SUPERSEDED_MONTHS: u64 = 131_072;

/// The days of the new delta segment, and the served records that it has to repack.
pub(super) struct SupersededRecords {
    /// The superseded days, ascending.
    pub(super) days: Vec<i64>,
    /// The served records of superseded days and creators: videos, snapshots, mentions.
    pub(super) documents: [Vec<ServedRecord>; 3],
    /// The number of tokens of their texts.
    pub(super) tokens: [i64; 3],
    /// The number of each snapshot's creator, by the snapshot's number. Empty if no snapshots are imported or
    /// superseded.
    pub(super) creator_of: BTreeMap<i64, i64>,
}

impl SupersededRecords {
    /// Reads the superseded records. Returns `None` if there are too many.
    pub(super) fn read(
        served: &mut impl VersionReader,
        dictionaries: &Dictionaries,
        changes: &Changes,
        manifests: [&Manifest; 3],
    ) -> Result<Option<Self>, WriteError> {
        let [videos, snapshots, mentions] = manifests;
        // Videos and mentions share their superseded days.
        let [of_videos, of_mentions] = [videos, mentions].map(|manifest| manifest.superseded().map_err(corrupt));
        let superseded_days: BTreeSet<i64> = of_videos?.into_iter().chain(of_mentions?).collect();
        let touched: BTreeSet<i64> = changes.days.difference(&superseded_days).copied().collect();
        let months: BTreeSet<i64> = superseded_days.union(&touched).filter_map(month_of).collect();
        if is_too_wide(&months, videos) || is_too_wide(&months, mentions) {
            return Ok(None);
        }
        let mut documents = [const { Vec::new() }; 3];
        let mut tokens = [0; 3];

        let (creator_of, of_creators) = creators(served, changes, snapshots)?;
        let numbers = [
            read_days(served, Index::Info, videos, &touched)?,
            of_creators.into_iter().map(|number| NumberedRecord { number, length: 0 }).collect(),
            read_days(served, Index::BusinessIdeas, mentions, &touched)?,
        ];
        if numbers.iter().zip(manifests).any(|(numbers, manifest)| are_too_many(numbers.len(), manifest)) {
            return Ok(None);
        }
        let indices = [Index::Info, Index::ContentCreator, Index::BusinessIdeas];
        for (((index, numbers), documents), tokens) in
            indices.into_iter().zip(numbers).zip(&mut documents).zip(&mut tokens)
        {
            *tokens = numbers.iter().map(|numbered| numbered.length).sum();
            let numbers: Vec<i64> = numbers.iter().map(|numbered| numbered.number).collect();
            *documents = by_numbers(served, dictionaries, index, &numbers)?;
        }
        Ok(Some(Self { days: superseded_days.union(&touched).copied().collect(), documents, tokens, creator_of }))
    }
}

/// Returns true if too many records lie in months with superseded days. Cube sums of these months cannot be used, so
/// queries read the records' rows instead.
fn is_too_wide(months: &BTreeSet<i64>, manifest: &Manifest) -> bool {
    let in_months = manifest.months.iter().filter(|size| months.contains(&size.month));
    months.len() > FEW_MONTHS && in_months.map(|size| size.documents).sum::<u64>() > MAX_IN_SUPERSEDED_MONTHS
}

fn month_of(day: &i64) -> Option<i64> {
    Date::of_day(*day).map(|date| date.month().number())
}

fn delta_chunks(
    served: &mut impl VersionReader,
    index: Index,
    manifest: &Manifest,
    columns: &[Column],
) -> Result<Vec<RecordBatch>, WriteError> {
    let Some(delta) = &manifest.delta else { return Ok(Vec::new()) };
    let kind = ChunkKind::Delta(index);
    chunks(served, (kind.id(delta.revision, 0), kind.last_id(delta.revision)), columns)
}

/// Returns the records of the served delta segment and of touched days.
fn read_days(
    served: &mut impl VersionReader,
    index: Index,
    manifest: &Manifest,
    touched: &BTreeSet<i64>,
) -> Result<Vec<NumberedRecord>, WriteError> {
    let columns = [Column::NUMBER, Column::DAY, Column::LENGTH];
    let mut found = Vec::new();
    for chunk in delta_chunks(served, index, manifest, &columns)? {
        push_matching(&chunk, |_| true, &mut found)?;
    }
    let months: BTreeSet<i64> = touched.iter().filter_map(month_of).collect();
    let kind = ChunkKind::Month(index);
    for month in months {
        for chunk in chunks(served, (kind.id(month, 0), kind.last_id(month)), &columns)? {
            push_matching(&chunk, |day| touched.contains(&day), &mut found)?;
        }
    }
    Ok(found)
}

fn push_matching(
    chunk: &RecordBatch,
    is_wanted: impl Fn(i64) -> bool,
    found: &mut Vec<NumberedRecord>,
) -> Result<(), WriteError> {
    let column = |column| chunk.numbers(column).map_err(corrupt);
    let (numbers, days, lengths) = (column(Column::NUMBER)?, column(Column::DAY)?, column(Column::LENGTH)?);
    let documents = numbers.iter().zip(days).zip(lengths).filter(|((_, day), _)| is_wanted(**day));
    found.extend(documents.map(|((number, _), length)| NumberedRecord { number: *number, length: *length }));
    Ok(())
}

/// Returns the creator of every snapshot by number, and the snapshots of creators that are superseded or touched.
fn creators(
    served: &mut impl VersionReader,
    changes: &Changes,
    manifest: &Manifest,
) -> Result<(BTreeMap<i64, i64>, BTreeSet<i64>), WriteError> {
    if changes.creators.is_empty() && manifest.delta.is_none() {
        return Ok((BTreeMap::new(), BTreeSet::new()));
    }
    let index = Index::ContentCreator;
    let columns = [Column::NUMBER, Column::CREATOR];
    let kind = ChunkKind::All(index);
    let base = chunks(served, (kind.id(0, 0), kind.last_id(0)), &columns)?;
    let delta = delta_chunks(served, index, manifest, &columns)?;
    let mut creator_of = BTreeMap::new();
    let mut of_creators: BTreeSet<i64> = changes.snapshots.iter().map(|known| known.number).collect();
    for (chunk, is_superseded) in base.iter().map(|chunk| (chunk, false)).chain(delta.iter().map(|chunk| (chunk, true)))
    {
        let column = |column| chunk.numbers(column).map_err(corrupt);
        for (number, creator) in column(Column::NUMBER)?.iter().zip(column(Column::CREATOR)?) {
            if *creator != MISSING {
                creator_of.insert(*number, *creator);
            }
            of_creators.extend(is_superseded.then_some(*number));
        }
    }
    Ok((creator_of, of_creators))
}
