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
use crate::guard::request::account::AccountParameters;
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
    Asked::new(question.viewer.brands, &question.request.selection.brands)?;
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
    let request = session.request();
    Ok(match (request.operation, &request.parameters) {
        (AccountOperation::Mentions, AccountParameters::Mentions { sort, list }) => {
            mentions::answer(session, *sort, list).await?.page
        }
        (AccountOperation::InfluencerMentions, AccountParameters::Mentions { sort, list }) => {
            // The id in the path is one of the filters. If no mention passes them, other mentions tell if it is known.
            let answer = mentions::answer(session, *sort, list).await?;
            if answer.is_empty {
                influencer::known(session).await?;
            }
            answer.page
        }
        (AccountOperation::Mention, _) => whole(&mention::answer(session).await?)?,
        (_, AccountParameters::MentionStats { top }) => resting_on(stats::answer(session, *top).await?)?,
        (AccountOperation::Sentiment, _) => resting_on(sentiment::answer(session).await?)?,
        (_, AccountParameters::SentimentTimeline { interval }) => {
            resting_on(timeline::answer(session, *interval).await?)?
        }
        (_, AccountParameters::SentimentBreakdown { by, sort, limit }) => {
            resting_on(breakdown::answer(session, *by, *sort, *limit).await?)?
        }
        (_, AccountParameters::Influencers { sort, filters, list }) => {
            influencers::answer(session, *sort, filters, list).await?
        }
        (AccountOperation::Influencer, _) => resting_on(influencer::answer(session).await?)?,
        (_, AccountParameters::Trends { sort, direction, limit }) => {
            resting_on(trends::answer(session, *sort, *direction, *limit).await?)?
        }
        (_, AccountParameters::EmergingTrends { criteria, limit }) => {
            resting_on(emerging::answer(session, *criteria, *limit).await?)?
        }
        (_, AccountParameters::TrendComparison(comparison)) => resting_on(compare::answer(session, comparison).await?)?,
        // The other operations are about the account itself, its reports or its webhooks. They need no dataset.
        _ => return Err(nothing_of("").into()),
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

/// Returns the problem for an id that the account cannot see. It does not tell if other accounts can.
fn nothing_of(id: &str) -> Violation {
    Violation::new(
        Code::NotFound,
        "?id",
        format!("there is nothing with the id '{}'.", crate::guard::problem::echo(id)),
    )
}
