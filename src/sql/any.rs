//! A type-erased [`Store`]. Code that uses it is compiled once for all stores.

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

/// A reference to any store.
#[derive(Clone, Copy)]
pub struct AnyStore<'s>(&'s dyn Erased);

impl<'s> AnyStore<'s> {
    /// Erases the type of a store.
    pub fn new(store: &'s impl Store) -> Self {
        Self(store)
    }
}

impl Store for AnyStore<'_> {
    async fn batch(&self, statements: Vec<Statement>) -> Rows {
        self.0.run(statements).await
    }
}
