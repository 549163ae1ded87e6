//! Materialised views of accounts: the mentions of their monitored brands, stored as columns.
//!
//! A *match* is the set of mentions of one brand in a base segment. It is computed once per definition of a brand. A
//! *view* holds columns of the mentions of several brands in a base segment, ordered by day, video and number. Both
//! stay valid for all delta segments. For each delta segment, a view adds one row that lists the mentions of its
//! brands. All rows are in tables of the generation and are dropped with it.
//!
//! In scope: writing and reading the rows of these tables. Out of scope: computing them, and queries on them
//! ([`crate::backend::columnar`]).

mod draft;
mod head;
mod names;
mod parts;
mod statistics;
mod tables;

pub use draft::Draft;
pub use head::{Chunk, Head};
pub use names::{brand_name, name};
pub use parts::{Match, OfDelta, pack_by, unpack_by, unpack_positions};
pub use statistics::{DRAFT_TOP_ROWS, Statistics, TOP_ROWS, orders, top_row};
pub use tables::{
    ViewPart, chunk_of, chunks_statement, forget_deltas, keep_chunk, keep_part, part_statement, parts_statement,
    remove_draft, stored_columns, tables,
};
