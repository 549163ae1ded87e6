//! The columnar executor over a few rows: its answers, and the rows that it reads.

mod co_mentions;
mod hints;
mod rows;
mod sector;
mod words;
