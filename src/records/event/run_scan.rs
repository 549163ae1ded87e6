//! An event scan: finds everything that is new for an account.

use super::answers::EventAnswers;
use super::arrivals::Arrivals;
use super::creators::find_first_mentions;
use super::query_matches::QueryMatches;
use super::subscriber_counts::SubscriberCounts;
use super::{EventScan, EventScanContext, EventState, checks};

impl EventScan {
    /// Scans one dataset version for everything that is new for an account.
    ///
    /// # Errors
    /// The errors of `answers`.
    pub async fn run<A: EventAnswers>(
        context: &EventScanContext<'_>,
        state: &EventState,
        answers: &A,
    ) -> Result<Self, A::Error> {
        let arrivals = Arrivals::find(context, state.arrivals(), answers).await?;
        let subscriber_counts = SubscriberCounts::read(context, &arrivals, answers).await?;
        let query_matches = QueryMatches::read(context, arrivals.earliest(), answers).await?;
        let mut drafts = arrivals.build_drafts(context, &subscriber_counts, &query_matches);
        drafts.extend(find_first_mentions(context, &arrivals, &query_matches, answers).await?);
        let mut dedup_keys = Vec::new();
        for result in checks::check_brands(context, &state.dedup_keys, answers).await? {
            drafts.extend(result.draft);
            dedup_keys.push(result.dedup_key);
        }
        let (version, day) = (context.version.to_owned(), context.today);
        Ok(Self { drafts, version, day, arrivals: arrivals.state, dedup_keys })
    }
}
