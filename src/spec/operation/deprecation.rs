//! That an operation is to be left.

/// Days for which an operation is answered at least after it was announced that it ends.
pub const NOTICE_DAYS: i64 = 180;

/// From when on an operation should not be used any more, until when it is answered, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deprecation {
    /// The day from which it should not be used any more, `YYYY-MM-DD`.
    pub since: &'static str,
    /// The day from which it may be gone, `YYYY-MM-DD`.
    pub sunset: &'static str,
    /// What takes its place: method and path.
    pub instead: &'static str,
    /// Where its migration guide is: an address, or a path of the deployment.
    pub guide: &'static str,
}
