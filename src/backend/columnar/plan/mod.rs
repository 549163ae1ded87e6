//! Query planning: from a resolved query to the table reads that answer it, and their cost.
//!
//! In scope: the choice of chunks and the cost limits of a query. An [`IndexQuery`] is the logical plan: the query with
//! names resolved to numbers. [`PLAN_RULES`] is the ordered table of rules that choose the rows. A [`Plan`] is the
//! physical plan: the reads of one rule. Out of scope: reading and folding the rows (`columnar`).

mod budget;
mod delta;
mod document_frequencies;
mod estimate;
mod explain;
mod facets;
mod filters;
mod fold_cost;
mod parts;
mod query;
mod rules;
mod sector;
mod step;
mod table_read;
mod window;
mod words;

pub use budget::{MAX_BYTES, MAX_HELD, MAX_ROWS, MAX_STEPS, Plan};
pub use document_frequencies::{DocumentFrequencies, PostingListSize};
pub use filters::{NameNumbers, ResolvedFilters, ValueFilter, ValueFrequency};
pub use parts::{MAX_KNOWN_GROUPS, PART_BYTES, PartsOfSteps, ReadPart};
pub use query::{IndexQuery, PushedFilters, QueryKind};
pub use rules::{PLAN_RULES, PlanRule};
pub use sector::{CACHED_WORDS_BYTES, ContextRule, ResolvedBrand, matching_plan, sector_plan};
pub use step::{Operator, PlanStep, RowOrigin, value_chunks};
pub use table_read::{KeyRange, TableRead, WordRows, key_ranges};
pub use window::{Days, PartialMonth, SplitWindow};
pub use words::word_steps;
