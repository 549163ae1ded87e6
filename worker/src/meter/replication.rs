//! Schedules the writes of records to KV: one at a time, and each name at most once a second.

use overheard::service::account::records::RecordKind;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Milliseconds between two writes of a name. KV accepts one a second.
const BETWEEN_WRITES_MS: u64 = 1_100;
/// Milliseconds of backoff after the first failed round, and at most.
const BACKOFF_MS: u64 = 1_000;
const MAX_BACKOFF_MS: u64 = 60_000;

/// State of the writes of records to KV.
#[derive(Default)]
pub(super) struct Replication {
    /// Lock of the writer, so that an older version is never written after a newer one.
    pub lock: futures_util::lock::Mutex<()>,
    /// Recent writes: the time in milliseconds since 1970, and true if KV accepted it.
    written: RefCell<HashMap<(RecordKind, String), (u64, bool)>>,
    /// Failed rounds in a row.
    failed: Cell<u32>,
}

/// The time at which a record may be written.
pub(super) enum WriteSlot {
    /// Immediately.
    Now,
    /// After so many milliseconds: it was written a moment ago.
    Later(u64),
    /// After so many milliseconds: a write failed a moment ago.
    Failed(u64),
}

impl Replication {
    /// Returns when a record may be written.
    pub fn slot_of(&self, kind: RecordKind, id: &str, now_ms: u64) -> WriteSlot {
        let written = self.written.borrow();
        let left = |at: u64| (at + BETWEEN_WRITES_MS).saturating_sub(now_ms);
        match written.get(&(kind, id.to_owned())) {
            Some((at, was_accepted)) if left(*at) > 0 => {
                if *was_accepted {
                    WriteSlot::Later(left(*at))
                } else {
                    WriteSlot::Failed(left(*at))
                }
            }
            _ => WriteSlot::Now,
        }
    }

    /// Records a write.
    pub fn add_write(&self, kind: RecordKind, id: &str, was_accepted: bool, now_ms: u64) {
        let mut written = self.written.borrow_mut();
        written.retain(|_, (at, _)| *at + BETWEEN_WRITES_MS > now_ms);
        written.insert((kind, id.to_owned()), (now_ms, was_accepted));
    }

    /// Records the result of a round. Returns the backoff in milliseconds if it failed.
    pub fn backoff(&self, has_failed: bool) -> Option<u64> {
        if !has_failed {
            self.failed.set(0);
            return None;
        }
        let failed = self.failed.get();
        self.failed.set(failed.saturating_add(1));
        Some(BACKOFF_MS.saturating_mul(1 << failed.min(16)).min(MAX_BACKOFF_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_once_in_a_second() {
        let replication = Replication::default();
        let slot = |id, now| match replication.slot_of(RecordKind::Key, id, now) {
            WriteSlot::Now => 0,
            WriteSlot::Later(left) => left,
            WriteSlot::Failed(left) => left + 100_000,
        };
        assert_eq!(slot("a", 5_000), 0);
        replication.add_write(RecordKind::Key, "a", true, 5_000);
        replication.add_write(RecordKind::Key, "b", false, 5_100);
        assert_eq!([slot("a", 5_600), slot("b", 5_600), slot("c", 5_600)], [500, 100_600, 0]);
        assert_eq!(slot("a", 5_000 + BETWEEN_WRITES_MS), 0);
        assert!(
            matches!(replication.slot_of(RecordKind::Account, "a", 5_001), WriteSlot::Now),
            "a record of another kind"
        );
    }

    #[test]
    fn backoff_grows_while_kv_fails() {
        let replication = Replication::default();
        let again = |has_failed| replication.backoff(has_failed);
        assert_eq!([again(true), again(true), again(true)], [Some(1_000), Some(2_000), Some(4_000)]);
        assert_eq!((0..20).filter_map(|_| again(true)).max(), Some(MAX_BACKOFF_MS));
        assert_eq!([again(false), again(true)], [None, Some(BACKOFF_MS)]);
    }
}
