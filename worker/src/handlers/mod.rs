//! What answers each path.

pub mod about_account;
pub mod account;
pub mod admin;
mod asked;
pub mod body;
pub mod browser_tokens;
pub mod dashboard;
pub mod data;
mod extra;
pub mod index;
pub mod mcp;
pub mod operations;
pub mod problems;
pub mod reports;
pub mod schema;
pub mod webhooks;
