//! What an account sees: the mentions of its monitored brands, as columns that are prepared once.
//!
//! Which mentions are of an account's brands is found out when its brands or the dataset change, not in every question.
//! The outcome is a view: every column of all these mentions as packed rows, oldest mention first, and the creators
//! who made them. A question reads the columns that it needs, of the days that it needs, and folds them.
//!
//! In scope: the columns, their packed rows, how they are named and read. Out of scope: making them
//! ([`crate::query::columnar`]), what is asked of them ([`crate::guard::account`]).

mod column;
mod head;
mod names;
mod rows;

pub use column::{Of, ViewColumn};
pub use head::{Chunk, Head};
pub use names::{Interner, NamesOf};
pub use rows::{Known, View, Viewer, Writing, forget_old, head_statement, name, rows_of, too_large};

/// Mentions that a view may have: what an isolate of 128 MB prepares safely.
pub const MAX_MENTIONS: usize = 200_000;
