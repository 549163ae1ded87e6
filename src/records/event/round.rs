//! An event scan: finds everything that is new for an account.

use super::answers::EventAnswers;
use super::arrivals::Arrivals;
use super::creators::{FreshCreators, first_mentions};
use super::{ArrivalMemory, EventDraft, EventMemory, EventOccasion, EventTold, checks};
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;

/// The result of an event scan. Its events and its state are written together or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct EventRound {
    /// The events to emit.
    pub drafts: Vec<EventDraft>,
    /// The dataset version of the scan. Empty if there is none yet.
    pub version: String,
    /// The day of the scan.
    pub day: Date,
    /// The known mentions after the scan.
    pub arrivals: ArrivalMemory,
    /// The new deduplication keys.
    pub told: Vec<EventTold>,
}

impl EventRound {
    /// Scans one dataset version for everything that is new for an account.
    ///
    /// # Errors
    /// Those of `answers`.
    pub async fn look<A: EventAnswers>(
        occasion: &EventOccasion<'_>,
        memory: &EventMemory,
        answers: &A,
    ) -> Result<Self, A::Fault> {
        let arrivals = Arrivals::find(occasion, memory.arrivals(), answers).await?;
        let creators = FreshCreators::find(occasion, &arrivals, answers).await?;
        let mut drafts = arrivals.drafts(occasion, &creators);
        drafts.extend(first_mentions(occasion, &arrivals, answers).await?);
        let mut told = Vec::new();
        for finding in checks::findings(occasion, &memory.told, answers).await? {
            drafts.extend(finding.draft);
            told.push(finding.told);
        }
        let (version, day) = (occasion.version.to_owned(), occasion.today);
        Ok(Self { drafts, version, day, arrivals: arrivals.memory, told })
    }

    /// Returns the scan of an account before the first dataset version. All mentions of the first version are then new.
    pub fn without_dataset(monitored: &[MonitoredBrand], today: Date) -> Self {
        let arrivals = ArrivalMemory::without_dataset(monitored);
        Self { drafts: Vec::new(), version: String::new(), day: today, arrivals, told: Vec::new() }
    }
}
