//! Handlers of the routes.

pub mod about_account;
pub mod account;
pub mod admin;
pub mod body;
pub mod browser_tokens;
pub mod dashboard;
pub mod data;
mod extra;
mod incoming_request;
pub mod index;
pub mod mcp;
pub mod operations;
pub mod problems;
pub mod reports;
pub mod schema;
pub mod webhooks;
