//! Reports as PDF: what is set, what is refused, and that the same content makes the same bytes.
//!
//! `REPORT_PDFS=folder cargo test --features pdf --test report` writes the documents there, to be looked at.

mod fixture;
mod fonts;
mod pdf;
