//! Questions of an account that nobody waits for at the other end: those behind reports and events.

use crate::app::App;
use crate::store::views::ViewState;
use overheard::base::date::Date;
use overheard::guard::problem::{Problems, Violation};
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountAnswer, AccountQuestion, DatasetVersion, Progress, QueryError, Viewer};
use overheard::service::signing::Purpose;
use overheard::spec::limits::ACCOUNT_TIMEOUT_MS;

/// Milliseconds that a view is waited for before it is told how far it is.
const WAIT_MS: u64 = 5_000;

/// An answer, and the version that it came from.
pub struct BackgroundAnswer {
    pub answer: AccountAnswer,
    pub dataset: DatasetVersion,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub enum BackgroundQueryError {
    /// The backend has none.
    Query(QueryError),
    /// No view can be prepared, for this reason.
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

/// Whoever asks for an account.
#[derive(Clone, Copy)]
pub struct BackgroundQuery<'a> {
    pub app: &'a App,
    pub account: &'a str,
    pub brands: &'a [MonitoredBrand],
    /// The day on which it is asked.
    pub today: Date,
}

impl BackgroundQuery<'_> {
    /// The answer to a question, once what the account sees is prepared: how far that is, `waiting` is told, in percent.
    ///
    /// # Errors
    /// What is wrong with the question, faults behind it, and those of `waiting`.
    pub async fn find<E: From<BackgroundQueryError>>(
        &self,
        request: &AccountRequest,
        waiting: impl AsyncFn(u64) -> Result<(), E>,
    ) -> Result<BackgroundAnswer, E> {
        let Self { app, account, brands, today } = *self;
        let secret = app.settings.signing_key(Purpose::Cursors).map_err(BackgroundQueryError::from)?.as_bytes();
        let question = AccountQuestion { request, viewer: Viewer { account, brands }, today, secret };
        loop {
            let dataset = app.dataset(ACCOUNT_TIMEOUT_MS).map_err(BackgroundQueryError::from)?;
            match app.private_answers().find(&dataset, &question).await {
                Ok(found) => return Ok(BackgroundAnswer { answer: found.answer, dataset: found.version }),
                Err(QueryError::Unprepared(version)) => self.prepare(&version, &waiting).await?,
                Err(error) => return Err(BackgroundQueryError::Query(error).into()),
            }
        }
    }

    /// Has what the account sees prepared.
    async fn prepare<E: From<BackgroundQueryError>>(
        &self,
        dataset: &DatasetVersion,
        waiting: &impl AsyncFn(u64) -> Result<(), E>,
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
                ViewState::Preparing { done, of, .. } => waiting(Progress { done, of }.percent()).await?,
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
