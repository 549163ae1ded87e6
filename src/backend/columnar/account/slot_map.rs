//! Maps from numbers of names to values that are stored in consecutive slots.

use super::super::by_number::ByNumber;
use crate::segment::{SPACING, position_of};

/// The maximum number of entries in the list of slots by position: four megabytes.
const MAX_POSITIONS: usize = 1 << 20;
/// An entry without a slot.
const NONE: u32 = u32::MAX;

/// Assigns a slot to each distinct number, in the order of insertion.
///
/// A full import numbers names in steps of [`SPACING`]; their slots are in a list. Increments insert few numbers
/// between them; their slots are in a map.
#[derive(Debug, Default)]
pub(super) struct SlotIndex {
    by_position: Vec<u32>,
    others: ByNumber<u32>,
    numbers: Vec<i64>,
}

impl SlotIndex {
    /// Returns the slot of a number, and assigns one to a new number.
    pub(super) fn slot(&mut self, number: i64) -> usize {
        let next = self.numbers.len() as u32;
        let position = position_of(number);
        let slot = if number > 0 && number % SPACING == 0 && position < MAX_POSITIONS {
            if self.by_position.len() <= position {
                self.by_position.resize(position + 1, NONE);
            }
            self.by_position.get_mut(position)
        } else {
            Some(self.others.entry(number).or_insert(NONE))
        };
        let Some(slot) = slot else { return 0 };
        if *slot == NONE {
            *slot = next;
            self.numbers.push(number);
        }
        *slot as usize
    }

    /// Returns the numbers in the order of their slots.
    pub(super) fn into_numbers(self) -> Vec<i64> {
        self.numbers
    }
}

/// A map from numbers to values, in the order of insertion.
#[derive(Debug, Default)]
pub(super) struct SlotMap<T> {
    slots: SlotIndex,
    values: Vec<T>,
}

impl<T: Default> SlotMap<T> {
    /// Returns the value of a number, and inserts the default for a new number.
    pub(super) fn entry(&mut self, number: i64) -> Option<&mut T> {
        let slot = self.slots.slot(number);
        if self.values.len() <= slot {
            self.values.resize_with(slot + 1, T::default);
        }
        self.values.get_mut(slot)
    }

    /// Returns the numbers with their values.
    pub(super) fn into_entries(self) -> impl Iterator<Item = (i64, T)> {
        self.slots.into_numbers().into_iter().zip(self.values)
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
            let (mut counts, mut expected) = (SlotMap::<u64>::default(), BTreeMap::new());
            for number in numbers {
                *counts.entry(number).unwrap() += 1;
                *expected.entry(number).or_insert(0_u64) += 1;
            }
            prop_assert_eq!(counts.into_entries().collect::<BTreeMap<_, _>>(), expected);
        }
    }
}
