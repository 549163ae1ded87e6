//! Datasets and the questions asked of them on a real SQLite, natively; for tests and benchmarks.
//!
//! In scope: a [`Database`] that runs the core's statements as D1 does, documents as an import prepares them, the
//! reference executor on them, random questions, and the comparison of two answers.
//! Out of scope: what judges the reference executor (`tests/oracle`), and the edge (`tests/edge`).

pub mod database;
pub mod documents;
pub mod increments;
pub mod packed;
pub mod questions;
pub mod reference;
pub mod reports;
pub mod scripts;
pub mod views;

pub use database::Database;
