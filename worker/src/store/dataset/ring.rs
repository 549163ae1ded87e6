//! The dataset in D1.

use super::YieldingStore;
use crate::fault::unavailable;
use crate::store::{D1Store, Replicas};
use overheard::backend::columnar::{Columnar, Ring, SharedRowCache};
use overheard::guard::problem::Violation;
use overheard::sql::Store;
use std::cell::Cell;
use worker::{D1Database, Env};

/// The most databases of generations.
const MAX_DATABASES: usize = 16;

thread_local! {
    /// The rows that the isolate caches between requests.
    static ROWS: SharedRowCache = SharedRowCache::default();
    /// The number of databases of generations that are bound.
    static DATABASES: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Opens the dataset for a request, with a time limit for all its reads in milliseconds. If the deployment caches
/// nothing, rows are cached only for this request. Replicas answer only from the databases of generations.
///
/// # Errors
/// 503 if the deployment has no such binding.
pub fn open(env: &Env, caches: bool, budget_ms: u64, replicas: Replicas) -> Result<Ring<D1Store>, Violation> {
    let cache = if caches { ROWS.with(SharedRowCache::clone) } else { SharedRowCache::default() };
    ring(env, |database, is_first| {
        let replicas = if is_first { Replicas::Unused } else { replicas };
        Columnar::caching(D1Store::with_replicas(database, budget_ms, replicas), cache.clone())
    })
}

/// Opens the dataset for background work, which yields to other requests after each batch of statements.
///
/// # Errors
/// 503 if the deployment has no such binding.
pub fn open_for_background(env: &Env, budget_ms: u64) -> Result<Ring<YieldingStore>, Violation> {
    ring(env, |database, _| Columnar::new(YieldingStore(D1Store::new(database, budget_ms))))
}

/// Opens `DB`, which is the first, and the databases of generations.
fn ring<S: Store>(env: &Env, open: impl Fn(D1Database, bool) -> Columnar<S>) -> Result<Ring<S>, Violation> {
    let first = env.d1("DB").map_err(|error| unavailable("DB", &error))?;
    let count = DATABASES.get().unwrap_or_else(|| {
        let count = (0..MAX_DATABASES).take_while(|number| env.d1(&binding(*number)).is_ok()).count();
        DATABASES.set(Some(count));
        count
    });
    let database = |number| env.d1(&binding(number)).map_err(|error| unavailable("DB", &error));
    let others = (0..count).map(database).collect::<Result<Vec<_>, _>>()?;
    Ok(Ring::new(open(first, true), others.into_iter().map(|database| open(database, false))))
}

fn binding(number: usize) -> String {
    format!("DATA_{number}")
}
