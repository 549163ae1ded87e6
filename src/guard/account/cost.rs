//! What a question costs: a function of its address alone, so that it can be shown before asking.

use super::check::value_of;
use super::{comparison, timeline};
use crate::guard::Guard;
use crate::spec::AccountOperation;

/// Cost units of a page of a list, besides its items.
const LIST: u32 = 5;
/// Cost units of an analysis; of each column of a comparison.
const ANALYSIS: u32 = 10;
/// Items or points that cost one unit.
const ITEMS: u32 = 10;
/// Items of a page when the question does not say.
const DEFAULT_LIMIT: f64 = 25.0;

/// The cost units of a question that passed.
pub fn cost(guard: &mut Guard, operation: AccountOperation) -> u32 {
    match operation {
        AccountOperation::Mentions | AccountOperation::Influencers | AccountOperation::InfluencerMentions => {
            let limit = value_of(guard, "limit").map(|limit| guard.number_at(limit));
            LIST + (limit.unwrap_or(DEFAULT_LIMIT) as u32).div_ceil(ITEMS)
        }
        AccountOperation::Mention | AccountOperation::Influencer => LIST,
        AccountOperation::SentimentTimeline => ANALYSIS + (timeline::points(guard) as u32).div_ceil(ITEMS),
        AccountOperation::TrendComparison => ANALYSIS * comparison::columns(guard) as u32,
        AccountOperation::MentionStats
        | AccountOperation::Sentiment
        | AccountOperation::SentimentBreakdown
        | AccountOperation::Trends
        | AccountOperation::EmergingTrends => ANALYSIS,
        AccountOperation::Account | AccountOperation::AccountUsage => 0,
    }
}
