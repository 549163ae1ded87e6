//! Questions about a dataset of brand mentions in public video, and their answers.
//!
//! # In scope
//! The requests that are allowed, the guardrails that check them, the plans that answer them, the column store, the
//! measures, and the form of every answer and error.
//!
//! # Out of scope
//! Input and output, clocks, randomness and platforms: `now` and random bytes are parameters, and statements run in a
//! [`sql::Store`]. The Worker moves bytes between its bindings and this crate; the operator's command does the same
//! with files.
//!
//! # The path of a request
//! bytes → [`guard::request::Request::parse`] → [`query::DataBackend`] → [`service::envelope`] → bytes.
//!
//! # Modules
//! Each uses only modules before it: [`base`], [`spec`], [`guard`], [`measure`], [`query`], [`sql`], [`segment`],
//! `ingest`, [`backend`], [`table`], [`report`], `pdf`, [`service`], [`records`]. Without the feature `std` there are `base`,
//! `spec` and `guard`: they need no standard library, and so fit a browser.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "std"), expect(dead_code, unused_imports, reason = "only the other modules use it"))]

#[cfg(feature = "std")]
pub mod backend;
pub mod base;
pub mod guard;
#[cfg(feature = "ingest")]
pub mod ingest;
#[cfg(feature = "std")]
pub mod measure;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "std")]
pub mod query;
#[cfg(feature = "std")]
pub mod records;
#[cfg(feature = "std")]
pub mod report;
#[cfg(feature = "std")]
pub mod segment;
#[cfg(feature = "std")]
pub mod service;
pub mod spec;
#[cfg(feature = "std")]
pub mod sql;
#[cfg(feature = "std")]
pub mod table;
#[cfg(feature = "webhook")]
pub mod webhook;

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
pub struct Readme;
