//! Reports: their rows, status changes and downloads.
//!
//! A report is a row ([`ReportRecord`]). Its status goes from `queued` to `processing` and ends as `ready` or `failed`.
//! A ready report becomes `expired`. Every status change is one conditional statement ([`table`]), so if two workers
//! race, one succeeds. A worker holds a lease on the report. If the worker stops without a result, the report is
//! started again when the lease has expired. Out of scope: the content of reports ([`crate::report`]), the storage of
//! files, and the workers.

mod artifact;
mod checkpoint;
pub mod file;
pub mod file_format;
mod record;
pub mod schedule;
pub mod table;

pub use artifact::{Artifact, Digests};
pub use checkpoint::{ExportCheckpoint, PART_ROWS};
pub use record::{FailureCode, ReportRecord, resolve_brands};

/// Milliseconds after which a report that no worker has started counts as failed.
pub const QUEUE_TIMEOUT_MS: u64 = 10 * 60_000;
/// Milliseconds for which a worker holds the lease of a report without a progress update.
pub const LEASE_MS: u64 = 2 * 60_000;
/// The maximum number of times a report is started.
pub const MAX_ATTEMPTS: u32 = 3;
/// Milliseconds for which the files of a report are kept.
pub const FILE_RETENTION_MS: u64 = 30 * 86_400_000;
/// Milliseconds for which the row of a report is kept after its files are gone.
pub const ROW_RETENTION_MS: u64 = 365 * 86_400_000;
/// Milliseconds after which a queued report is announced again, because the first message may have been lost.
pub const REANNOUNCE_MS: u64 = 30_000;
/// Seconds after which a client may request the status of a report again.
pub const RETRY_AFTER_SECONDS: u64 = 5;
/// Milliseconds that a report usually takes from its creation.
const USUAL_DURATION_MS: u64 = 20_000;
