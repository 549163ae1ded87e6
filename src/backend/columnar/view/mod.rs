//! What accounts see: the mentions of monitored brands, as columns that are prepared once.
//!
//! Which mentions are of a brand is found out once for a definition of a brand and a base segment (a *match*). What some
//! brands see of a base segment is a *view*: columns of their mentions, in the order of day, video and number. It holds
//! however many delta segments come and go: of these, a view has one row that says which of their mentions are of its
//! brands. All of it lies in tables of the generation, and goes with them.
//!
//! In scope: the tables and their rows, both directions. Out of scope: making them and what is asked of them
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
