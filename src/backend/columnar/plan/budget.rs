//! Cost limits of a query, checked before the first read.

use super::fold_cost::FoldCost;
use super::rules::choose;
use super::{IndexQuery, PlanStep, QueryKind};
use crate::query::QueryError;
use crate::query::{Estimate, PlanExplanation, ReadExplanation};
use crate::segment::Manifest;

/// Rows of packed tables that one query may read: ten times as many as the most expensive ordinary query reads.
pub const MAX_ROWS: u64 = 2_000;
/// Bytes of packed tables that one query may read. They are in memory until the answer is complete.
pub const MAX_BYTES: u64 = 16 * MEGABYTE;
/// Bytes of memory that a query may use beside these rows. With the program, a new instance stays below 48 MB. One whose
/// caches are full grows to some 65 MB.
pub const MAX_HELD: u64 = 20 * MEGABYTE;
/// Steps that one query may take: at most about a second of an instance.
pub const MAX_STEPS: u64 = 150 * MILLION;

const MEGABYTE: u64 = 1 << 20;
const MILLION: u64 = 1_000_000;

/// The physical plan of a query: its reads and their cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The name of the rule that made the plan.
    pub rule: &'static str,
    /// The reads, with the operators that process their rows.
    pub steps: Vec<PlanStep>,
    /// The estimated cost.
    pub estimate: Estimate,
    /// The plan in words.
    pub explanation: PlanExplanation,
}

impl Plan {
    /// Plans a query with the first rule that applies.
    ///
    /// # Errors
    /// [`QueryError::OverBudget`] if the plan exceeds a limit; the message contains advice.
    pub fn of(query: &IndexQuery<'_>) -> Result<Self, QueryError> {
        let (rule, steps) =
            choose(query).ok_or_else(|| QueryError::Unavailable("no source answers the question".into()))?;
        Self::with(query, rule.name, steps)
    }

    /// Creates the plan of a query from steps that are already chosen.
    pub fn with(query: &IndexQuery<'_>, rule: &'static str, steps: Vec<PlanStep>) -> Result<Self, QueryError> {
        let fold_cost = FoldCost::of(query, &steps);
        Self::with_cost(query.describe(), rule, steps, query.manifest, fold_cost, query.kind.advice())
    }

    /// Creates a plan whose rows are only unpacked, with no further folding cost.
    pub fn new(
        description: String,
        rule: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
    ) -> Result<Self, QueryError> {
        Self::with_cost(description, rule, steps, manifest, FoldCost::default(), "")
    }

    /// Creates a plan with a given folding cost. `advice` is for the message if a limit is exceeded.
    pub(super) fn with_cost(
        description: String,
        rule: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
        fold_cost: FoldCost,
        advice: &str,
    ) -> Result<Self, QueryError> {
        let reads: Vec<ReadExplanation> = steps.iter().map(|step| step.read.explain(manifest)).collect();
        let mut estimate = reads.iter().map(|read| read.estimate).fold(Estimate::default(), |sum, next| sum + next);
        estimate.steps += fold_cost.steps;
        let costs = [
            (estimate.rows, MAX_ROWS, 1, "rows"),
            (estimate.bytes, MAX_BYTES, MEGABYTE, "MB of rows"),
            (fold_cost.held, MAX_HELD, MEGABYTE, "MB beside them"),
            (estimate.steps, MAX_STEPS, MILLION, "million steps"),
        ];
        if let Some((cost, limit, unit, what)) = costs.into_iter().find(|(cost, limit, ..)| cost > limit) {
            let (cost, limit) = (cost.div_ceil(unit), limit / unit);
            return Err(QueryError::OverBudget(format!(
                "the question would take about {cost} {what}; {limit} are allowed. {advice}"
            )));
        }
        let explanation =
            PlanExplanation { question: description, source: rule, reads, estimate, held: fold_cost.held };
        Ok(Self { rule, steps, estimate, explanation })
    }
}

impl QueryKind {
    /// Returns advice on narrowing the query if it is too expensive.
    fn advice(&self) -> &'static str {
        match self {
            Self::Groups { .. } | Self::Documents { .. } => {
                "Narrow it: one more filter, fewer or rarer values, a shorter upload_date."
            }
            Self::CoOccurrence { .. } => "Narrow it: fewer or rarer values.",
            Self::TextSearch { .. } => "Narrow it: fewer words and phrases in q, rarer ones, or a shorter upload_date.",
        }
    }
}
