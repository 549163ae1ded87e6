//! Sample sizes behind the numbers of an answer, as members of `_meta`. `docs/account-api.md` explains them under the
//! same names.

use super::answer;
use crate::base::number::Number;

answer! {
    /// Sample sizes behind the numbers of an answer.
    #[derive(Default, serde::Deserialize)]
    pub struct Basis {
        /// Counts for the whole answer.
        known: Option<KnownCounts> => Sometimes,
        /// Counts for each entry of the answer's list, in its order.
        known_by: Option<Vec<KnownCounts>> => Sometimes,
        /// Scored mentions of each topic of a comparison, per column.
        scored_by_topic: Option<Vec<Vec<u64>>> => Sometimes,
        /// Total mentions of the preceding windows, oldest first.
        baseline_mentions: Option<Vec<u64>> => Sometimes,
        /// Standing of each topic of the list, in its order.
        topics: Option<Vec<TopicStanding>> => Sometimes,
    }

    /// Sample sizes of averages and sums.
    #[derive(Default, serde::Deserialize)]
    pub struct KnownCounts {
        /// Mentions with a score, which are the sample of the average.
        scored_mentions: u64,
        /// Mentions with a score and known views.
        weighted_mentions: Option<u64> => Sometimes,
        /// Scored mentions per month.
        scored_by_month: Option<Vec<u64>> => Sometimes,
        /// Distinct videos.
        videos: Option<u64> => Sometimes,
        /// Videos with known views.
        views: Option<u64> => Sometimes,
        /// Videos with known likes.
        likes: Option<u64> => Sometimes,
        /// Videos with known comments.
        comments: Option<u64> => Sometimes,
    }

    /// A topic compared with all mentions and with the published minima.
    #[derive(serde::Deserialize)]
    pub struct TopicStanding {
        /// Growth of the topic's share of all mentions against the preceding window.
        share_growth_pct: Option<Number>,
        /// True if the topic has the mentions, videos and channels that an emerging topic needs.
        supported: bool,
        /// True if the topic meets all published minima of emerging topics.
        emerging: bool,
    }
}

impl Basis {
    /// Returns true if no count is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
