//! What is kept: the dataset in D1, keys in KV, counts in Durable Objects, answers in the platform's cache.

pub mod artifacts;
pub mod cache;
pub mod couriers;
mod d1;
pub mod dataset;
pub mod jobs;
pub mod keys;
pub mod kv;
pub mod meter;
pub mod object;
pub mod records;
pub mod views;

pub use d1::D1Store;

use futures_util::future::{Either, select};
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use worker::Delay;

/// What comes within so many milliseconds.
pub async fn within<T>(milliseconds: u64, future: impl Future<Output = T>) -> Option<T> {
    match select(pin!(future), pin!(Delay::from(Duration::from_millis(milliseconds)))).await {
        Either::Left((output, _)) => Some(output),
        Either::Right(_) => None,
    }
}
