//! The operations of the Account API that read the dataset.

use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::account::{
    AccountParameters, AccountRequest, ComparisonParameters, EmergingParameters, ExplanationParameters,
    InfluencerFilters, ListParameters,
};
use crate::query::{AccountAnswer, QueryError};
use crate::spec::AccountOperation;
use crate::spec::answer::{
    Basis, ChangeExplanation, EmergingTrends, InfluencerDetails, MentionStats, RelatedMention, SentimentBreakdown,
    SentimentSummary, SentimentTimeline, TrendComparison, Trends,
};
use crate::spec::request::account::choice::{
    BreakdownBy, BreakdownSort, Direction, InfluencerSort, MentionSort, TimelineInterval, TrendSort,
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// A page of mentions. `is_empty` is true if it has no mentions.
pub(in crate::backend) struct MentionPage {
    pub(in crate::backend) page: AccountAnswer,
    pub(in crate::backend) is_empty: bool,
}

/// The operations, each with the sample sizes of its numbers.
pub(in crate::backend) trait AccountOperations {
    /// Returns a page of mentions. Without a window all mentions are listed, so a client that polls misses none.
    async fn mentions(&self, sort: MentionSort, list: &ListParameters) -> Result<MentionPage, QueryError>;

    /// Checks that the influencer in the path mentions a brand of the account.
    async fn check_visible(&self) -> Result<(), QueryError>;

    async fn mention(&self) -> Result<RelatedMention, QueryError>;

    async fn stats(&self, top: usize) -> Result<(MentionStats, Basis), QueryError>;

    async fn sentiment(&self) -> Result<(SentimentSummary, Basis), QueryError>;

    async fn timeline(&self, interval: TimelineInterval) -> Result<(SentimentTimeline, Basis), QueryError>;

    async fn breakdown(
        &self,
        by: BreakdownBy,
        sort: BreakdownSort,
        limit: usize,
    ) -> Result<(SentimentBreakdown, Basis), QueryError>;

    async fn influencers(
        &self,
        sort: InfluencerSort,
        filters: &InfluencerFilters,
        list: &ListParameters,
    ) -> Result<AccountAnswer, QueryError>;

    /// Returns a creator. Without a window all mentions count. A creator without mentions of the account's brands is
    /// answered like an unknown id.
    async fn influencer(&self) -> Result<(InfluencerDetails, Basis), QueryError>;

    async fn trends(
        &self,
        sort: TrendSort,
        direction: Option<Direction>,
        limit: usize,
    ) -> Result<(Trends, Basis), QueryError>;

    async fn emerging(&self, criteria: EmergingParameters, limit: usize)
    -> Result<(EmergingTrends, Basis), QueryError>;

    async fn compare(&self, comparison: &ComparisonParameters) -> Result<(TrendComparison, Basis), QueryError>;

    async fn explanation(&self, parameters: ExplanationParameters) -> Result<(ChangeExplanation, Basis), QueryError>;
}

/// Answers a request by one of the operations.
pub(in crate::backend) async fn answer(
    operations: &impl AccountOperations,
    request: &AccountRequest,
) -> Result<AccountAnswer, QueryError> {
    Ok(match (request.operation, &request.parameters) {
        (AccountOperation::Mentions, AccountParameters::Mentions { sort, list }) => {
            operations.mentions(*sort, list).await?.page
        }
        (AccountOperation::InfluencerMentions, AccountParameters::Mentions { sort, list }) => {
            // The id in the path is one of the filters. If the page is empty, the id must still be a visible creator's.
            let answer = operations.mentions(*sort, list).await?;
            if answer.is_empty {
                operations.check_visible().await?;
            }
            answer.page
        }
        (AccountOperation::Mention, _) => with_basis((operations.mention().await?, Basis::default()))?,
        (_, AccountParameters::MentionStats { top }) => with_basis(operations.stats(*top).await?)?,
        (AccountOperation::Sentiment, _) => with_basis(operations.sentiment().await?)?,
        (_, AccountParameters::SentimentTimeline { interval }) => with_basis(operations.timeline(*interval).await?)?,
        (_, AccountParameters::SentimentBreakdown { by, sort, limit }) => {
            with_basis(operations.breakdown(*by, *sort, *limit).await?)?
        }
        (_, AccountParameters::Influencers { sort, filters, list }) => {
            operations.influencers(*sort, filters, list).await?
        }
        (AccountOperation::Influencer, _) => with_basis(operations.influencer().await?)?,
        (_, AccountParameters::Trends { sort, direction, limit }) => {
            with_basis(operations.trends(*sort, *direction, *limit).await?)?
        }
        (_, AccountParameters::EmergingTrends { criteria, limit }) => {
            with_basis(operations.emerging(*criteria, *limit).await?)?
        }
        (_, AccountParameters::TrendComparison(comparison)) => with_basis(operations.compare(comparison).await?)?,
        (_, AccountParameters::ExplainChange(parameters)) => with_basis(operations.explanation(*parameters).await?)?,
        // The other operations are about the account itself, its reports or its webhooks. They need no dataset.
        _ => return Err(not_found("").into()),
    })
}

/// Returns an answer that is not a page, with the sample sizes of its numbers.
fn with_basis<T: Serialize>((object, basis): (T, Basis)) -> Result<AccountAnswer, QueryError> {
    Ok(AccountAnswer { body: to_json(&object)?, next: None, basis })
}

pub(in crate::backend) fn to_json(object: &impl Serialize) -> Result<Box<RawValue>, QueryError> {
    to_raw_value(object).map_err(|error| QueryError::Unavailable(format!("an answer is not written: {error}")))
}

/// Returns the violation for an id that the account cannot see. An id that only other accounts see gives the same one.
pub(in crate::backend) fn not_found(id: &str) -> Violation {
    Violation::new(Code::NotFound, "?id", format!("there is nothing with the id '{}'.", echo(id)))
}
