//! A store that asks for immutable rows only once, and notices which version is served.

use super::{CELL_BYTES, MAX_BYTES, QUESTION_BYTES, SharedMemory};
use crate::query::answer::Dataset;
use crate::sql::{Param, Row, Statement, Store, StoreError};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// A store for one question. It takes the rows of immutable statements from the memory and sends the other statements
/// on; a batch of which everything is remembered is not sent.
///
/// Which version is read it learns from [`Dataset::served`], which executors send along with every batch. As soon as
/// that is known, `kept` is asked whether the question was answered from this version before; if so, the question
/// ends with [`StoreError::Stopped`].
pub struct Remembering<'s, S, K> {
    store: &'s S,
    memory: SharedMemory,
    believed_until: u64,
    kept: K,
    dataset: RefCell<Option<Dataset>>,
    read: RefCell<Vec<Read>>,
}

/// Rows that were read for this question.
struct Read {
    statement: Statement,
    rows: Rc<Vec<Row>>,
    bytes: usize,
}

impl<'s, S: Store, K: AsyncFn(&Dataset) -> bool> Remembering<'s, S, K> {
    /// A store in front of another one, for a question about a version that is believed to be served, if one is.
    /// What the database says about that is believed until a time in milliseconds.
    pub fn new(store: &'s S, memory: SharedMemory, known: Option<Dataset>, believed_until: u64, kept: K) -> Self {
        Self { store, memory, believed_until, kept, dataset: RefCell::new(known), read: RefCell::default() }
    }

    /// Remembers what was read. Only once the answer stands: until then it may turn out that another version is
    /// served, to which the rows belong.
    pub fn remember(&self) {
        let dataset = self.dataset.borrow();
        let Some(dataset) = dataset.as_ref() else { return };
        let mut memory = self.memory.borrow_mut();
        for Read { statement, rows, bytes } in self.read.take() {
            memory.remember_rows(dataset, statement, rows, bytes);
        }
    }

    fn remembered(&self, statement: &Statement) -> Option<Vec<Row>> {
        let dataset = self.dataset.borrow();
        let dataset = dataset.as_ref().filter(|_| statement.immutable)?;
        self.memory.borrow_mut().rows(dataset, statement).map(|rows| rows.as_ref().clone())
    }

    /// Runs what is not remembered, and learns from it.
    async fn run(&self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, StoreError> {
        if let Some(dataset) = self.dataset.borrow().as_ref()
            && statements.iter().all(is_served)
        {
            return Ok(vec![vec![row(dataset)]; statements.len()]);
        }
        let asked = self.memory.borrow().moment();
        let results = self.store.batch(statements.to_vec()).await?;
        if results.len() != statements.len() {
            return Err(StoreError::Unavailable("the database answered another number of statements".into()));
        }
        let served = statements.iter().zip(&results).find(|(statement, _)| is_served(statement));
        if let Some((_, rows)) = served {
            let served = Dataset::from_rows(rows.clone())?;
            self.memory.borrow_mut().remember_served(&served, asked, self.believed_until);
            if self.dataset.borrow().as_ref() != Some(&served) {
                self.read_another(&served).await?;
                // The statements were made for another version, or for whichever is served.
                return Ok(results);
            }
        }
        statements.iter().zip(&results).for_each(|(statement, rows)| self.note(statement, rows));
        Ok(results)
    }

    async fn read_another(&self, served: &Dataset) -> Result<(), StoreError> {
        self.dataset.replace(Some(served.clone()));
        self.read.borrow_mut().clear();
        if (self.kept)(served).await { Err(StoreError::Stopped) } else { Ok(()) }
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

impl<S: Store, K: AsyncFn(&Dataset) -> bool> Store for Remembering<'_, S, K> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut results: Vec<Option<Vec<Row>>> =
            statements.iter().map(|statement| self.remembered(statement)).collect();
        let missing: Vec<Statement> = statements
            .into_iter()
            .zip(&results)
            .filter_map(|(statement, remembered)| remembered.is_none().then_some(statement))
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
