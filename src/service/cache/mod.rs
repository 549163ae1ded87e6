//! The caches of one instance of the service: the served version, answers, and texts that describe the service.
//!
//! All cached data can be read again, so it may be dropped at any time. In scope: the sizes, the lifetimes, and the
//! order in which caches are read and written. Out of scope: clocks (the time is a parameter), the caches of a backend, and caches
//! that several instances share ([`SharedAnswerCache`]).

mod answers;

use crate::base::bounded::BoundedCache;
use crate::query::DatasetVersion;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

pub use answers::{AnswerCaches, Cacheable, SharedAnswerCache, VersionedAnswer};

const MEGABYTE: usize = 1 << 20;
/// The maximum bytes of all cached answers: hundreds of large ones.
const ANSWERS_BYTES: usize = 4 * MEGABYTE;
/// The maximum bytes of all cached texts.
const TEXTS_BYTES: usize = 2 * MEGABYTE;
/// The maximum bytes of one cached answer. A larger one would evict too much that is requested more often.
const MAX_ANSWER_BYTES: usize = MEGABYTE;

/// A cache that the requests of an instance share.
pub type SharedCache = Rc<RefCell<Cache>>;

/// The number of invalidations of the served version. A later comparison shows if it was invalidated since.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CacheGeneration(u64);

/// An answer in the cache of the instance.
#[derive(Clone)]
struct CachedAnswer {
    answer: Rc<dyn Any>,
    bytes: usize,
    /// True if the shared cache has it too.
    is_shared: bool,
}

/// The cache, at most 6 MB of text.
pub struct Cache {
    /// The served version, and the time in milliseconds until which it is cached.
    served: Option<(DatasetVersion, u64)>,
    /// The number of times the served version was invalidated.
    generation: u64,
    answers: BoundedCache<String, CachedAnswer>,
    texts: BoundedCache<String, Rc<str>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self {
            served: None,
            generation: 0,
            answers: BoundedCache::new(ANSWERS_BYTES),
            texts: BoundedCache::new(TEXTS_BYTES),
        }
    }
}

impl Cache {
    /// Returns the served version if it is cached. `now` is in milliseconds.
    pub fn served(&self, now: u64) -> Option<DatasetVersion> {
        self.served.as_ref().filter(|(_, until)| now < *until).map(|(served, _)| served.clone())
    }

    /// Returns the current generation, for [`Cache::put_served`].
    pub fn generation(&self) -> CacheGeneration {
        CacheGeneration(self.generation)
    }

    /// Caches the served version until a time in milliseconds. `generation` is from before the database was queried. If
    /// the served version was invalidated since, another one may have been published, and nothing is cached.
    pub fn put_served(&mut self, served: &DatasetVersion, generation: CacheGeneration, until: u64) {
        if generation != self.generation() {
            return;
        }
        self.served = Some((served.clone(), until));
    }

    /// Drops the served version, so that the next request queries the database.
    pub fn invalidate_served(&mut self) {
        self.served = None;
        self.generation += 1;
    }

    /// Returns an answer, if one of this type is cached under the key. True if the shared cache has it too.
    fn answer<A: 'static>(&mut self, key: &str) -> Option<(Rc<A>, bool)> {
        let CachedAnswer { answer, is_shared, .. } = self.answers.get(key)?.clone();
        Some((answer.downcast().ok()?, is_shared))
    }

    /// Notes that the shared cache has an answer too.
    fn set_shared(&mut self, key: &str) {
        if let Some(cached) = self.answers.get(key).cloned() {
            let bytes = cached.bytes;
            self.answers.put(key.to_owned(), CachedAnswer { is_shared: true, ..cached }, bytes);
        }
    }

    /// Caches an answer whose text has this length, unless it is too large. Its key covers everything that the answer
    /// depends on. Returns true if it is cached.
    fn put_answer<A: 'static>(&mut self, key: &str, length: usize, answer: impl FnOnce() -> A) -> bool {
        let bytes = key.len() + length;
        let fits = bytes <= MAX_ANSWER_BYTES;
        if fits {
            let cached = CachedAnswer { answer: Rc::new(answer()), bytes, is_shared: false };
            self.answers.put(key.to_owned(), cached, bytes);
        }
        fits
    }

    /// Returns a text that describes the service, if it is cached under this key.
    pub fn text(&mut self, key: &str) -> Option<Rc<str>> {
        self.texts.get(key).cloned()
    }

    /// Caches a text that describes the service. Its key covers everything that the text depends on.
    pub fn put_text(&mut self, key: String, text: Rc<str>) {
        let bytes = key.len() + text.len();
        self.texts.put(key, text, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cached_unless_they_are_too_large() {
        let mut cache = Cache::default();
        assert!(cache.put_answer("a", 1, || 1_u8));
        assert!(!cache.put_answer("b", MAX_ANSWER_BYTES, || 2_u8));
        assert_eq!(cache.answer::<u8>("a"), Some((Rc::new(1), false)));
        cache.set_shared("a");
        assert_eq!(cache.answer::<u8>("a"), Some((Rc::new(1), true)));
        assert_eq!(cache.answer::<u8>("b"), None);
        assert_eq!(cache.answer::<u16>("a"), None);
    }

    #[test]
    fn texts_take_a_bounded_number_of_bytes() {
        let mut cache = Cache::default();
        let half: Rc<str> = " ".repeat(TEXTS_BYTES / 2 - 10).into();
        for key in ["a", "b", "c"] {
            cache.put_text(key.to_owned(), half.clone());
        }
        assert_eq!(["a", "b", "c"].map(|key| cache.text(key).is_some()), [false, true, true]);
    }
}
