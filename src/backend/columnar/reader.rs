//! Reads one version of the dataset, and detects the publication of another one.

use super::decoded::DecodedValues;
use super::decoded_key::DecodedKey;
use super::served::{served_from_row, served_statement};
use crate::backend::columnar::plan::PART_BYTES;
use crate::query::DatasetVersion;
use crate::query::PlanExplanation;
use crate::query::QueryError;
use crate::sql::{AnyStore, ColumnAlias, Param, Row, Sql, Statement, Store, rows_by, rows_in};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A reader of one version of the dataset.
pub struct Reader<'s> {
    store: AnyStore<'s>,
    dataset: RefCell<Option<DatasetVersion>>,
    trips: Cell<u32>,
    explanations: RefCell<Vec<PlanExplanation>>,
    decoded: DecodedValues,
    part_bytes: u64,
    /// The row of the version, once it was read.
    served: RefCell<Option<Row>>,
    /// The aliases of brands that were looked up, with the numbers of their names.
    aliases: RefCell<BTreeMap<String, i64>>,
}

impl<'s> Reader<'s> {
    /// Creates a reader of a known version. Without one, it reads the version that the first read finds served.
    pub fn new(store: AnyStore<'s>, known: Option<DatasetVersion>) -> Self {
        Self::caching(store, known, DecodedValues::default())
    }

    /// Creates such a reader that also uses the cached decoded values.
    pub(super) fn caching(store: AnyStore<'s>, known: Option<DatasetVersion>, decoded: DecodedValues) -> Self {
        let dataset = RefCell::new(known);
        Self {
            store,
            dataset,
            trips: Cell::new(0),
            explanations: RefCell::default(),
            decoded,
            part_bytes: PART_BYTES,
            served: RefCell::default(),
            aliases: RefCell::default(),
        }
    }

    /// Sets the bytes of [`crate::backend::columnar::plan::IndexQuery::part_bytes`].
    pub(super) fn reading_parts_of(self, part_bytes: u64) -> Self {
        Self { part_bytes, ..self }
    }

    /// Returns the bytes of rows above which records are read in parts.
    pub(super) const fn part_bytes(&self) -> u64 {
        self.part_bytes
    }

    /// Remembers that a requested brand is an alias of the name with this number.
    pub(super) fn note_alias(&self, alias: &str, number: i64) {
        self.aliases.borrow_mut().insert(alias.to_owned(), number);
    }

    /// Returns the requested aliases of brands, with the numbers of their names.
    pub(super) fn requested_aliases(&self) -> BTreeMap<String, i64> {
        self.aliases.borrow().clone()
    }

    /// Returns the cached decoded values.
    pub(super) fn decoded_values(&self) -> &DecodedValues {
        &self.decoded
    }

    /// Returns a value that is decoded from rows of the version. `decode` also returns the bytes of the value; it is
    /// called if the value is not cached.
    ///
    /// # Errors
    /// Those of `decode`, and those of [`Self::version`].
    pub(super) fn decoded<T: 'static>(
        &self,
        key: DecodedKey,
        decode: impl FnOnce() -> Result<(T, usize), QueryError>,
    ) -> Result<Rc<T>, QueryError> {
        self.decoded.get(self.dataset.borrow().as_ref().ok_or(QueryError::NoDataset)?, key, decode)
    }

    /// Returns the version that is read.
    ///
    /// # Errors
    /// [`QueryError::NoDataset`] before the first read, if no version was given.
    pub fn version(&self) -> Result<DatasetVersion, QueryError> {
        self.dataset.borrow().clone().ok_or(QueryError::NoDataset)
    }

    /// Returns the generation that is read. Fails as [`Self::version`] does.
    pub fn generation(&self) -> Result<u32, QueryError> {
        self.dataset.borrow().as_ref().map(|dataset| dataset.generation).ok_or(QueryError::NoDataset)
    }

    /// Returns the number of round trips to the database.
    pub fn trips(&self) -> u32 {
        self.trips.get()
    }

    /// Records the explanation of a plan that is executed.
    pub(super) fn record_plan(&self, explanation: PlanExplanation) {
        self.explanations.borrow_mut().push(explanation);
    }

    /// Returns the explanations of the executed plans.
    pub fn explanations(&self) -> Vec<PlanExplanation> {
        self.explanations.borrow().clone()
    }

    /// Starts a statement on a table that all generations share: appends the condition on the generation to a text. If
    /// the generation is not known yet, the statement selects the served one when it runs.
    pub fn shared(&self, before: &str) -> Sql {
        let mut sql = Sql::new(before);
        sql.push(" generation = ");
        self.push_generation(&mut sql);
        sql
    }

    /// Starts a statement on such a table that reads the rows with one of some texts in a column.
    pub fn shared_by<T: AsRef<str>>(&self, table: &str, columns: &[&str], by: &str, texts: &[T]) -> Sql {
        let columns: Vec<ColumnAlias<'_>> = columns.iter().map(|column| (*column, *column)).collect();
        let mut sql = rows_by(table, &columns, [by], texts.iter().map(|text| [Param::from(text.as_ref())]));
        sql.push(" AND row.generation = ");
        self.push_generation(&mut sql);
        sql
    }

    /// Starts a statement on such a table that reads the rows whose text in a column is in a range, without its end.
    pub fn shared_between(&self, table: &str, columns: &[&str], by: &str, ranges: Vec<[Param; 2]>) -> Sql {
        let columns: Vec<ColumnAlias<'_>> = columns.iter().map(|column| (*column, *column)).collect();
        let mut sql = rows_in(table, &columns, by, ranges);
        sql.push(" AND row.generation = ");
        self.push_generation(&mut sql);
        sql
    }

    /// Appends the SQL expression of the generation that is read.
    fn push_generation(&self, sql: &mut Sql) {
        match self.dataset.borrow().as_ref() {
            Some(dataset) => sql.push_format(format_args!("{}", dataset.generation)),
            None => sql.push("(SELECT generation FROM generation WHERE state = 'served')"),
        };
    }

    /// Starts a statement as [`Self::shared`] does, on a table whose rows belong to one revision.
    pub fn shared_by_revision(&self, before: &str) -> Sql {
        let mut sql = Sql::new(before);
        sql.push(" (generation, revision) = ");
        match self.dataset.borrow().as_ref() {
            Some(dataset) => sql.push_format(format_args!("({}, {})", dataset.generation, dataset.revision)),
            None => sql.push("(SELECT generation, revision FROM generation WHERE state = 'served')"),
        };
        sql
    }

    /// Finishes a statement on a shared table. It is immutable if it names its generation.
    pub fn finish_shared(&self, sql: Sql) -> Statement {
        if self.dataset.borrow().is_some() { sql.finish_immutable() } else { sql.finish() }
    }

    /// Runs statements. All their rows belong to the version that is read.
    ///
    /// # Errors
    /// Errors of the store; [`QueryError::DatasetChanged`] if another version is served by now;
    /// [`QueryError::NoDataset`] if none is served.
    pub async fn read(&self, mut statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, QueryError> {
        self.trips.set(self.trips.get() + 1);
        statements.push(served_statement());
        let mut results = self.store.batch(statements).await?;
        let row = results.pop().unwrap_or_default().into_iter().next().ok_or(QueryError::NoDataset)?;
        if self.served.borrow().as_ref() != Some(&row) {
            let served = served_from_row(&row)?;
            let mut dataset = self.dataset.borrow_mut();
            if dataset.as_ref().is_some_and(|known| *known != served) {
                return Err(QueryError::DatasetChanged);
            }
            dataset.get_or_insert(served);
            self.served.replace(Some(row));
        }
        Ok(results)
    }
}
