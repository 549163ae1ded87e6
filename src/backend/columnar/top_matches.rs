//! The matching records of a search.

/// The matching records of a search: their count, and the first of them.
#[derive(Debug, Default)]
pub(super) struct TopMatches {
    /// The number of matching records.
    pub(super) documents: u64,
    /// The number of their creators, on the creator index.
    pub(super) creators: u64,
    /// The numbers of the first records, in order.
    pub(super) numbers: Vec<i64>,
    /// True if they are the newest instead of the most relevant.
    pub(super) newest_first: bool,
}
