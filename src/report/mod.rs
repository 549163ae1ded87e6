//! Reports: from a checked request to the questions that it takes, and from their answers to what is read: CSV and PDF.
//!
//! A report is made of the answers of the Account API and of nothing else, so that every number in it is one that an
//! endpoint answers ([`questions`]). What it says of them is the same whenever the answers are ([`compose`]). In scope:
//! which questions, sentences, charts, tables, rows. Out of scope: having the questions answered, how far a report is and
//! where its files are kept ([`crate::service::report`] and the Worker).

pub mod compose;
pub mod content;
pub mod csv;
pub mod questions;
