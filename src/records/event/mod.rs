//! Events: the messages that an account receives through its webhooks.
//!
//! In scope: finding what happened, choosing the webhooks that receive it, and per-account event state
//! ([`EventMemory`]). [`EventRound`] scans the answers of the Account API after an import or on a new day. Other events
//! come from reports and the meter. Out of scope: storing webhooks and deliveries, and sending events.

mod answers;
mod arrival_memory;
mod arrivals;
mod checks;
mod creators;
mod draft;
mod envelope;
mod memory;
mod mention;
mod occasion;
mod report;
mod round;
mod subscriber;
mod told;
mod usage;

pub use answers::EventAnswers;
pub use arrival_memory::ArrivalMemory;
pub use arrivals::{MENTIONS_OF_EVENT, MENTIONS_TOLD_AT_ONCE};
pub use creators::INFLUENCER_SUBSCRIBERS;
pub use draft::{EventAudience, EventDraft};
pub use envelope::{MAX_EVENT_BYTES, envelope};
pub use memory::{EventGuard, EventMemory};
pub use mention::without_words;
pub use occasion::EventOccasion;
pub use report::report_draft;
pub use round::EventRound;
pub use subscriber::Subscriber;
pub use told::EventTold;
pub use usage::{QuotaUse, USAGE_PERCENTS};
