//! Webhooks: their registration, the outbox of events, and the deliveries.
//!
//! An event and its deliveries are rows. They are written in the same transaction as the change that the event reports
//! ([`outbox`]). The status of a delivery goes from `pending` to `sending` and ends as `delivered`. After a failed
//! attempt it is `retrying`, and after the last attempt `failed`. Every status change is one conditional statement
//! ([`delivery`]), so if two senders race, one succeeds. A sender holds a lease. If it stops without a result, the
//! attempt is repeated when the lease has expired. So an event arrives at least once. Out of scope: the content of
//! events ([`crate::records::event`]), and sending (the Worker).

pub mod attempt;
mod brands;
pub mod delivery;
pub mod outbox;
mod pending;
mod record;
pub mod secret;
pub mod table;

pub use brands::check_brands;
pub use record::{DisabledReason, WebhookRecord};

/// Milliseconds for which a sender holds the lease of a delivery.
pub const LEASE_MS: u64 = 60_000;
/// A webhook is failing after this number of consecutive events whose first attempt failed.
pub const FAILING_AFTER: u64 = 5;
/// Milliseconds without a successful attempt after which a webhook is disabled.
pub const DISABLED_AFTER_MS: u64 = 3 * 86_400_000;
/// Milliseconds for which events and their deliveries are kept.
pub const RETENTION_MS: u64 = 30 * 86_400_000;
/// Milliseconds after a rotation for which the previous secret signs too.
pub const ROTATION_MS: u64 = 86_400_000;
