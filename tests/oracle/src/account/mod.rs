//! An independent computation of the Account API's queries, over the mentions of one account's brands.
//!
//! Members that depend on the time (`generated_at`, `dataset_version`) are omitted, and so is `next_cursor`: a query
//! has the number of items on earlier pages. Queries must be valid as far as that is possible without the data.
//!
//! Measures are computed in doubles in the reference's order, from left to right, over sums in integers. Values that
//! are equal by the reference are therefore equal here, and ids or names decide their order.

mod brands;
mod comparison;
mod counts;
mod creators;
mod explanation;
mod filters;
mod id;
mod influencer;
mod influencers;
mod mention;
mod mentions;
mod meta;
mod order;
mod parameters;
mod periods;
mod query_context;
mod question;
mod reply;
mod reply_comparison;
mod sentiment;
mod sentiment_sums;
mod stats;
mod trend;
mod trends;
mod window;

pub use brands::OracleAccount;
pub use id::{influencer_id, mention_id};
pub use mention::OracleMention;
pub use parameters::OracleParameters;
pub use question::OracleQuestion;
pub use reply::OracleReply;

use query_context::OracleContext;
use reply::OracleProblem;
use serde_json::Value;

/// The operations about mentions. Others, about the account itself, do not depend on the records.
pub const ACCOUNT_OPERATIONS: [&str; 13] = [
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
    "explain-change",
];

impl OracleAccount<'_> {
    /// Returns the answer to a query.
    ///
    /// # Panics
    /// If no operation has that name.
    pub fn answer(&self, question: &OracleQuestion) -> OracleReply {
        self.find(question).into()
    }

    fn find(&self, question: &OracleQuestion) -> Result<Value, OracleProblem> {
        let context = OracleContext::read(self, question)?;
        match question.operation.as_str() {
            "mentions" => Ok(mentions::list(&context)),
            "mention" => mentions::one(&context),
            "mention-stats" => stats::stats(&context),
            "sentiment" => sentiment::summary(&context),
            "sentiment-timeline" => sentiment::timeline(&context),
            "sentiment-breakdown" => sentiment::breakdown(&context),
            "influencers" => influencers::list(&context),
            "influencer" => influencer::one(&context),
            "influencer-mentions" => mentions::of_influencer(&context),
            "trends" => trends::list(&context),
            "emerging-trends" => trends::emerging(&context),
            "trend-comparison" => comparison::comparison(&context),
            "explain-change" => Ok(explanation::explanation(&context)),
            other => panic!("no operation is named '{other}'"),
        }
    }
}
