//! Ascending numbers: what two lists have in common.

/// Visits the positions of every number that two ascending lists have in common, in order. Each list has a number once.
///
/// It takes steps in proportion to the shorter list and to how the numbers lie in the longer one, whose stretches
/// between them are leapt over.
pub(super) fn each_common(left: &[i64], right: &[i64], mut visit: impl FnMut(usize, usize)) {
    if left.len() <= right.len() {
        each_of_few(left, right, visit);
    } else {
        each_of_few(right, left, |in_right, in_left| visit(in_left, in_right));
    }
}

fn each_of_few(few: &[i64], many: &[i64], mut visit: impl FnMut(usize, usize)) {
    let mut next = 0;
    for (position, number) in few.iter().enumerate() {
        next = seek(many, next, *number);
        match many.get(next) {
            Some(found) if found == number => visit(position, next),
            Some(_) => {}
            None => return,
        }
    }
}

/// The first position from another one on whose number is not smaller than this one.
fn seek(numbers: &[i64], from: usize, number: i64) -> usize {
    let smaller = |position: usize| numbers.get(position).is_some_and(|found| *found < number);
    let (mut low, mut step) = (from, 1);
    // Every number before `low` is smaller.
    while smaller(low + step - 1) {
        low += step;
        step *= 2;
    }
    let reach = numbers.get(low..numbers.len().min(low + step)).unwrap_or_default();
    low + reach.partition_point(|found| *found < number)
}

/// How many numbers two lists have together, each counted once.
pub(super) fn count_of_union(left: &[i64], right: &[i64]) -> usize {
    let mut both = 0;
    each_common(left, right, |_, _| both += 1);
    left.len() + right.len() - both
}

/// The numbers of either list, each once.
pub(super) fn united(mut left: Vec<i64>, right: &[i64]) -> Vec<i64> {
    left.extend(right);
    // A stable sort merges what is in order.
    left.sort();
    left.dedup();
    left
}

/// The numbers that two lists have in common.
pub(super) fn common(left: &[i64], right: &[i64]) -> Vec<i64> {
    let mut common = Vec::with_capacity(left.len().min(right.len()));
    each_common(left, right, |position, _| common.extend(left.get(position)));
    common
}

/// The numbers of a list that another one does not have.
pub(super) fn without(numbers: &[i64], others: &[i64]) -> Vec<i64> {
    let mut rest = Vec::with_capacity(numbers.len());
    let mut next = 0;
    each_common(numbers, others, |position, _| {
        rest.extend(numbers.get(next..position).unwrap_or_default());
        next = position + 1;
    });
    rest.extend(numbers.get(next..).unwrap_or_default());
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn finds_what_is_common_with_its_positions() {
        let mut pairs = Vec::new();
        each_common(&[1, 3, 5, 9, 12], &[3, 4, 9], |left, right| pairs.push((left, right)));
        assert_eq!(pairs, [(1, 0), (3, 2)]);
        assert_eq!(count_of_union(&[1, 3], &[3, 4]), 3);
        assert!(common(&[], &[1]).is_empty());
    }

    proptest! {
        #[test]
        fn agrees_with_sets(
            left in prop::collection::btree_set(0..400_i64, 0..300),
            right in prop::collection::btree_set(0..400_i64, 0..20),
        ) {
            let (few, many): (Vec<i64>, Vec<i64>) = (right.iter().copied().collect(), left.iter().copied().collect());
            let expected: Vec<i64> = left.intersection(&right).copied().collect();
            prop_assert_eq!(common(&few, &many), expected.clone());
            prop_assert_eq!(common(&many, &few), expected);
            prop_assert_eq!(without(&many, &few), left.difference(&right).copied().collect::<Vec<_>>());
            let union: BTreeSet<i64> = left.union(&right).copied().collect();
            prop_assert_eq!(count_of_union(&many, &few), union.len());
        }
    }
}
