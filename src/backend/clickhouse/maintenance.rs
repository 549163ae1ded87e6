//! Statements on whole versions, for the operator's command.

use super::connection::{Connection, HttpRequest};
use super::reader::Reader;
use super::schema::{Servers, VersionTables};
use super::sql::Sql;
use crate::query::QueryError;
use crate::segment::{Hashes, RowKind};
use crate::spec::answer::Content;
use serde_json::value::RawValue;
use std::cell::Cell;
use std::collections::BTreeMap;

/// The time limit of a statement in milliseconds.
const TIMEOUT_MS: u64 = 600_000;

/// The versions on a server, as an operator sees them.
pub struct Maintenance<'c, C> {
    connection: &'c C,
    rows_read: Cell<u64>,
    bytes_read: Cell<u64>,
}

/// The facts about a server and its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// The version of ClickHouse.
    pub version: String,
    /// The time of the server in seconds since 1970.
    pub time: i64,
}

impl<'c, C: Connection> Maintenance<'c, C> {
    /// Returns the versions on the server of a connection.
    pub fn new(connection: &'c C) -> Self {
        Self { connection, rows_read: Cell::default(), bytes_read: Cell::default() }
    }

    fn reader(&self, tables: VersionTables) -> Reader<'_, C> {
        Reader::new(self.connection, tables, TIMEOUT_MS, (&self.rows_read, &self.bytes_read))
    }

    /// Reads the version and the time of the server.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn facts(&self) -> Result<ServerFacts, QueryError> {
        let sql = Sql::new("SELECT version(), toInt64(toUnixTimestamp(now()))");
        let (version, time) = self.reader(VersionTables { generation: 0, revision: 0 }).read_one(&sql).await?;
        Ok(ServerFacts { version, time })
    }

    /// Returns the versions that have tables, with the number of these.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn versions(&self) -> Result<BTreeMap<VersionTables, u32>, QueryError> {
        let sql = Sql::new("SELECT name FROM system.tables WHERE database = currentDatabase()");
        let names: Vec<(String,)> = self.reader(VersionTables { generation: 0, revision: 0 }).read(&sql).await?;
        let mut versions = BTreeMap::new();
        for version in names.iter().filter_map(|(name,)| VersionTables::of_table(name)) {
            *versions.entry(version).or_default() += 1;
        }
        Ok(versions)
    }

    /// Drops all tables of a version.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn drop_version(&self, tables: VersionTables, servers: &Servers) -> Result<(), QueryError> {
        for statement in tables.dropping_all(servers) {
            self.run(statement.request(&[])).await?;
        }
        Ok(())
    }

    /// Computes the content of a version from the hashes of its records.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn content(&self, tables: VersionTables) -> Result<Content, QueryError> {
        let reader = self.reader(tables);
        let mut sizes = [(0, Hashes::default()); 3];
        for (size, kind) in sizes.iter_mut().zip([RowKind::Video, RowKind::Snapshot, RowKind::Mention]) {
            let (half, table) = (Hashes::HALF, tables.of_kind(kind));
            let sql = format!(
                "SELECT count(), sum(bitShiftRight(hash, {half})), sum(bitAnd(hash, {})) FROM {table}",
                (1_u64 << half) - 1
            );
            let (count, high, low) = reader.read_one(&Sql::new(sql)).await?;
            *size = (count, Hashes { high, low });
        }
        Ok(Content::of(sizes))
    }

    /// Returns the imported rows of the videos with some ids.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn videos(&self, tables: VersionTables, ids: &[String]) -> Result<Vec<Box<RawValue>>, QueryError> {
        let (columns, table) = (RowKind::Video.columns().join(", "), tables.of_kind(RowKind::Video));
        let mut sql = Sql::new(format!("SELECT {columns} FROM {table} WHERE video_id IN ("));
        sql.bind_list(ids).push(")");
        self.reader(tables).read(&sql).await
    }

    async fn run(&self, request: HttpRequest) -> Result<(), QueryError> {
        let sent = self.connection.send(request).await;
        let response = sent.map_err(|reason| QueryError::Unavailable(format!("ClickHouse: {reason}")))?;
        response.into_body().map(drop)
    }
}
