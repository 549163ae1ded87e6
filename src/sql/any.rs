//! Any store as one type, so that what asks it is compiled once, whichever stores there are.

use super::{Row, Statement, Store, StoreError};
use std::future::Future;
use std::pin::Pin;

type Rows = Result<Vec<Vec<Row>>, StoreError>;

trait Erased {
    fn run<'s>(&'s self, statements: Vec<Statement>) -> Pin<Box<dyn Future<Output = Rows> + 's>>;
}

impl<S: Store> Erased for S {
    fn run<'s>(&'s self, statements: Vec<Statement>) -> Pin<Box<dyn Future<Output = Rows> + 's>> {
        Box::pin(self.batch(statements))
    }
}

/// Any store.
#[derive(Clone, Copy)]
pub struct AnyStore<'s>(&'s dyn Erased);

impl<'s> AnyStore<'s> {
    /// A store as any.
    pub fn new(store: &'s impl Store) -> Self {
        Self(store)
    }
}

impl Store for AnyStore<'_> {
    async fn batch(&self, statements: Vec<Statement>) -> Rows {
        self.0.run(statements).await
    }
}
