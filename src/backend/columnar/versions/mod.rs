//! Dataset versions: how an import becomes the next generation of tables, and how it is published.
//!
//! An import never changes the served tables. It creates new tables and fills them with packed rows in numbered
//! batches. Then it changes one row, so that a reader sees either the old generation or the new one. Every step is one
//! transaction that also records the progress of the import. A transaction fails without changes if it is not the next
//! step, so an import can stop anywhere and resume.
//!
//! In scope: the statements of every step, and those that read a version back. Out of scope: validation of records
//! (`ingest`), the contents of rows (`segment`), execution of statements.

mod erasure;
mod export;
mod generation;
mod guard;
mod increment;
mod staging;
mod steps;
mod store;
mod tables;

pub use erasure::{count_of_ids, erase, erase_records, overwrite_free_pages};
pub use export::{documents, rows};
pub use generation::{
    begin, demote, discard, drop_generation, drop_previous, generations, promote, publish, release, release_others,
    remove, reserve, rollback, state_of,
};
pub use increment::{increment, roll_back_increment};
pub use staging::stage;
pub use steps::{advance, counts, load};
pub use tables::{missing_tables, schema_fingerprint};
