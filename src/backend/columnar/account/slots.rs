//! Places for what is counted by name: one after the other, whatever the numbers of the names are.

use super::super::by_number::ByNumber;
use crate::segment::{SPACING, position_of};

/// Positions of names that have a place of their own in a list, at most: four megabytes of it.
const MAX_POSITIONS: usize = 1 << 20;
/// What stands for no place.
const NONE: u32 = u32::MAX;

/// The place of each number that came, in the order in which they came. Numbers that were given anew are found in a list,
/// those that came between two others are few, and in a map.
#[derive(Debug, Default)]
pub(super) struct Slots {
    by_position: Vec<u32>,
    others: ByNumber<u32>,
    numbers: Vec<i64>,
}

impl Slots {
    /// The place of a number, new or known.
    pub(super) fn of(&mut self, number: i64) -> usize {
        let next = self.numbers.len() as u32;
        let position = position_of(number);
        let place = if number > 0 && number % SPACING == 0 && position < MAX_POSITIONS {
            if self.by_position.len() <= position {
                self.by_position.resize(position + 1, NONE);
            }
            self.by_position.get_mut(position)
        } else {
            Some(self.others.entry(number).or_insert(NONE))
        };
        let Some(place) = place else { return 0 };
        if *place == NONE {
            *place = next;
            self.numbers.push(number);
        }
        *place as usize
    }

    /// The numbers, in the order of their places.
    pub(super) fn numbers(self) -> Vec<i64> {
        self.numbers
    }
}

/// Something for each number that came.
#[derive(Debug, Default)]
pub(super) struct BySlot<T> {
    slots: Slots,
    values: Vec<T>,
}

impl<T: Default> BySlot<T> {
    /// What there is for a number.
    pub(super) fn of(&mut self, number: i64) -> Option<&mut T> {
        let place = self.slots.of(number);
        if self.values.len() <= place {
            self.values.resize_with(place + 1, T::default);
        }
        self.values.get_mut(place)
    }

    /// The numbers, each with what there is for it.
    pub(super) fn finish(self) -> impl Iterator<Item = (i64, T)> {
        self.slots.numbers().into_iter().zip(self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_a_map(numbers in prop::collection::vec(prop_oneof![(1..40_i64).prop_map(|at| at * SPACING), -9..9_000_i64, Just(i64::MAX)], 0..200)) {
            let (mut counts, mut expected) = (BySlot::<u64>::default(), BTreeMap::new());
            for number in numbers {
                *counts.of(number).unwrap() += 1;
                *expected.entry(number).or_insert(0_u64) += 1;
            }
            prop_assert_eq!(counts.finish().collect::<BTreeMap<_, _>>(), expected);
        }
    }
}
