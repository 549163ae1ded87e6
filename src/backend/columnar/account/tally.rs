//! Counting: what some mentions add up to, batch by batch.

use super::attribute::Attribute;
use super::folding::Batch;
use super::slots::BySlot;
use crate::measure::{Label, Tones};
use crate::segment::{Corrupt, MISSING};
use crate::spec::answer::{KnownCounts, LabelCounts};
use std::cmp::Reverse;

/// The label of a mention.
pub(super) fn label(number: i64) -> Label {
    usize::try_from(number).ok().and_then(|at| Label::ALL.get(at)).copied().unwrap_or(Label::Unknown)
}

/// Mentions by label.
pub(super) fn label_counts(tones: &Tones) -> LabelCounts {
    let Tones { positive, neutral, negative, unknown, .. } = *tones;
    LabelCounts { positive, neutral, negative, unknown }
}

/// A value that there is.
pub(super) fn present(value: i64) -> Option<i64> {
    (value != MISSING).then_some(value)
}

/// A count that there is.
pub(super) fn count(value: i64) -> Option<u64> {
    present(value).and_then(|value| u64::try_from(value).ok())
}

/// A value of a column.
pub(super) fn at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}

/// How many values the average of some tones rests on.
pub(super) fn scored(tones: &Tones) -> KnownCounts {
    KnownCounts { scored_mentions: tones.scored, ..KnownCounts::default() }
}

/// What tones need of mentions.
pub(super) struct ToneColumns<'b> {
    labels: &'b [i64],
    scores: &'b [i64],
    views: &'b [i64],
}

impl<'b> ToneColumns<'b> {
    /// The attributes.
    pub(super) const NEEDS: [Attribute; 3] = [Attribute::Label, Attribute::Score, Attribute::Views];

    pub(super) fn of(batch: &'b Batch) -> Result<Self, Corrupt> {
        let [labels, scores, views] = Self::NEEDS.map(|attribute| batch.numbers(attribute));
        Ok(Self { labels: labels?, scores: scores?, views: views? })
    }

    /// Adds a mention.
    pub(super) fn add_to(&self, tones: &mut Tones, position: usize) {
        tones.add(
            label(at(self.labels, position)),
            present(at(self.scores, position)),
            count(at(self.views, position)),
        );
    }
}

/// What the videos of some mentions add up to, each once. Mentions come day by day, those of a video one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Videos {
    last: i64,
    /// How many there are.
    pub(super) count: u64,
    /// The sum of their views; those that are not known add nothing.
    pub(super) views: u64,
    /// Of how many of them the views are known.
    pub(super) viewed: u64,
}

impl Default for Videos {
    fn default() -> Self {
        Self { last: MISSING, count: 0, views: 0, viewed: 0 }
    }
}

impl Videos {
    /// How many values the sum of their views and the average of some tones rest on.
    pub(super) fn known(&self, tones: &Tones) -> KnownCounts {
        KnownCounts { videos: Some(self.count), views: Some(self.viewed), ..scored(tones) }
    }

    /// Adds a video with its views, and says whether it is new.
    pub(super) fn add(&mut self, video: i64, views: i64) -> bool {
        let is_new = self.last != video;
        if is_new {
            self.last = video;
            self.count += 1;
            if let Some(views) = count(views) {
                self.views += views;
                self.viewed += 1;
            }
        }
        is_new
    }
}

/// Positions, of which it is counted how many there are: a list while they are few, else a bit for each that there may be.
#[derive(Debug, Clone, Default)]
pub(super) struct Distinct {
    positions: Vec<usize>,
    /// The first so many are sorted, each once.
    sorted: usize,
    bits: Vec<u64>,
}

const WORD: usize = u64::BITS as usize;

impl Distinct {
    /// Adds a position; what is none is not counted.
    pub(super) fn add(&mut self, position: i64) {
        let Ok(position) = usize::try_from(position) else { return };
        if !self.bits.is_empty() {
            self.set(position);
        } else if self.positions.last() != Some(&position) {
            self.positions.push(position);
            // Sorting now and then keeps no more than twice as many as there are.
            if self.positions.len() > 2 * self.sorted + 32 {
                self.settle();
            }
        }
    }

    /// How many there are.
    pub(super) fn count(&mut self) -> u64 {
        self.settle();
        let bits: u32 = self.bits.iter().map(|bits| bits.count_ones()).sum();
        self.sorted as u64 + u64::from(bits)
    }

    fn settle(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.sorted = self.positions.len();
        // Bits take less than the list then.
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

/// How often each item of a list occurs in some mentions.
#[derive(Debug, Default)]
pub(super) struct Frequencies(BySlot<u64>);

impl Frequencies {
    /// Adds the items of a mention, each once.
    pub(super) fn add(&mut self, items: &[i64]) {
        distinct(items, |item| {
            if let Some(count) = self.0.of(item) {
                *count += 1;
            }
        });
    }

    /// So many of the most frequent, then in the order of names.
    pub(super) fn first(self, count: usize) -> Vec<(i64, u64)> {
        let mut counts: Vec<(i64, u64)> = self.0.finish().collect();
        counts.sort_unstable_by_key(|(item, count)| (Reverse(*count), *item));
        counts.truncate(count);
        counts
    }
}

/// Visits each item of a list once, however often it stands there.
pub(super) fn distinct(items: &[i64], mut visit: impl FnMut(i64)) {
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
            let mut distinct = Distinct::default();
            numbers.iter().for_each(|number| distinct.add(*number));
            let expected: std::collections::BTreeSet<_> = numbers.into_iter().collect();
            prop_assert_eq!(distinct.count(), expected.len() as u64);
        }
    }
}
