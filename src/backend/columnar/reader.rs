//! Reading one generation of the dataset, and noticing when another one is published meanwhile.

use super::served::{served_from_rows, served_statement};
use crate::backend::columnar::plan::Plan;
use crate::query::DatasetVersion;
use crate::query::PlanExplanation;
use crate::query::QueryError;
use crate::sql::{AnyStore, Param, Row, Selected, Sql, Statement, Store, rows_by};
use std::cell::{Cell, RefCell};

/// Reads one generation of the dataset.
pub struct Reader<'s> {
    store: AnyStore<'s>,
    dataset: RefCell<Option<DatasetVersion>>,
    trips: Cell<u32>,
    explanations: RefCell<Vec<PlanExplanation>>,
}

impl<'s> Reader<'s> {
    /// A reader of a version that is believed to be served, or else of the one that the first read finds.
    pub fn new(store: AnyStore<'s>, known: Option<DatasetVersion>) -> Self {
        Self { store, dataset: RefCell::new(known), trips: Cell::new(0), explanations: RefCell::default() }
    }

    /// The version that is read.
    ///
    /// # Errors
    /// Before the first read, when it is not known.
    pub fn version(&self) -> Result<DatasetVersion, QueryError> {
        self.dataset.borrow().clone().ok_or(QueryError::NoDataset)
    }

    /// The generation that is read. The same errors.
    pub fn generation(&self) -> Result<u32, QueryError> {
        self.version().map(|dataset| dataset.generation)
    }

    /// How often the database was asked.
    pub fn trips(&self) -> u32 {
        self.trips.get()
    }

    /// Notes a plan that is carried out.
    pub(super) fn note(&self, plan: &Plan) {
        self.explanations.borrow_mut().push(plan.explanation.clone());
    }

    /// The plans that were carried out, in words.
    pub fn explanations(&self) -> Vec<PlanExplanation> {
        self.explanations.borrow().clone()
    }

    /// A statement on a table that all generations share: the text before and after its condition on the generation.
    /// Before the generation is known, it is that which is served when the statement runs.
    pub fn shared(&self, before: &str) -> Sql {
        Sql::new(&format!("{before} generation = {}", self.served()))
    }

    /// A statement on such a table, for the rows that have any of some texts in a column.
    pub fn shared_by<T: AsRef<str>>(&self, table: &str, columns: &[&str], by: &str, texts: &[T]) -> Sql {
        let columns: Vec<Selected<'_>> = columns.iter().map(|column| (*column, *column)).collect();
        let mut sql = rows_by(table, &columns, [by], texts.iter().map(|text| [Param::from(text.as_ref())]));
        sql.push(&format!(" AND row.generation = {}", self.served()));
        sql
    }

    /// The generation that is read, as SQL.
    fn served(&self) -> String {
        let known = self.dataset.borrow().as_ref().map(|dataset| dataset.generation.to_string());
        known.unwrap_or_else(|| "(SELECT generation FROM generation WHERE state = 'served')".to_owned())
    }

    /// The same on a table whose rows belong to one revision.
    pub fn shared_by_revision(&self, before: &str) -> Sql {
        let known = self.dataset.borrow().as_ref().map(|dataset| (dataset.generation, dataset.revision));
        let served = "(SELECT generation, revision FROM generation WHERE state = 'served')";
        let revision =
            known.map_or_else(|| served.to_owned(), |(generation, revision)| format!("({generation}, {revision})"));
        Sql::new(&format!("{before} (generation, revision) = {revision}"))
    }

    /// Such a statement in full. Its rows last once it says which generation they are of.
    pub fn finish_shared(&self, sql: Sql) -> Statement {
        if self.dataset.borrow().is_some() { sql.finish_immutable() } else { sql.finish() }
    }

    /// Runs statements; their rows all belong to this version.
    ///
    /// # Errors
    /// Those of the store, and [`QueryError::DatasetChanged`] or [`QueryError::NoDataset`].
    pub async fn read(&self, mut statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, QueryError> {
        self.trips.set(self.trips.get() + 1);
        statements.push(served_statement());
        let mut results = self.store.batch(statements).await?;
        let served = served_from_rows(results.pop().unwrap_or_default())?;
        let mut dataset = self.dataset.borrow_mut();
        match dataset.as_ref() {
            Some(known) if *known != served => Err(QueryError::DatasetChanged),
            Some(_) => Ok(results),
            None => {
                *dataset = Some(served);
                Ok(results)
            }
        }
    }
}
