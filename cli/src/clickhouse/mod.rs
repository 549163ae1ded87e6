//! The ClickHouse server that an import writes to. The edge knows which version is served; the tables of versions are
//! written and dropped from here.

mod client;
mod insert_queue;
mod server;
mod statement_sender;

pub use client::ClickHouseClient;
pub use server::{ClickHouseServer, explain, require};
