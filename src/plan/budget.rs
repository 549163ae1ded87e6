//! What a question may cost, decided before anything is read.

use super::question::Question;
use super::read::Estimate;
use super::source::{Step, choose};
use crate::pack::Layout;
use crate::store::StoreError;
use serde::Serialize;

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
}

/// A plan in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// Name of the source.
    pub source: &'static str,
    /// What is read.
    pub reads: Vec<String>,
    /// Rows that D1 counts as read, about.
    pub rows: u64,
    /// Bytes that are moved, about.
    pub bytes: u64,
}

impl Plan {
    /// The plan of a question.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`], which says what to narrow.
    pub fn of(question: &Question<'_>) -> Result<Self, StoreError> {
        let (source, steps) =
            choose(question).ok_or_else(|| StoreError::Unavailable("no source answers the question".into()))?;
        Self::new(source.name, steps, question.layout)
    }

    /// A plan that reads some rows.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`], which says what to narrow.
    pub fn new(source: &'static str, steps: Vec<Step>, layout: &Layout) -> Result<Self, StoreError> {
        let estimate =
            steps.iter().map(|step| step.read.estimate(layout)).fold(Estimate::default(), |sum, next| sum + next);
        if estimate.rows > MAX_ROWS || estimate.bytes > MAX_BYTES {
            return Err(StoreError::OverBudget(format!(
                "the question would read about {} rows and {} MB; {MAX_ROWS} rows and {} MB are allowed.",
                estimate.rows,
                estimate.bytes / (1024 * 1024),
                MAX_BYTES / (1024 * 1024)
            )));
        }
        Ok(Self { source, steps, estimate })
    }

    /// The plan in words.
    pub fn explain(&self) -> Explanation {
        Explanation {
            source: self.source,
            reads: self.steps.iter().map(|step| format!("{step:?}")).collect(),
            rows: self.estimate.rows,
            bytes: self.estimate.bytes,
        }
    }
}
