//! Sorting of short lists, and sets and maps of few items.
//!
//! The standard library's sorts are compiled again for every type, in about 5 kB of WebAssembly each. These share one,
//! which sorts positions; only the comparison and the moves are compiled for each type. They are for lists of at most a
//! few thousand items: each comparison is a call through a pointer.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts a list.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Collects a set item by item. `collect` would sort a list first, with a sort of its own for each type.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Collects a map item by item, as [`set`] does.
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}

/// Collects a map item by item until the first error.
///
/// # Errors
/// The first error.
pub fn try_map<K: Ord, V, E>(items: impl IntoIterator<Item = Result<(K, V), E>>) -> Result<BTreeMap<K, V>, E> {
    let mut map = BTreeMap::new();
    for item in items {
        let (key, value) = item?;
        map.insert(key, value);
    }
    Ok(map)
}

/// Sorts a list by a comparison. Equal items stay in their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let sources = sorted_positions(items.len(), &mut |one, other| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    arrange(sources, &mut |one, other| items.swap(one, other));
}

/// Sorts a list by a key. Equal items stay in their order.
pub fn sort_by_key<'a, T: 'a, K: Ord>(items: &'a mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Returns, for each place of the sorted list, the position of its item in the list.
fn sorted_positions(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..length).collect();
    positions.sort_by(|one, other| compare(*one, *other));
    positions
}

/// Moves items to their places by swaps. `sources` has the position of the item for each place.
fn arrange(mut sources: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..sources.len() {
        let mut place = first;
        while let Some(source) = sources.get_mut(place) {
            let from = std::mem::replace(source, place);
            if from == first {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{map, set, sort, sort_by, sort_by_key, try_map};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_the_standard_library_sorts_them(keys in prop::collection::vec(0_u8..20, 0..60)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().enumerate().map(|(at, key)| (key, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            prop_assert_eq!(&items, &expected);
            expected.sort_by(|(one, _), (other, _)| other.cmp(one));
            sort_by(&mut items, |(one, _), (other, _)| other.cmp(one));
            prop_assert_eq!(&items, &expected);
            sort(&mut items);
            prop_assert!(items.is_sorted());
            prop_assert_eq!(map(expected.clone()), expected.iter().copied().collect());
            prop_assert_eq!(set(expected.clone()), expected.iter().copied().collect());
            let pairs = expected.iter().copied().map(|pair| if pair.0 < 19 { Ok(pair) } else { Err(pair.1) });
            let all: Result<std::collections::BTreeMap<_, _>, _> = pairs.clone().collect();
            prop_assert_eq!(try_map(pairs), all);
        }
    }
}
