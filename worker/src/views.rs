//! Preparing what accounts see: one view at a time in an isolate, whoever and however many wait for it.
//!
//! Preparing one takes memory and reads in proportion to the account's mentions, so it is done once for all who ask, and
//! not for several accounts at once. It is work of the request that began it, which goes on when that request ends. The
//! platform lets no request wait for the work of another one: whoever waits looks from time to time how it is.

use crate::app::{App, unavailable};
use crate::call::Call;
use crate::handlers::data::store_fault;
use crate::platform::now_ms;
use crate::store::d1::D1Store;
use overheard::guard::problem::{Code, Violation};
use overheard::query::answer::Dataset;
use overheard::query::columnar::{Progress, find_view, prepare_view};
use overheard::query::view;
use overheard::service::account::Account;
use overheard::service::cache::{Seen, Turn, Turns};
use overheard::sql::{Row, Statement, Store, StoreError};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use worker::Delay;

/// Milliseconds that a request waits for a view, from its arrival on.
const PATIENCE_MS: u64 = 10_000;
/// Milliseconds between two looks at how a view is.
const LOOK_EVERY_MS: u64 = 50;
/// Milliseconds for everything that preparing a view asks of the database.
const PREPARING_MS: u64 = 20_000;
/// Milliseconds after the arrival of the request that began it by which a view is prepared or given up: the platform
/// ends what goes on behind an answer after 30 seconds.
const ENDED_BY_MS: u64 = 28_000;
/// How often a version may be replaced while what an account sees of it is prepared.
const ATTEMPTS: usize = 3;

thread_local! {
    /// Whose turn it is in this isolate.
    static TURNS: RefCell<Turns> = RefCell::default();
}

/// An account's view, as an operator is told of it.
pub struct View {
    /// The version of the dataset.
    pub dataset: Dataset,
    /// How many mentions are in it.
    pub mentions: usize,
    /// Whether it was there already.
    pub was_prepared: bool,
}

/// Finds an account's view of the served version, or has it prepared; none before the first import.
///
/// # Errors
/// 503 for faults of the store, for brands in too many mentions, and when it takes longer than a request waits.
pub async fn prepared(app: &App, call: &Call, account: &Account) -> Result<Option<View>, Violation> {
    let store = app.dataset(PREPARING_MS)?;
    for _ in 0..ATTEMPTS {
        match find_view(&store, account.viewer()).await {
            Ok((dataset, Some(mentions))) => return Ok(Some(View { dataset, mentions, was_prepared: true })),
            Ok((dataset, None)) => {
                if let Some(mentions) = prepare(app, call, &store, account, &dataset).await? {
                    return Ok(Some(View { dataset, mentions, was_prepared: false }));
                }
            }
            Err(StoreError::NoDataset) => return Ok(None),
            Err(error) => return Err(fault(error)),
        }
    }
    Err(fault(StoreError::DatasetChanged))
}

/// Has a view of a version prepared and waits for it; returns how many mentions are in it, none when that version is
/// served no more. What is read for it counts as read by a store, if its request began it.
///
/// # Errors
/// As [`prepared`].
pub async fn prepare(
    app: &App,
    call: &Call,
    store: &D1Store,
    account: &Account,
    dataset: &Dataset,
) -> Result<Option<usize>, Violation> {
    let name = view::name(account.viewer(), dataset);
    let since_ms = now_ms();
    loop {
        let percent = match TURNS.with_borrow_mut(|turns| turns.look(&name, since_ms, now_ms())) {
            Seen::Done(Ok(mentions)) => return Ok(Some(mentions)),
            Seen::Done(Err(StoreError::DatasetChanged)) => {
                app.cache().borrow_mut().forget_served();
                return Ok(None);
            }
            Seen::Done(Err(error)) => return Err(fault(error)),
            Seen::Waiting(percent) => percent,
            Seen::Yours(turn, progress) => {
                let budget_ms = PREPARING_MS.min(ENDED_BY_MS.saturating_sub(call.elapsed_ms()));
                let own = app.dataset(budget_ms)?.counting_with(store);
                begin(app, own, account.clone(), dataset.clone(), turn, progress);
                0
            }
        };
        if call.elapsed_ms() >= PATIENCE_MS {
            let message =
                format!("what the account sees of the dataset is being prepared: {percent} % is done. Retry shortly.");
            return Err(Violation::new(Code::ViewPreparing, "", message));
        }
        Delay::from(Duration::from_millis(LOOK_EVERY_MS)).await;
    }
}

/// Prepares a view behind the answer of this request, so that it is there for the next one if this one ends before.
fn begin(app: &App, store: D1Store, account: Account, dataset: Dataset, turn: Turn, progress: Rc<Progress>) {
    app.after_answer(async move {
        let prepared = prepare_view(&InTurns(store), account.viewer(), &dataset, &progress).await;
        TURNS.with_borrow_mut(|turns| turns.end(turn, prepared, now_ms()));
    });
}

/// The database, with a moment for everybody else after each trip: a database in the same process answers at once, and
/// would leave no timer and no other request a turn.
struct InTurns(D1Store);

impl Store for InTurns {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let results = self.0.batch(statements).await;
        Delay::from(Duration::ZERO).await;
        results
    }
}

fn fault(error: StoreError) -> Violation {
    match error {
        // It says itself what can be done about it.
        StoreError::OverBudget(what) => Violation::new(Code::QueryTimeout, "", what),
        StoreError::Timeout => unavailable("DB", &"an account's view was not prepared in time"),
        error => store_fault(error, PREPARING_MS),
    }
}
