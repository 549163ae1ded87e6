//! Datasets on a real SQLite: what they answer, how their versions follow each other, and the records of accounts.

mod account;
mod answers;
mod cache;
mod explain;
mod ids;
mod increments;
mod ledger;
mod members;
mod packed;
mod questions;
mod records;
mod reference;
mod versions;
mod views;
mod webhooks;
