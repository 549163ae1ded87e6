//! The ClickHouse backend on a real engine.

mod accounts;
mod backend;
mod boolean;
mod database;
mod exact;
mod limits;
mod questions;
mod versions;
mod writing;
