//! The questions of the Account API, answered from the account's view: one file for each.
//!
//! A question takes three trips to the database at most: the head of the view, the columns that it needs, and the
//! documents or names of the answer; all but the last are remembered as long as the same version is served. A view that
//! is not prepared yet is for whoever asks to make, or to wait for (see [`super::prepare_view`]).

mod attribute;
mod brands;
mod breakdown;
mod channels;
mod compare;
mod creators;
mod emerging;
mod facts;
mod filters;
mod folding;
mod influencer;
mod influencers;
mod list;
mod mention;
mod mentions;
mod meta;
mod objects;
mod profile;
mod sentiment;
mod session;
mod slots;
mod stats;
mod tally;
mod timeline;
mod topics;
mod trends;
mod values;

use super::served::read_served;
use crate::guard::problem::{Code, Violation};
use crate::query::{AccountAnswer, AccountQuestion, DatasetVersion, QueryError};
use crate::spec::AccountOperation;
use crate::spec::answer::Basis;
use crate::sql::AnyStore;
use brands::Asked;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use session::Session;

/// Returns the version that answers a question of the Account API.
///
/// # Errors
/// The problems of the question, and those of the store.
pub(super) async fn version(store: &AnyStore<'_>, question: AccountQuestion<'_>) -> Result<DatasetVersion, QueryError> {
    // Problems of the question are reported before the database is read.
    Asked::new(question.viewer.brands, question.request.choice("brand"))?;
    read_served(store).await
}

/// Returns the answer from a version.
///
/// # Errors
/// The problems of the question, those of the store, and [`QueryError::Unprepared`].
pub(super) async fn answer(
    store: AnyStore<'_>,
    version: DatasetVersion,
    question: AccountQuestion<'_>,
) -> Result<AccountAnswer, QueryError> {
    finish(&Session::begin(store, version, question).await?).await
}

async fn finish(session: &Session<'_>) -> Result<AccountAnswer, QueryError> {
    Ok(match session.request().operation {
        AccountOperation::Mentions => mentions::answer(session).await?.page,
        AccountOperation::Mention => whole(&mention::answer(session).await?)?,
        AccountOperation::MentionStats => resting_on(stats::answer(session).await?)?,
        AccountOperation::Sentiment => resting_on(sentiment::answer(session).await?)?,
        AccountOperation::SentimentTimeline => resting_on(timeline::answer(session).await?)?,
        AccountOperation::SentimentBreakdown => resting_on(breakdown::answer(session).await?)?,
        AccountOperation::Influencers => influencers::answer(session).await?,
        AccountOperation::Influencer => resting_on(influencer::answer(session).await?)?,
        AccountOperation::InfluencerMentions => {
            // The id in the path is one of the filters. Whether there is anybody of that id, others of the mentions tell.
            let answer = mentions::answer(session).await?;
            if answer.is_empty {
                influencer::known(session).await?;
            }
            answer.page
        }
        AccountOperation::Trends => resting_on(trends::answer(session).await?)?,
        AccountOperation::EmergingTrends => resting_on(emerging::answer(session).await?)?,
        AccountOperation::TrendComparison => resting_on(compare::answer(session).await?)?,
        // They are about the account itself, its reports or its webhooks, and need nothing of the dataset's.
        AccountOperation::CreateReport
        | AccountOperation::Report
        | AccountOperation::DownloadReport
        | AccountOperation::CreateWebhook
        | AccountOperation::Webhooks
        | AccountOperation::DeleteWebhook
        | AccountOperation::Account
        | AccountOperation::AccountUsage => return Err(nothing_of("").into()),
    })
}

/// An answer that is no page and has no averages or sums.
fn whole(object: &impl Serialize) -> Result<AccountAnswer, QueryError> {
    resting_on((object, Basis::default()))
}

/// An answer that is no page, with the basis of its numbers.
fn resting_on<T: Serialize>((object, basis): (T, Basis)) -> Result<AccountAnswer, QueryError> {
    Ok(AccountAnswer { body: written(&object)?, next: None, basis })
}

fn written(object: &impl Serialize) -> Result<Box<RawValue>, QueryError> {
    to_raw_value(object).map_err(|error| QueryError::Unavailable(format!("an answer is not written: {error}")))
}

/// That there is nothing of an id which the account may see; whether somebody else may is not told.
fn nothing_of(id: &str) -> Violation {
    Violation::new(
        Code::NotFound,
        "?id",
        format!("there is nothing with the id '{}'.", crate::guard::problem::echo(id)),
    )
}
