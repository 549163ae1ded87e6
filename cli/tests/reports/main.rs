//! Compares reports with the answers of the endpoints: on a real SQLite, with the demo dataset and larger ones.
//!
//! `REPORT_CONTENTS=folder cargo test -p overheard-cli --test reports` writes the content of each
//! report into a folder for review.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod demo;
mod export;
mod marks;
mod numbers;
mod row_query;
mod service;
mod texts;
