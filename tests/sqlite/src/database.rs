//! SQLite as a store, in memory or in a file.

use overheard::sql::{Param, Row, Statement, Store, StoreError};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};
use std::cell::{Cell, RefCell};
use std::path::Path;

/// Data need not survive a crash, so journals stay in memory. Transactions are still atomic.
const PRAGMAS: &str = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; \
                       PRAGMA cache_size = -262144;";
const MIGRATION: &str = concat!(
    include_str!("../../../worker/migrations/0001_generations.sql"),
    include_str!("../../../worker/migrations/0002_views.sql"),
    include_str!("../../../worker/migrations/0003_served.sql"),
    include_str!("../../../worker/migrations/0004_reports.sql"),
    include_str!("../../../worker/migrations/0005_webhooks.sql"),
    include_str!("../../../worker/migrations/0006_events.sql"),
    include_str!("../../../worker/migrations/0007_ring.sql"),
    include_str!("../../../worker/migrations/0008_feeds.sql"),
    include_str!("../../../worker/migrations/0009_alerts.sql"),
    include_str!("../../../worker/migrations/0010_brand_aliases.sql"),
    include_str!("../../../worker/migrations/0011_exports.sql")
);
/// Number of prepared statements: loading repeats a few of them a thousand times.
const PREPARED: usize = 64;

/// A database that runs the core's statements.
pub struct SqliteDatabase {
    connection: RefCell<Connection>,
    /// The largest number of bound values of a statement.
    pub most_params: Cell<usize>,
}

impl Default for SqliteDatabase {
    fn default() -> Self {
        Self::of(Connection::open_in_memory().expect("SQLite opens in memory"))
    }
}

impl Store for SqliteDatabase {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.run(statements).map_err(|error| StoreError::Unavailable(error.to_string()))
    }
}

impl SqliteDatabase {
    /// Creates a database in memory with the tables that the edge has before the first import.
    pub fn migrated() -> Self {
        let database = Self::default();
        database.connection.borrow().execute_batch(MIGRATION).expect("the migration runs");
        database
    }

    /// Opens the database in a file, with the tables that the edge has before the first import.
    pub fn migrated_at(file: &Path) -> Self {
        let database = Self::at(file);
        database.connection.borrow().execute_batch(MIGRATION).expect("the migration runs");
        database
    }

    /// Opens the database in a file. Creates the file if it does not exist.
    pub fn at(file: &Path) -> Self {
        Self::of(Connection::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
    }

    fn of(connection: Connection) -> Self {
        connection.execute_batch(PRAGMAS).expect("SQLite is set up");
        connection.set_prepared_statement_cache_capacity(PREPARED);
        Self { connection: RefCell::new(connection), most_params: Cell::new(0) }
    }

    /// Runs statements as one transaction and returns the rows of each. It takes one statement at a time, so a large
    /// load is never in memory as a whole.
    ///
    /// # Errors
    /// SQLite's.
    pub fn run(&self, statements: impl IntoIterator<Item = Statement>) -> rusqlite::Result<Vec<Vec<Row>>> {
        let mut connection = self.connection.borrow_mut();
        let transaction = connection.transaction()?;
        let mut results = Vec::new();
        for Statement { sql, params, .. } in statements {
            self.most_params.set(self.most_params.get().max(params.len()));
            let mut statement = transaction.prepare_cached(&sql)?;
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.query(params_from_iter(params.iter().map(Bound)))?;
            let mut result = Vec::new();
            while let Some(row) = rows.next()? {
                let cells = names.iter().enumerate().map(|(at, name)| Ok((name.clone(), json(row.get_ref(at)?))));
                result.push(cells.collect::<rusqlite::Result<Row>>()?);
            }
            results.push(result);
        }
        transaction.commit()?;
        Ok(results)
    }
}

/// A value in the type that D1 binds.
struct Bound<'p>(&'p Param);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self.0 {
            Param::Text(text) => ToSqlOutput::from(text.as_str()),
            // JavaScript has only one type of number.
            Param::Integer(integer) => ToSqlOutput::from(*integer as f64),
        })
    }
}

/// Returns a value in the form of D1's results.
fn json(value: ValueRef<'_>) -> serde_json::Value {
    match value {
        ValueRef::Null => serde_json::Value::Null,
        ValueRef::Integer(integer) => integer.into(),
        ValueRef::Real(real) if real.fract() == 0.0 => (real as i64).into(),
        ValueRef::Real(real) => real.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
        ValueRef::Blob(_) => panic!("no column holds bytes"),
    }
}
