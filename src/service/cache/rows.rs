//! A store that asks for immutable rows only once, and notices which version is served.

use super::{CELL_BYTES, MAX_BYTES, QUESTION_BYTES, SharedCache};
use crate::query::answer::Dataset;
use crate::sql::{Param, Row, Statement, Store, StoreError};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// A store for one question. It takes the rows of immutable statements from the cache and sends the other statements
/// on; a batch of which everything is cached is not sent. Which version is read it learns from [`Dataset::served`],
/// which executors send along with every batch.
pub struct CachedRows<'s, S> {
    store: &'s S,
    cache: SharedCache,
    served_until: u64,
    dataset: RefCell<Option<Dataset>>,
    read: RefCell<Vec<Read>>,
}

/// Rows that were read for this question.
struct Read {
    statement: Statement,
    rows: Rc<Vec<Row>>,
    bytes: usize,
}

impl<'s, S: Store> CachedRows<'s, S> {
    /// A store in front of another one, for a question about a version that is known to be served, if one is.
    /// What the database says about that holds until a time in milliseconds.
    pub fn new(store: &'s S, cache: SharedCache, known: Option<Dataset>, served_until: u64) -> Self {
        Self { store, cache, served_until, dataset: RefCell::new(known), read: RefCell::default() }
    }

    /// Keeps what was read. Only once the answer stands: until then it may turn out that another version is served,
    /// to which the rows belong.
    pub fn keep(&self) {
        let dataset = self.dataset.borrow();
        let Some(dataset) = dataset.as_ref() else { return };
        let mut cache = self.cache.borrow_mut();
        for Read { statement, rows, bytes } in self.read.take() {
            cache.keep_rows(dataset, statement, rows, bytes);
        }
    }

    fn cached(&self, statement: &Statement) -> Option<Vec<Row>> {
        let dataset = self.dataset.borrow();
        let dataset = dataset.as_ref().filter(|_| statement.immutable)?;
        self.cache.borrow_mut().rows(dataset, statement).map(|rows| rows.as_ref().clone())
    }

    /// Runs what is not cached, and learns from it.
    async fn run(&self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, StoreError> {
        if let Some(dataset) = self.dataset.borrow().as_ref()
            && statements.iter().all(is_served)
        {
            return Ok(vec![vec![row(dataset)]; statements.len()]);
        }
        let asked = self.cache.borrow().moment();
        let results = self.store.batch(statements.to_vec()).await?;
        if results.len() != statements.len() {
            return Err(StoreError::Unavailable("the database answered another number of statements".into()));
        }
        let served = statements.iter().zip(&results).find(|(statement, _)| is_served(statement));
        if let Some((_, rows)) = served {
            let served = Dataset::from_rows(rows.clone())?;
            self.cache.borrow_mut().keep_served(&served, asked, self.served_until);
            if self.dataset.borrow().as_ref() != Some(&served) {
                // The statements were made for another version, or for whichever is served.
                self.read.borrow_mut().clear();
                self.dataset.replace(Some(served));
                return Ok(results);
            }
        }
        statements.iter().zip(&results).for_each(|(statement, rows)| self.note(statement, rows));
        Ok(results)
    }

    fn note(&self, statement: &Statement, rows: &[Row]) {
        // What is not there may be made while the same version is served.
        if !statement.immutable || rows.is_empty() || self.dataset.borrow().is_none() {
            return;
        }
        let bytes = bytes(statement, rows);
        let mut read = self.read.borrow_mut();
        let before: usize = read.iter().map(|read| read.bytes).sum();
        if bytes <= MAX_BYTES && before + bytes <= QUESTION_BYTES {
            read.push(Read { statement: statement.clone(), rows: Rc::new(rows.to_vec()), bytes });
        }
    }
}

impl<S: Store> Store for CachedRows<'_, S> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut results: Vec<Option<Vec<Row>>> = statements.iter().map(|statement| self.cached(statement)).collect();
        let missing: Vec<Statement> = statements
            .into_iter()
            .zip(&results)
            .filter_map(|(statement, cached)| cached.is_none().then_some(statement))
            .collect();
        let read = self.run(&missing).await?;
        for (gap, rows) in results.iter_mut().filter(|result| result.is_none()).zip(read) {
            *gap = Some(rows);
        }
        Ok(results.into_iter().flatten().collect())
    }
}

fn is_served(statement: &Statement) -> bool {
    *statement == Dataset::served()
}

/// A version as the row that names it.
fn row(dataset: &Dataset) -> Row {
    let columns = [
        ("generation", Value::from(dataset.generation)),
        ("revision", Value::from(dataset.revision)),
        ("version", Value::from(dataset.version.as_str())),
        ("published_at", Value::from(dataset.published_at.as_str())),
    ];
    columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What rows and their statement take: the text, and a little for every value.
fn bytes(statement: &Statement, rows: &[Row]) -> usize {
    let params = statement.params.iter().map(|param| match param {
        Param::Text(text) => text.len(),
        Param::Integer(_) => 0,
    });
    let cells = rows.iter().flatten().map(|(name, value)| name.len() + text(value) + CELL_BYTES);
    statement.sql.len() + params.chain(cells).sum::<usize>()
}

fn text(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        // Columns hold texts and numbers.
        _ => 0,
    }
}
