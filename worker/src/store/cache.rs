//! Answers and feeds in the platform's cache, one cache per data centre. A failure counts as a cache miss.

use crate::platform::log_warning;
use crate::platform_call::{CallFailure, PlatformCall};
use crate::task::Lifetime;
use overheard::service::cache::SharedAnswerCache;
use overheard::service::credential;

/// The name of the cache. It is separate from the default one, which serves requests from outside.
const NAME: &str = "answers";
/// The lifetime of an answer, one day. It never becomes stale, but its dataset version is replaced some day.
const CACHE_CONTROL: &str = "max-age=86400";
/// The lifetime of a feed's answer: a minute.
const FEED_CACHE_CONTROL: &str = "max-age=60";
/// Milliseconds after which a lookup counts as a miss.
const READ_MS: u64 = 300;
/// Milliseconds after which nobody waits for a write any more.
const WRITE_MS: u64 = 10_000;

/// The cache of answers, under the host of the request, as the platform recommends.
pub struct AnswerCache {
    host: String,
    lifetime: Lifetime,
}

impl SharedAnswerCache for AnswerCache {
    async fn get(&self, key: &str) -> Option<String> {
        read(&self.url(key)).await
    }

    fn put(&self, key: String, text: String) {
        let url = self.url(&key);
        self.lifetime.extend(async move { write(&url, CACHE_CONTROL, &text).await });
    }
}

impl AnswerCache {
    /// Returns the cache of a host, for one request.
    pub fn of(host: &str, lifetime: Lifetime) -> Self {
        Self { host: host.to_owned(), lifetime }
    }

    fn url(&self, key: &str) -> String {
        format!("https://{}/answers/{key}", self.host)
    }
}

/// The cache of the answer of one feed.
pub struct FeedCache {
    url: String,
}

impl FeedCache {
    /// Returns the cache of the feed with a secret, for requests to a host.
    pub fn of(host: &str, secret: &str) -> Self {
        Self { url: format!("https://{host}/feeds/{}", credential::hash(secret)) }
    }

    /// Returns the cached answer.
    pub async fn get(&self) -> Option<String> {
        read(&self.url).await
    }

    /// Caches an answer.
    pub async fn put(&self, text: String) {
        write(&self.url, FEED_CACHE_CONTROL, &text).await;
    }
}

async fn read(url: &str) -> Option<String> {
    match PlatformCall::read_cached(READ_MS, NAME, url).await {
        Ok(text) => String::from_utf8(text?).ok(),
        Err(failure) => {
            log_warning(format_args!("cache: an answer was not read: {}", reason(failure)));
            None
        }
    }
}

async fn write(url: &str, cache_control: &str, text: &str) {
    if let Err(failure) = PlatformCall::write_cached(WRITE_MS, NAME, url, cache_control, text).await {
        log_warning(format_args!("cache: an answer was not kept: {}", reason(failure)));
    }
}

fn reason(failure: CallFailure) -> String {
    match failure {
        CallFailure::Failed(message) => message,
        CallFailure::Late => "took too long".to_owned(),
    }
}
