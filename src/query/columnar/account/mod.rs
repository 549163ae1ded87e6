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

use super::{Begun, Columnar};
use crate::base::date::Date;
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::query::answer::Dataset;

use crate::query::{Answerable, Executor};
use crate::segment::Corrupt;
use crate::spec::AccountOperation;
use crate::spec::answer::Basis;
use crate::sql::StoreError;
use brands::Asked;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use session::Session;
use sha2::{Digest, Sha256};

/// Whose view it is.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The account, by its id.
    pub account: &'a str,
    /// The brands that it monitors.
    pub brands: &'a [MonitoredBrand],
}

/// A question of an account.
#[derive(Debug, Clone, Copy)]
pub struct AccountQuestion<'q> {
    /// What is asked.
    pub request: &'q AccountRequest,
    /// Who asks.
    pub viewer: Viewer<'q>,
    /// The date in UTC.
    pub today: Date,
    /// What cursors are signed with.
    pub secret: &'q [u8],
}

impl AccountQuestion<'_> {
    /// Under which the answer is kept: SHA-256, hexadecimal, of all that it depends on. `code` names the version of the
    /// program.
    pub fn key(&self, code: &str, dataset: &Dataset) -> String {
        let Viewer { account, brands } = self.viewer;
        let brands = serde_json::to_string(brands).unwrap_or_default();
        let Dataset { generation, revision, version, .. } = dataset;
        let version = format!("{generation} {revision} {version}");
        // None of the parts has a line break: JSON escapes those of brands.
        let parts = [code, account, &brands, &version, &self.request.address, &self.today.to_string()];
        HEXLOWER.encode(&Sha256::digest(parts.join("\n").as_bytes()))
    }
}

/// An answer to an account.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AccountAnswer {
    /// The documented object.
    pub body: Box<RawValue>,
    /// The canonical address of the next page, if there is one.
    pub next: Option<String>,
    /// The numbers of values that its numbers rest on.
    #[serde(default)]
    pub basis: Basis,
}

impl AccountAnswer {
    /// The object with the basis of its numbers as `_meta`, as reports read it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn with_basis(&self) -> serde_json::Result<Value> {
        let mut object: Value = serde_json::from_str(self.body.get())?;
        if let Some(members) = object.as_object_mut() {
            members.insert("_meta".to_owned(), serde_json::to_value(&self.basis)?);
        }
        Ok(object)
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum AccountFault {
    /// For what the question says, or because there is nothing of that id.
    Question(Problems),
    /// For a fault behind it.
    Store(StoreError),
    /// What the account sees of this version is not prepared.
    Unprepared(Dataset),
}

impl From<StoreError> for AccountFault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Corrupt> for AccountFault {
    fn from(corrupt: Corrupt) -> Self {
        Self::Store(corrupt.into())
    }
}

impl From<Violation> for AccountFault {
    fn from(violation: Violation) -> Self {
        Self::Question(violation.into())
    }
}

impl From<Problems> for AccountFault {
    fn from(problems: Problems) -> Self {
        Self::Question(problems)
    }
}

impl Answerable for AccountQuestion<'_> {
    type Answer = AccountAnswer;
    type Fault = AccountFault;
}

impl Columnar<'_> {
    /// Finds out which version answers a question of an account.
    ///
    /// # Errors
    /// What is wrong with the question, and those of the store.
    pub async fn begin_account<'a>(
        &'a self,
        question: AccountQuestion<'a>,
    ) -> Result<Begun<'a, AccountAnswer, AccountFault>, AccountFault> {
        let dataset = match &self.known {
            Some(known) => known.clone(),
            None => {
                // What is wrong with the question is said before anything is read.
                Asked::new(question.viewer.brands, question.request.choice("brand"))?;
                Dataset::read(&self.store).await?
            }
        };
        let session = Session::begin(self.store, dataset.clone(), question);
        Ok(Begun { dataset, finish: Box::pin(async move { finish(&session.await?).await }) })
    }
}

impl Executor<AccountQuestion<'_>> for Columnar<'_> {
    async fn answer(&self, question: AccountQuestion<'_>) -> Result<AccountAnswer, AccountFault> {
        self.begin_account(question).await?.finish.await
    }
}

async fn finish(session: &Session<'_>) -> Result<AccountAnswer, AccountFault> {
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
fn whole(object: &impl Serialize) -> Result<AccountAnswer, StoreError> {
    resting_on((object, Basis::default()))
}

/// An answer that is no page, with the basis of its numbers.
fn resting_on<T: Serialize>((object, basis): (T, Basis)) -> Result<AccountAnswer, StoreError> {
    Ok(AccountAnswer { body: written(&object)?, next: None, basis })
}

fn written(object: &impl Serialize) -> Result<Box<RawValue>, StoreError> {
    to_raw_value(object).map_err(|error| StoreError::Unavailable(format!("an answer is not written: {error}")))
}

/// That there is nothing of an id which the account may see; whether somebody else may is not told.
fn nothing_of(id: &str) -> Violation {
    Violation::new(
        Code::NotFound,
        "?id",
        format!("there is nothing with the id '{}'.", crate::guard::problem::echo(id)),
    )
}
