//! Datasets and their queries on a real SQLite, natively; for tests and benchmarks.
//!
//! In scope: a [`SqliteDatabase`] that runs the core's statements as D1 does, records as an import prepares them, the
//! reference executor on them, random queries, and the comparison of two answers. Out of scope: the check of the
//! reference executor (`tests/oracle`), and the edge (`tests/edge`).

pub mod accounts;
pub mod database;
pub mod documents;
pub mod increments;
pub mod packed;
pub mod questions;
pub mod reference;
pub mod reports;
pub mod scripts;
pub mod views;

pub use database::SqliteDatabase;
