//! Queries of the Account API. Each operation has a file.
//!
//! The mentions of an account's brands are selected by every statement anew, so nothing is prepared. SQL returns sums,
//! counts and extremes by group; what answers make of them is shared with the other backends.

mod backend;
mod breakdown;
mod compare;
mod emerging;
mod explanation;
mod filters;
mod groups;
mod influencer;
mod influencers;
mod mention;
mod mentions;
mod selection;
mod sentiment;
mod stats;
mod stored;
mod timeline;
mod topics;
mod trends;

pub use backend::CountedView;

use super::brand_names::BrandNames;
use super::connection::Connection;
use super::reader::Reader;
use super::words::TextCondition;
use crate::backend::account::answer::{AccountOperations, MentionPage};
use crate::backend::account::scope::AnswerScope;
use crate::guard::request::Brand;
use crate::guard::request::account::{
    ComparisonParameters, EmergingParameters, ExplanationParameters, InfluencerFilters, ListParameters,
};
use crate::query::{AccountAnswer, QueryError};
use crate::spec::answer::{
    Basis, ChangeExplanation, EmergingTrends, InfluencerDetails, MentionStats, RelatedMention, SentimentBreakdown,
    SentimentSummary, SentimentTimeline, TrendComparison, Trends,
};
use crate::spec::request::account::choice::{
    BreakdownBy, BreakdownSort, Direction, InfluencerSort, MentionSort, TimelineInterval, TrendSort,
};
use std::sync::Arc;

/// Reads the totals of a query's answer.
struct AccountReader<'a, C> {
    reader: Reader<'a, C>,
    scope: AnswerScope<'a>,
    brands: Arc<NamedBrands>,
    /// The condition of `q`, if a word must occur.
    text: Option<TextCondition>,
}

/// The brands of an account, each with the names that count for it.
pub(super) type NamedBrands = Vec<(Brand, BrandNames)>;

impl<C: Connection> AccountOperations for AccountReader<'_, C> {
    async fn mentions(&self, sort: MentionSort, list: &ListParameters) -> Result<MentionPage, QueryError> {
        mentions::answer(self, sort, list).await
    }

    async fn check_visible(&self) -> Result<(), QueryError> {
        influencer::check_visible(self).await
    }

    async fn mention(&self) -> Result<RelatedMention, QueryError> {
        mention::answer(self).await
    }

    async fn stats(&self, top: usize) -> Result<(MentionStats, Basis), QueryError> {
        stats::answer(self, top).await
    }

    async fn sentiment(&self) -> Result<(SentimentSummary, Basis), QueryError> {
        sentiment::answer(self).await
    }

    async fn timeline(&self, interval: TimelineInterval) -> Result<(SentimentTimeline, Basis), QueryError> {
        timeline::answer(self, interval).await
    }

    async fn breakdown(
        &self,
        by: BreakdownBy,
        sort: BreakdownSort,
        limit: usize,
    ) -> Result<(SentimentBreakdown, Basis), QueryError> {
        breakdown::answer(self, by, sort, limit).await
    }

    async fn influencers(
        &self,
        sort: InfluencerSort,
        filters: &InfluencerFilters,
        list: &ListParameters,
    ) -> Result<AccountAnswer, QueryError> {
        influencers::answer(self, sort, filters, list).await
    }

    async fn influencer(&self) -> Result<(InfluencerDetails, Basis), QueryError> {
        influencer::answer(self).await
    }

    async fn trends(
        &self,
        sort: TrendSort,
        direction: Option<Direction>,
        limit: usize,
    ) -> Result<(Trends, Basis), QueryError> {
        trends::answer(self, sort, direction, limit).await
    }

    async fn emerging(
        &self,
        criteria: EmergingParameters,
        limit: usize,
    ) -> Result<(EmergingTrends, Basis), QueryError> {
        emerging::answer(self, criteria, limit).await
    }

    async fn compare(&self, comparison: &ComparisonParameters) -> Result<(TrendComparison, Basis), QueryError> {
        compare::answer(self, comparison).await
    }

    async fn explanation(&self, parameters: ExplanationParameters) -> Result<(ChangeExplanation, Basis), QueryError> {
        explanation::answer(self, parameters).await
    }
}
