//! What may be asked of a dataset of brand mentions in public video.
//!
//! # In scope
//! The catalogue of what may be asked, the guardrails that check a request, its canonical form and cost,
//! the plan that answers it, the measures, and the form of every answer and error.
//!
//! # Out of scope
//! Input and output, clocks, randomness and platforms: `now` and random bytes are parameters, tables are reached
//! through [`store::Store`]. The Worker moves bytes between its bindings and this crate; the operator's command
//! does the same with files.
//!
//! # The way of a request
//! bytes → [`data::Request::parse`] → [`answer::Outcome`] → [`envelope`] → bytes.

pub mod account;
pub mod answer;
pub mod browser_token;
#[cfg(feature = "ingest")]
pub mod build;
pub mod catalog;
pub mod credential;
pub mod data;
pub mod dataset;
pub mod date;
pub mod envelope;
pub mod execute;
mod guard;
#[cfg(feature = "ingest")]
pub mod ingest;
pub mod measure;
pub mod memory;
pub mod meter;
pub mod pack;
#[cfg(feature = "plain")]
pub mod plain;
pub mod plan;
pub mod problem;
pub mod store;
pub mod text;
