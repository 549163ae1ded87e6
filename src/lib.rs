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

pub mod base;
pub mod guard;
#[cfg(feature = "ingest")]
pub mod ingest;
#[cfg(feature = "edge")]
pub mod measure;
#[cfg(feature = "edge")]
pub mod query;
#[cfg(feature = "edge")]
pub mod segment;
#[cfg(feature = "edge")]
pub mod service;
pub mod spec;
#[cfg(feature = "edge")]
pub mod sql;
#[cfg(feature = "webhook")]
pub mod webhook;
