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

/// The facts about a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFacts {
    /// The version of ClickHouse.
    pub version: String,
    /// The time of the server in seconds since 1970.
    pub time: i64,
}

impl ServerFacts {
    /// The first version with text indexes as the tables have them, whose words can be listed.
    pub const OLDEST: (u32, u32) = (26, 3);

    /// Returns true if the server has text indexes.
    pub fn is_supported(&self) -> bool {
        let mut numbers = self.version.split('.').map(|number| number.parse().unwrap_or(0));
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= Self::OLDEST
    }
}

/// A privilege on the tables of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privilege {
    /// To read rows.
    Select,
    /// To insert rows.
    Insert,
    /// To create tables.
    CreateTable,
    /// To drop tables.
    DropTable,
}

impl Privilege {
    /// All privileges that an import needs.
    pub const ALL: [Self; 4] = [Self::Select, Self::Insert, Self::CreateTable, Self::DropTable];
    /// The privileges that readers must not have.
    pub const WRITING: [Self; 3] = [Self::Insert, Self::CreateTable, Self::DropTable];

    /// Returns the name in statements.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "SELECT",
            Self::Insert => "INSERT",
            Self::CreateTable => "CREATE TABLE",
            Self::DropTable => "DROP TABLE",
        }
    }
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

    /// Returns true if the user has a privilege.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn has(&self, privilege: Privilege) -> Result<bool, QueryError> {
        let sql = Sql::new(format!("CHECK GRANT {} ON *", privilege.name()));
        let (is_granted,): (u8,) = self.reader(VersionTables { generation: 0, revision: 0 }).read_one(&sql).await?;
        Ok(is_granted == 1)
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
        Ok(Content::of(sizes, None))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_without_text_indexes_are_not_supported() {
        let is_supported = |version: &str| ServerFacts { version: version.to_owned(), time: 0 }.is_supported();
        assert_eq!(["26.3.1.1", "26.10.3", "27.1"].map(is_supported), [true; 3]);
        assert_eq!(["26.2.9.1", "25.12.1", "", "unknown"].map(is_supported), [false; 4]);
    }
}
