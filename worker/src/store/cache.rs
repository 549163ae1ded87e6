//! Answers in the platform's cache, one cache per data centre. A failure counts as a cache miss.

use crate::platform::log_warning;
use crate::platform_call::{CallFailure, PlatformCall};
use crate::task::Lifetime;
use overheard::service::cache::SharedAnswerCache;

/// The name of the cache. It is separate from the default one, which serves requests from outside.
const NAME: &str = "answers";
/// The lifetime of an answer, one day. It never becomes stale, but its dataset version is replaced some day.
const CACHE_CONTROL: &str = "max-age=86400";
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
        match PlatformCall::read_cached(READ_MS, NAME, &self.url(key)).await {
            Ok(text) => String::from_utf8(text?).ok(),
            Err(failure) => {
                log_warning(format_args!("cache: an answer was not read: {}", reason(failure)));
                None
            }
        }
    }

    fn put(&self, key: String, text: String) {
        let url = self.url(&key);
        self.lifetime.extend(async move {
            if let Err(failure) = PlatformCall::write_cached(WRITE_MS, NAME, &url, CACHE_CONTROL, &text).await {
                log_warning(format_args!("cache: an answer was not kept: {}", reason(failure)));
            }
        });
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

fn reason(failure: CallFailure) -> String {
    match failure {
        CallFailure::Failed(message) => message,
        CallFailure::Late => "took too long".to_owned(),
    }
}
