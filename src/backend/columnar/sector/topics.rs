//! The most frequent topics of a brand's month.

use super::super::by_number::ByNumber;
use crate::segment::{SPACING, number_at, position_of};
use crate::spec::limits::TOP_TOPICS;
use foldhash::fast::FixedState;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The number of mentions of each topic.
#[derive(Debug, Default)]
pub(super) struct TopicMentions {
    /// Counts by position, for topics numbered by a full import. Nearly all are, and a position takes half the memory.
    by_position: HashMap<u32, u32, FixedState>,
    /// Counts of other topics, by number.
    others: ByNumber<u32>,
}

impl TopicMentions {
    /// Adds mentions of a topic.
    pub(super) fn add(&mut self, topic: i64, mentions: u64) {
        let position = u32::try_from(position_of(topic)).ok().filter(|_| topic > 0 && topic % SPACING == 0);
        let known = match position {
            Some(position) => self.by_position.entry(position).or_default(),
            None => self.others.entry(topic).or_default(),
        };
        *known = known.saturating_add(u32::try_from(mentions).unwrap_or(u32::MAX));
    }

    /// Returns the number of topics.
    pub(super) fn len(&self) -> usize {
        self.by_position.len() + self.others.len()
    }

    /// Returns the most frequent topics with their mentions; ties are ordered by name.
    pub(super) fn first(&self) -> Vec<(i64, u64)> {
        let by_position = self.by_position.iter().map(|(at, mentions)| (number_at(*at as usize), *mentions));
        let all = by_position.chain(self.others.iter().map(|(topic, mentions)| (*topic, *mentions)));
        let mut first: Vec<(Reverse<u64>, i64)> = Vec::with_capacity(TOP_TOPICS + 1);
        for (topic, mentions) in all {
            let next = (Reverse(u64::from(mentions)), topic);
            let at = first.partition_point(|known| *known < next);
            if at < TOP_TOPICS {
                first.insert(at, next);
                first.truncate(TOP_TOPICS);
            }
        }
        first.into_iter().map(|(Reverse(mentions), topic)| (topic, mentions)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first_and_ties_by_name() {
        let mut topics = TopicMentions::default();
        // The third and the seventh number were inserted between two others.
        let numbers = [4_096, 8_192, 8_200, 12_288, 16_384, 20_480, 4_100];
        for (number, mentions) in numbers.into_iter().zip([1, 2, 2, 2, 1, 9, 1]) {
            (0..mentions).for_each(|_| topics.add(number, 1));
        }
        topics.add(16_384, 3);
        assert_eq!(topics.len(), 7);
        assert_eq!(topics.first(), [(20_480, 9), (16_384, 4), (8_192, 2), (8_200, 2), (12_288, 2)]);
        assert!(TopicMentions::default().first().is_empty());
    }
}
