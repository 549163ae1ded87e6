//! Reports: from a checked request to the questions it needs, and from their answers to CSV and PDF.
//!
//! A report is made from answers of the Account API only, so every number in it is one that an endpoint returns
//! ([`questions`]). Equal answers give an equal report ([`compose`]). In scope: questions, sentences, charts, tables,
//! rows. Out of scope: running the questions, the progress of a report, and storage of its files
//! ([`crate::records::report`] and the Worker).

pub mod compose;
pub mod content;
pub mod csv;
pub mod mentions;
pub mod questions;
