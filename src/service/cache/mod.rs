//! What one instance of the service caches between requests: which version is served, immutable rows, answers, and texts
//! that describe the service.
//!
//! All of it can be read again, so all of it may be forgotten at any time; nothing here can make an answer wrong.
//! In scope: what is cached, how much, when it is forgotten, and in which order an answer is looked for. Out of scope:
//! clocks (the time is a parameter) and caches that several instances share ([`SharedAnswers`]).

mod answers;
mod bounded;
mod rows;

use crate::query::answer::Dataset;
use crate::sql::{Row, Statement};
use bounded::Bounded;
use std::cell::RefCell;
use std::rc::Rc;

pub use answers::{Answers, Cacheable, Found, SharedAnswers};
pub use rows::CachedRows;

const MEGABYTE: usize = 1 << 20;
/// Bytes of rows that are cached: a few large pages of the dataset, or very many names.
const ROWS_BYTES: usize = 12 * MEGABYTE;
/// Bytes of answers that are cached: hundreds of large ones.
const ANSWERS_BYTES: usize = 4 * MEGABYTE;
/// Bytes of texts that are cached.
const TEXTS_BYTES: usize = 2 * MEGABYTE;
/// Bytes of one result or answer above which it is not cached: it would throw out too much that is asked for more
/// often.
const MAX_BYTES: usize = MEGABYTE;
/// Bytes of the rows of one question that are cached: until its answer stands, they are there twice.
const QUESTION_BYTES: usize = 4 * MEGABYTE;
/// Bytes that a value of a row takes besides its text.
const CELL_BYTES: usize = 64;

/// A cache that the requests of an instance share.
pub type SharedCache = Rc<RefCell<Cache>>;

/// A moment in the life of a cache, to tell later whether it was told to forget since.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment(u64);

/// The cache, at most 18 MB of text.
pub struct Cache {
    served: Option<(Dataset, u64)>,
    forgotten: u64,
    /// Whose rows are cached.
    version: Option<Dataset>,
    rows: Bounded<Statement, Rc<Vec<Row>>>,
    answers: Bounded<String, Rc<str>>,
    texts: Bounded<String, Rc<str>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self {
            served: None,
            forgotten: 0,
            version: None,
            rows: Bounded::new(ROWS_BYTES),
            answers: Bounded::new(ANSWERS_BYTES),
            texts: Bounded::new(TEXTS_BYTES),
        }
    }
}

impl Cache {
    /// The version that was served a moment ago, until its time is over. `now` in milliseconds.
    pub fn served(&self, now: u64) -> Option<Dataset> {
        self.served.as_ref().filter(|(_, until)| now < *until).map(|(served, _)| served.clone())
    }

    /// The present moment, for [`Cache::keep_served`].
    pub fn moment(&self) -> Moment {
        Moment(self.forgotten)
    }

    /// Keeps until a time in milliseconds that this version is served, which the database said to a question that was
    /// asked at some moment. Rows of another version go.
    pub fn keep_served(&mut self, served: &Dataset, asked: Moment, until: u64) {
        // Something was published since the database was asked: it may have answered before that.
        if asked != self.moment() {
            return;
        }
        if self.version.as_ref() != Some(served) {
            self.rows.clear();
            self.version = Some(served.clone());
        }
        self.served = Some((served.clone(), until));
    }

    /// Asks the database again which version is served.
    pub fn forget_served(&mut self) {
        self.served = None;
        self.forgotten += 1;
    }

    fn answer(&mut self, key: &str) -> Option<Rc<str>> {
        self.answers.get(key).cloned()
    }

    /// Keeps an answer. Its key names everything that it depends on.
    fn keep_answer(&mut self, key: &str, text: &str) {
        let bytes = key.len() + text.len();
        if bytes <= MAX_BYTES {
            self.answers.put(key.to_owned(), Rc::from(text), bytes);
        }
    }

    /// A text that describes the service, if it is cached under this key.
    pub fn text(&mut self, key: &str) -> Option<Rc<str>> {
        self.texts.get(key).cloned()
    }

    /// Caches a text that describes the service. Its key names everything that it depends on.
    pub fn keep_text(&mut self, key: String, text: Rc<str>) {
        let bytes = key.len() + text.len();
        self.texts.put(key, text, bytes);
    }

    fn rows(&mut self, version: &Dataset, statement: &Statement) -> Option<Rc<Vec<Row>>> {
        if self.version.as_ref() == Some(version) { self.rows.get(statement).cloned() } else { None }
    }

    fn keep_rows(&mut self, version: &Dataset, statement: Statement, rows: Rc<Vec<Row>>, bytes: usize) {
        if self.version.as_ref() == Some(version) {
            self.rows.put(statement, rows, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cached_unless_they_are_too_large() {
        let mut cache = Cache::default();
        cache.keep_answer("a", "1");
        cache.keep_answer("b", &" ".repeat(MAX_BYTES));
        assert_eq!(cache.answer("a").as_deref(), Some("1"));
        assert_eq!(cache.answer("b"), None);
    }

    #[test]
    fn texts_take_a_bounded_number_of_bytes() {
        let mut cache = Cache::default();
        let half: Rc<str> = " ".repeat(TEXTS_BYTES / 2 - 10).into();
        for key in ["a", "b", "c"] {
            cache.keep_text(key.to_owned(), half.clone());
        }
        assert_eq!(["a", "b", "c"].map(|key| cache.text(key).is_some()), [false, true, true]);
    }
}
