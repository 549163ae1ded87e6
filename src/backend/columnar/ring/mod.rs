//! A ring of databases: each full import goes to a database of its own, so that one generation can fill it.
//!
//! The first database, `DB`, also has the records of accounts and the table `ring`, with the numbers of the generation
//! that is served and of the one before it. The number of a generation tells its database. Each database has its own
//! table of generations, and the columnar backend works on it as if it were the only one. Publishing a generation is one
//! write to the table `ring`.
//!
//! With no other database than `DB`, all generations are in it, and the table `ring` is not used.

mod pointer;
mod state;
mod versions;

use super::Columnar;
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand, Request};
use crate::query::answer::Outcome;
use crate::query::brand_preview::BrandPreview;
use crate::query::{
    AccountAnswer, AccountBackend, AccountQuery, AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion,
    PendingAnswer, QueryError,
};
use crate::spec::Index;
use crate::sql::Store;
use pointer::Pointer;
use std::cell::Cell;

/// Numbers of generations in each database. Those of `DB` begin at 1, those of `DATA_0` at one million.
const GENERATIONS: u32 = 1_000_000;

/// The columnar backend on a ring of databases.
pub struct Ring<S> {
    /// `DB`, and then `DATA_0`, `DATA_1` and so on.
    databases: Vec<Columnar<S>>,
    /// The position of the database that the table `ring` named last.
    served: Cell<usize>,
    /// True if the table `ring` named it for the last answer.
    is_confirmed: Cell<bool>,
}

impl<S: Store> Ring<S> {
    /// Returns the backend on `DB` and on the databases of generations: none, or at least two.
    pub fn new(first: Columnar<S>, others: impl IntoIterator<Item = Columnar<S>>) -> Self {
        Self {
            databases: std::iter::once(first).chain(others).collect(),
            served: Cell::default(),
            is_confirmed: Cell::default(),
        }
    }

    /// Returns the only database, if there is no ring.
    fn only(&self) -> Option<&Columnar<S>> {
        match self.databases.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn at(&self, position: usize) -> Result<&Columnar<S>, QueryError> {
        let missing = || QueryError::Unavailable(format!("{} has the dataset and is not bound", name_of(position)));
        self.databases.get(position).ok_or_else(missing)
    }

    /// Returns the database of a generation.
    fn database(&self, generation: u32) -> Result<&Columnar<S>, QueryError> {
        match self.only() {
            Some(only) => Ok(only),
            None => self.at(database_of(generation)),
        }
    }

    /// Returns the database of the version that is known to be served. Without one, reads which is served.
    async fn serving(&self, known: Option<&DatasetVersion>) -> Result<&Columnar<S>, QueryError> {
        if let Some(only) = self.only() {
            return Ok(only);
        }
        if let Some(known) = known {
            return self.database(known.generation);
        }
        let pointer = self.pointer().await?.unwrap_or_default();
        self.is_confirmed.set(true);
        self.at(pointer.database())
    }

    /// Reads the row of the table `ring`. There is none before the first import into the ring.
    async fn pointer(&self) -> Result<Option<Pointer>, QueryError> {
        let rows = self.at(0)?.read(pointer::select()).await?;
        let Some(row) = rows.first() else {
            self.served.set(0);
            return Ok(None);
        };
        let pointer = Pointer::of(row)?;
        self.served.set(pointer.database());
        let bookmark = pointer::bookmark(row)?;
        if !bookmark.is_empty() {
            self.at(pointer.database())?.store().read_since(bookmark);
        }
        Ok(Some(pointer))
    }

    /// Returns an error as another change of the dataset, if the known version is no longer in its database.
    fn changed(&self, error: QueryError, is_known: bool) -> QueryError {
        match error {
            QueryError::NoDataset if is_known && self.only().is_none() => QueryError::DatasetChanged,
            error => error,
        }
    }

    async fn begun<'a, A: 'a>(
        &'a self,
        begun: impl Future<Output = Result<PendingAnswer<'a, A>, QueryError>>,
        is_known: bool,
    ) -> Result<PendingAnswer<'a, A>, QueryError> {
        let PendingAnswer { version, finish } = begun.await.map_err(|error| self.changed(error, is_known))?;
        let finish = Box::pin(async move { finish.await.map_err(|error| self.changed(error, is_known)) });
        Ok(PendingAnswer { version, finish })
    }
}

/// Returns the position of a generation's database.
fn database_of(generation: u32) -> usize {
    (generation / GENERATIONS) as usize
}

/// Returns the binding of a database.
fn name_of(position: usize) -> String {
    position.checked_sub(1).map_or_else(|| "DB".to_owned(), |number| format!("DATA_{number}"))
}

impl<S: Store> DataBackend for Ring<S> {
    async fn served_version(&self) -> Result<DatasetVersion, QueryError> {
        self.serving(None).await?.served_version().await
    }

    async fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, Outcome>, QueryError> {
        let (is_known, database) = (known.is_some(), self.serving(known.as_ref()).await?);
        self.begun(database.begin(request, known), is_known).await
    }

    fn take_confirmed_version(&self) -> Option<DatasetVersion> {
        // What a database reports is served only if the table `ring` named the database.
        match self.only() {
            Some(only) => only.take_confirmed_version(),
            None if self.is_confirmed.take() => self.databases.get(self.served.get())?.take_confirmed_version(),
            None => None,
        }
    }

    async fn explain(&self, request: &Request) -> Result<AnswerExplanation, QueryError> {
        self.serving(None).await?.explain(request).await
    }

    async fn near_names(&self, index: Index, values: &[(&'static str, &str)]) -> Result<Vec<Vec<String>>, QueryError> {
        self.serving(None).await?.near_names(index, values).await
    }

    fn usage(&self) -> DatabaseUsage {
        self.databases.iter().map(Columnar::usage).fold(DatabaseUsage::default(), |all, next| DatabaseUsage {
            rows_read: all.rows_read + next.rows_read,
            rows_written: all.rows_written + next.rows_written,
            bytes_read: all.bytes_read + next.bytes_read,
        })
    }
}

impl<S: Store> AccountBackend for Ring<S> {
    type Preparation<'a>
        = <Columnar<S> as AccountBackend>::Preparation<'a>
    where
        Self: 'a;

    async fn begin_account<'a>(
        &'a self,
        query: AccountQuery<'a>,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        let (is_known, database) = (known.is_some(), self.serving(known.as_ref()).await?);
        self.begun(database.begin_account(query, known), is_known).await
    }

    async fn preview_brand(&self, brand: &Brand) -> Result<BrandPreview, QueryError> {
        self.serving(None).await?.preview_brand(brand).await
    }

    async fn prepare<'a>(
        &'a self,
        brands: &'a [MonitoredBrand],
        version: &DatasetVersion,
    ) -> Result<Self::Preparation<'a>, QueryError> {
        self.database(version.generation)?.prepare(brands, version).await
    }

    async fn served_dates(&self) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
        self.serving(None).await?.served_dates().await
    }

    async fn has_current_text(&self) -> Result<bool, QueryError> {
        self.serving(None).await?.has_current_text().await
    }
}
