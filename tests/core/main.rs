//! The core against its corpus, against random bytes, and against a real SQLite.

mod corpus;
mod robustness;
