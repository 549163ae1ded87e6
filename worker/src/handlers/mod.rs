//! Handlers of the routes.

pub mod account;
pub mod account_details;
pub mod admin;
pub mod alerts;
pub mod body;
pub mod browser_tokens;
pub mod dashboard;
pub mod data;
pub mod feeds;
mod incoming_request;
pub mod index;
pub mod mcp;
pub mod operations;
mod prefer_meta;
pub mod problems;
pub mod reports;
mod representation;
pub mod schema;
pub mod webhooks;
