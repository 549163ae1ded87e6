//! An event scan: finds everything that is new for an account.

use super::answers::EventAnswers;
use super::arrivals::Arrivals;
use super::creators::find_first_mentions;
use super::subscriber_counts::SubscriberCounts;
use super::{ArrivalState, EventDedupKey, EventDraft, EventScanContext, EventState, checks};
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;

/// The result of an event scan. Its events and its state are written together or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct EventScan {
    /// The events to emit.
    pub drafts: Vec<EventDraft>,
    /// The dataset version of the scan. Empty if there is none yet.
    pub version: String,
    /// The day of the scan.
    pub day: Date,
    /// The known mentions after the scan.
    pub arrivals: ArrivalState,
    /// The new deduplication keys.
    pub dedup_keys: Vec<EventDedupKey>,
}

impl EventScan {
    /// Scans one dataset version for everything that is new for an account.
    ///
    /// # Errors
    /// Those of `answers`.
    pub async fn run<A: EventAnswers>(
        context: &EventScanContext<'_>,
        state: &EventState,
        answers: &A,
    ) -> Result<Self, A::Error> {
        let arrivals = Arrivals::find(context, state.arrivals(), answers).await?;
        let subscriber_counts = SubscriberCounts::read(context, &arrivals, answers).await?;
        let mut drafts = arrivals.build_drafts(context, &subscriber_counts);
        drafts.extend(find_first_mentions(context, &arrivals, answers).await?);
        let mut dedup_keys = Vec::new();
        for result in checks::check_brands(context, &state.dedup_keys, answers).await? {
            drafts.extend(result.draft);
            dedup_keys.push(result.dedup_key);
        }
        let (version, day) = (context.version.to_owned(), context.today);
        Ok(Self { drafts, version, day, arrivals: arrivals.state, dedup_keys })
    }

    /// Returns the scan of an account before the first dataset version. All mentions of the first version are then new.
    pub fn without_dataset(monitored: &[MonitoredBrand], today: Date) -> Self {
        let arrivals = ArrivalState::without_dataset(monitored);
        Self { drafts: Vec::new(), version: String::new(), day: today, arrivals, dedup_keys: Vec::new() }
    }
}
