//! Query planning: from a resolved query to the table reads that answer it, and their cost.
//!
//! In scope: the choice of chunks and the cost limits of a query. An [`IndexQuery`] is the logical plan: the query with
//! names resolved to numbers. [`PLAN_RULES`] is the ordered table of rules that choose the rows. A [`Plan`] is the
//! physical plan: the reads of one rule. Out of scope: reading and folding the rows (`columnar`).

mod budget;
mod delta;
mod estimate;
mod explain;
mod facets;
mod filters;
mod frequencies;
mod question;
mod read;
mod sector;
mod source;
mod window;
mod words;
mod work;

pub use budget::{MAX_BYTES, MAX_HELD, MAX_ROWS, MAX_STEPS, Plan};
pub use filters::{AnyOf, Filters, NameNumbers, Value};
pub use frequencies::{Frequencies, Frequency};
pub use question::{Ask, Question, Satisfied};
pub use read::{Keys, Read, WordRows, ranges};
pub use sector::{KNOWN_WORDS_BYTES, ResolvedBrand, matching, sector};
pub use source::{Operator, PlanStep, RowsOf, SOURCES, Source, chunks_of};
pub use window::{Days, Edge, SplitWindow};
pub use words::word_steps;
