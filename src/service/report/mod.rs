//! Reports: how far each is, what may become of it, and how its files are handed out.
//!
//! A report is a row ([`ReportRecord`]). It goes from `queued` to `processing` and ends `ready` or `failed`; what was ready
//! ends `expired`. Every step is one conditional statement ([`table`]), so that of two who try, one does it; whoever works
//! on a report holds a lease, and what ends without a word is begun again when that has run out. Out of scope: what a
//! report says ([`crate::report`]), where files are kept and who works on it (the Worker).

mod artifact;
pub mod file;
mod record;
pub mod schedule;
pub mod table;

pub use artifact::{Artifact, Digests};
pub use record::{FailureCode, ReportRecord, resolved};

/// Milliseconds after which a report that nobody began has failed.
pub const QUEUE_TIMEOUT_MS: u64 = 10 * 60_000;
/// Milliseconds for which whoever works on a report is believed to do so without a word.
pub const LEASE_MS: u64 = 2 * 60_000;
/// How often a report is begun at most.
pub const ATTEMPTS: u32 = 3;
/// Milliseconds for which files are kept.
pub const KEPT_MS: u64 = 30 * 86_400_000;
/// Milliseconds for which a report that has no files any more is known.
pub const KNOWN_MS: u64 = 365 * 86_400_000;
/// Milliseconds after which a report that waits is announced again: the message about it may be lost.
pub const ANNOUNCED_AGAIN_MS: u64 = 30_000;
/// Seconds after which to ask again how far a report is.
pub const RETRY_AFTER_SECONDS: u64 = 5;
/// Milliseconds that a report usually takes from being asked for.
const USUAL_MS: u64 = 20_000;
