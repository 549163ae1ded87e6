//! Events: the messages that an account receives through its webhooks.
//!
//! In scope: finding new events, choosing the webhooks that receive them, and per-account event state ([`EventState`]).
//! [`EventScan`] scans the answers of the Account API after an import or on a new day. Other events come from reports
//! and the meter. Out of scope: storing webhooks and deliveries, and sending events.

mod answers;
mod arrival_state;
mod arrivals;
mod checks;
mod creators;
mod dedup_key;
mod draft;
mod envelope;
mod query_matches;
mod redact;
mod report;
mod run_scan;
mod scan;
mod scan_context;
mod state;
mod subscriber;
mod subscriber_counts;
mod usage;

pub use answers::EventAnswers;
pub(in crate::records) use answers::{deserialize, for_each_item};
pub use arrival_state::ArrivalState;
pub use arrivals::{MAX_REPORTED_MENTIONS, MENTIONS_PER_EVENT};
pub(in crate::records) use checks::{BASELINE_DAYS, SENTIMENT_DAYS, TimelineFields, VolumeSpike};
pub use creators::MIN_INFLUENCER_SUBSCRIBERS;
pub use dedup_key::EventDedupKey;
pub use draft::{EventAudience, EventDraft};
pub use envelope::{MAX_EVENT_BYTES, build_envelope};
pub use redact::redact;
pub use report::build_report_draft;
pub use scan::EventScan;
pub use scan_context::EventScanContext;
pub use state::{EventGuard, EventState};
pub use subscriber::Subscriber;
pub use usage::{QuotaUsage, USAGE_PERCENTS};
