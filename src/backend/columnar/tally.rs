//! The groups of an aggregation, while rows are added to them.

use super::channel_members::ChannelMembers;
use super::scan::is_selected;
use super::set::{OrdinalIndex, Set};
use crate::query::QueryError;
use crate::segment::{Cell, Column, MISSING, RecordBatch, Stats};
use crate::spec::MetricType;

/// The totals of a group. There can be a million groups, so each holds only what the query needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Group {
    documents: u32,
    /// The number of records with a value of the metric.
    measured: u32,
    /// The sum, the smallest or the largest of these values, as the metric type requires; undefined without any.
    value: i64,
}

impl Group {
    /// Returns the number of records.
    pub(super) fn documents(&self) -> u64 {
        self.documents.into()
    }

    /// Returns the number of records with a value of the metric.
    pub(super) fn measured(&self) -> u64 {
        self.measured.into()
    }

    /// Returns the sum, the smallest or the largest of these values, as the metric type requires.
    pub(super) fn value(&self) -> Option<i64> {
        (self.measured > 0).then_some(self.value)
    }

    fn add(&mut self, kind: MetricType, documents: u64, stats: Stats) {
        let whole = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        if stats.count > 0 {
            self.value = match (kind, self.value()) {
                (MetricType::Count | MetricType::Sum | MetricType::Avg, value) => {
                    value.unwrap_or(0).wrapping_add(stats.sum)
                }
                (MetricType::Min, value) => value.map_or(stats.min, |value| value.min(stats.min)),
                (MetricType::Max, value) => value.map_or(stats.max, |value| value.max(stats.max)),
            };
        }
        self.documents = self.documents.saturating_add(whole(documents));
        self.measured = self.measured.saturating_add(whole(stats.count));
    }
}

/// A count of distinct creators. Records must come creator by creator.
#[derive(Debug, Clone, Copy)]
struct CreatorCount {
    count: u32,
    /// The number of the last creator, or [`MISSING`].
    last: i64,
}

impl Default for CreatorCount {
    fn default() -> Self {
        Self { count: 0, last: MISSING }
    }
}

impl CreatorCount {
    fn add(&mut self, creator: i64) {
        if creator != self.last {
            self.last = creator;
            self.count = self.count.saturating_add(1);
        }
    }
}

/// The groups by the value of a column, and the totals over all matching records.
#[derive(Debug)]
pub(super) struct Tally {
    /// The number of matching records.
    pub(super) matched: u64,
    matched_creators: CreatorCount,
    ordinals: OrdinalIndex,
    groups: Vec<Group>,
    /// The number of creators of each group; empty unless the index is that of creators.
    creators: Vec<CreatorCount>,
}

impl Tally {
    /// Creates empty groups with these numbers.
    pub(super) fn new(groups: Set, with_creators: bool) -> Self {
        let ordinals = OrdinalIndex::from(groups);
        let len = ordinals.len();
        Self {
            matched: 0,
            matched_creators: CreatorCount::default(),
            ordinals,
            groups: vec![Group::default(); len],
            creators: vec![CreatorCount::default(); if with_creators { len } else { 0 }],
        }
    }

    /// Returns the number of creators of all matching records, on the creator index.
    pub(super) fn matched_creators(&self) -> u64 {
        self.matched_creators.count.into()
    }

    /// Returns the groups that have records, each with its number and its count of creators. For a tuple field the
    /// number is the value's position. Numbers ascend, except that those inserted later come last.
    pub(super) fn groups(&self) -> impl Iterator<Item = (i64, Group, u64)> {
        let creators = self.creators.iter().map(|creators| u64::from(creators.count)).chain(std::iter::repeat(0));
        let groups = self.ordinals.numbers().zip(&self.groups).zip(creators);
        let groups = groups.filter(|((_, group), _)| group.documents > 0);
        groups.map(|((number, group), creators)| (number, *group, creators))
    }

    fn add(&mut self, kind: MetricType, key: i64, documents: u64, stats: Stats, creator: Option<i64>) {
        let Some(ordinal) = self.ordinals.of(key) else { return };
        if let Some(group) = self.groups.get_mut(ordinal) {
            group.add(kind, documents, stats);
        }
        if let (Some(creators), Some(creator)) = (self.creators.get_mut(ordinal), creator) {
            creators.add(creator);
        }
    }
}

/// The parameters of an aggregation.
pub(super) struct GroupSpec<'a> {
    /// The column of the groups.
    pub(super) by: Column,
    /// The column of the metric.
    pub(super) metric: Option<Column>,
    /// The type of the metric.
    pub(super) kind: MetricType,
    /// For a tuple field: the position of each tuple's value.
    pub(super) of_tuple: Option<&'a [i64]>,
    /// For a name or uid of channels: that of each channel.
    pub(super) channels: Option<&'a ChannelMembers>,
    /// For each tuple, true if its cells match.
    pub(super) tuples: Option<&'a [bool]>,
}

impl GroupSpec<'_> {
    /// Adds the groups of a row's records to a set, for matching and other records.
    pub(super) fn collect_groups(&self, keys: &mut Set, documents: &RecordBatch) -> Result<(), QueryError> {
        if self.by.is_list() {
            keys.extend(documents.lists(self.by)?.items().iter().copied());
        } else {
            self.collect_values(keys, documents.numbers(self.by)?);
        }
        Ok(())
    }

    /// Adds the groups of values to a set.
    pub(super) fn collect_values(&self, keys: &mut Set, values: &[i64]) {
        for value in values {
            if let Some(key) = self.key(*value) {
                keys.insert(key);
            }
        }
    }

    /// Adds the records of a row at some positions to the groups.
    pub(super) fn add_documents(
        &self,
        tally: &mut Tally,
        documents: &RecordBatch,
        positions: &[usize],
        creators: Option<&[i64]>,
    ) -> Result<(), QueryError> {
        let metric = self.metric.map(|column| documents.numbers(column)).transpose()?;
        let lists = self.by.is_list().then(|| documents.lists(self.by)).transpose()?;
        let keys = if self.by.is_list() { None } else { Some(documents.numbers(self.by)?) };
        for position in positions {
            let mut stats = Stats::default();
            if let Some(value) = metric.and_then(|metric| metric.get(*position)) {
                stats.add(*value);
            }
            let creator = creators.and_then(|creators| creators.get(*position)).copied();
            tally.matched += 1;
            if let Some(creator) = creator {
                tally.matched_creators.add(creator);
            }
            if let Some(lists) = lists {
                lists.get(*position).iter().for_each(|key| tally.add(self.kind, *key, 1, stats, creator));
            } else if let Some(key) = keys.and_then(|keys| keys.get(*position)).and_then(|key| self.key(*key)) {
                tally.add(self.kind, key, 1, stats, creator);
            }
        }
        Ok(())
    }

    /// Adds a cell to its group.
    pub(super) fn add_cell(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if let Some(key) = self.key(cell.key).filter(|_| self.matches(cell)) {
            tally.add(self.kind, key, cell.count, stats, None);
        }
    }

    /// Adds a cell of the totals. If the groups are by a tuple field, also adds it to its group.
    pub(super) fn add_total(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if !self.matches(cell) {
            return;
        }
        tally.matched += cell.count;
        if let Some(key) = self.of_tuple.and_then(|_| self.key(cell.tuple)) {
            tally.add(self.kind, key, cell.count, stats, None);
        }
    }

    fn matches(&self, cell: Cell) -> bool {
        self.tuples.is_none_or(|tuples| is_selected(tuples, cell.tuple))
    }

    /// Returns the group of a column's value; `None` for a missing value.
    fn key(&self, value: i64) -> Option<i64> {
        if let Some(channels) = self.channels {
            return channels.member(value);
        }
        let key = match self.of_tuple {
            Some(of_tuple) => usize::try_from(value).ok().and_then(|tuple| of_tuple.get(tuple)).copied()?,
            None => value,
        };
        (key != MISSING).then_some(key)
    }
}
