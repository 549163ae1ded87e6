//! Webhooks: where accounts are told of events, what is to be sent there, and what became of it.
//!
//! An event and its deliveries are rows that are written with what they tell of ([`outbox`]). A delivery goes from `pending`
//! to `sending`, and ends `delivered`; after an attempt that failed it is `retrying` until the next one, and `failed` after
//! the last. Every step is one conditional statement ([`delivery`]), so that of two who try, one does it. Whoever sends
//! holds a lease; an attempt that ends without a word is made again when that has run out, so an event arrives at least
//! once. Out of scope: what events say ([`crate::service::event`]), and sending (the Worker).

pub mod attempt;
mod brands;
pub mod delivery;
pub mod outbox;
mod record;
pub mod schedule;
pub mod secret;
pub mod table;

pub use brands::check_brands;
pub use record::{DisabledReason, WebhookRecord};

/// Milliseconds for which whoever sends is believed to do so without a word.
pub const LEASE_MS: u64 = 60_000;
/// Events in a row that failed at first, after which a webhook is failing.
pub const FAILING_AFTER: u64 = 5;
/// Milliseconds of nothing but failures after which a webhook is disabled.
pub const DISABLED_AFTER_MS: u64 = 3 * 86_400_000;
/// Milliseconds for which events and what became of them are kept.
pub const KEPT_MS: u64 = 30 * 86_400_000;
/// Milliseconds for which the secret before the current one signs too.
pub const ROTATION_MS: u64 = 86_400_000;
