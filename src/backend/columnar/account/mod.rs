//! Queries of the Account API, answered from the account's view. Each operation has a file.
//!
//! A query takes at most three round trips to the database. They read the head of the view, the columns, and the
//! records or names of the answer. The rows of the first two are cached while the same version is served. If the view
//! is not prepared yet, the query fails with [`QueryError::Unprepared`], and the caller prepares it (see
//! [`super::prepare_view`]).

mod attribute;
mod breakdown;
mod channel_rows;
mod compare;
mod counters;
mod creators;
mod emerging;
mod explanation;
mod filters;
mod influencer;
mod influencers;
mod mention;
mod mention_objects;
mod mention_scan;
mod mentions;
mod profile;
mod read_context;
mod region;
mod scan_batch;
mod sentiment;
mod slot_map;
mod stats;
mod timeline;
mod topics;
mod trends;
mod tuple_fields;
mod value_names;

use super::decoded::DecodedValues;
use super::reader::Reader;
use super::served::read_served;
use crate::backend::account::answer::{self, AccountOperations, MentionPage};
use crate::backend::account::brands::BrandSelection;
use crate::guard::request::account::{
    ComparisonParameters, EmergingParameters, ExplanationParameters, InfluencerFilters, ListParameters,
};
use crate::query::{AccountAnswer, AccountQuery, DatasetVersion, QueryError};
use crate::spec::answer::{
    Basis, ChangeExplanation, EmergingTrends, InfluencerDetails, MentionStats, RelatedMention, SentimentBreakdown,
    SentimentSummary, SentimentTimeline, TrendComparison, Trends,
};
use crate::spec::request::account::choice::{
    BreakdownBy, BreakdownSort, Direction, InfluencerSort, MentionSort, TimelineInterval, TrendSort,
};
use crate::sql::AnyStore;
use read_context::ReadContext;

/// Checks the brands of a query and returns the version that answers it.
///
/// # Errors
/// [`QueryError::Invalid`] for an unknown brand, and errors of the store.
pub(super) async fn version(store: &AnyStore<'_>, query: AccountQuery<'_>) -> Result<DatasetVersion, QueryError> {
    // Violations of the query are reported before the database is read.
    BrandSelection::new(query.viewer.brands, &query.request.selection.brands)?;
    read_served(store).await
}

/// Answers a query from a version.
///
/// # Errors
/// [`QueryError::Invalid`], [`QueryError::Unprepared`], and errors of the store.
pub(super) async fn answer(
    store: AnyStore<'_>,
    decoded: DecodedValues,
    version: DatasetVersion,
    query: AccountQuery<'_>,
) -> Result<AccountAnswer, QueryError> {
    let reader = Reader::caching(store, Some(version.clone()), decoded);
    answer::answer(&ReadContext::load(reader, version, query).await?, query.request).await
}

impl AccountOperations for ReadContext<'_> {
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
