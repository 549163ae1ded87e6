//! Finds numbers between given numbers.

use crate::segment::SPACING;
use std::collections::BTreeMap;
use std::ops::Bound;

/// Returns numbers for new keys so that all numbers ascend with their keys, or `None` if there are not enough free
/// numbers.
///
/// The new keys must ascend and differ from the known ones. Multiples of [`SPACING`] are reserved for base segments.
pub(super) fn between<K: Ord + Clone>(known: &BTreeMap<K, i64>, keys: &[K]) -> Option<Vec<i64>> {
    let ends = |key: &K| {
        let before = known.range(..key).next_back().map_or(0, |(_, number)| *number);
        let after = known.range((Bound::Excluded(key), Bound::Unbounded)).next().map(|(_, number)| *number);
        (before, after)
    };
    let keyed: Vec<(i64, Option<i64>)> = keys.iter().map(ends).collect();
    let mut numbers = Vec::with_capacity(keys.len());
    for gap in keyed.chunk_by(|one, other| one == other) {
        let Some((before, after)) = gap.first().copied() else { continue };
        numbers.extend(spread(before, after, gap.len() as i64)?);
    }
    Some(numbers)
}

/// Returns `count` evenly spaced numbers between two. Without `after`, the distance is that of a base segment.
fn spread(before: i64, after: Option<i64>, count: i64) -> Option<Vec<i64>> {
    let (from, to) = match after {
        Some(after) => (before, after),
        // Starts in the middle between two multiples.
        None => {
            let from = before / SPACING * SPACING + SPACING / 2 * 3;
            (from, from + (count + 1) * SPACING)
        }
    };
    let mut last = before;
    (1..=count)
        .map(|nth| {
            let number = from + (to - from) * nth / (count + 1);
            let number = if number % SPACING == 0 { number + 1 } else { number };
            let fits = last < number && after.is_none_or(|after| number < after);
            last = number;
            fits.then_some(number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::number_at;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn numbers_are_in_the_order_of_keys(known in prop::collection::btree_set(0..2_000_u32, 0..40), new in prop::collection::btree_set(0..2_000_u32, 0..100)) {
            let mut all: BTreeMap<u32, i64> = known.iter().copied().zip((0..).map(number_at)).collect();
            // Inserts twice, so that inserted keys become neighbours too.
            let mut fresh: Vec<u32> = new.difference(&known).copied().collect();
            for part in [fresh.split_off(fresh.len() / 2), fresh] {
                let numbers = between(&all, &part).unwrap();
                prop_assert_eq!(numbers.len(), part.len());
                all.extend(part.iter().copied().zip(numbers));
            }
            let numbers: Vec<i64> = all.values().copied().collect();
            prop_assert!(numbers.is_sorted_by(|left, right| left < right), "{:?}", numbers);
            let anew: BTreeSet<i64> = (0..known.len()).map(number_at).collect();
            prop_assert!(numbers.iter().all(|number| number % SPACING != 0 || anew.contains(number)));
        }
    }

    #[test]
    fn where_there_is_no_room_there_is_none() {
        let known = BTreeMap::from([(1, number_at(0)), (3, number_at(0) + 2)]);
        assert_eq!(between(&known, &[2]), Some(vec![number_at(0) + 1]));
        let known = BTreeMap::from([(1, number_at(0)), (3, number_at(0) + 1)]);
        assert_eq!(between(&known, &[2]), None);
        assert_eq!(between(&BTreeMap::from([(1, 4_096)]), &vec![0; 5_000]), None);
    }
}
