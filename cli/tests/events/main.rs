//! Events, held to what the endpoints answer and to the documents: on a real SQLite, with the demo dataset as it grows.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod equal;
mod history;
mod market;
mod memory;
