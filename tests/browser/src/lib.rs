//! The guardrail corpus through the core as WebAssembly: built for a browser, and run in one or in Node.js.
#![cfg(all(test, target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

#[path = "../../core/account_api.rs"]
mod account_api;
#[path = "../../core/corpus.rs"]
mod corpus;
#[path = "../../core/reports.rs"]
mod reports;
#[path = "../../core/webhooks.rs"]
mod webhooks;
