//! What accounts see, prepared by an object of its own: asked for it, and waited for.

use crate::app::App;
use crate::call::Call;
use crate::fault::{query_fault, unavailable};
use crate::store::views::{Spent, ViewState};
use overheard::guard::problem::{Code, Violation};
use overheard::query::{AccountBackend as _, DataBackend, DatasetVersion, Preparation as _, Progress, QueryError};
use overheard::service::account::Account;

/// Milliseconds that a request waits for a view, from its arrival on.
pub const PATIENCE_MS: u64 = 10_000;
/// Mentions of the largest view that a question waits for.
const WAITED_FOR: u64 = 20_000;
/// Milliseconds for finding out whether a view is prepared.
const LOOKING_MS: u64 = 10_000;

/// An account's view, as an operator is told of it.
pub struct View {
    /// The version of the dataset; none before the first import.
    pub dataset_version: Option<String>,
    /// What this request took of the database, and preparing the view so far where it was not there.
    pub spent: Spent,
    /// Whether it was prepared already.
    pub was_prepared: bool,
    /// How many mentions it has, once it is prepared.
    pub mentions: Option<u64>,
    /// How far it is.
    pub progress: Progress,
}

/// Finds an account's view of the served version, or has it prepared and waits so many milliseconds for it.
///
/// # Errors
/// 503 for faults of the store, for brands in too many mentions, and when it fails too often.
pub async fn prepare(app: &App, call: &Call, account: &Account, wait_ms: u64) -> Result<View, Violation> {
    let dataset = app.dataset(LOOKING_MS)?;
    let version = match dataset.served_version().await {
        Err(QueryError::NoDataset) => return Ok(no_dataset(&dataset)),
        version => version.map_err(fault)?,
    };
    let mentions = dataset.prepare(&account.brands, &version).await.map_err(fault)?.mentions();
    let spent = Spent::default().and(dataset.usage());
    if let Some(mentions) = mentions {
        return Ok(View { was_prepared: true, ..prepared(version, mentions, spent) });
    }
    match app.views(&account.brands)?.prepare(wait_ms.min(left_ms(call)), u64::MAX).await? {
        ViewState::Prepared { dataset: version, mentions, spent } => {
            Ok(prepared(version, mentions, spent.and(dataset.usage())))
        }
        ViewState::Preparing { done, of, spent } => Ok(View {
            dataset_version: Some(version.version),
            was_prepared: false,
            spent: spent.and(dataset.usage()),
            mentions: None,
            progress: Progress { done, of },
        }),
        ViewState::NoDataset => Ok(no_dataset(&dataset)),
        ViewState::Refused(why) => Err(fault(QueryError::OverBudget(why))),
        ViewState::GivenUp => Err(given_up()),
    }
}

/// Has an account's view of a version prepared, and waits until a question can be asked again.
///
/// # Errors
/// 503 for a view that is not prepared in time, that fails too often, and for brands in too many mentions.
pub async fn wait_for(app: &App, call: &Call, account: &Account, dataset: &DatasetVersion) -> Result<(), Violation> {
    match app.views(&account.brands)?.prepare(left_ms(call), WAITED_FOR).await? {
        ViewState::Prepared { dataset: prepared, .. } => {
            if prepared != *dataset {
                app.cache().borrow_mut().invalidate_served();
            }
            Ok(())
        }
        ViewState::Preparing { done, of, .. } => {
            let percent = Progress { done, of }.percent();
            let message =
                format!("what the account sees of the dataset is being prepared: {percent} % is done. Retry shortly.");
            Err(Violation::new(Code::ViewPreparing, "", message))
        }
        ViewState::NoDataset => Err(fault(QueryError::NoDataset)),
        ViewState::Refused(why) => Err(fault(QueryError::OverBudget(why))),
        ViewState::GivenUp => Err(given_up()),
    }
}

fn left_ms(call: &Call) -> u64 {
    PATIENCE_MS.saturating_sub(call.elapsed_ms())
}

fn prepared(dataset: DatasetVersion, mentions: u64, spent: Spent) -> View {
    View {
        dataset_version: Some(dataset.version),
        was_prepared: false,
        spent,
        mentions: Some(mentions),
        progress: Progress { done: mentions, of: mentions },
    }
}

fn no_dataset(dataset: &impl DataBackend) -> View {
    let spent = Spent::default().and(dataset.usage());
    View { dataset_version: None, was_prepared: false, spent, mentions: None, progress: Progress::default() }
}

fn given_up() -> Violation {
    unavailable("DB", &"preparing what an account sees failed too often")
}

fn fault(error: QueryError) -> Violation {
    match error {
        QueryError::Timeout => unavailable("DB", &"how far an account's view is was not told in time"),
        // What is over budget says itself what can be done about it.
        error => query_fault(error, LOOKING_MS),
    }
}
