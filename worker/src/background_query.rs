//! Account API queries that run in the background, for reports and events.

use crate::app::App;
use crate::store::views::ViewState;
use overheard::base::date::Date;
use overheard::guard::problem::{Problems, Violation};
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountAnswer, AccountQuery, DatasetVersion, PreparationProgress, QueryError, Viewer};
use overheard::service::signing::Purpose;
use overheard::spec::limits::ACCOUNT_TIMEOUT_MS;

/// Milliseconds to wait for a view before its progress is reported.
const WAIT_MS: u64 = 5_000;

/// An answer, and the dataset version that it was computed from.
pub struct BackgroundAnswer {
    pub answer: AccountAnswer,
    pub dataset: DatasetVersion,
}

/// The reason why a query has no answer.
#[derive(Debug)]
pub enum BackgroundQueryError {
    /// The backend failed, or the query is invalid.
    Query(QueryError),
    /// The view cannot be prepared, for this reason.
    Refused(String),
    /// Another part failed. The text is for the log.
    Part(String),
}

impl From<Problems> for BackgroundQueryError {
    fn from(problems: Problems) -> Self {
        Self::Query(problems.into())
    }
}

impl From<QueryError> for BackgroundQueryError {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl From<Violation> for BackgroundQueryError {
    fn from(wrong: Violation) -> Self {
        Self::Part(wrong.message)
    }
}

/// The queries of an account in the background.
#[derive(Clone, Copy)]
pub struct BackgroundQuery<'a> {
    pub app: &'a App,
    pub account: &'a str,
    pub brands: &'a [MonitoredBrand],
    /// The day that counts as today.
    pub today: Date,
}

impl BackgroundQuery<'_> {
    /// Answers a query. If the view must be prepared first, reports the progress to `on_progress`, in percent.
    ///
    /// # Errors
    /// The query is invalid, the backend fails, or `on_progress` returns an error.
    pub async fn find<E: From<BackgroundQueryError>>(
        &self,
        request: &AccountRequest,
        on_progress: impl AsyncFn(u64) -> Result<(), E>,
    ) -> Result<BackgroundAnswer, E> {
        let Self { app, account, brands, today } = *self;
        let secret = app.settings.signing_key(Purpose::Cursors).map_err(BackgroundQueryError::from)?.as_bytes();
        let question = AccountQuery { request, viewer: Viewer { account, brands }, today, secret };
        loop {
            let dataset = app.dataset(ACCOUNT_TIMEOUT_MS).map_err(BackgroundQueryError::from)?;
            match app.private_answers().find(&dataset, &question).await {
                Ok(found) => return Ok(BackgroundAnswer { answer: found.answer, dataset: found.version }),
                Err(QueryError::Unprepared(version)) => self.prepare(&version, &on_progress).await?,
                Err(error) => return Err(BackgroundQueryError::Query(error).into()),
            }
        }
    }

    /// Waits until the view of the account is prepared.
    async fn prepare<E: From<BackgroundQueryError>>(
        &self,
        dataset: &DatasetVersion,
        on_progress: &impl AsyncFn(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let views = self.app.views(self.brands).map_err(BackgroundQueryError::from)?;
            match views.prepare(WAIT_MS, u64::MAX).await.map_err(BackgroundQueryError::from)? {
                ViewState::Prepared { dataset: prepared, .. } => {
                    if prepared != *dataset {
                        self.app.cache().borrow_mut().invalidate_served();
                    }
                    return Ok(());
                }
                ViewState::Preparing { done, of, .. } => {
                    on_progress(PreparationProgress { done, of }.percent()).await?
                }
                ViewState::NoDataset => return Err(BackgroundQueryError::Query(QueryError::NoDataset).into()),
                ViewState::Refused(why) => return Err(BackgroundQueryError::Refused(why).into()),
                ViewState::GivenUp => {
                    let why = "preparing what the account sees failed too often";
                    return Err(BackgroundQueryError::Part(why.to_owned()).into());
                }
            }
        }
    }
}
