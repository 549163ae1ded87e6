//! Collects the first records in the order of a value.

use crate::segment::MISSING;
use crate::spec::Order;
use std::cmp::Ordering;

/// The number of candidates beyond the size that are buffered before the buffer is sorted and truncated.
const SLACK: usize = 512;

/// A collector of the first records by value, then by number. Missing values come last in both orders.
pub(super) struct TopCollector {
    order: Order,
    size: usize,
    candidates: Vec<(i64, i64)>,
    /// The last of the first records so far, once there are `size`. Others must come before it.
    last: Option<(i64, i64)>,
}

impl TopCollector {
    /// Creates a collector of the first `size` records.
    pub(super) fn new(order: Order, size: u32) -> Self {
        Self { order, size: size as usize, candidates: Vec::new(), last: None }
    }

    /// Returns the maximum number of records.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Adds a record, by its value and its number. A record may be added more than once.
    pub(super) fn push(&mut self, value: i64, number: i64) {
        if self.last.is_some_and(|last| before(self.order, last, (value, number)).is_le()) {
            return;
        }
        self.candidates.push((value, number));
        if self.candidates.len() >= self.size + SLACK {
            self.truncate();
        }
    }

    /// Returns the numbers of the first records, each once, in order.
    pub(super) fn finish(mut self) -> Vec<i64> {
        self.truncate();
        self.candidates.into_iter().map(|(_, number)| number).collect()
    }

    fn truncate(&mut self) {
        let order = self.order;
        self.candidates.sort_unstable_by(|left, right| before(order, *left, *right));
        self.candidates.dedup();
        self.candidates.truncate(self.size);
        self.last = self.candidates.last().copied().filter(|_| self.candidates.len() == self.size);
    }
}

fn before(order: Order, left: (i64, i64), right: (i64, i64)) -> Ordering {
    let by_value = match (left.0 == MISSING, right.0 == MISSING) {
        (false, false) if order == Order::Asc => left.0.cmp(&right.0),
        (false, false) => right.0.cmp(&left.0),
        (left, right) => left.cmp(&right),
    };
    by_value.then(left.1.cmp(&right.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_come_last_in_both_orders_and_ties_by_number() {
        let ranked = |order| {
            let mut top = TopCollector::new(order, 4);
            let documents = [(5, 40), (MISSING, 10), (9, 30), (5, 20), (1, 50), (5, 40)];
            documents.into_iter().for_each(|(value, number)| top.push(value, number));
            top.finish()
        };
        assert_eq!(ranked(Order::Desc), [30, 20, 40, 50]);
        assert_eq!(ranked(Order::Asc), [50, 20, 40, 30]);
    }

    #[test]
    fn of_many_records_the_first_are_kept_in_any_order_of_addition() {
        let records = |step: i64| (0..5_003_i64).map(move |at| at * step % 5_003).map(|number| (number / 2, number));
        for step in [1, 5_002, 1_234] {
            let mut top = TopCollector::new(Order::Desc, 3);
            records(step).chain(records(1)).for_each(|(value, number)| top.push(value, number));
            assert_eq!(top.finish(), [5_002, 5_000, 5_001]);
        }
    }
}
