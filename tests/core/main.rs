//! The core against its corpus, against random bytes, and against a real SQLite.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod account_api;
mod account_questions;
mod answers;
mod architecture;
mod columnar;
mod corpus;
mod cursors;
mod documents;
mod measure;
mod outcomes;
mod robustness;
mod schema;
mod views;
