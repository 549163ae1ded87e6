//! What a question may cost, decided before anything is read.

use super::source::choose;
use super::work::Work;
use super::{Ask, PlanStep, Question};
use crate::query::QueryError;
use crate::query::{Estimate, PlanExplanation, ReadExplanation};
use crate::segment::Manifest;

/// Rows of packed tables that one question may read. Ten times what the most expensive ordinary question reads.
pub const MAX_ROWS: u64 = 2_000;
/// Bytes of packed tables that one question may move. They are held until the answer stands.
pub const MAX_BYTES: u64 = 16 * MEGABYTE;
/// Bytes that may be held beside these. With the program and what is kept of the rows, an instance stays below 48 MB.
pub const MAX_HELD: u64 = 20 * MEGABYTE;
/// Steps that one question may take: a second of an instance or less.
pub const MAX_STEPS: u64 = 150 * MILLION;

const MEGABYTE: u64 = 1 << 20;
const MILLION: u64 = 1_000_000;

/// What is read to answer a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Name of the source.
    pub source: &'static str,
    /// What is read, and what for.
    pub steps: Vec<PlanStep>,
    /// What that costs.
    pub estimate: Estimate,
    /// All of that in words.
    pub explanation: PlanExplanation,
}

impl Plan {
    /// The plan of a question.
    ///
    /// # Errors
    /// [`QueryError::OverBudget`], which says what to narrow.
    pub fn of(question: &Question<'_>) -> Result<Self, QueryError> {
        let (source, steps) =
            choose(question).ok_or_else(|| QueryError::Unavailable("no source answers the question".into()))?;
        Self::with(question, source.name, steps)
    }

    /// The plan of a question of which it is known what is read.
    pub fn with(question: &Question<'_>, source: &'static str, steps: Vec<PlanStep>) -> Result<Self, QueryError> {
        let work = Work::of(question, &steps);
        Self::folding(question.describe(), source, steps, question.manifest, work, question.ask.advice())
    }

    /// A plan that reads some rows, of which each value is looked at once.
    pub fn new(
        question: String,
        source: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
    ) -> Result<Self, QueryError> {
        Self::folding(question, source, steps, manifest, Work::default(), "")
    }

    /// A plan that reads some rows, with what folding them takes, and what to narrow when that is too much.
    pub(super) fn folding(
        question: String,
        source: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
        work: Work,
        advice: &str,
    ) -> Result<Self, QueryError> {
        let reads: Vec<ReadExplanation> = steps.iter().map(|step| step.read.explain(manifest)).collect();
        let mut estimate = reads.iter().map(|read| read.estimate).fold(Estimate::default(), |sum, next| sum + next);
        estimate.steps += work.steps;
        let costs = [
            (estimate.rows, MAX_ROWS, 1, "rows"),
            (estimate.bytes, MAX_BYTES, MEGABYTE, "MB of rows"),
            (work.held, MAX_HELD, MEGABYTE, "MB beside them"),
            (estimate.steps, MAX_STEPS, MILLION, "million steps"),
        ];
        if let Some((cost, limit, unit, what)) = costs.into_iter().find(|(cost, limit, ..)| cost > limit) {
            let (cost, limit) = (cost.div_ceil(unit), limit / unit);
            return Err(QueryError::OverBudget(format!(
                "the question would take about {cost} {what}; {limit} are allowed. {advice}"
            )));
        }
        let explanation = PlanExplanation { question, source, reads, estimate, held: work.held };
        Ok(Self { source, steps, estimate, explanation })
    }
}

impl Ask {
    /// What to narrow when it costs too much.
    fn advice(&self) -> &'static str {
        match self {
            Self::Groups { .. } | Self::Documents { .. } => {
                "Narrow it: one more filter, fewer or rarer values, a shorter upload_date."
            }
            Self::Together { .. } => "Narrow it: fewer or rarer values.",
            Self::Words { .. } => "Narrow it: fewer words and phrases in q, rarer ones, or a shorter upload_date.",
        }
    }
}
