//! Where an answer comes from: what was kept, or the dataset.
//!
//! What is kept is named after the version that it came from. Which one is served the isolate remembers for a few
//! seconds; otherwise the executor's first trip tells, and what was kept is looked for before its second.

use crate::app::App;
use crate::call::now_ms;
use crate::store::cache::AnswerCache;
use crate::store::d1::D1Store;
use overheard::answer::{self, Dataset, Outcome, Written};
use overheard::data::Request;
use overheard::execute;
use overheard::memory::{Remembering, SharedMemory};
use overheard::store::StoreError;
use std::cell::RefCell;

/// An answer, and where it came from.
pub struct Found {
    /// The answer.
    pub outcome: Written,
    /// The version that it came from.
    pub dataset: Dataset,
    /// Whether it had been kept.
    pub kept: bool,
}

/// A question on its way to an answer.
pub struct Asking<'a> {
    app: &'a App,
    store: &'a D1Store,
    memory: SharedMemory,
    cache: Option<AnswerCache>,
    question: &'a Request,
    with_hints: bool,
}

impl<'a> Asking<'a> {
    /// A question, cut to the size that the key's access level may see.
    pub fn new(app: &'a App, store: &'a D1Store, host: &str, question: &'a Request, with_hints: bool) -> Self {
        Self { app, store, memory: app.memory(), cache: app.answer_cache(host), question, with_hints }
    }

    /// Finds the answer.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn find(&self) -> Result<Found, StoreError> {
        let believed = self.memory.borrow().served(now_ms());
        let remembered = believed.is_some();
        match self.find_in(believed).await {
            // The tables of the version that was believed to be served may be gone.
            Err(StoreError::Unavailable(_)) if remembered => {
                self.memory.borrow_mut().forget_served();
                self.find_in(None).await
            }
            found => found,
        }
    }

    /// Finds the answer in the version that is believed to be served, or else in the one that is.
    async fn find_in(&self, believed: Option<Dataset>) -> Result<Found, StoreError> {
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
        match execute::answer(&store, believed, self.question, self.with_hints).await {
            Ok((dataset, outcome)) => {
                store.remember();
                self.keep(dataset, outcome)
            }
            Err(StoreError::Stopped) => kept.take().ok_or(StoreError::Stopped),
            Err(error) => Err(error),
        }
    }

    /// The answer that was kept of a version, here or at the platform.
    async fn kept(&self, dataset: &Dataset) -> Option<Found> {
        let key = self.key(dataset);
        let found = |text: &str| {
            let outcome = serde_json::from_str(text).ok()?;
            Some(Found { outcome, dataset: dataset.clone(), kept: true })
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

    fn keep(&self, dataset: Dataset, outcome: Outcome) -> Result<Found, StoreError> {
        let unwritten =
            |error: serde_json::Error| StoreError::Unavailable(format!("an answer is not written: {error}"));
        let outcome = outcome.write().map_err(unwritten)?;
        let (key, text) = (self.key(&dataset), serde_json::to_string(&outcome).map_err(unwritten)?);
        self.memory.borrow_mut().remember_answer(&key, &text);
        if let Some(cache) = self.cache.clone() {
            self.app.after_answer(async move { cache.keep(&key, text).await });
        }
        Ok(Found { outcome, dataset, kept: false })
    }

    fn key(&self, dataset: &Dataset) -> String {
        answer::key(&self.app.code(), dataset, self.question, self.with_hints)
    }
}
