//! Reports: from a checked request to the questions that it takes, and from their answers to what is read: CSV and PDF.

pub mod content;
