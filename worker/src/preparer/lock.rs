//! A lock that allows one preparation at a time in an isolate, because its objects share the memory.
//!
//! An object cannot wake another one, so waiting objects poll. The platform ends objects without notice, so the lock is
//! a lease that expires.

use crate::platform::now_ms;
use crate::platform_call::PlatformCall;
use std::cell::Cell;

/// Milliseconds after which the lease expires.
const LEASE_MS: u64 = 45_000;
/// Milliseconds between two polls of a waiting object.
const POLL_EVERY_MS: u64 = 50;

thread_local! {
    /// The time at which the lease expires, in milliseconds since 1970. 0 if the lock is free. Also identifies the
    /// lease.
    static LEASED_UNTIL: Cell<u64> = const { Cell::new(0) };
}

/// The lock, held until it is dropped. Contains the time at which its lease expires.
pub(super) struct PreparationLock(u64);

impl PreparationLock {
    /// Waits for the lock.
    pub async fn wait() -> Self {
        loop {
            match Self::try_acquire(now_ms()) {
                Some(lock) => return lock,
                None => drop(PlatformCall::sleep(POLL_EVERY_MS).await),
            }
        }
    }

    /// Returns the lock, or `None` while another object holds it.
    fn try_acquire(now_ms: u64) -> Option<Self> {
        let until = now_ms + LEASE_MS;
        (LEASED_UNTIL.get() <= now_ms).then(|| {
            LEASED_UNTIL.set(until);
            Self(until)
        })
    }
}

impl Drop for PreparationLock {
    fn drop(&mut self) {
        if LEASED_UNTIL.get() == self.0 {
            LEASED_UNTIL.set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_the_lock_until_it_is_dropped() {
        let first = PreparationLock::try_acquire(1_000);
        assert!(first.is_some() && PreparationLock::try_acquire(1_001).is_none());
        drop(first);
        assert!(PreparationLock::try_acquire(1_002).is_some());
    }

    #[test]
    fn an_expired_lease_can_be_acquired() {
        let dead = PreparationLock::try_acquire(1_000);
        assert!(PreparationLock::try_acquire(999 + LEASE_MS).is_none());
        let next = PreparationLock::try_acquire(1_000 + LEASE_MS);
        // Dropping an expired lease does not release the new one.
        drop(dead);
        assert!(next.is_some() && PreparationLock::try_acquire(1_001 + LEASE_MS).is_none());
    }
}
