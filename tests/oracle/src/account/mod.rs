//! An independent computation of the questions of the Account API, over the mentions of one account's brands.
//!
//! Members that depend on the time of the request (`generated_at`, `dataset_version`) are left out. So is
//! `next_cursor`: a question says how many items earlier pages had. Questions must be valid, as far as an address can
//! be checked by itself.
//!
//! Measures are computed in doubles, from left to right as the reference writes them, over integer sums. Values that
//! are equal by the reference are therefore equal here, and ties are broken by ids or names.

mod asked;
mod brands;
mod comparison;
mod counts;
mod creators;
mod filters;
mod id;
mod influencer;
mod influencers;
mod judge;
mod mention;
mod mentions;
mod meta;
mod order;
mod parameters;
mod periods;
mod question;
mod reply;
mod sentiment;
mod stats;
mod tones;
mod trend;
mod trends;
mod window;

pub use brands::Account;
pub use id::{influencer_id, mention_id};
pub use mention::Mention;
pub use parameters::Parameters;
pub use question::Question;
pub use reply::Reply;

use asked::Asked;
use reply::Problem;
use serde_json::Value;

/// The questions about mentions. Questions about the account itself are not answered from the dataset.
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
    /// Answers a question.
    ///
    /// # Panics
    /// If no operation has that name.
    pub fn answer(&self, question: &Question) -> Reply {
        self.find(question).into()
    }

    fn find(&self, question: &Question) -> Result<Value, Problem> {
        let asked = Asked::read(self, question)?;
        match question.operation.as_str() {
            "mentions" => Ok(mentions::list(&asked)),
            "mention" => mentions::one(&asked),
            "mention-stats" => stats::stats(&asked),
            "sentiment" => sentiment::summary(&asked),
            "sentiment-timeline" => sentiment::timeline(&asked),
            "sentiment-breakdown" => sentiment::breakdown(&asked),
            "influencers" => influencers::list(&asked),
            "influencer" => influencer::one(&asked),
            "influencer-mentions" => mentions::of_influencer(&asked),
            "trends" => trends::list(&asked),
            "emerging-trends" => trends::emerging(&asked),
            "trend-comparison" => comparison::comparison(&asked),
            other => panic!("no operation is named '{other}'"),
        }
    }
}
