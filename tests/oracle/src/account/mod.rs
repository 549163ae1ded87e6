//! An independent computation of the questions of the Account API, over the mentions of one account's brands.
//!
//! Ids of resources are opaque, and the documents do not tell them. Natural keys stand for them, in questions and in
//! answers: the `mention_id` of a mention; of an influencer the `channel_uid`, or where there is none the channel's
//! name. In `channel`, which takes names as well, `inf_` before the key tells that it is one. Members that depend on
//! the moment (`generated_at`, `dataset_version`) and those about pages (`has_more`, `next_cursor`) are left out.
//!
//! Parameters are given by name: a list, a text or a number, as the canonical address has them, with or without the
//! defaults. They are taken to be valid as far as an address can be judged by itself.

mod asked;
mod brands;
mod comparison;
mod counts;
mod creators;
mod filters;
mod influencer;
mod influencers;
mod mention;
mod mentions;
mod meta;
mod order;
mod parameters;
mod periods;
mod reply;
mod sentiment;
mod stats;
mod tones;
mod trend;
mod trends;
mod window;

pub use brands::Account;
pub use mention::Mention;
pub use reply::Reply;

use asked::Asked;
use parameters::Parameters;
use serde_json::Value;

/// The questions about mentions; what is asked of the account itself is not in the documents.
pub const ACCOUNT_OPERATIONS: [&str; 12] = [
    "mentions",
    "mention",
    "mention-stats",
    "sentiment",
    "sentiment-timeline",
    "sentiment-breakdown",
    "influencers",
    "influencer",
    "influencer-mentions",
    "trends",
    "emerging-trends",
    "trend-comparison",
];

impl Account<'_> {
    /// The answer to a question on the given day.
    ///
    /// # Panics
    /// When no operation has that name.
    pub fn answer(&self, operation: &str, parameters: &Value, today: &str) -> Reply {
        let asked = match Asked::read(self, Parameters(parameters), today) {
            Ok(asked) => asked,
            Err(problem) => return problem.into(),
        };
        match operation {
            "mentions" => mentions::list(&asked).into(),
            "mention" => mentions::one(&asked).into(),
            "mention-stats" => stats::stats(&asked).into(),
            "sentiment" => sentiment::summary(&asked).into(),
            "sentiment-timeline" => sentiment::timeline(&asked).into(),
            "sentiment-breakdown" => sentiment::breakdown(&asked).into(),
            "influencers" => influencers::list(&asked).into(),
            "influencer" => influencer::one(&asked).into(),
            "influencer-mentions" => mentions::of_influencer(&asked).into(),
            "trends" => trends::list(&asked).into(),
            "emerging-trends" => trends::emerging(&asked).into(),
            "trend-comparison" => comparison::comparison(&asked).into(),
            _ => panic!("no operation is named '{operation}'"),
        }
    }
}
