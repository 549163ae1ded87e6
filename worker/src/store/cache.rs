//! Answers in the platform's cache, one per data centre. Whatever goes wrong there is as if nothing were kept.

use super::within;
use worker::{Cache, ResponseBuilder, Result};

/// The cache apart from the one that answers requests from outside: nothing in it has an address there.
const NAME: &str = "answers";
/// How long an answer is kept. It never grows old, but the version that it came from is replaced some day.
const CACHE_CONTROL: &str = "max-age=86400";
/// Milliseconds after which asking the database is the better way.
const BUDGET_MS: u64 = 300;

/// The cache, under the name of the host that is asked: the platform advises so.
#[derive(Clone)]
pub struct AnswerCache {
    host: String,
}

impl AnswerCache {
    /// The cache of a host.
    pub fn of(host: &str) -> Self {
        Self { host: host.to_owned() }
    }

    /// The answer that is kept under a key.
    pub async fn find(&self, key: &str) -> Option<String> {
        let found = within(BUDGET_MS, self.read(key)).await;
        found.unwrap_or_else(|| Err("took too long".into())).unwrap_or_else(|error| {
            worker::console_warn!("cache: an answer was not read: {error}");
            None
        })
    }

    /// Keeps an answer under a key.
    pub async fn keep(&self, key: &str, text: String) {
        if let Err(error) = self.write(key, text).await {
            worker::console_warn!("cache: an answer was not kept: {error}");
        }
    }

    async fn read(&self, key: &str) -> Result<Option<String>> {
        match Cache::open(NAME.to_owned()).await.get(self.url(key), false).await? {
            Some(mut response) => response.text().await.map(Some),
            None => Ok(None),
        }
    }

    async fn write(&self, key: &str, text: String) -> Result<()> {
        let response = ResponseBuilder::new().with_header("cache-control", CACHE_CONTROL)?.ok(text)?;
        Cache::open(NAME.to_owned()).await.put(self.url(key), response).await
    }

    fn url(&self, key: &str) -> String {
        format!("https://{}/answers/{key}", self.host)
    }
}
