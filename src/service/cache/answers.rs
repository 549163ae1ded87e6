//! Finds an answer: in the caches for the served version, or else in the backend, and caches it.

use super::SharedCache;
use crate::guard::request::Request;
use crate::query::answer::{self, SerializedOutcome};
use crate::query::{AccountAnswer, AccountQuery, Backend, DatasetVersion, PendingAnswer, QueryError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum number of retries after another version was published, or after the tables of the cached version were
/// dropped.
const MAX_RETRIES: usize = 2;

/// An answer with its source.
pub struct VersionedAnswer<A> {
    /// The answer.
    pub answer: A,
    /// The version that it came from.
    pub version: DatasetVersion,
    /// True if it was cached.
    pub cached: bool,
}

/// A query whose answers can be cached.
pub trait Cacheable {
    /// The answer in the form that is cached.
    type Answer: Clone + Serialize + DeserializeOwned + 'static;

    /// Returns the cache key of the answer. `code` is the version of the program.
    fn key(&self, code: &str, version: &DatasetVersion) -> String;

    /// Begins the answer in a backend.
    fn begin<'a>(
        &'a self,
        backend: &'a impl Backend,
        known: Option<DatasetVersion>,
    ) -> impl Future<Output = Result<PendingAnswer<'a, Self::Answer>, QueryError>>;
}

impl Cacheable for Request {
    type Answer = SerializedOutcome;

    fn key(&self, code: &str, version: &DatasetVersion) -> String {
        answer::cache_key(code, version, self)
    }

    async fn begin<'a>(
        &'a self,
        backend: &'a impl Backend,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, SerializedOutcome>, QueryError> {
        let PendingAnswer { version, finish } = backend.begin(self, known).await?;
        Ok(PendingAnswer { version, finish: Box::pin(async { finish.await?.serialize().map_err(encoding_error) }) })
    }
}

impl Cacheable for AccountQuery<'_> {
    type Answer = AccountAnswer;

    fn key(&self, code: &str, version: &DatasetVersion) -> String {
        AccountQuery::cache_key(self, code, version)
    }

    async fn begin<'a>(
        &'a self,
        backend: &'a impl Backend,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        backend.begin_account(*self, known).await
    }
}

/// A cache of answers that several instances share. A failure counts as a cache miss.
///
/// It gets an answer once a request repeats it: most answers are wanted once, and a write costs more than a read.
pub trait SharedAnswerCache {
    /// Returns the answer of a key.
    fn get(&self, key: &str) -> impl Future<Output = Option<String>>;

    /// Caches an answer. Does not delay the response.
    fn put(&self, key: String, text: String);
}

/// The caches of answers.
pub struct AnswerCaches<'a, C> {
    /// The cache of this instance.
    pub cache: SharedCache,
    /// The cache that all instances share, if there is one.
    pub shared: Option<C>,
    /// The version of the program.
    pub code: &'a str,
    /// The milliseconds for which the served version is cached.
    pub served_for_ms: u64,
    /// Returns the time in milliseconds.
    pub now: fn() -> u64,
}

impl<C: SharedAnswerCache> AnswerCaches<'_, C> {
    /// Finds the answer to a query.
    pub async fn find<Q: Cacheable>(
        &self,
        backend: &impl Backend,
        question: &Q,
    ) -> Result<VersionedAnswer<Q::Answer>, QueryError> {
        let mut known = self.served();
        for _ in 0..MAX_RETRIES {
            match self.find_in(known.as_ref(), backend, question).await {
                Err(QueryError::DatasetChanged) => {
                    let served = self.served();
                    // The backend may know that the version is no longer served, but not which one is.
                    if served == known {
                        self.cache.borrow_mut().invalidate_served();
                    }
                    known = served.filter(|served| Some(served) != known.as_ref());
                }
                Err(QueryError::Unavailable(_)) if known.is_some() => {
                    self.cache.borrow_mut().invalidate_served();
                    known = None;
                }
                found => return found,
            }
        }
        self.find_in(known.as_ref(), backend, question).await
    }

    /// Finds the answer in the version that is known to be served, or in the served one if none is known.
    async fn find_in<Q: Cacheable>(
        &self,
        known: Option<&DatasetVersion>,
        backend: &impl Backend,
        question: &Q,
    ) -> Result<VersionedAnswer<Q::Answer>, QueryError> {
        let key = known.map(|version| question.key(self.code, version));
        if let (Some(version), Some(key)) = (known, &key)
            && let Some(answer) = self.cached::<Q>(key).await
        {
            return Ok(VersionedAnswer { answer, version: version.clone(), cached: true });
        }
        let served_until = (self.now)() + self.served_for_ms;
        let generation = self.cache.borrow().generation();
        let found = self.answer(known, key, backend, question).await;
        if let Some(version) = backend.take_confirmed_version() {
            self.cache.borrow_mut().put_served(&version, generation, served_until);
        }
        let (found, key) = found?;
        if !found.cached {
            self.put::<Q>(key, &found.answer)?;
        }
        Ok(found)
    }

    /// Begins the answer in the backend and looks it up in the caches, unless its key is known from an earlier lookup.
    /// The first read of an answer also finds the version, so no read is spent on the version alone. Also returns the
    /// key.
    async fn answer<Q: Cacheable>(
        &self,
        known: Option<&DatasetVersion>,
        key: Option<String>,
        backend: &impl Backend,
        question: &Q,
    ) -> Result<(VersionedAnswer<Q::Answer>, String), QueryError> {
        let PendingAnswer { version, finish } = question.begin(backend, known.cloned()).await?;
        let key = match key {
            Some(key) => key,
            None => {
                let key = question.key(self.code, &version);
                if let Some(answer) = self.cached::<Q>(&key).await {
                    return Ok((VersionedAnswer { answer, version, cached: true }, key));
                }
                key
            }
        };
        Ok((VersionedAnswer { answer: finish.await?, version, cached: false }, key))
    }

    fn served(&self) -> Option<DatasetVersion> {
        self.cache.borrow().served((self.now)())
    }

    async fn cached<Q: Cacheable>(&self, key: &str) -> Option<Q::Answer> {
        let here = self.cache.borrow_mut().answer::<Q::Answer>(key);
        if let Some((answer, is_shared)) = here {
            if let Some(shared) = self.shared.as_ref().filter(|_| !is_shared) {
                self.cache.borrow_mut().set_shared(key);
                shared.put(key.to_owned(), serde_json::to_string(answer.as_ref()).ok()?);
            }
            return Some(answer.as_ref().clone());
        }
        let text = self.shared.as_ref()?.get(key).await?;
        let answer: Q::Answer = serde_json::from_str(&text).ok()?;
        let mut cache = self.cache.borrow_mut();
        if cache.put_answer(key, text.len(), || answer.clone()) {
            cache.set_shared(key);
        }
        Some(answer)
    }

    fn put<Q: Cacheable>(&self, key: String, answer: &Q::Answer) -> Result<(), QueryError> {
        let text = serde_json::to_string(answer).map_err(encoding_error)?;
        let is_cached = self.cache.borrow_mut().put_answer(&key, text.len(), || answer.clone());
        // An answer that is too large to wait here for its repetition is shared at once.
        if let Some(shared) = self.shared.as_ref().filter(|_| !is_cached) {
            shared.put(key, text);
        }
        Ok(())
    }
}

fn encoding_error(error: serde_json::Error) -> QueryError {
    QueryError::Unavailable(format!("an answer is not written: {error}"))
}
