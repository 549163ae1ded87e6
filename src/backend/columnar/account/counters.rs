//! Counters of mentions, videos, creators and list items, filled batch by batch.

use super::attribute::Attribute;
use super::scan_batch::ScanBatch;
use super::slot_map::SlotMap;
use crate::backend::account::counts::{GroupTotals, VideoCounts};
use crate::measure::{Label, Tones};
use crate::segment::{Corrupt, MISSING};
use std::cmp::Reverse;

/// Returns the label with a number. Other numbers are unknown labels.
pub(super) fn label_of(number: i64) -> Label {
    usize::try_from(number).ok().and_then(|at| Label::ALL.get(at)).copied().unwrap_or(Label::Unknown)
}

/// Returns a value, or `None` for [`MISSING`].
pub(super) fn known_value(value: i64) -> Option<i64> {
    (value != MISSING).then_some(value)
}

/// Returns a count, or `None` for [`MISSING`].
pub(super) fn known_count(value: i64) -> Option<u64> {
    known_value(value).and_then(|value| u64::try_from(value).ok())
}

/// Returns the value at a position of a column, or [`MISSING`] after its end.
pub(super) fn value_at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}

/// The columns of a batch that tones are computed from.
pub(super) struct ToneColumns<'b> {
    labels: &'b [i64],
    scores: &'b [i64],
    views: &'b [i64],
}

impl<'b> ToneColumns<'b> {
    /// The attributes of the columns.
    pub(super) const ATTRIBUTES: [Attribute; 3] = [Attribute::Label, Attribute::Score, Attribute::Views];

    pub(super) fn new(batch: &'b ScanBatch) -> Result<Self, Corrupt> {
        let [labels, scores, views] = Self::ATTRIBUTES.map(|attribute| batch.numbers(attribute));
        Ok(Self { labels: labels?, scores: scores?, views: views? })
    }

    /// Adds the mention at a position to tones.
    pub(super) fn add_to(&self, tones: &mut Tones, position: usize) {
        tones.add(
            label_of(value_at(self.labels, position)),
            known_value(value_at(self.scores, position)),
            known_count(value_at(self.views, position)),
        );
    }
}

/// Counts distinct videos. The mentions of a video must be added one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct VideoCounter {
    last_video: i64,
    pub(super) counts: VideoCounts,
}

impl Default for VideoCounter {
    fn default() -> Self {
        Self { last_video: MISSING, counts: VideoCounts::default() }
    }
}

impl VideoCounter {
    /// Adds a video with its views. Returns true if the video is new.
    pub(super) fn add(&mut self, video: i64, views: i64) -> bool {
        let is_new = self.last_video != video;
        if is_new {
            self.last_video = video;
            self.counts.add(known_count(views));
        }
        is_new
    }
}

/// Counts the videos of mentions and the tones of the mentions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupCounter {
    pub(super) videos: VideoCounter,
    pub(super) tones: Tones,
}

impl GroupCounter {
    /// Returns the totals.
    pub(super) fn totals(&self) -> GroupTotals {
        GroupTotals { videos: self.videos.counts, tones: self.tones }
    }

    /// Adds all mentions of a batch.
    pub(super) fn add(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        let tones = ToneColumns::new(batch)?;
        let (videos, views) = (batch.numbers(Attribute::Video)?, batch.numbers(Attribute::Views)?);
        for position in batch.positions.iter().copied() {
            self.videos.add(value_at(videos, position), value_at(views, position));
            tones.add_to(&mut self.tones, position);
        }
        Ok(())
    }
}

/// Counts distinct positions: in a list while they are few, in a bitmap when they are many.
#[derive(Debug, Clone, Default)]
pub(super) struct DistinctCounter {
    positions: Vec<usize>,
    /// The length of the prefix of `positions` that is sorted and has no duplicates.
    sorted: usize,
    bits: Vec<u64>,
}

const WORD: usize = u64::BITS as usize;

impl DistinctCounter {
    /// Adds a position. Negative numbers are ignored.
    pub(super) fn add(&mut self, position: i64) {
        let Ok(position) = usize::try_from(position) else { return };
        if !self.bits.is_empty() {
            self.set(position);
        } else if self.positions.last() != Some(&position) {
            self.positions.push(position);
            // The list never holds more than about twice the number of distinct positions.
            if self.positions.len() > 2 * self.sorted + 32 {
                self.compact();
            }
        }
    }

    /// Returns the number of distinct positions.
    pub(super) fn count(&mut self) -> u64 {
        self.compact();
        let bits: u32 = self.bits.iter().map(|bits| bits.count_ones()).sum();
        self.sorted as u64 + u64::from(bits)
    }

    fn compact(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.sorted = self.positions.len();
        // From this density on, the bitmap is smaller than the list.
        if self.positions.last().is_some_and(|last| last / WORD < self.sorted) {
            self.sorted = 0;
            std::mem::take(&mut self.positions).into_iter().for_each(|position| self.set(position));
        }
    }

    fn set(&mut self, position: usize) {
        if self.bits.len() <= position / WORD {
            self.bits.resize(position / WORD + 1, 0);
        }
        if let Some(bits) = self.bits.get_mut(position / WORD) {
            *bits |= 1 << (position % WORD);
        }
    }
}

/// The number of mentions of each list item.
#[derive(Debug, Default)]
pub(super) struct ItemCounts(SlotMap<u64>);

impl ItemCounts {
    /// Adds the items of a mention. Duplicates within the mention count once.
    pub(super) fn add(&mut self, items: &[i64]) {
        for_each_distinct(items, |item| {
            if let Some(count) = self.0.entry(item) {
                *count += 1;
            }
        });
    }

    /// Returns at most `count` items, the most frequent first. Ties are in the order of names.
    pub(super) fn most_frequent(self, count: usize) -> Vec<(i64, u64)> {
        let mut counts: Vec<(i64, u64)> = self.0.into_entries().collect();
        counts.sort_unstable_by_key(|(item, count)| (Reverse(*count), *item));
        counts.truncate(count);
        counts
    }
}

/// Visits each distinct item of a list once.
pub(super) fn for_each_distinct(items: &[i64], mut visit: impl FnMut(i64)) {
    for (at, item) in items.iter().enumerate() {
        if !items.iter().take(at).any(|earlier| earlier == item) {
            visit(*item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn distinct_numbers_are_counted(numbers in prop::collection::vec(0..60_i64, 0..400)) {
            let mut distinct = DistinctCounter::default();
            numbers.iter().for_each(|number| distinct.add(*number));
            let expected: std::collections::BTreeSet<_> = numbers.into_iter().collect();
            prop_assert_eq!(distinct.count(), expected.len() as u64);
        }
    }
}
