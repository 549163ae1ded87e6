//! What the object tells KV of its records: one thing after another, and no name more often than KV takes it.

use overheard::service::account::records::Kind;
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
    told: RefCell<HashMap<(Kind, String), (u64, bool)>>,
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
    pub fn turn_of(&self, kind: Kind, id: &str, now_ms: u64) -> Turn {
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
    pub fn note(&self, kind: Kind, id: &str, was_taken: bool, now_ms: u64) {
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
