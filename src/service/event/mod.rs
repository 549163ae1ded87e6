//! Events: what an account is told of by its webhooks.
//!
//! In scope: what happened, from answers of the Account API ([`EventRound`] looks at what is new after an import or with a
//! new day) and from reports and the meter; who is told; what an account was told before ([`EventMemory`]). Out of scope:
//! where webhooks and deliveries are kept, and how events are sent.

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
