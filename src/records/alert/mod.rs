//! Alerts as they are stored, when their conditions are met, and the messages that they sent.
//!
//! An alert is evaluated in the event scan of its account, by questions to the Account API, as other events are. Its
//! messages and its state are written in the transaction of the scan. A message to a channel is a delivery of a webhook
//! of its own, which no list of webhooks shows.

mod digest;
mod evaluate;
mod firing;
mod record;
mod state;
pub mod table;

pub use digest::digest;
pub use evaluate::evaluate;
pub use firing::{AlertFiring, FiredAlert};
pub use record::AlertRecord;
pub use state::AlertState;

/// The maximum number of alerts of an account.
pub const MAX_ALERTS: u32 = 50;
/// Milliseconds for which sent messages are kept.
pub const RETENTION_MS: u64 = 30 * 86_400_000;
