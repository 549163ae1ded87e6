//! Deprecation of operations.

/// Minimum days between the announcement and the end of an operation.
pub const NOTICE_DAYS: i64 = 180;

/// Deprecation of an operation: its dates, its replacement and its migration guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deprecation {
    /// First day on which clients should no longer use the operation, `YYYY-MM-DD`.
    pub since: &'static str,
    /// First day on which the operation may be gone, `YYYY-MM-DD`.
    pub sunset: &'static str,
    /// Replacement: method and path.
    pub instead: &'static str,
    /// Migration guide: a URL or a path of the deployment.
    pub guide: &'static str,
}
