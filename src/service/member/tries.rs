//! Tries to sign in that failed: how many more there may be.

use std::collections::VecDeque;

/// Seconds for which a try counts.
const COUNTS_FOR: i64 = 600;
/// Tries of one address within them, and of all: there are never more to remember.
const OF_ADDRESS: usize = 10;
const OF_ALL: usize = 100;

/// The tries of the last minutes, the oldest first. They are remembered in memory alone: an address is written nowhere.
#[derive(Debug, Default)]
pub(super) struct Tries(VecDeque<(String, i64)>);

impl Tries {
    /// Seconds after which an address may try again; none when it may now.
    pub fn wait(&mut self, address: &str, now: i64) -> Option<i64> {
        // A clock that goes back forgets nothing, but keeps nobody waiting longer than at first.
        self.0.retain(|(_, at)| at.saturating_add(COUNTS_FOR) > now);
        let of_address: Vec<i64> = self.0.iter().filter(|(of, _)| of == address).map(|(_, at)| *at).collect();
        let all: Vec<i64> = self.0.iter().map(|(_, at)| *at).collect();
        let opens =
            |tries: &[i64], most: usize| tries.len().checked_sub(most).and_then(|over| tries.get(over).copied());
        let at = [opens(&of_address, OF_ADDRESS), opens(&all, OF_ALL)].into_iter().flatten().max()?;
        Some((at + COUNTS_FOR - now).clamp(1, COUNTS_FOR))
    }

    /// Remembers a try that failed.
    pub fn failed(&mut self, address: &str, now: i64) {
        if self.0.len() >= OF_ALL {
            self.0.pop_front();
        }
        self.0.push_back((address.to_owned(), now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_tries_ten_times_in_ten_minutes() {
        let mut tries = Tries::default();
        for at in 0..10 {
            assert_eq!(tries.wait("a", at), None, "{at}");
            tries.failed("a", at);
        }
        assert_eq!((tries.wait("a", 10), tries.wait("b", 10)), (Some(590), None));
        assert_eq!((tries.wait("a", 599), tries.wait("a", 600)), (Some(1), None));
        tries.failed("a", 600);
        assert_eq!(tries.wait("a", 600), Some(1), "the second one counts for another second");
    }

    #[test]
    fn all_addresses_together_try_a_hundred_times_and_no_more_is_remembered() {
        let mut tries = Tries::default();
        for number in 0..100 {
            assert_eq!(tries.wait(&number.to_string(), 5), None);
            tries.failed(&number.to_string(), 5);
        }
        assert_eq!(tries.wait("new", 6), Some(599));
        for number in 0..1_000 {
            tries.failed(&number.to_string(), 7);
        }
        assert_eq!(tries.0.len(), 100);
        assert_eq!(tries.wait("new", 607), None);
    }
}
