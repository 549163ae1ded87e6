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
//!
//! # Parts
//! The guardrails (`catalog`, `guard`, `data`, `problem` and what they need) are all there is without the feature
//! `edge`: they need no standard library, no formatting and no tables beyond their own, and so fit a browser.
#![cfg_attr(not(feature = "edge"), no_std)]

#[cfg(feature = "edge")]
pub mod account;
#[cfg(feature = "account")]
pub mod account_api;
#[cfg(feature = "edge")]
pub mod answer;
#[cfg(feature = "edge")]
pub mod browser_token;
#[cfg(feature = "ingest")]
pub mod build;
pub mod catalog;
#[cfg(feature = "edge")]
pub mod credential;
pub mod data;
#[cfg(feature = "edge")]
pub mod dataset;
pub mod date;
mod digits;
#[cfg(feature = "edge")]
pub mod envelope;
#[cfg(feature = "edge")]
pub mod execute;
pub mod guard;
pub mod host;
#[cfg(feature = "ingest")]
pub mod ingest;
#[cfg(feature = "edge")]
mod mac;
#[cfg(feature = "edge")]
pub mod measure;
#[cfg(feature = "edge")]
pub mod memory;
#[cfg(feature = "edge")]
pub mod meter;
#[cfg(feature = "edge")]
pub mod pack;
#[cfg(feature = "plain")]
pub mod plain;
#[cfg(feature = "edge")]
pub mod plan;
pub mod problem;
#[cfg(feature = "edge")]
pub mod signing;
#[cfg(feature = "edge")]
pub mod store;
#[cfg(feature = "edge")]
pub mod text;
#[cfg(feature = "edge")]
pub mod view;
#[cfg(feature = "webhook")]
pub mod webhook;
mod word;
