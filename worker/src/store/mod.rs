//! Clients of the platform's storage: the dataset in D1 or ClickHouse, keys in KV, usage in Durable Objects, answers in the cache.

pub mod artifacts;
pub mod cache;
#[cfg(feature = "clickhouse")]
pub mod clickhouse;
mod d1;
pub mod dataset;
pub mod jobs;
pub mod keys;
pub mod kv;
pub mod meter;
pub mod object_stub;
pub mod records;
pub mod views;
pub mod webhook_dispatchers;

pub use d1::{D1Store, Replicas};

use crate::platform_call::PlatformCall;
use futures_util::future::{Either, poll_immediate, select};
use std::future::Future;
use std::pin::pin;

/// Waits for a future for so many milliseconds. Returns `None` if it takes longer.
pub async fn within<T>(milliseconds: u64, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    // A future that is ready needs no timer.
    if let Some(output) = poll_immediate(&mut future).await {
        return Some(output);
    }
    match select(future, PlatformCall::sleep(milliseconds)).await {
        Either::Left((output, _)) => Some(output),
        Either::Right(_) => None,
    }
}
