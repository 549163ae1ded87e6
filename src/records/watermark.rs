//! Watermarks: times of arrival up to which mentions have been read.

/// Seconds before the last arrival from which on mentions are read again. Mentions are not added to the dataset in the
/// order in which they were found.
const OVERLAP_SECONDS: i64 = 3 * 86_400;

/// Returns the watermark after all mentions up to the arrival time `newest` were read, in seconds since 1970. A time in
/// the future counts as `now`, so that later mentions are still read.
pub(super) fn watermark_after(newest: i64, now: i64) -> i64 {
    newest.min(now).saturating_sub(OVERLAP_SECONDS)
}
