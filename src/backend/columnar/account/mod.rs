//! Queries of the Account API, answered from the account's view. Each operation has a file.
//!
//! A query takes at most three round trips to the database. They read the head of the view, the columns, and the
//! records or names of the answer. The rows of the first two are cached while the same version is served. If the view
//! is not prepared yet, the query fails with [`QueryError::Unprepared`], and the caller prepares it (see
//! [`super::prepare_view`]).

mod attribute;
mod brands;
mod breakdown;
mod channel_rows;
mod compare;
mod counters;
mod creators;
mod emerging;
mod filters;
mod influencer;
mod influencers;
mod list;
mod mention;
mod mention_objects;
mod mention_scan;
mod mentions;
mod meta;
mod profile;
mod read_context;
mod region;
mod scan_batch;
mod sentiment;
mod slot_map;
mod stats;
mod timeline;
mod topics;
mod trends;
mod tuple_fields;
mod value_names;

use super::decoded::DecodedValues;
use super::reader::Reader;
use super::served::read_served;
use crate::guard::problem::{Code, Violation};
use crate::guard::request::account::AccountParameters;
use crate::query::{AccountAnswer, AccountQuery, DatasetVersion, QueryError};
use crate::spec::AccountOperation;
use crate::spec::answer::Basis;
use crate::sql::AnyStore;
use brands::BrandSelection;
use read_context::ReadContext;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// Checks the brands of a query and returns the version that answers it.
///
/// # Errors
/// [`QueryError::Invalid`] for an unknown brand, and errors of the store.
pub(super) async fn version(store: &AnyStore<'_>, query: AccountQuery<'_>) -> Result<DatasetVersion, QueryError> {
    // Violations of the query are reported before the database is read.
    BrandSelection::new(query.viewer.brands, &query.request.selection.brands)?;
    read_served(store).await
}

/// Answers a query from a version.
///
/// # Errors
/// [`QueryError::Invalid`], [`QueryError::Unprepared`], and errors of the store.
pub(super) async fn answer(
    store: AnyStore<'_>,
    decoded: DecodedValues,
    version: DatasetVersion,
    query: AccountQuery<'_>,
) -> Result<AccountAnswer, QueryError> {
    let reader = Reader::caching(store, Some(version.clone()), decoded);
    dispatch(&ReadContext::load(reader, version, query).await?).await
}

async fn dispatch(context: &ReadContext<'_>) -> Result<AccountAnswer, QueryError> {
    let request = context.request();
    Ok(match (request.operation, &request.parameters) {
        (AccountOperation::Mentions, AccountParameters::Mentions { sort, list }) => {
            mentions::answer(context, *sort, list).await?.page
        }
        (AccountOperation::InfluencerMentions, AccountParameters::Mentions { sort, list }) => {
            // The id in the path is one of the filters. If the page is empty, the id must still be a visible creator's.
            let answer = mentions::answer(context, *sort, list).await?;
            if answer.is_empty {
                influencer::check_visible(context).await?;
            }
            answer.page
        }
        (AccountOperation::Mention, _) => object_answer(&mention::answer(context).await?)?,
        (_, AccountParameters::MentionStats { top }) => answer_with_basis(stats::answer(context, *top).await?)?,
        (AccountOperation::Sentiment, _) => answer_with_basis(sentiment::answer(context).await?)?,
        (_, AccountParameters::SentimentTimeline { interval }) => {
            answer_with_basis(timeline::answer(context, *interval).await?)?
        }
        (_, AccountParameters::SentimentBreakdown { by, sort, limit }) => {
            answer_with_basis(breakdown::answer(context, *by, *sort, *limit).await?)?
        }
        (_, AccountParameters::Influencers { sort, filters, list }) => {
            influencers::answer(context, *sort, filters, list).await?
        }
        (AccountOperation::Influencer, _) => answer_with_basis(influencer::answer(context).await?)?,
        (_, AccountParameters::Trends { sort, direction, limit }) => {
            answer_with_basis(trends::answer(context, *sort, *direction, *limit).await?)?
        }
        (_, AccountParameters::EmergingTrends { criteria, limit }) => {
            answer_with_basis(emerging::answer(context, *criteria, *limit).await?)?
        }
        (_, AccountParameters::TrendComparison(comparison)) => {
            answer_with_basis(compare::answer(context, comparison).await?)?
        }
        // The other operations are about the account itself, its reports or its webhooks. They need no dataset.
        _ => return Err(not_found("").into()),
    })
}

/// Returns an answer that is not a page and has no averages or sums.
fn object_answer(object: &impl Serialize) -> Result<AccountAnswer, QueryError> {
    answer_with_basis((object, Basis::default()))
}

/// Returns an answer that is not a page, with the sample sizes of its numbers.
fn answer_with_basis<T: Serialize>((object, basis): (T, Basis)) -> Result<AccountAnswer, QueryError> {
    Ok(AccountAnswer { body: to_json(&object)?, next: None, basis })
}

fn to_json(object: &impl Serialize) -> Result<Box<RawValue>, QueryError> {
    to_raw_value(object).map_err(|error| QueryError::Unavailable(format!("an answer is not written: {error}")))
}

/// Returns the violation for an id that the account cannot see. An id that only other accounts see gives the same one.
fn not_found(id: &str) -> Violation {
    Violation::new(
        Code::NotFound,
        "?id",
        format!("there is nothing with the id '{}'.", crate::guard::problem::echo(id)),
    )
}
