//! A type-erased [`Store`]. Code that uses it is compiled once for all stores.

use super::{Row, Statement, Store, StoreCounts, StoreError};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

type Rows = Result<Vec<Vec<Row>>, StoreError>;

/// The object-safe form of [`Store`].
trait DynStore {
    fn run<'s>(&'s self, statements: Vec<Statement>) -> Pin<Box<dyn Future<Output = Rows> + 's>>;

    fn read_counts(&self) -> StoreCounts;
}

impl<S: Store> DynStore for S {
    fn run<'s>(&'s self, statements: Vec<Statement>) -> Pin<Box<dyn Future<Output = Rows> + 's>> {
        Box::pin(self.batch(statements))
    }

    fn read_counts(&self) -> StoreCounts {
        self.counts()
    }
}

/// A store of any type. Clones share it.
#[derive(Clone)]
pub struct AnyStore<'s>(Rc<dyn DynStore + 's>);

impl<'s> AnyStore<'s> {
    /// Erases the type of a store.
    pub fn new(store: impl Store + 's) -> Self {
        Self(Rc::new(store))
    }
}

impl Store for AnyStore<'_> {
    async fn batch(&self, statements: Vec<Statement>) -> Rows {
        self.0.run(statements).await
    }

    fn counts(&self) -> StoreCounts {
        self.0.read_counts()
    }
}
