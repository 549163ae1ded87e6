//! Alerts: saved questions with a condition. An account is told when the condition is met.
//!
//! In scope: the rules for alerts, and the messages in the formats of Slack and Teams. Out of scope: the stored records
//! and when a condition is met ([`crate::records::alert`]), and sending, which is that of webhooks.

mod digest;
mod message;
mod request;
mod target;

pub use digest::{AlertDigest, DigestInterval};
pub use message::AlertMessage;
pub use request::{AlertCondition, AlertRequest};
pub use target::AlertTarget;

/// The path at which `POST` creates alerts and `GET` lists them.
pub const PATH: &str = "/v1/_ext/alerts";
/// The path of an alert.
pub const ITEM_PATH: &str = "/v1/_ext/alerts/:id";
/// The path at which `GET` lists the last messages of all alerts.
pub const FIRED_PATH: &str = "/v1/_ext/alerts/fired";
/// The path at which `POST` sends a test message of an alert.
pub const TEST_PATH: &str = "/v1/_ext/alerts/:id/test";
