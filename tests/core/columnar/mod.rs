//! The columnar executor over a few rows: what becomes of them, and what is read.

mod co_mentions;
mod hints;
mod rows;
mod sector;
mod words;
