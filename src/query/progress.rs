//! The progress of a preparation.

/// The number of mentions of a view that are prepared, and of all its mentions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the type's documentation names the fields")]
pub struct PreparationProgress {
    pub done: u64,
    pub of: u64,
}

impl PreparationProgress {
    /// Returns the progress in percent, rounded down, 0 to 99. An unfinished preparation never reports 100.
    pub fn percent(&self) -> u64 {
        (100 * self.done).checked_div(self.of).unwrap_or(0).min(99)
    }
}
