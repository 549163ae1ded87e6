//! The dataset in ClickHouse. `DB` tells which version is served.

use super::YieldingStore;
use crate::fault::unavailable;
use crate::store::clickhouse::ClickHouseConnection;
use crate::store::{D1Store, Replicas};
use overheard::backend::clickhouse::{ClickHouseDataset, KnownTextRules, Maintenance, Privilege, ServerFacts};
use overheard::guard::problem::Violation;
use overheard::query::QueryError;
use worker::{D1Database, Env};

/// The dataset, with a store that knows which version is served.
pub type ClickHouseBackend<S> = ClickHouseDataset<S, ClickHouseConnection>;

thread_local! {
    /// The text rules of the served version.
    static KNOWN: KnownTextRules = KnownTextRules::default();
}

/// Opens the dataset for a request, with a time limit for all its reads in milliseconds. Replicas of D1 have no part in
/// it.
///
/// # Errors
/// 503 if the deployment has no such binding or no valid address of ClickHouse.
pub fn open(
    env: &Env,
    caches: bool,
    budget_ms: u64,
    _replicas: Replicas,
) -> Result<ClickHouseBackend<D1Store>, Violation> {
    let known = if caches { KNOWN.with(KnownTextRules::clone) } else { KnownTextRules::default() };
    let connection = ClickHouseConnection::open(env, budget_ms)?;
    Ok(ClickHouseDataset::new(D1Store::new(database(env)?, budget_ms), connection, known))
}

/// Opens the dataset for background work, which yields to other requests after each batch of statements.
///
/// # Errors
/// 503 if the deployment has no such binding or no valid address of ClickHouse.
pub fn open_for_background(env: &Env, budget_ms: u64) -> Result<ClickHouseBackend<YieldingStore>, Violation> {
    let versions = YieldingStore(D1Store::new(database(env)?, budget_ms));
    Ok(ClickHouseDataset::new(versions, ClickHouseConnection::open(env, budget_ms)?, KnownTextRules::default()))
}

fn database(env: &Env) -> Result<D1Database, Violation> {
    env.d1("DB").map_err(|error| unavailable("DB", &error))
}

/// Returns an error if ClickHouse does not answer or is too old, or if the Worker's user may write there.
pub async fn check(dataset: &ClickHouseBackend<D1Store>) -> Result<(), String> {
    let reason = |error: QueryError| match error {
        QueryError::Unavailable(reason) => reason,
        other => format!("ClickHouse: {other:?}"),
    };
    let maintenance = Maintenance::new(dataset.connection());
    let facts = maintenance.facts().await.map_err(reason)?;
    if !facts.is_supported() {
        let (year, release) = ServerFacts::OLDEST;
        return Err(format!("ClickHouse is {}, and must be {year}.{release} or later.", facts.version));
    }
    let mut writing = Vec::new();
    for privilege in Privilege::WRITING {
        if maintenance.has(privilege).await.map_err(reason)? {
            writing.push(privilege.name());
        }
    }
    if writing.is_empty() {
        return Ok(());
    }
    Err(format!("the Worker's user may {}: it must only read.", writing.join(", ")))
}
