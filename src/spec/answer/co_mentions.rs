//! Answer of `POST /v1/co-mentions`.

use super::answer;

answer! {
    /// The answer of `POST /v1/co-mentions`.
    pub struct CoMentionsAnswer {
        /// First entities of the ranking.
        results: Vec<CoMention>,
    }

    /// An entity that mentions all of the values.
    pub struct CoMention {
        /// Value of the video or the channel.
        key: String,
        /// Records of the entity with any of the values.
        total_mentions: u64,
        /// Number of mentioned values, which is all of them.
        matched_values: u64,
    }
}
