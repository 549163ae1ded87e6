//! The addresses of the Account API: the parameters of each question.

pub mod choice;
pub mod filters;
pub mod influencers;
pub mod mentions;
pub mod sentiment;
pub mod trends;
pub mod usage;

use super::Parameters;
use crate::spec::AccountOperation;

/// The parameters of a question.
pub const fn parameters_of(operation: AccountOperation) -> Parameters {
    match operation {
        AccountOperation::Mentions => mentions::LIST,
        AccountOperation::Mention => mentions::ONE,
        AccountOperation::MentionStats => mentions::STATS,
        AccountOperation::Sentiment => sentiment::SUMMARY,
        AccountOperation::SentimentTimeline => sentiment::TIMELINE,
        AccountOperation::SentimentBreakdown => sentiment::BREAKDOWN,
        AccountOperation::Influencers => influencers::LIST,
        AccountOperation::Influencer => influencers::ONE,
        AccountOperation::InfluencerMentions => influencers::MENTIONS,
        AccountOperation::Trends => trends::LIST,
        AccountOperation::EmergingTrends => trends::EMERGING,
        AccountOperation::TrendComparison => trends::COMPARISON,
        AccountOperation::Account => usage::ACCOUNT,
        AccountOperation::AccountUsage => usage::USAGE,
    }
}
