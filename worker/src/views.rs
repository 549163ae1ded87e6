//! What accounts see, prepared by an object of its own: asked for it, and waited for.

use crate::app::{App, unavailable};
use crate::call::Call;
use crate::handlers::data::store_fault;
use crate::store::views::{Spent, ViewState};
use overheard::guard::problem::{Code, Violation};
use overheard::query::answer::Dataset;
use overheard::query::columnar::{Preparation, Progress};
use overheard::service::account::Account;
use overheard::sql::StoreError;

/// Milliseconds that a request waits for a view, from its arrival on.
const PATIENCE_MS: u64 = 10_000;
/// Milliseconds for finding out whether a view is prepared.
const LOOKING_MS: u64 = 10_000;

/// An account's view, as an operator is told of it.
pub struct View {
    /// The version of the dataset; none before the first import.
    pub dataset_version: Option<String>,
    /// What preparing it took; none where it was there, or is not yet.
    pub spent: Option<Spent>,
    /// Whether it was prepared already.
    pub was_prepared: bool,
    /// How many mentions it has, once it is prepared.
    pub mentions: Option<u64>,
    /// How far it is.
    pub progress: Progress,
}

/// Finds an account's view of the served version, or has it prepared. It is waited for if that is wanted.
///
/// # Errors
/// 503 for faults of the store, for brands in too many mentions, and when it fails too often.
pub async fn prepare(app: &App, call: &Call, account: &Account, waits: bool) -> Result<View, Violation> {
    let store = app.dataset(LOOKING_MS)?;
    let dataset = match Dataset::read(&store).await {
        Err(StoreError::NoDataset) => return Ok(no_dataset()),
        dataset => dataset.map_err(fault)?,
    };
    let preparation = Preparation::open(&store, &account.brands, &dataset).await.map_err(fault)?;
    if let Some(mentions) = preparation.mentions() {
        return Ok(prepared(dataset, mentions, None));
    }
    let wait_ms = if waits { left_ms(call) } else { 0 };
    match app.views(&account.brands)?.prepare(wait_ms).await? {
        ViewState::Prepared { dataset, mentions, spent } => Ok(prepared(dataset, mentions, Some(spent))),
        ViewState::Preparing { done, of } => Ok(View {
            dataset_version: Some(dataset.version),
            was_prepared: false,
            spent: None,
            mentions: None,
            progress: Progress { done, of },
        }),
        ViewState::NoDataset => Ok(no_dataset()),
        ViewState::Refused(why) => Err(fault(StoreError::OverBudget(why))),
        ViewState::GivenUp => Err(given_up()),
    }
}

/// Has an account's view of a version prepared, and waits until a question can be asked again.
///
/// # Errors
/// 503 for a view that is not prepared in time, that fails too often, and for brands in too many mentions.
pub async fn wait_for(app: &App, call: &Call, account: &Account, dataset: &Dataset) -> Result<(), Violation> {
    match app.views(&account.brands)?.prepare(left_ms(call)).await? {
        ViewState::Prepared { dataset: prepared, .. } => {
            if prepared != *dataset {
                app.cache().borrow_mut().forget_served();
            }
            Ok(())
        }
        ViewState::Preparing { done, of } => {
            let percent = Progress { done, of }.percent();
            let message =
                format!("what the account sees of the dataset is being prepared: {percent} % is done. Retry shortly.");
            Err(Violation::new(Code::ViewPreparing, "", message))
        }
        ViewState::NoDataset => Err(fault(StoreError::NoDataset)),
        ViewState::Refused(why) => Err(fault(StoreError::OverBudget(why))),
        ViewState::GivenUp => Err(given_up()),
    }
}

fn left_ms(call: &Call) -> u64 {
    PATIENCE_MS.saturating_sub(call.elapsed_ms())
}

fn prepared(dataset: Dataset, mentions: u64, spent: Option<Spent>) -> View {
    View {
        dataset_version: Some(dataset.version),
        was_prepared: spent.is_none(),
        spent,
        mentions: Some(mentions),
        progress: Progress { done: mentions, of: mentions },
    }
}

fn no_dataset() -> View {
    View { dataset_version: None, was_prepared: false, spent: None, mentions: None, progress: Progress::default() }
}

fn given_up() -> Violation {
    unavailable("DB", &"preparing what an account sees failed too often")
}

fn fault(error: StoreError) -> Violation {
    match error {
        StoreError::Timeout => unavailable("DB", &"how far an account's view is was not told in time"),
        // What is over budget says itself what can be done about it.
        error => store_fault(error, LOOKING_MS),
    }
}
