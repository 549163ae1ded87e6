//! What the object tells KV of its records: one thing after another, and no name more often than KV takes it.

use overheard::service::account::records::RecordKind;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// KV takes one write a second for each name.
const BETWEEN_WRITES_MS: u64 = 1_100;
/// How long the object waits after KV failed, at first and at most.
const AGAIN_MS: u64 = 1_000;
const AGAIN_AT_MOST_MS: u64 = 60_000;

/// What is remembered of the copies.
#[derive(Default)]
pub(super) struct Copies {
    /// Held by whoever tells: an earlier version must not arrive behind a later one.
    pub turn: futures_util::lock::Mutex<()>,
    /// When each record was told lately, and whether KV took it.
    told: RefCell<HashMap<(RecordKind, String), (u64, bool)>>,
    /// Rounds that failed, one after another.
    failed: Cell<u32>,
}

/// Whether a record may be told now.
pub(super) enum Turn {
    /// It may.
    Now,
    /// It was told so lately that KV would refuse it; in so many milliseconds it may.
    Later(u64),
    /// KV did not take it just now.
    Failed(u64),
}

impl Copies {
    /// Whether a record may be told.
    pub fn turn_of(&self, kind: RecordKind, id: &str, now_ms: u64) -> Turn {
        let told = self.told.borrow();
        let left = |at: u64| (at + BETWEEN_WRITES_MS).saturating_sub(now_ms);
        match told.get(&(kind, id.to_owned())) {
            Some((at, was_taken)) if left(*at) > 0 => {
                if *was_taken {
                    Turn::Later(left(*at))
                } else {
                    Turn::Failed(left(*at))
                }
            }
            _ => Turn::Now,
        }
    }

    /// Notes that a record was told.
    pub fn note(&self, kind: RecordKind, id: &str, was_taken: bool, now_ms: u64) {
        let mut told = self.told.borrow_mut();
        told.retain(|_, (at, _)| *at + BETWEEN_WRITES_MS > now_ms);
        told.insert((kind, id.to_owned()), (now_ms, was_taken));
    }

    /// Notes a round, and says after how many milliseconds another one is worth it when this one failed.
    pub fn again_after(&self, has_failed: bool) -> Option<u64> {
        if !has_failed {
            self.failed.set(0);
            return None;
        }
        let failed = self.failed.get();
        self.failed.set(failed.saturating_add(1));
        Some(AGAIN_MS.saturating_mul(1 << failed.min(16)).min(AGAIN_AT_MOST_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_told_once_in_a_second() {
        let copies = Copies::default();
        let turn = |id, now| match copies.turn_of(RecordKind::Key, id, now) {
            Turn::Now => 0,
            Turn::Later(left) => left,
            Turn::Failed(left) => left + 100_000,
        };
        assert_eq!(turn("a", 5_000), 0);
        copies.note(RecordKind::Key, "a", true, 5_000);
        copies.note(RecordKind::Key, "b", false, 5_100);
        assert_eq!([turn("a", 5_600), turn("b", 5_600), turn("c", 5_600)], [500, 100_600, 0]);
        assert_eq!(turn("a", 5_000 + BETWEEN_WRITES_MS), 0);
        assert!(matches!(copies.turn_of(RecordKind::Account, "a", 5_001), Turn::Now), "a record of another kind");
    }

    #[test]
    fn the_longer_kv_fails_the_longer_it_is_left_alone() {
        let copies = Copies::default();
        let again = |has_failed| copies.again_after(has_failed);
        assert_eq!([again(true), again(true), again(true)], [Some(1_000), Some(2_000), Some(4_000)]);
        assert_eq!((0..20).filter_map(|_| again(true)).max(), Some(AGAIN_AT_MOST_MS));
        assert_eq!([again(false), again(true)], [None, Some(AGAIN_MS)]);
    }
}
