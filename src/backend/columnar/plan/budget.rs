//! Cost limits of a query, checked before the first read.

use super::fold_cost::FoldCost;
use super::parts::parts;
use super::rules::choose;
use super::{IndexQuery, PartsOfSteps, PlanStep, QueryKind};
use crate::query::QueryError;
use crate::query::{Estimate, PlanExplanation, ReadExplanation};
use crate::segment::Manifest;

/// Rows of packed tables that one query may read: ten times as many as the most expensive ordinary query reads.
pub const MAX_ROWS: u64 = 2_000;
/// Bytes of packed tables that are in memory until the answer is complete. Records that are read in parts count once.
pub const MAX_BYTES: u64 = 16 * MEGABYTE;
/// Bytes of memory that a query may use beside these rows. Caches make room for it.
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
    /// The parts of the steps whose rows are not read at once.
    pub parts: PartsOfSteps,
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
        let parts = parts(query, &steps);
        Self::with_cost(query.describe(), rule, (steps, parts), query.manifest, fold_cost, query.kind.advice())
    }

    /// Creates a plan whose rows are only unpacked, with no further folding cost.
    pub fn new(
        description: String,
        rule: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
    ) -> Result<Self, QueryError> {
        Self::with_cost(description, rule, (steps, PartsOfSteps::new()), manifest, FoldCost::default(), "")
    }

    /// Creates a plan with a given folding cost. `advice` is for the message if a limit is exceeded.
    pub(super) fn with_cost(
        description: String,
        rule: &'static str,
        (steps, parts): (Vec<PlanStep>, PartsOfSteps),
        manifest: &Manifest,
        fold_cost: FoldCost,
        advice: &str,
    ) -> Result<Self, QueryError> {
        let explain = |(position, step): (usize, &PlanStep)| {
            let read = step.read.explain(manifest);
            match parts.get(&position) {
                Some(parts) => ReadExplanation { what: format!("{}, in {} parts", read.what, parts.len()), ..read },
                None => read,
            }
        };
        let reads: Vec<ReadExplanation> = steps.iter().enumerate().map(explain).collect();
        let mut estimate = reads.iter().map(|read| read.estimate).fold(Estimate::default(), |sum, next| sum + next);
        estimate.steps += fold_cost.steps;
        let bytes_at_once = |(position, read): (usize, &ReadExplanation)| match parts.get(&position) {
            Some(parts) => read.estimate.bytes / (parts.len() as u64).max(1),
            None => read.estimate.bytes,
        };
        let bytes: u64 = reads.iter().enumerate().map(bytes_at_once).sum();
        let costs = [
            (estimate.rows, MAX_ROWS, 1, "rows"),
            (bytes, MAX_BYTES, MEGABYTE, "MB of rows"),
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
        Ok(Self { rule, steps, parts, estimate, explanation })
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
