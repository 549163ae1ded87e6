//! Prepares account views through the Durable Object of their brands, and waits for them.

use crate::app::App;
use crate::call::Call;
use crate::fault::{query_fault, unavailable};
use crate::store::views::{PreparationCost, ViewState};
use overheard::guard::problem::{Code, Violation};
use overheard::query::{
    AccountBackend as _, DataBackend, DatasetVersion, PreparationProgress, QueryError, ViewPreparation as _,
};
use overheard::service::account::Account;

/// Milliseconds that a request waits for a view, counted from its arrival.
pub const MAX_WAIT_MS: u64 = 10_000;
/// The largest view that a query waits for, in mentions.
const MAX_AWAITED_MENTIONS: u64 = 20_000;
/// Milliseconds for the check if a view is prepared.
const LOOKUP_MS: u64 = 10_000;

/// The state of an account's view, for operators.
pub struct ViewDetails {
    /// The dataset version. `None` before the first import.
    pub dataset_version: Option<String>,
    /// The rows of this request, plus the rows of the preparation so far if the view was not prepared before.
    pub spent: PreparationCost,
    /// True if the view was prepared before this request.
    pub was_prepared: bool,
    /// The number of mentions in the view. `None` until it is prepared.
    pub mentions: Option<u64>,
    /// The progress of the preparation.
    pub progress: PreparationProgress,
}

/// Prepares an account's view of the served version, unless it is prepared. Waits at most `wait_ms`.
///
/// # Errors
/// 503 if the store fails, if the brands have too many mentions, or if the preparation failed too often.
pub async fn prepare(app: &App, call: &Call, account: &Account, wait_ms: u64) -> Result<ViewDetails, Violation> {
    let dataset = app.dataset(LOOKUP_MS)?;
    let version = match dataset.served_version().await {
        Err(QueryError::NoDataset) => return Ok(no_dataset(&dataset)),
        version => version.map_err(to_violation)?,
    };
    let mentions = dataset.prepare(&account.brands, &version).await.map_err(to_violation)?.mentions();
    let spent = PreparationCost::default().and(dataset.usage());
    if let Some(mentions) = mentions {
        return Ok(ViewDetails { was_prepared: true, ..prepared(version, mentions, spent) });
    }
    match app.views(&account.brands)?.prepare(wait_ms.min(remaining_ms(call)), u64::MAX).await? {
        ViewState::Prepared { dataset: version, mentions, spent } => {
            Ok(prepared(version, mentions, spent.and(dataset.usage())))
        }
        ViewState::Preparing { done, of, spent } => Ok(ViewDetails {
            dataset_version: Some(version.version),
            was_prepared: false,
            spent: spent.and(dataset.usage()),
            mentions: None,
            progress: PreparationProgress { done, of },
        }),
        ViewState::NoDataset => Ok(no_dataset(&dataset)),
        ViewState::Refused(why) => Err(to_violation(QueryError::OverBudget(why))),
        ViewState::GivenUp => Err(failed_too_often()),
    }
}

/// Prepares an account's view of a dataset version. Waits until the query can be repeated.
///
/// # Errors
/// 503 if the view is not prepared in time, if the preparation failed too often, or if the brands have too many
/// mentions.
pub async fn wait_for(app: &App, call: &Call, account: &Account, dataset: &DatasetVersion) -> Result<(), Violation> {
    match app.views(&account.brands)?.prepare(remaining_ms(call), MAX_AWAITED_MENTIONS).await? {
        ViewState::Prepared { dataset: prepared, .. } => {
            if prepared != *dataset {
                app.cache().borrow_mut().invalidate_served();
            }
            Ok(())
        }
        ViewState::Preparing { done, of, .. } => {
            let percent = PreparationProgress { done, of }.percent();
            let message =
                format!("what the account sees of the dataset is being prepared: {percent} % is done. Retry shortly.");
            Err(Violation::new(Code::ViewPreparing, "", message))
        }
        ViewState::NoDataset => Err(to_violation(QueryError::NoDataset)),
        ViewState::Refused(why) => Err(to_violation(QueryError::OverBudget(why))),
        ViewState::GivenUp => Err(failed_too_often()),
    }
}

fn remaining_ms(call: &Call) -> u64 {
    MAX_WAIT_MS.saturating_sub(call.elapsed_ms())
}

fn prepared(dataset: DatasetVersion, mentions: u64, spent: PreparationCost) -> ViewDetails {
    ViewDetails {
        dataset_version: Some(dataset.version),
        was_prepared: false,
        spent,
        mentions: Some(mentions),
        progress: PreparationProgress { done: mentions, of: mentions },
    }
}

fn no_dataset(dataset: &impl DataBackend) -> ViewDetails {
    let spent = PreparationCost::default().and(dataset.usage());
    ViewDetails {
        dataset_version: None,
        was_prepared: false,
        spent,
        mentions: None,
        progress: PreparationProgress::default(),
    }
}

fn failed_too_often() -> Violation {
    unavailable("DB", &"preparing what an account sees failed too often")
}

fn to_violation(error: QueryError) -> Violation {
    match error {
        QueryError::Timeout => unavailable("DB", &"how far an account's view is was not told in time"),
        // The message of an exceeded budget says how to avoid it.
        error => query_fault(error, LOOKUP_MS),
    }
}
