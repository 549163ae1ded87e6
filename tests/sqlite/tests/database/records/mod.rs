//! The records of an account on a real SQLite: no change is lost, what is offered is published before it counts, and
//! KV ends with what there is.

mod accounts;
mod keys;
mod random;
mod support;
