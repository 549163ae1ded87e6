//! A look at all that is new for an account.

use super::answers::EventAnswers;
use super::arrivals::Arrivals;
use super::creators::{FreshCreators, first_mentions};
use super::{ArrivalMemory, EventDraft, EventMemory, EventOccasion, EventTold, checks};
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;

/// What is told, and what is remembered then: both or neither.
#[derive(Debug, Clone, PartialEq)]
pub struct EventRound {
    /// What is told.
    pub drafts: Vec<EventDraft>,
    /// The version of the dataset that was looked at; empty before there is one.
    pub version: String,
    /// The day of the look.
    pub day: Date,
    /// Which mentions are known.
    pub arrivals: ArrivalMemory,
    /// What is not told again for a while.
    pub told: Vec<EventTold>,
}

impl EventRound {
    /// Looks at what is new for an account, of one version of the dataset.
    ///
    /// # Errors
    /// Those of whoever answers.
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

    /// What is remembered of an account of which there is no dataset: all of the first one is new.
    pub fn without_dataset(monitored: &[MonitoredBrand], today: Date) -> Self {
        let arrivals = ArrivalMemory::without_dataset(monitored);
        Self { drafts: Vec::new(), version: String::new(), day: today, arrivals, told: Vec::new() }
    }
}
