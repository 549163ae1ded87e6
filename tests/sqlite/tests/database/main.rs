//! Datasets on a real SQLite: their answers, the sequence of their versions, and the records of accounts.

mod account;
mod answers;
mod backend;
mod cache;
mod explain;
mod ids;
mod increments;
mod ledger;
mod lookup;
mod members;
mod packed;
mod questions;
mod records;
mod reference;
mod ring;
mod versions;
mod views;
mod webhooks;
