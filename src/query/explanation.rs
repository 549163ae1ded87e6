//! The explanation of an answer: its plans and their estimated cost.

use serde::Serialize;

/// The plans of a query, and the number of round trips.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerExplanation {
    /// The plans, in the order in which they ran.
    pub plans: Vec<PlanExplanation>,
    /// The number of batches that were sent to the database.
    pub trips: u32,
}

/// A plan in readable form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names of the fields say what they hold")]
pub struct PlanExplanation {
    pub question: String,
    pub source: &'static str,
    pub reads: Vec<ReadExplanation>,
    pub estimate: Estimate,
    /// The estimated memory beside the rows while they are processed, in bytes.
    pub held: u64,
}

/// A read of a plan in readable form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names of the fields say what they hold")]
pub struct ReadExplanation {
    pub what: String,
    pub estimate: Estimate,
}

/// The estimated cost of reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// Rows that the database counts as read.
    pub rows: u64,
    /// Bytes of text that are moved.
    pub bytes: u64,
    /// Values that are unpacked and processed one by one.
    pub steps: u64,
}

impl std::ops::Add for Estimate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, bytes: self.bytes + other.bytes, steps: self.steps + other.steps }
    }
}
