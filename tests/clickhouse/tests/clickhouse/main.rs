//! The ClickHouse backend on a real engine.

mod accounts;
mod backend;
mod database;
mod exact;
mod limits;
mod questions;
mod versions;
mod writing;
