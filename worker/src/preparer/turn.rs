//! One preparation at a time in an isolate: the objects of an isolate share its memory.
//!
//! An object cannot be woken by another one, so whoever waits looks from time to time. The platform ends objects without
//! a word, so a turn is somebody else's after a while.

use crate::platform::now_ms;
use std::cell::Cell;
use std::time::Duration;
use worker::Delay;

/// Milliseconds after which a turn is somebody else's.
const LEASE_MS: u64 = 45_000;
const LOOK_EVERY: Duration = Duration::from_millis(50);

thread_local! {
    /// When the turn that is taken ends by itself: tells it from others. 0 while none is.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The turn, until it is dropped.
pub(super) struct Turn(u64);

impl Turn {
    /// Waits for the turn.
    pub async fn wait() -> Self {
        loop {
            match Self::take(now_ms()) {
                Some(turn) => return turn,
                None => Delay::from(LOOK_EVERY).await,
            }
        }
    }

    fn take(now_ms: u64) -> Option<Self> {
        let until = now_ms + LEASE_MS;
        (TAKEN.get() <= now_ms).then(|| {
            TAKEN.set(until);
            Self(until)
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if TAKEN.get() == self.0 {
            TAKEN.set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_the_turn_until_it_is_done() {
        let first = Turn::take(1_000);
        assert!(first.is_some() && Turn::take(1_001).is_none());
        drop(first);
        assert!(Turn::take(1_002).is_some());
    }

    #[test]
    fn a_turn_that_never_ends_is_somebody_elses() {
        let dead = Turn::take(1_000);
        assert!(Turn::take(999 + LEASE_MS).is_none());
        let next = Turn::take(1_000 + LEASE_MS);
        // Whoever was believed to be dead takes nothing away.
        drop(dead);
        assert!(next.is_some() && Turn::take(1_001 + LEASE_MS).is_none());
    }
}
