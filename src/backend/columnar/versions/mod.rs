//! The dataset's versions: how an import becomes the next generation of tables, and how it is published.
//!
//! An import never touches what is served. It makes new tables, fills them with packed rows in numbered batches,
//! and then changes one row: a reader sees the old generation or the new one. Every step is one transaction that also
//! notes how far the import is, and that fails without effect when it is not the next one: an import can stop anywhere
//! and go on.
//!
//! In scope: the statements of every step, and those that read a version back. Out of scope: which documents are good
//! (`ingest`), what rows hold (`segment`), running statements.

mod erasure;
mod export;
mod generation;
mod guard;
mod increment;
mod steps;
mod store;
mod tables;

pub use erasure::{count_of_ids, erase};
pub use export::{documents, rows};
pub use generation::{begin, discard, forget, generations, publish, remove, rollback, state_of};
pub use increment::{increment, take_back};
pub use steps::{advance, counts, load};
pub use tables::{missing_tables, schema_fingerprint};
