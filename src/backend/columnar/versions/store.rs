//! The columnar backend as a store of versions: each step is one transaction.

use super::generation::{begin, discard, drop_previous, generations, publish, remove, rollback, state_of};
use super::{advance, count_of_ids, counts, documents, erase, erase_records, increment, load};
use super::{missing_tables, overwrite_free_pages, roll_back_increment, rows, schema_fingerprint, stage};
use crate::backend::columnar::{Columnar, read_served};
use crate::query::{
    BaseVersion, ErasedRows, ImportStart, ImportTable, Increment, JsonRows, PendingImport, PublishedVersion,
    QueryError, RecordCounts, ReplacedVersion, VersionState, VersionStore,
};
use crate::segment::{Lookup, ROW, RemovedRows, Table};
use crate::spec::Index;
use crate::spec::answer::Content;
use crate::sql::{Row, Statement, Store, from_row, single, table_names};
use serde_json::Value;
use serde_json::value::RawValue;

type RawRows = Vec<Box<RawValue>>;

impl<S: Store> VersionStore for Columnar<S> {
    type Lookup = Lookup;
    type Removal = RemovedRows;

    fn schema_fingerprint(&self) -> String {
        schema_fingerprint()
    }

    fn tables(&self) -> Vec<ImportTable> {
        let table = |table: Table| ImportTable { name: table.name(), columns: table.columns().len(), key: table.key() };
        Table::ALL.map(table).into()
    }

    async fn missing_tables(&self) -> Result<Vec<String>, QueryError> {
        let served = match read_served(self.store()).await {
            Ok(served) => Some(served.generation),
            Err(QueryError::NoDataset) => None,
            Err(error) => return Err(error),
        };
        Ok(missing_tables(&self.read(table_names()).await?, served))
    }

    async fn state(&self) -> Result<VersionState, QueryError> {
        let rows = self.read(generations()).await?;
        state_of(rows).ok_or_else(|| QueryError::Unavailable("the table of generations is invalid".to_owned()))
    }

    async fn sweep(&self) -> Result<VersionState, QueryError> {
        let mut state = self.state().await?;
        for generation in std::mem::take(&mut state.dropped) {
            self.remove(generation).await?;
        }
        Ok(state)
    }

    async fn begin_import(&self, before: &VersionState, start: &ImportStart, now: i64) -> Result<(), QueryError> {
        let mut statements: Vec<_> = before.loading.iter().map(discard).collect();
        statements.extend(begin(before.next_generation(), start, now));
        self.run(statements).await
    }

    async fn load(&self, loading: &PendingImport, rows: JsonRows, batch: u32, now: i64) -> Result<(), QueryError> {
        let table = table(rows.table())?;
        self.run(load(loading, table, batch, rows.into_json(), now)).await
    }

    async fn finish_loading(&self, loading: &PendingImport, now: i64) -> Result<(), QueryError> {
        self.run(advance(loading, now)).await
    }

    async fn count_records(&self, loading: &PendingImport) -> Result<RecordCounts, QueryError> {
        let row = self.read(counts(loading.generation)).await?.into_iter().next().unwrap_or_default();
        Ok(from_row(row)?)
    }

    async fn publish(
        &self,
        loading: &PendingImport,
        content: &Content,
        replaced: ReplacedVersion,
        now_text: &str,
    ) -> Result<(), QueryError> {
        self.run(publish(loading, content, replaced, now_text)).await
    }

    async fn discard(&self, loading: &PendingImport) -> Result<(), QueryError> {
        self.run(vec![discard(loading)]).await
    }

    async fn add_increment(
        &self,
        increment: &Increment,
        rows: Vec<JsonRows>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> Result<u64, QueryError> {
        let mut statements: Vec<_> = discarded.into_iter().map(discard).collect();
        statements.extend(self::increment(increment, rows_by_table(rows)?, now, now_text));
        self.run_counted(statements).await
    }

    async fn rollback(&self, state: &VersionState) -> Result<bool, QueryError> {
        let statements = match (&state.served, &state.previous) {
            (_, None) => return Ok(false),
            (Some(served), Some(previous)) if served.generation == previous.generation => roll_back_increment(served),
            _ => rollback(),
        };
        self.run(statements).await?;
        Ok(true)
    }

    async fn forget_previous(&self, served: Option<&PublishedVersion>) -> Result<(), QueryError> {
        self.run(drop_previous(served)).await
    }

    async fn count_ids(&self, index: Index, generation: u32, ids: &[String]) -> Result<u64, QueryError> {
        let row = self.read(count_of_ids(Table::of_documents(index), generation, ids)).await?.into_iter().next();
        let count = row.and_then(|row| row.get("documents").and_then(Value::as_u64));
        count.ok_or_else(|| QueryError::Unavailable("records were not counted".to_owned()))
    }

    async fn erase(
        &self,
        served: &PublishedVersion,
        previous: bool,
        loading: Option<&PendingImport>,
    ) -> Result<(), QueryError> {
        self.run(erase(served, previous, loading)).await
    }

    async fn stage_erasure(
        &self,
        base: BaseVersion,
        import: &str,
        number: u32,
        rows: JsonRows,
    ) -> Result<(), QueryError> {
        self.run(stage(base, import, number, table(rows.table())?, rows.into_json())).await
    }

    async fn erase_records(
        &self,
        erasure: &Increment,
        ErasedRows { batches, removed, delta }: ErasedRows<RemovedRows>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> Result<u64, QueryError> {
        let batches = batches.iter().map(|name| table(name)).collect::<Result<Vec<_>, _>>()?;
        let mut statements: Vec<_> = discarded.into_iter().map(discard).collect();
        statements.extend(self::erase_records(erasure, &batches, &removed, rows_by_table(delta)?, now, now_text));
        self.run_counted(statements).await
    }

    async fn overwrite_free_space(&self, bytes: u64, _of_dropped: bool) -> Result<(), QueryError> {
        self.run(overwrite_free_pages(bytes)).await
    }

    fn database_bytes(&self) -> u64 {
        self.store().counts().database_bytes
    }

    async fn export_records(
        &self,
        table: &ImportTable,
        generation: u32,
        after: i64,
    ) -> Result<Option<RawRows>, QueryError> {
        self.raw_rows(documents(self::table(table.name)?, generation, after)).await
    }

    async fn export_rows(
        &self,
        table: &ImportTable,
        generation: u32,
        after: &[Value],
    ) -> Result<Option<RawRows>, QueryError> {
        self.raw_rows(rows(self::table(table.name)?, generation, after)).await
    }

    async fn look_up(&self, generation: u32, revision: u32, lookup: &Lookup) -> Result<Option<RawRows>, QueryError> {
        self.raw_rows(lookup.statement(generation, revision)).await
    }
}

impl<S: Store> Columnar<S> {
    /// Removes the tables of a dropped generation.
    pub(in crate::backend::columnar) async fn remove(&self, generation: u32) -> Result<(), QueryError> {
        for statements in remove(generation) {
            self.run(statements).await?;
        }
        Ok(())
    }

    /// Runs statements as one transaction.
    pub(in crate::backend::columnar) async fn run(&self, statements: Vec<Statement>) -> Result<(), QueryError> {
        self.store().batch(statements).await?;
        Ok(())
    }

    /// Runs statements as one transaction. Returns the number of rows written.
    async fn run_counted(&self, statements: Vec<Statement>) -> Result<u64, QueryError> {
        let before = self.store().counts().rows_written;
        self.run(statements).await?;
        Ok(self.store().counts().rows_written - before)
    }

    pub(in crate::backend::columnar) async fn read(&self, statement: Statement) -> Result<Vec<Row>, QueryError> {
        Ok(single(self.store().batch(vec![statement]).await?)?)
    }

    /// Returns the rows of a statement that has each row as JSON text in the column [`ROW`].
    async fn raw_rows(&self, statement: Option<Statement>) -> Result<Option<RawRows>, QueryError> {
        let Some(statement) = statement else { return Ok(None) };
        let raw = |row: Row| match row.into_value(ROW) {
            Some(Value::String(json)) => RawValue::from_string(json).ok(),
            _ => None,
        };
        let rows = self.read(statement).await?.into_iter().map(raw).collect::<Option<RawRows>>();
        rows.map(Some).ok_or_else(|| QueryError::Unavailable("a row is not JSON".to_owned()))
    }
}

fn table(name: &str) -> Result<Table, QueryError> {
    Table::from_name(name).ok_or_else(|| QueryError::Unavailable(format!("there is no table '{name}'")))
}

fn rows_by_table(rows: Vec<JsonRows>) -> Result<Vec<(Table, String)>, QueryError> {
    rows.into_iter().map(|rows| Ok((table(rows.table())?, rows.into_json()))).collect()
}
