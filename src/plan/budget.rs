//! What a question may cost, decided before anything is read.

use super::explain::{Explanation, ReadExplanation};
use super::question::Question;
use super::read::Estimate;
use super::source::{Step, choose};
use crate::pack::Layout;
use crate::store::StoreError;

/// Rows of packed tables that one question may read. Ten times what the most expensive ordinary question reads.
pub const MAX_ROWS: u64 = 2_000;
/// Bytes of packed tables that one question may move: what an isolate of 128 MB holds and decodes safely.
pub const MAX_BYTES: u64 = 24 * 1024 * 1024;

/// What is read to answer a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Name of the source.
    pub source: &'static str,
    /// What is read, and what for.
    pub steps: Vec<Step>,
    /// What that costs.
    pub estimate: Estimate,
    /// All of that in words.
    pub explanation: Explanation,
}

impl Plan {
    /// The plan of a question.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`], which says what to narrow.
    pub fn of(question: &Question<'_>) -> Result<Self, StoreError> {
        let (source, steps) =
            choose(question).ok_or_else(|| StoreError::Unavailable("no source answers the question".into()))?;
        Self::new(question.describe(), source.name, steps, question.layout)
    }

    /// A plan that reads some rows.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`], which says what to narrow.
    pub fn new(question: String, source: &'static str, steps: Vec<Step>, layout: &Layout) -> Result<Self, StoreError> {
        let reads: Vec<ReadExplanation> = steps.iter().map(|step| step.read.explain(layout)).collect();
        let estimate = reads.iter().map(|read| read.estimate).fold(Estimate::default(), |sum, next| sum + next);
        if estimate.rows > MAX_ROWS || estimate.bytes > MAX_BYTES {
            return Err(StoreError::OverBudget(format!(
                "the question would read about {} rows and {} MB; {MAX_ROWS} rows and {} MB are allowed.",
                estimate.rows,
                estimate.bytes / (1024 * 1024),
                MAX_BYTES / (1024 * 1024)
            )));
        }
        Ok(Self { source, steps, estimate, explanation: Explanation { question, source, reads, estimate } })
    }
}
