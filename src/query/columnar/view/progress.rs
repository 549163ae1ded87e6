//! How far a view is prepared, for whoever waits for it.

/// How many mentions of a view are prepared, of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Progress {
    pub done: u64,
    pub of: u64,
}

impl Progress {
    pub(super) const fn new(done: u64, of: u64) -> Self {
        Self { done, of }
    }

    /// Per cent, rounded down: 0 to 99, as it is not done while anybody waits.
    pub fn percent(&self) -> u64 {
        (100 * self.done).checked_div(self.of).unwrap_or(0).min(99)
    }
}
