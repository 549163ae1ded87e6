//! Records of accounts in the database: reports, webhooks with their deliveries, event state, alerts, feeds, idempotency
//! keys, and the aliases of brands.
//!
//! In scope: the statements that read and write them, and their status changes. They are always in D1, whichever
//! backend holds the dataset. Out of scope: running statements.

pub mod alert;
pub mod brand_alias;
pub mod event;
pub mod feed;
pub mod idempotency;
pub mod report;
mod tables;
mod watermark;
pub mod webhook;

pub use tables::missing_tables;
