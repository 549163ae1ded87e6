//! An answer, step by step: which version is served, what is cached of it, the executor, and the cache again.

use super::{CachedRows, SharedCache};
use crate::guard::request::Request;
use crate::query::answer::{self, Dataset, Written};
use crate::query::columnar::{AccountAnswer, AccountFault, AccountQuestion, Begun, Columnar};
use crate::sql::{Store, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// How often a question is asked again: of a version that was published meanwhile, and when the tables are gone of the
/// one that was served a moment ago.
const RETRIES: usize = 2;

/// An answer, and where it came from.
pub struct Found<A> {
    /// The answer.
    pub answer: A,
    /// The version that it came from.
    pub dataset: Dataset,
    /// Whether it was cached.
    pub cached: bool,
}

/// A question whose answers can be cached.
pub trait Cacheable {
    /// Its answer, as it is cached.
    type Answer: Serialize + DeserializeOwned;

    /// Under which its answer from a version is cached by a version of the program.
    fn key(&self, code: &str, dataset: &Dataset) -> String;

    /// Makes its first trip to the database.
    fn begin<'a>(
        &'a self,
        executor: &'a Columnar<'_>,
    ) -> impl Future<Output = Result<Begun<'a, Self::Answer, AccountFault>, AccountFault>>;
}

impl Cacheable for Request {
    type Answer = Written;

    fn key(&self, code: &str, dataset: &Dataset) -> String {
        answer::key(code, dataset, self)
    }

    async fn begin<'a>(&'a self, executor: &'a Columnar<'_>) -> Result<Begun<'a, Written, AccountFault>, AccountFault> {
        let Begun { dataset, finish } = executor.begin(self).await?;
        Ok(Begun { dataset, finish: Box::pin(async { Ok(finish.await?.write().map_err(unwritten)?) }) })
    }
}

impl Cacheable for AccountQuestion<'_> {
    type Answer = AccountAnswer;

    fn key(&self, code: &str, dataset: &Dataset) -> String {
        AccountQuestion::key(self, code, dataset)
    }

    async fn begin<'a>(
        &'a self,
        executor: &'a Columnar<'_>,
    ) -> Result<Begun<'a, AccountAnswer, AccountFault>, AccountFault> {
        executor.begin_account(*self).await
    }
}

/// A cache of answers that several instances share. Whatever fails there is as if nothing were cached.
pub trait SharedAnswers {
    /// The answer under a key.
    fn find(&self, key: &str) -> impl Future<Output = Option<String>>;

    /// Keeps an answer, without anybody waiting for it.
    fn keep(&self, key: String, text: String);
}

/// Where answers are looked for and cached.
pub struct Answers<'a, C> {
    /// That of this instance.
    pub cache: SharedCache,
    /// That of all instances, if there is one.
    pub shared: Option<C>,
    /// The version of the program.
    pub code: &'a str,
    /// Milliseconds for which the database's word holds about which version is served.
    pub served_for_ms: u64,
    /// The clock, in milliseconds.
    pub now: fn() -> u64,
}

impl<C: SharedAnswers> Answers<'_, C> {
    /// Finds the answer to a question.
    pub async fn find<Q: Cacheable>(&self, store: &impl Store, question: &Q) -> Result<Found<Q::Answer>, AccountFault> {
        let mut known = self.served();
        for _ in 0..RETRIES {
            match self.find_in(known.clone(), store, question).await {
                Err(AccountFault::Store(StoreError::DatasetChanged)) => known = self.served(),
                Err(AccountFault::Store(StoreError::Unavailable(_))) if known.is_some() => {
                    self.cache.borrow_mut().forget_served();
                    known = None;
                }
                found => return found,
            }
        }
        self.find_in(known, store, question).await
    }

    /// Finds the answer in the version that is known to be served, or else in the one that is.
    async fn find_in<Q: Cacheable>(
        &self,
        known: Option<Dataset>,
        store: &impl Store,
        question: &Q,
    ) -> Result<Found<Q::Answer>, AccountFault> {
        if let Some(dataset) = &known
            && let Some(found) = self.cached(dataset, question).await
        {
            return Ok(found);
        }
        let served_until = (self.now)() + self.served_for_ms;
        let rows = CachedRows::new(store, self.cache.clone(), known.clone(), served_until);
        let is_known = known.is_some();
        let executor = Columnar::new(&rows, known);
        let Begun { dataset, finish } = question.begin(&executor).await?;
        // No trip is spent on asking for the version alone: the first one of the answer tells it.
        if !is_known && let Some(found) = self.cached(&dataset, question).await {
            return Ok(found);
        }
        let answer = finish.await?;
        rows.keep();
        self.keep(&dataset, question, &answer)?;
        Ok(Found { answer, dataset, cached: false })
    }

    fn served(&self) -> Option<Dataset> {
        self.cache.borrow().served((self.now)())
    }

    async fn cached<Q: Cacheable>(&self, dataset: &Dataset, question: &Q) -> Option<Found<Q::Answer>> {
        let key = question.key(self.code, dataset);
        let found = |text: &str| {
            let answer = serde_json::from_str(text).ok()?;
            Some(Found { answer, dataset: dataset.clone(), cached: true })
        };
        let here = self.cache.borrow_mut().answer(&key);
        if let Some(text) = here {
            return found(&text);
        }
        let text = self.shared.as_ref()?.find(&key).await?;
        let found = found(&text)?;
        self.cache.borrow_mut().keep_answer(&key, &text);
        Some(found)
    }

    fn keep<Q: Cacheable>(&self, dataset: &Dataset, question: &Q, answer: &Q::Answer) -> Result<(), StoreError> {
        let (key, text) = (question.key(self.code, dataset), serde_json::to_string(answer).map_err(unwritten)?);
        self.cache.borrow_mut().keep_answer(&key, &text);
        if let Some(shared) = &self.shared {
            shared.keep(key, text);
        }
        Ok(())
    }
}

fn unwritten(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable(format!("an answer is not written: {error}"))
}
