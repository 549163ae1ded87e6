//! The dataset. Only the type [`DatasetBackend`] names the backend.

use super::d1::D1Store;
use crate::fault::unavailable;
use crate::platform_call::PlatformCall;
use overheard::backend::columnar::{Columnar, SharedRowCache};
use overheard::guard::problem::Violation;
use overheard::sql::{Row, Statement, Store, StoreCounts, StoreError};
use worker::Env;

/// The backend that stores the dataset.
pub type DatasetBackend<S = D1Store> = Columnar<S>;

thread_local! {
    /// The rows that the isolate caches between requests.
    static ROWS: SharedRowCache = SharedRowCache::default();
}

/// Opens the dataset for a request, with a time limit for all its reads in milliseconds. If the deployment caches
/// nothing, rows are cached only for this request.
///
/// # Errors
/// 503 if the deployment has no such binding.
pub fn open(env: &Env, caches: bool, budget_ms: u64) -> Result<DatasetBackend, Violation> {
    let cache = if caches { ROWS.with(SharedRowCache::clone) } else { SharedRowCache::default() };
    Ok(Columnar::caching(d1(env, budget_ms)?, cache))
}

/// Opens the dataset for background work, which yields to other requests after each batch of statements.
///
/// # Errors
/// 503 if the deployment has no such binding.
pub fn open_for_background(env: &Env, budget_ms: u64) -> Result<DatasetBackend<YieldingStore>, Violation> {
    Ok(Columnar::new(YieldingStore(d1(env, budget_ms)?)))
}

fn d1(env: &Env, budget_ms: u64) -> Result<D1Store, Violation> {
    let database = env.d1("DB").map_err(|error| unavailable("DB", &error))?;
    Ok(D1Store::new(database, budget_ms))
}

/// A store that yields after each batch. A database in the same process answers at once, which would block timers and
/// other requests.
pub struct YieldingStore(D1Store);

impl Store for YieldingStore {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let results = self.0.batch(statements).await;
        drop(PlatformCall::sleep(0).await);
        results
    }

    fn counts(&self) -> StoreCounts {
        self.0.counts()
    }
}
