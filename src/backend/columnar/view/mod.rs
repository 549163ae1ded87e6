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

pub use draft::ViewDraft;
pub use head::{ViewChunk, ViewHead};
pub use names::{match_name, view_name};
pub use parts::{BrandMatch, DeltaMentions, pack_map, unpack_map, unpack_positions};
pub use statistics::{DRAFT_TOP_ROWS, RowStatistics, TOP_ROWS, orders, top_row};
pub use tables::{
    ViewPart, chunk_of, chunks_statement, delete_deltas, delete_draft, insert_chunk, insert_part, part_statement,
    parts_statement, stored_columns, tables,
};
