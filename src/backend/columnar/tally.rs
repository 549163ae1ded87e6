//! Groups in the making.

use super::channels::Channels;
use super::scan::passes;
use super::set::{Places, Set};
use crate::query::QueryError;
use crate::segment::{Cell, Column, Documents, MISSING, Stats};
use crate::spec::MetricType;

/// What the documents of a group add up to. There can be a million of them: they hold what the question needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Group {
    documents: u32,
    /// Documents with a value of the metric.
    measured: u32,
    /// Their sum, their smallest or their largest, whichever is asked for; meaningless without any.
    value: i64,
}

impl Group {
    /// Documents.
    pub(super) fn documents(&self) -> u64 {
        self.documents.into()
    }

    /// Documents with a value of the metric.
    pub(super) fn measured(&self) -> u64 {
        self.measured.into()
    }

    /// The sum, the smallest or the largest of these values, whichever is asked for.
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

/// The creators of documents, which come creator by creator.
#[derive(Debug, Clone, Copy, Default)]
struct Creators {
    count: u64,
    last: Option<i64>,
}

impl Creators {
    fn see(&mut self, creator: i64) {
        if self.last.replace(creator) != Some(creator) {
            self.count += 1;
        }
    }
}

/// Groups by the value of a column, and everything that counts.
#[derive(Debug)]
pub(super) struct Tally {
    /// All documents that count.
    pub(super) matched: u64,
    matched_creators: Creators,
    places: Places,
    groups: Vec<Group>,
    /// The creators of each group, on the creator index.
    creators: Vec<Creators>,
}

impl Tally {
    /// No documents yet, of groups of these numbers.
    pub(super) fn new(groups: Set, with_creators: bool) -> Self {
        let places = Places::from(groups);
        let len = places.len();
        Self {
            matched: 0,
            matched_creators: Creators::default(),
            places,
            groups: vec![Group::default(); len],
            creators: vec![Creators::default(); if with_creators { len } else { 0 }],
        }
    }

    /// The creators of all documents that count, on the creator index.
    pub(super) fn matched_creators(&self) -> u64 {
        self.matched_creators.count
    }

    /// The groups with documents, with their number (of tuple fields the value's position) and their creators, ascending
    /// but for numbers that came later.
    pub(super) fn groups(&self) -> impl Iterator<Item = (i64, Group, u64)> {
        let creators = self.creators.iter().map(|creators| creators.count).chain(std::iter::repeat(0));
        let groups = self.places.numbers().zip(&self.groups).zip(creators);
        let groups = groups.filter(|((_, group), _)| group.documents > 0);
        groups.map(|((number, group), creators)| (number, *group, creators))
    }

    fn add(&mut self, kind: MetricType, key: i64, documents: u64, stats: Stats, creator: Option<i64>) {
        let Some(place) = self.places.of(key) else { return };
        if let Some(group) = self.groups.get_mut(place) {
            group.add(kind, documents, stats);
        }
        if let (Some(creators), Some(creator)) = (self.creators.get_mut(place), creator) {
            creators.see(creator);
        }
    }
}

/// How groups are made.
pub(super) struct Grouping<'a> {
    /// The column of the groups.
    pub(super) by: Column,
    /// The metric's column.
    pub(super) metric: Option<Column>,
    /// What is made of its values.
    pub(super) kind: MetricType,
    /// For a tuple field: the position of each tuple's value.
    pub(super) of_tuple: Option<&'a [i64]>,
    /// For a member of channels: that of each channel.
    pub(super) channels: Option<&'a Channels>,
    /// Which tuples count, on cells.
    pub(super) tuples: Option<&'a [bool]>,
}

impl Grouping<'_> {
    /// Notes the groups of documents of a row, whether they count or not.
    pub(super) fn note(&self, keys: &mut Set, documents: &Documents) -> Result<(), QueryError> {
        if self.by.is_list() {
            keys.extend(documents.lists(self.by)?.items().iter().copied());
        } else {
            self.note_keys(keys, documents.numbers(self.by)?);
        }
        Ok(())
    }

    /// Notes the groups of some values.
    pub(super) fn note_keys(&self, keys: &mut Set, values: &[i64]) {
        for value in values {
            if let Some(key) = self.key(*value) {
                keys.insert(key);
            }
        }
    }

    /// Adds documents of a row, those at these positions.
    pub(super) fn add(
        &self,
        tally: &mut Tally,
        documents: &Documents,
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
                tally.matched_creators.see(creator);
            }
            if let Some(lists) = lists {
                lists.get(*position).iter().for_each(|key| tally.add(self.kind, *key, 1, stats, creator));
            } else if let Some(key) = keys.and_then(|keys| keys.get(*position)).and_then(|key| self.key(*key)) {
                tally.add(self.kind, key, 1, stats, creator);
            }
        }
        Ok(())
    }

    /// Adds a cell of the groups.
    pub(super) fn add_cell(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if let Some(key) = self.key(cell.key).filter(|_| self.counts(cell)) {
            tally.add(self.kind, key, cell.count, stats, None);
        }
    }

    /// Adds a cell of the totals; it makes groups too when they are of a tuple field.
    pub(super) fn add_total(&self, tally: &mut Tally, cell: Cell, stats: Stats) {
        if !self.counts(cell) {
            return;
        }
        tally.matched += cell.count;
        if let Some(key) = self.of_tuple.and_then(|_| self.key(cell.tuple)) {
            tally.add(self.kind, key, cell.count, stats, None);
        }
    }

    fn counts(&self, cell: Cell) -> bool {
        self.tuples.is_none_or(|tuples| passes(tuples, cell.tuple))
    }

    /// The group of a column's value; a missing one has none.
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
