//! The answers that a report is made of: those of the endpoints.

use super::making::Stop;
use crate::app::App;
use crate::store::views::ViewState;
use overheard::base::date::Date;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::AccountRequest;
use overheard::query::answer::Dataset;
use overheard::query::columnar::{AccountAnswer, AccountFault, AccountQuestion, Progress, Viewer};
use overheard::service::report::{FailureCode, ReportRecord};
use overheard::service::signing::Purpose;
use overheard::spec::limits::ACCOUNT_TIMEOUT_MS;
use overheard::sql::StoreError;

/// Milliseconds that a view is waited for before it is told how far it is.
const WAIT_MS: u64 = 5_000;

/// An answer, and the version that it came from.
pub struct Answered {
    pub answer: AccountAnswer,
    pub dataset: Dataset,
}

/// Whoever asks for a report.
pub struct Answers<'a> {
    app: &'a App,
    report: &'a ReportRecord,
    /// On the day on which it was asked for, so that every attempt says the same.
    today: Date,
}

impl<'a> Answers<'a> {
    /// The answers to a report's questions.
    ///
    /// # Errors
    /// When it was asked for on no day of the calendar.
    pub fn of(app: &'a App, report: &'a ReportRecord) -> Result<Self, Stop> {
        let today = i64::try_from(report.created_at / 1_000).ok().and_then(Date::of_seconds);
        let today = today.ok_or_else(|| fault("it was asked for on no day"))?;
        Ok(Self { app, report, today })
    }

    /// The answer to a question, once what the account sees is prepared: how far that is, `waiting` is told, in percent.
    ///
    /// # Errors
    /// What is wrong with the question, faults of the store, and those of `waiting`.
    pub async fn find(
        &self,
        request: &AccountRequest,
        waiting: impl AsyncFn(u64) -> Result<(), Stop>,
    ) -> Result<Answered, Stop> {
        let Self { app, report, today } = self;
        let secret = app.settings.signing_key(Purpose::Cursors).map_err(told)?.as_bytes();
        let viewer = Viewer { account: &report.account, brands: &report.monitored };
        let question = AccountQuestion { request, viewer, today: *today, secret };
        loop {
            let store = app.dataset(ACCOUNT_TIMEOUT_MS).map_err(told)?;
            match app.own_answers().find(&store, &question).await {
                Ok(found) => return Ok(Answered { answer: found.answer, dataset: found.dataset }),
                Err(AccountFault::Store(error)) => return Err(error.into()),
                Err(AccountFault::Question(problems)) => {
                    let message = problems.violations().first().map(|wrong| wrong.message.clone()).unwrap_or_default();
                    return Err(Stop::Failed(FailureCode::DataError.with(message)));
                }
                Err(AccountFault::Unprepared(dataset)) => self.prepare(&dataset, &waiting).await?,
            }
        }
    }

    /// Has what the account sees prepared.
    async fn prepare(&self, dataset: &Dataset, waiting: &impl AsyncFn(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        loop {
            let views = self.app.views(&self.report.monitored).map_err(told)?;
            match views.prepare(WAIT_MS, u64::MAX).await.map_err(told)? {
                ViewState::Prepared { dataset: prepared, .. } => {
                    if prepared != *dataset {
                        self.app.cache().borrow_mut().forget_served();
                    }
                    return Ok(());
                }
                ViewState::Preparing { done, of, .. } => waiting(Progress { done, of }.percent()).await?,
                ViewState::NoDataset => return Err(StoreError::NoDataset.into()),
                ViewState::Refused(why) => return Err(Stop::Failed(FailureCode::DataError.with(why))),
                ViewState::GivenUp => return Err(fault("preparing what the account sees failed too often")),
            }
        }
    }
}

fn told(wrong: Violation) -> Stop {
    fault(&wrong.message)
}

fn fault(text: &str) -> Stop {
    Stop::Fault(FailureCode::DataError, text.to_owned())
}
