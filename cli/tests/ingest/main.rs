//! Tests of every check of an import, and of the command that runs it.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod batches;
mod cases;
mod checks;
mod columns;
mod command;
mod data;
mod distributions;
mod edge;
mod forms;
mod mentions;
mod names;
mod newest;
mod privacy;
mod stored;
mod support;
