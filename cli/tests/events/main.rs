//! Compares events with the endpoints and the documents: on a real SQLite, with a growing demo dataset.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod event_data;
mod history;
mod market;
mod state;
