//! Answers in the platform's cache, one cache per data centre. A failure counts as a cache miss.

use super::within;
use crate::platform::log_warning;
use overheard::service::cache::SharedAnswerCache;
use std::sync::Arc;
use worker::{Cache, Context, ResponseBuilder, Result};

/// The name of the cache. It is separate from the default one, which serves requests from outside.
const NAME: &str = "answers";
/// The lifetime of an answer, one day. It never becomes stale, but its dataset version is replaced some day.
const CACHE_CONTROL: &str = "max-age=86400";
/// Milliseconds after which a lookup counts as a miss.
const BUDGET_MS: u64 = 300;

/// The cache of answers, under the host of the request, as the platform recommends.
pub struct AnswerCache {
    host: String,
    context: Arc<Context>,
}

impl SharedAnswerCache for AnswerCache {
    async fn get(&self, key: &str) -> Option<String> {
        let found = within(BUDGET_MS, self.read(key)).await;
        found.unwrap_or_else(|| Err("took too long".into())).unwrap_or_else(|error| {
            log_warning(format_args!("cache: an answer was not read: {error}"));
            None
        })
    }

    fn put(&self, key: String, text: String) {
        let url = self.url(&key);
        self.context.wait_until(async move {
            if let Err(error) = write(url, text).await {
                log_warning(format_args!("cache: an answer was not kept: {error}"));
            }
        });
    }
}

impl AnswerCache {
    /// Returns the cache of a host, for one request.
    pub fn of(host: &str, context: Arc<Context>) -> Self {
        Self { host: host.to_owned(), context }
    }

    async fn read(&self, key: &str) -> Result<Option<String>> {
        match Cache::open(NAME.to_owned()).await.get(self.url(key), false).await? {
            Some(mut response) => response.text().await.map(Some),
            None => Ok(None),
        }
    }

    fn url(&self, key: &str) -> String {
        format!("https://{}/answers/{key}", self.host)
    }
}

async fn write(url: String, text: String) -> Result<()> {
    let response = ResponseBuilder::new().with_header("cache-control", CACHE_CONTROL)?.ok(text)?;
    Cache::open(NAME.to_owned()).await.put(url, response).await
}
