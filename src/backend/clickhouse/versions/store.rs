//! Imports of versions: the operator's command writes their tables, and these functions change which one is served.

use super::{ClickHouseDataset, statements, text_rules_of};
use crate::backend::clickhouse::reader::Reader;
use crate::backend::clickhouse::sql::Sql;
use crate::backend::clickhouse::write::removal_id;
use crate::backend::clickhouse::{Connection, Servers, VersionTables};
use crate::backend::columnar::versions::{
    advance, discard, drop_previous, erase, generations, publish, remove, reserve, rollback, state_of,
};
use crate::base::text::TEXT_RULES;
use crate::query::{
    BaseVersion, ErasedRows, ImportStart, ImportTable, Increment, JsonRows, PendingImport, PublishedVersion,
    QueryError, RecordCounts, ReplacedVersion, VersionState, VersionStore,
};
use crate::segment::RowKind;
use crate::spec::Index;
use crate::spec::answer::Content;
use crate::spec::limits::QUERY_TIMEOUT_MS;
use crate::sql::{Row, Statement, Store, exactly, table_names};
use data_encoding::HEXLOWER;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Returns a SHA-256 hash, hexadecimal, of the statements that create tables and of the version of the text rules. The
/// command that writes tables and the Worker that reads them must have the same one.
pub fn schema_fingerprint() -> String {
    let creation = tables(0).creation(&Servers::One);
    let texts = creation.iter().map(Sql::text).collect::<Vec<_>>().join("\n");
    HEXLOWER.encode(&Sha256::digest(format!("{texts}\ntext {TEXT_RULES}")))
}

/// Returns the tables of a generation of this backend.
const fn tables(generation: u32) -> VersionTables {
    VersionTables { generation, revision: 0 }
}

fn no_rows<T>() -> Result<T, QueryError> {
    Err(QueryError::Unavailable("the dataset is in ClickHouse: this database takes no rows of it".to_owned()))
}

impl<S: Store, C: Connection> ClickHouseDataset<S, C> {
    async fn run(&self, statements: Vec<Statement>) -> Result<(), QueryError> {
        self.versions.batch(statements).await?;
        Ok(())
    }

    fn reader(&self, generation: u32) -> Reader<'_, C> {
        let counts = (&self.rows_read, &self.bytes_read);
        Reader::new(&self.connection, tables(generation), QUERY_TIMEOUT_MS, counts)
    }

    /// Reads the rows of all generations: those of this backend, and those of the columnar one.
    async fn all_generations(&self) -> Result<(Vec<Row>, Vec<Row>), QueryError> {
        let [rows, marked] = exactly(self.versions.batch(vec![generations(), statements::marked()]).await?)?;
        let text_rules = marked.iter().filter_map(|row| Some((generation(row)?, text_rules_of(row)?)));
        let text_rules: BTreeMap<u32, u32> = text_rules.collect();
        let is_served = |row: &&Row| row.get("state").is_some_and(|state| state == "served");
        let served = rows.iter().find(is_served).and_then(generation);
        self.known.0.set(served.and_then(|served| Some((served, *text_rules.get(&served)?))));
        Ok(rows.into_iter().partition(|row| generation(row).is_some_and(|number| text_rules.contains_key(&number))))
    }
}

fn generation(row: &Row) -> Option<u32> {
    row.get("generation")?.as_u64()?.try_into().ok()
}

impl<S: Store, C: Connection> VersionStore for ClickHouseDataset<S, C> {
    type Lookup = IgnoredAny;
    type Removal = IgnoredAny;

    fn schema_fingerprint(&self) -> String {
        schema_fingerprint()
    }

    fn tables(&self) -> Vec<ImportTable> {
        Vec::new()
    }

    fn resumes_imports(&self) -> bool {
        false
    }

    async fn missing_tables(&self) -> Result<Vec<String>, QueryError> {
        let required = ["generation", "layout"].map(str::to_owned);
        let mut missing = crate::sql::missing_tables(&self.read(table_names()).await?, required);
        if !missing.is_empty() {
            return Ok(missing);
        }
        let state = self.state().await?;
        for version in [&state.served, &state.previous].into_iter().flatten() {
            let names = tables(version.generation).names();
            let mut sql = Sql::new("SELECT name FROM system.tables WHERE database = currentDatabase() AND has(");
            sql.bind_list(&names).push(", name)");
            let found: Vec<(String,)> = self.reader(version.generation).read(&sql).await?;
            missing.extend(names.into_iter().filter(|name| !found.iter().any(|(found,)| found == name)));
        }
        Ok(missing)
    }

    async fn state(&self) -> Result<VersionState, QueryError> {
        let invalid = || QueryError::Unavailable("the table of generations is invalid".to_owned());
        let (own, others) = self.all_generations().await?;
        let others: Option<Vec<u32>> = others.iter().map(generation).collect();
        let mut state = state_of(own).ok_or_else(invalid)?;
        state.dropped.extend(others.ok_or_else(invalid)?);
        Ok(state)
    }

    async fn sweep(&self) -> Result<VersionState, QueryError> {
        self.run(statements::remove_dropped().into()).await?;
        let (_, others) = self.all_generations().await?;
        let is_dropped = |row: &&Row| row.get("state").is_some_and(|state| state == "dropped");
        for generation in others.iter().filter(is_dropped).filter_map(generation) {
            for statements in remove(generation) {
                self.run(statements).await?;
            }
        }
        self.state().await
    }

    async fn begin_import(&self, before: &VersionState, start: &ImportStart, now: i64) -> Result<(), QueryError> {
        let generation = before.next_generation();
        let mut statements: Vec<_> = before.loading.iter().map(discard).collect();
        statements.push(statements::drop_others());
        statements.extend(reserve(generation, start, now));
        statements.push(statements::mark(generation));
        self.run(statements).await
    }

    async fn touch(&self, loading: &PendingImport, now: i64) -> Result<(), QueryError> {
        self.run(vec![statements::touch(loading.generation, now)]).await
    }

    async fn load(&self, _: &PendingImport, _: JsonRows, _: u32, _: i64) -> Result<(), QueryError> {
        no_rows()
    }

    async fn finish_loading(&self, loading: &PendingImport, now: i64) -> Result<(), QueryError> {
        self.run(advance(loading, now)).await
    }

    async fn count_records(&self, loading: &PendingImport) -> Result<RecordCounts, QueryError> {
        let reader = self.reader(loading.generation);
        let mut counts = [0; 3];
        for (count, kind) in counts.iter_mut().zip([RowKind::Video, RowKind::Snapshot, RowKind::Mention]) {
            let sql = Sql::new(format!("SELECT count() FROM {}", reader.tables.of_kind(kind)));
            (*count,) = reader.read_one(&sql).await?;
        }
        let [videos, snapshots, mentions] = counts;
        Ok(RecordCounts { videos, snapshots, mentions })
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
        _: &Increment,
        _: Vec<JsonRows>,
        _: Option<&PendingImport>,
        _: i64,
        _: &str,
    ) -> Result<u64, QueryError> {
        no_rows()
    }

    async fn rollback(&self, state: &VersionState) -> Result<bool, QueryError> {
        if state.previous.is_none() {
            return Ok(false);
        }
        self.run(rollback()).await?;
        Ok(true)
    }

    async fn forget_previous(&self, served: Option<&PublishedVersion>) -> Result<(), QueryError> {
        self.run(drop_previous(served)).await
    }

    async fn count_ids(&self, index: Index, generation: u32, ids: &[String]) -> Result<u64, QueryError> {
        let reader = self.reader(generation);
        let (table, id) = (reader.tables.of_index(index), removal_id(RowKind::of(index)));
        let mut sql = Sql::new(format!("SELECT count() FROM {table} WHERE {id} IN ("));
        sql.bind_list(ids).push(")");
        let (count,): (u64,) = reader.read_one(&sql).await?;
        Ok(count)
    }

    async fn erase(
        &self,
        served: &PublishedVersion,
        previous: bool,
        loading: Option<&PendingImport>,
    ) -> Result<(), QueryError> {
        self.run(erase(served, previous, loading)).await
    }

    async fn stage_erasure(&self, _: BaseVersion, _: &str, _: u32, _: JsonRows) -> Result<(), QueryError> {
        no_rows()
    }

    async fn erase_records(
        &self,
        _: &Increment,
        _: ErasedRows<IgnoredAny>,
        _: Option<&PendingImport>,
        _: i64,
        _: &str,
    ) -> Result<u64, QueryError> {
        no_rows()
    }

    async fn overwrite_free_space(&self, _: u64, _: bool) -> Result<(), QueryError> {
        // ClickHouse removes the files of dropped tables.
        Ok(())
    }

    fn database_bytes(&self) -> u64 {
        0
    }

    async fn export_records(&self, _: &ImportTable, _: u32, _: i64) -> Result<Option<Vec<Box<RawValue>>>, QueryError> {
        Ok(None)
    }

    async fn export_rows(
        &self,
        _: &ImportTable,
        _: u32,
        _: &[Value],
    ) -> Result<Option<Vec<Box<RawValue>>>, QueryError> {
        Ok(None)
    }

    async fn look_up(&self, _: u32, _: u32, _: &IgnoredAny) -> Result<Option<Vec<Box<RawValue>>>, QueryError> {
        Ok(None)
    }
}
