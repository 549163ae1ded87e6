//! Groups in the making.

use super::StoreError;
use super::by_number::ByNumber;
use super::scan::passes;
use crate::pack::{Cell, Column, Documents, MISSING, Stats};

/// What the documents of a group add up to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// Documents.
    pub(super) documents: u64,
    /// Their metric.
    pub(super) stats: Stats,
    /// Their creators, on the creator index.
    pub(super) creators: u64,
    /// The last of them: documents come creator by creator.
    last_creator: Option<i64>,
}

/// Groups by the value of a column, and everything that counts.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// All documents that count.
    pub(super) matched: Group,
    /// The groups, by number; of low fields by the value's position.
    pub(super) groups: ByNumber<Group>,
}

impl Group {
    fn add(&mut self, documents: u64, stats: Stats) {
        self.documents += documents;
        self.stats.merge(stats);
    }

    fn see(&mut self, creator: i64) {
        if self.last_creator != Some(creator) {
            self.creators += 1;
            self.last_creator = Some(creator);
        }
    }

    /// Adds another group of the same kind.
    pub(super) fn merge(&mut self, other: Self) {
        self.add(other.documents, other.stats);
    }
}

/// How groups are made.
pub(super) struct Grouping<'a> {
    /// The column of the groups.
    pub(super) by: Column,
    /// The metric's column.
    pub(super) metric: Option<Column>,
    /// For a low field: the position of each mix's value.
    pub(super) of_mix: Option<&'a [i64]>,
    /// Which mixes count, on cells.
    pub(super) mixes: Option<&'a [bool]>,
}

impl Grouping<'_> {
    /// Adds documents of a row, those at these positions.
    pub(super) fn add(
        &self,
        tally: &mut Tally,
        documents: &Documents,
        positions: &[usize],
        creators: Option<&[i64]>,
    ) -> Result<(), StoreError> {
        let metric = self.metric.map(|column| documents.numbers(column)).transpose()?;
        let lists = self.by.is_list().then(|| documents.lists(self.by)).transpose()?;
        let keys = if self.by.is_list() { None } else { Some(documents.numbers(self.by)?) };
        for position in positions {
            let mut stats = Stats::default();
            if let Some(value) = metric.and_then(|metric| metric.get(*position)) {
                stats.add(*value);
            }
            let creator = creators.and_then(|creators| creators.get(*position)).copied();
            let count = |group: &mut Group| {
                group.add(1, stats);
                if let Some(creator) = creator {
                    group.see(creator);
                }
            };
            count(&mut tally.matched);
            if let Some(lists) = lists {
                lists.get(*position).iter().for_each(|key| count(tally.groups.entry(*key).or_default()));
            } else if let Some(key) = keys.and_then(|keys| keys.get(*position)).and_then(|key| self.key(*key)) {
                count(tally.groups.entry(key).or_default());
            }
        }
        Ok(())
    }

    /// Adds a cell of the groups.
    pub(super) fn add_cell(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if self.counts(cell) && cell.key != MISSING {
            tally.groups.entry(cell.key).or_default().add(cell.count, stats);
        }
    }

    /// Adds a cell of the totals; it makes groups too when they are of a low field.
    pub(super) fn add_total(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if !self.counts(cell) {
            return;
        }
        tally.matched.add(cell.count, stats);
        if let Some(key) = self.of_mix.and_then(|_| self.key(cell.mix)) {
            tally.groups.entry(key).or_default().add(cell.count, stats);
        }
    }

    fn counts(&self, cell: Cell) -> bool {
        self.mixes.is_none_or(|mixes| passes(mixes, cell.mix))
    }

    /// The group of a column's value; a missing one has none.
    fn key(&self, value: i64) -> Option<i64> {
        let key = match self.of_mix {
            Some(of_mix) => usize::try_from(value).ok().and_then(|mix| of_mix.get(mix)).copied()?,
            None => value,
        };
        (key != MISSING).then_some(key)
    }
}
