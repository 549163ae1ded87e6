//! What a question may cost, decided before anything is read.

use super::estimate::Estimate;
use super::explain::{Explanation, ReadExplanation};
use super::question::{Ask, Question};
use super::source::{PlanStep, choose};
use super::work::Work;
use crate::segment::Manifest;
use crate::sql::StoreError;

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
        Self::with(question, source.name, steps)
    }

    /// The plan of a question of which it is known what is read.
    ///
    /// # Errors
    /// The same.
    pub fn with(question: &Question<'_>, source: &'static str, steps: Vec<PlanStep>) -> Result<Self, StoreError> {
        let work = Work::of(question, &steps);
        Self::folding(question.describe(), source, steps, question.manifest, work, question.ask.advice())
    }

    /// A plan that reads some rows, of which each value is looked at once.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`].
    pub fn new(
        question: String,
        source: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
    ) -> Result<Self, StoreError> {
        Self::folding(question, source, steps, manifest, Work::default(), "")
    }

    /// A plan that reads some rows, with what folding them takes, and what to narrow when that is too much.
    ///
    /// # Errors
    /// [`StoreError::OverBudget`], which says what to narrow.
    pub(super) fn folding(
        question: String,
        source: &'static str,
        steps: Vec<PlanStep>,
        manifest: &Manifest,
        work: Work,
        advice: &str,
    ) -> Result<Self, StoreError> {
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
            return Err(StoreError::OverBudget(format!(
                "the question would take about {cost} {what}; {limit} are allowed. {advice}"
            )));
        }
        let explanation = Explanation { question, source, reads, estimate, held: work.held };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::phrases;
    use crate::query::plan::{AnyOf, Filters, Frequencies, Frequency, Value};
    use crate::segment::{Column, CubeSize, Hashes, MonthSize, Tuples};
    use crate::spec::{Index, Order};

    /// A manifest of so many documents.
    fn manifest(documents: u64) -> Manifest {
        let video = CubeSize { column: "video".to_owned(), by_tuple: false, cells: documents / 4, width: 4.0 };
        Manifest {
            documents,
            months: (24_288..24_300).map(|month| MonthSize { month, documents: documents / 12 }).collect(),
            tuples: Tuples::new([]),
            channels: 1_000,
            tokens: documents * 20,
            widths: ["number", "day", "video", "views"].map(|name| (name.to_owned(), 0.5)).into(),
            cubes: vec![video],
            hashes: Hashes::default(),
            delta: None,
        }
    }

    fn of_words(q: &str, documents: u64, by: Column) -> Result<Plan, StoreError> {
        let manifest = manifest(documents);
        let words = ["the", "and", "of", "cream"];
        // Each in half of all documents, in rows of as many as a row holds.
        let frequency = Frequency { documents: documents / 2, rows: documents.div_ceil(1 << 19) };
        let frequencies = words.map(|word| (format!("v{word}"), frequency)).into();
        let ask = Ask::Words {
            phrases: phrases(q),
            by: vec![by],
            order: Order::Desc,
            size: Some(10),
            frequencies: Frequencies::new(frequencies),
        };
        Plan::of(&Question::new(Index::Info, &manifest, Filters::none(), ask).unwrap())
    }

    fn refusal(plan: Result<Plan, StoreError>) -> String {
        match plan {
            Err(StoreError::OverBudget(message)) => message,
            other => panic!("it is not refused: {:?}", other.map(|plan| plan.estimate)),
        }
    }

    #[test]
    fn what_is_said_again_costs_nothing() {
        let cost = |q: &str| {
            let plan = of_words(q, 1_000_000, Column::VIEWS).unwrap();
            (plan.estimate, plan.explanation.held)
        };
        assert_eq!(cost("the"), cost("the the The, THE the"));
        assert_eq!(cost("\"the cream\""), cost("\"the cream\" \"The Cream!\" the"));
    }

    #[test]
    fn phrases_cost_what_it_takes_to_look_for_each() {
        let steps = |q: &str| of_words(q, 1_000_000, Column::VIEWS).unwrap().estimate.steps;
        let (one, two) = (steps("\"the cream\" of and"), steps("\"the cream\" \"of and\""));
        assert!(two > one + 2 * 500_000 * 8, "{one} {two}");
    }

    #[test]
    fn frequent_words_of_a_million_documents_are_searched_and_those_of_a_hundred_million_refused() {
        let q = "the and of cream";
        assert!(of_words(q, 1_000_000, Column::VIEWS).is_ok() && of_words(q, 1_000_000, Column::DAY).is_ok());
        let message = refusal(of_words(q, 100_000_000, Column::VIEWS));
        assert!(message.contains("are allowed. Narrow it: fewer words and phrases in q"), "{message}");
    }

    #[test]
    fn groups_that_are_too_many_to_be_held_are_refused() {
        let by_video = |documents: u64| {
            let manifest = manifest(documents);
            let ask = Ask::Groups { by: Column::VIDEO, metric: None };
            Plan::of(&Question::new(Index::BusinessIdeas, &manifest, Filters::none(), ask).unwrap())
        };
        assert!(by_video(1_000_000).is_ok());
        assert!(refusal(by_video(6_000_000)).contains("MB beside them; 20 are allowed. Narrow it: one more filter"));
    }

    #[test]
    fn more_text_than_is_held_is_refused() {
        let of_values = |documents: u64| {
            let manifest = manifest(10_000_000);
            let values = vec![Value { number: 4_096, documents }];
            let filters = Filters { values: vec![AnyOf { column: Column::BRAND_NAME, values }], ..Filters::none() };
            let ask = Ask::Documents { sort: Column::VIEWS, order: Order::Desc };
            Plan::of(&Question::new(Index::BusinessIdeas, &manifest, filters, ask).unwrap())
        };
        assert!(of_values(1_000_000).is_ok());
        let refused = refusal(of_values(30_000_000));
        assert!(refused.contains("MB of rows; 16 are allowed."), "{refused}");
    }
}
