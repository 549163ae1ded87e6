//! Where an answer comes from: what was kept, or the dataset.
//!
//! What is kept is named after the version that it came from. Which one is served the isolate remembers for a few
//! seconds; otherwise the executor's first trip tells, and what was kept is looked for before its second.

use crate::app::App;
use crate::call::now_ms;
use crate::store::cache::AnswerCache;
use crate::store::d1::D1Store;
use overheard::guard::request::Request;
use overheard::query::Executor;
use overheard::query::answer::{self, Dataset, Written};
use overheard::query::columnar::{AccountAnswer, AccountQuestion, Columnar, Fault};
use overheard::service::cache::{Remembering, SharedMemory};
use overheard::sql::{Store, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;

/// An answer, and where it came from.
pub struct Found<A> {
    /// The answer.
    pub answer: A,
    /// The version that it came from.
    pub dataset: Dataset,
    /// Whether it had been kept.
    pub kept: bool,
}

/// A question whose answers can be kept.
pub trait Question {
    /// Its answer, as it is kept.
    type Answer: Serialize + DeserializeOwned;
    /// Why there is none.
    type Fault: From<StoreError>;

    /// Under which its answer from a version is kept, by a version of the program.
    fn key(&self, code: &str, dataset: &Dataset) -> String;

    /// Answers it from the version that is believed to be served, or else from the one that is.
    async fn answer(
        &self,
        store: &impl Store,
        believed: Option<Dataset>,
    ) -> Result<(Dataset, Self::Answer), Self::Fault>;

    /// The fault of the store, if it is one.
    fn of_store(fault: &Self::Fault) -> Option<&StoreError>;
}

/// A question of the Data API.
pub struct DataQuestion<'q>(pub &'q Request);

impl Question for DataQuestion<'_> {
    type Answer = Written;
    type Fault = StoreError;

    fn key(&self, code: &str, dataset: &Dataset) -> String {
        answer::key(code, dataset, self.0)
    }

    async fn answer(&self, store: &impl Store, believed: Option<Dataset>) -> Result<(Dataset, Written), StoreError> {
        let executor = Columnar::new(store, believed);
        let outcome = executor.answer(self.0).await?;
        Ok((executor.dataset()?, outcome.write().map_err(unwritten)?))
    }

    fn of_store(fault: &StoreError) -> Option<&StoreError> {
        Some(fault)
    }
}

impl Question for AccountQuestion<'_> {
    type Answer = AccountAnswer;
    type Fault = Fault;

    fn key(&self, code: &str, dataset: &Dataset) -> String {
        AccountQuestion::key(self, code, dataset)
    }

    async fn answer(&self, store: &impl Store, believed: Option<Dataset>) -> Result<(Dataset, AccountAnswer), Fault> {
        let executor = Columnar::new(store, believed);
        let answer = executor.answer(*self).await?;
        Ok((executor.dataset()?, answer))
    }

    fn of_store(fault: &Fault) -> Option<&StoreError> {
        match fault {
            Fault::Store(error) => Some(error),
            Fault::Question(_) | Fault::Unprepared(_) => None,
        }
    }
}

/// A question on its way to an answer.
pub struct Asking<'a, Q> {
    app: &'a App,
    store: &'a D1Store,
    memory: SharedMemory,
    cache: Option<AnswerCache>,
    question: Q,
}

impl<'a, Q: Question> Asking<'a, Q> {
    /// A question as it was checked and cut to what the key may see.
    pub fn new(app: &'a App, store: &'a D1Store, host: &str, question: Q) -> Self {
        Self { app, store, memory: app.memory(), cache: app.answer_cache(host), question }
    }

    /// Finds the answer.
    ///
    /// # Errors
    /// Those of the question.
    pub async fn find(&self) -> Result<Found<Q::Answer>, Q::Fault> {
        let believed = self.memory.borrow().served(now_ms());
        let remembered = believed.is_some();
        match self.find_in(believed).await {
            // The tables of the version that was believed to be served may be gone.
            Err(fault) if remembered && matches!(Q::of_store(&fault), Some(StoreError::Unavailable(_))) => {
                self.memory.borrow_mut().forget_served();
                self.find_in(None).await
            }
            found => found,
        }
    }

    /// Finds the answer in the version that is believed to be served, or else in the one that is.
    async fn find_in(&self, believed: Option<Dataset>) -> Result<Found<Q::Answer>, Q::Fault> {
        if let Some(dataset) = &believed
            && let Some(found) = self.kept(dataset).await
        {
            return Ok(found);
        }
        let kept = RefCell::new(None);
        let look = async |dataset: &Dataset| {
            let found = self.kept(dataset).await;
            let stops = found.is_some();
            kept.replace(found);
            stops
        };
        let until = now_ms() + self.app.served_for_ms();
        let store = Remembering::new(self.store, self.memory.clone(), believed.clone(), until, look);
        match self.question.answer(&store, believed).await {
            Ok((dataset, answer)) => {
                store.remember();
                Ok(self.keep(dataset, answer)?)
            }
            Err(fault) if matches!(Q::of_store(&fault), Some(StoreError::Stopped)) => kept.take().ok_or(fault),
            Err(fault) => Err(fault),
        }
    }

    /// The answer that was kept of a version, here or at the platform.
    async fn kept(&self, dataset: &Dataset) -> Option<Found<Q::Answer>> {
        let key = self.key(dataset);
        let found = |text: &str| {
            let answer = serde_json::from_str(text).ok()?;
            Some(Found { answer, dataset: dataset.clone(), kept: true })
        };
        let remembered = self.memory.borrow_mut().answer(&key);
        if let Some(text) = remembered {
            return found(&text);
        }
        let text = self.cache.as_ref()?.find(&key).await?;
        let found = found(&text)?;
        self.memory.borrow_mut().remember_answer(&key, &text);
        Some(found)
    }

    fn keep(&self, dataset: Dataset, answer: Q::Answer) -> Result<Found<Q::Answer>, StoreError> {
        let (key, text) = (self.key(&dataset), serde_json::to_string(&answer).map_err(unwritten)?);
        self.memory.borrow_mut().remember_answer(&key, &text);
        if let Some(cache) = self.cache.clone() {
            self.app.after_answer(async move { cache.keep(&key, text).await });
        }
        Ok(Found { answer, dataset, kept: false })
    }

    fn key(&self, dataset: &Dataset) -> String {
        self.question.key(&self.app.code(), dataset)
    }
}

fn unwritten(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable(format!("an answer is not written: {error}"))
}
