//! From a checked request to the rows that answer it: the logical plan, the sources, and what they cost.
//!
//! In scope: which chunks answer a question, and the bounds that a question keeps. A [`Question`] says what is
//! asked in numbers, [`SOURCES`] is the ordered table of rules that say which rows answer it, a [`Plan`] is what one
//! of them reads. Out of scope: reading, and what becomes of the rows (`columnar`).

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
