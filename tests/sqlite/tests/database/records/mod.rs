//! The records of an account on a real SQLite: no change is lost, an offer is published before it is effective, and KV
//! finally has the current state.

mod accounts;
mod keys;
mod random;
mod support;
