//! Sets of numbers of records or names, as bitmaps.

use crate::segment::{SPACING, number_at};
use std::collections::BTreeSet;
use std::iter::Peekable;

const WORD: usize = u64::BITS as usize;
/// The positions that may have a bit. The limit keeps a bitmap below 8 MB, even for damaged rows.
const POSITIONS: i64 = 1 << 26;

/// A set of numbers. Those of the base segment are evenly spaced, so each takes a bit. The few that were inserted
/// between two of them are listed.
#[derive(Debug, Clone, Default)]
pub(super) struct Set {
    bits: Vec<u64>,
    between: BTreeSet<i64>,
}

impl Set {
    /// Returns the numbers of the first names or records of a base segment.
    pub(super) fn of_first(count: usize) -> Self {
        let mut bits = vec![u64::MAX; count / WORD];
        if !count.is_multiple_of(WORD) {
            bits.push((1 << (count % WORD)) - 1);
        }
        Self { bits, between: BTreeSet::new() }
    }

    /// Adds a number. Returns true if it is new.
    pub(super) fn insert(&mut self, number: i64) -> bool {
        let Some(position) = position(number) else { return self.between.insert(number) };
        if self.bits.len() <= position / WORD {
            self.bits.resize(position / WORD + 1, 0);
        }
        let Some(bits) = self.bits.get_mut(position / WORD) else { return false };
        let bit = 1 << (position % WORD);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    /// Returns true if the number is in the set.
    pub(super) fn contains(&self, number: i64) -> bool {
        match position(number) {
            Some(position) => self.bits.get(position / WORD).is_some_and(|bits| bits >> (position % WORD) & 1 == 1),
            None => !self.between.is_empty() && self.between.contains(&number),
        }
    }

    /// Returns the number of elements.
    pub(super) fn len(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum::<usize>() + self.between.len()
    }

    /// Returns true if the set is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.between.is_empty() && self.bits.iter().all(|bits| *bits == 0)
    }

    /// Returns the memory that the numbers take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        (self.bits.len() + self.between.len()) * size_of::<u64>()
    }

    /// Keeps only the numbers that are also in another set.
    pub(super) fn intersect(&mut self, other: &Self) {
        self.bits.truncate(other.bits.len());
        self.bits.iter_mut().zip(&other.bits).for_each(|(bits, others)| *bits &= others);
        self.between.retain(|number| other.between.contains(number));
    }

    /// Removes the numbers that are in another set.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(bits, others)| *bits &= !others);
        self.between.retain(|number| !other.between.contains(number));
    }

    /// Adds all numbers of another set.
    pub(super) fn unite(&mut self, other: &Self) {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        self.bits.iter_mut().zip(&other.bits).for_each(|(bits, others)| *bits |= others);
        self.between.extend(&other.between);
    }

    /// Returns the numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = i64> {
        Ascending { left: spaced_numbers(&self.bits).peekable(), right: self.between.iter().copied().peekable() }
    }
}

impl FromIterator<i64> for Set {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Self {
        let mut set = Self::default();
        set.extend(numbers);
        set
    }
}

impl Extend<i64> for Set {
    fn extend<I: IntoIterator<Item = i64>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

/// The numbers of a set, each with an ordinal: its position among all of them. A vector by ordinal holds data for each.
#[derive(Debug)]
pub(super) struct OrdinalIndex {
    bits: Vec<u64>,
    /// For each word of bits, the count of the numbers before it.
    before: Vec<u32>,
    /// The other numbers. Their ordinals come last.
    between: Vec<i64>,
    len: usize,
}

impl From<Set> for OrdinalIndex {
    fn from(Set { bits, between }: Set) -> Self {
        let mut count = 0;
        let mut before = Vec::with_capacity(bits.len());
        for bits in &bits {
            before.push(count);
            count += bits.count_ones();
        }
        let len = count as usize + between.len();
        Self { bits, before, between: between.into_iter().collect(), len }
    }
}

impl OrdinalIndex {
    /// Returns the count of the numbers.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the ordinal of a number, if it is one of these.
    pub(super) fn of(&self, number: i64) -> Option<usize> {
        let Some(position) = position(number) else {
            let at = self.between.binary_search(&number).ok()?;
            return Some(self.len - self.between.len() + at);
        };
        let (bits, before) = (self.bits.get(position / WORD)?, self.before.get(position / WORD)?);
        let bit = 1 << (position % WORD);
        (bits & bit != 0).then(|| *before as usize + (bits & (bit - 1)).count_ones() as usize)
    }

    /// Returns the numbers, by ordinal.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i64> {
        spaced_numbers(&self.bits).chain(self.between.iter().copied())
    }
}

/// Returns the numbers that have a bit.
fn spaced_numbers(bits: &[u64]) -> impl Iterator<Item = i64> {
    bits.iter().enumerate().flat_map(|(at, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            let position = (left != 0).then(|| at * WORD + left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(number_at(position))
        })
    })
}

/// Returns the position of a number's bit, if it has one.
fn position(number: i64) -> Option<usize> {
    let position = number / SPACING - 1;
    (number % SPACING == 0 && (0..POSITIONS).contains(&position)).then_some(position as usize)
}

/// The merged elements of two ascending iterators.
struct Ascending<L: Iterator, R: Iterator> {
    left: Peekable<L>,
    right: Peekable<R>,
}

impl<L: Iterator<Item = i64>, R: Iterator<Item = i64>> Iterator for Ascending<L, R> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        match (self.left.peek(), self.right.peek()) {
            (Some(left), Some(right)) if right < left => self.right.next(),
            (Some(_), _) => self.left.next(),
            (None, _) => self.right.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::MISSING;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![
            8 => (0..400_usize).prop_map(number_at),
            2 => 0..1_000_000_i64,
            1 => Just(MISSING),
            1 => Just((POSITIONS + 1) * SPACING),
        ]
    }

    fn listed(set: &Set) -> Vec<i64> {
        set.iter().collect()
    }

    proptest! {
        #[test]
        fn agrees_with_a_list(
            left in prop::collection::vec(number(), 0..300),
            right in prop::collection::vec(number(), 0..300),
        ) {
            let (as_set, other) = (left.iter().copied().collect::<Set>(), right.iter().copied().collect::<Set>());
            let (left, right): (BTreeSet<i64>, BTreeSet<i64>) = (left.into_iter().collect(), right.into_iter().collect());
            prop_assert_eq!(listed(&as_set), left.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!((as_set.len(), as_set.is_empty()), (left.len(), left.is_empty()));
            prop_assert!(right.iter().all(|number| as_set.contains(*number) == left.contains(number)));
            let after = |change: fn(&mut Set, &Set)| {
                let mut changed = as_set.clone();
                change(&mut changed, &other);
                listed(&changed)
            };
            prop_assert_eq!(after(Set::intersect), left.intersection(&right).copied().collect::<Vec<_>>());
            prop_assert_eq!(after(Set::subtract), left.difference(&right).copied().collect::<Vec<_>>());
            prop_assert_eq!(after(Set::unite), left.union(&right).copied().collect::<Vec<_>>());
        }

        #[test]
        fn every_number_has_an_ordinal(numbers in prop::collection::vec(number(), 0..300), other in number()) {
            let set: Set = numbers.iter().copied().collect();
            let has_other = set.contains(other);
            let index = OrdinalIndex::from(set);
            let ordinals: Vec<Option<usize>> = index.numbers().map(|number| index.of(number)).collect();
            prop_assert_eq!(ordinals, (0..index.len()).map(Some).collect::<Vec<_>>());
            prop_assert_eq!(index.of(other).is_some(), has_other);
        }
    }

    #[test]
    fn only_the_first_of_two_is_new() {
        let mut set = Set::default();
        assert_eq!([4_096, 4_097, 4_096, 4_097].map(|number| set.insert(number)), [true, true, false, false]);
    }
}
