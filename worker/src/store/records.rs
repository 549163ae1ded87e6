//! The records of accounts: reports, webhooks, event state and idempotency keys. They are in D1, whichever backend
//! holds the dataset.

use super::d1::D1Store;
use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use worker::Env;

/// Opens the records, with a time limit for all their statements in milliseconds.
///
/// # Errors
/// 503 if the deployment has no such binding.
pub fn open(env: &Env, budget_ms: u64) -> Result<D1Store, Violation> {
    let database = env.d1("DB").map_err(|error| unavailable("DB", &error))?;
    Ok(D1Store::new(database, budget_ms))
}
