//! The core against its corpus, against random bytes, and against a real SQLite.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod account_api;
mod account_questions;
mod answers;
mod architecture;
mod base_date;
mod base_runtime;
mod base_text;
mod columnar;
mod corpus;
mod cursors;
mod documents;
mod guard_forced;
mod guard_problem;
mod measure;
mod outcomes;
mod plan_budget;
mod plan_window;
mod plan_words;
mod reports;
mod robustness;
mod schema;
mod segment_values;
mod service_account;
mod service_browser_token;
mod service_cache;
mod service_credential;
mod service_dataset;
mod service_envelope;
mod service_meter;
mod service_signing;
mod spec_index;
mod sql_statements;
mod views;
mod webhook;
