//! How many values the numbers of an answer rest on: members of `_meta`. What they mean is said in
//! `docs/account-api.md`, by the same names.

use super::answer;
use crate::base::number::Number;

answer! {
    /// How many values the numbers of an answer rest on.
    #[derive(Default, serde::Deserialize)]
    pub struct Basis {
        /// That of the whole answer.
        known: Option<KnownCounts> => Sometimes,
        /// That of each entry of the answer's list, in its order.
        known_by: Option<Vec<KnownCounts>> => Sometimes,
        /// Scored mentions of each topic of a comparison, column by column.
        scored_by_topic: Option<Vec<Vec<u64>>> => Sometimes,
        /// All mentions of the windows before, the oldest first.
        baseline_mentions: Option<Vec<u64>> => Sometimes,
        /// How each topic of the list stands, in its order.
        topics: Option<Vec<TopicStanding>> => Sometimes,
    }

    /// The numbers of values that some averages and sums are of.
    #[derive(Default, serde::Deserialize)]
    pub struct KnownCounts {
        /// Mentions with a score: those that the average is of.
        scored_mentions: u64,
        /// Mentions with a score whose views are known.
        weighted_mentions: Option<u64> => Sometimes,
        /// Scored mentions of each month.
        scored_by_month: Option<Vec<u64>> => Sometimes,
        /// Distinct videos.
        videos: Option<u64> => Sometimes,
        /// Videos of which the views are known.
        views: Option<u64> => Sometimes,
        /// Videos of which the likes are known.
        likes: Option<u64> => Sometimes,
        /// Videos of which the comments are known.
        comments: Option<u64> => Sometimes,
    }

    /// How a topic stands beside all mentions, and against the published minima.
    #[derive(serde::Deserialize)]
    pub struct TopicStanding {
        /// Growth of its share of all mentions against the window before.
        share_growth_pct: Option<Number>,
        /// True if it has the mentions, videos and channels that an emerging topic needs.
        supported: bool,
        /// True if it meets all published minima of emerging topics.
        emerging: bool,
    }
}

impl Basis {
    /// Returns true if nothing is said of the answer.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
