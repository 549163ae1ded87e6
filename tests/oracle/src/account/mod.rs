//! An independent computation of the Account API's queries, over the mentions of one account's brands.
//!
//! Members that depend on the time (`generated_at`, `dataset_version`) are omitted, and so is `next_cursor`: a query
//! has the number of items on earlier pages. Queries must be valid as far as that is possible without the data.
//!
//! Measures are computed in doubles in the reference's order, from left to right, over sums in integers. Values that
//! are equal by the reference are therefore equal here, and ids or names decide their order.

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

/// The operations about mentions. Others, about the account itself, do not depend on the records.
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
    /// Returns the answer to a query.
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
