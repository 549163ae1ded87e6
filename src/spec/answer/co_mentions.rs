//! The answer of `POST /v1/co-mentions`.

use super::answer;

answer! {
    /// The answer.
    pub struct CoMentionsAnswer {
        /// The first entities of the ranking.
        results: Vec<CoMention>,
    }

    /// An entity that mentions every value.
    pub struct CoMention {
        /// The video's or channel's value.
        key: String,
        /// Its documents that hold any of the values.
        total_mentions: u64,
        /// How many values it mentions: all of them.
        matched_values: u64,
    }
}
