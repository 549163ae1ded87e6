//! The throttle of sign-ins after failed ones.

use std::collections::VecDeque;

/// Seconds for which a failed sign-in counts.
const WINDOW_SECONDS: i64 = 600;
/// Maximum number of failed sign-ins of one address in the window.
const MAX_OF_ADDRESS: usize = 10;
/// Maximum number of failed sign-ins of all addresses in the window, which also bounds the memory.
const MAX_OF_ALL: usize = 100;

/// The failed sign-ins of the window with their addresses and times, the oldest first. They are only in memory.
#[derive(Debug, Default)]
pub(super) struct LoginThrottle(VecDeque<(String, i64)>);

impl LoginThrottle {
    /// Returns the seconds until an address may sign in, or `None` if it may sign in now.
    pub fn seconds_to_wait(&mut self, address: &str, now: i64) -> Option<i64> {
        // A clock that goes back drops no failures, and no wait exceeds the window.
        self.0.retain(|(_, at)| at.saturating_add(WINDOW_SECONDS) > now);
        let of_address: Vec<i64> = self.0.iter().filter(|(of, _)| of == address).map(|(_, at)| *at).collect();
        let all: Vec<i64> = self.0.iter().map(|(_, at)| *at).collect();
        let oldest_counted =
            |failures: &[i64], max: usize| failures.len().checked_sub(max).and_then(|over| failures.get(over).copied());
        let at = [oldest_counted(&of_address, MAX_OF_ADDRESS), oldest_counted(&all, MAX_OF_ALL)]
            .into_iter()
            .flatten()
            .max()?;
        Some((at + WINDOW_SECONDS - now).clamp(1, WINDOW_SECONDS))
    }

    /// Records a failed sign-in.
    pub fn record_failure(&mut self, address: &str, now: i64) {
        if self.0.len() >= MAX_OF_ALL {
            self.0.pop_front();
        }
        self.0.push_back((address.to_owned(), now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_fail_ten_times_in_ten_minutes() {
        let mut throttle = LoginThrottle::default();
        for at in 0..10 {
            assert_eq!(throttle.seconds_to_wait("a", at), None, "{at}");
            throttle.record_failure("a", at);
        }
        assert_eq!((throttle.seconds_to_wait("a", 10), throttle.seconds_to_wait("b", 10)), (Some(590), None));
        assert_eq!((throttle.seconds_to_wait("a", 599), throttle.seconds_to_wait("a", 600)), (Some(1), None));
        throttle.record_failure("a", 600);
        assert_eq!(throttle.seconds_to_wait("a", 600), Some(1), "the second one counts for another second");
    }

    #[test]
    fn all_addresses_may_fail_a_hundred_times_in_bounded_memory() {
        let mut throttle = LoginThrottle::default();
        for number in 0..100 {
            assert_eq!(throttle.seconds_to_wait(&number.to_string(), 5), None);
            throttle.record_failure(&number.to_string(), 5);
        }
        assert_eq!(throttle.seconds_to_wait("new", 6), Some(599));
        for number in 0..1_000 {
            throttle.record_failure(&number.to_string(), 7);
        }
        assert_eq!(throttle.0.len(), 100);
        assert_eq!(throttle.seconds_to_wait("new", 607), None);
    }
}
