//! Writes packed rows into an SQLite file, as one generation that is served.

use overheard::segment::Table;
use overheard::spec::answer::Content;
use rusqlite::{Connection, params, params_from_iter};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The generation of the rows.
const GENERATION: u32 = 1;
const MIGRATION: &str = concat!(
    include_str!("../../../../worker/migrations/0001_generations.sql"),
    include_str!("../../../../worker/migrations/0002_views.sql"),
    include_str!("../../../../worker/migrations/0003_served.sql")
);

/// A database that is being filled.
pub struct Database {
    connection: Connection,
}

impl Database {
    /// Creates a file with empty tables.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        if path.exists() {
            fs::remove_file(path)?;
        }
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        connection.execute_batch(MIGRATION)?;
        for table in Table::ALL {
            connection.execute_batch(&table.definition(GENERATION).create().sql)?;
        }
        connection.execute_batch("BEGIN")?;
        Ok(Self { connection })
    }

    /// Stores a row.
    pub fn add(&mut self, table: Table, row: &str) -> anyhow::Result<()> {
        let mut columns = table.columns();
        let values: Vec<Value> = serde_json::from_str(row)?;
        let mut values: Vec<rusqlite::types::Value> = values.into_iter().map(stored).collect();
        if table.is_shared() {
            columns.insert(0, "generation");
            values.insert(0, i64::from(GENERATION).into());
        }
        let place = |column: &&str| if table.is_bytes(column) { "unhex(?)" } else { "?" };
        let places = columns.iter().map(place).collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", table.stored(GENERATION), columns.join(", "));
        self.connection.prepare_cached(&sql)?.execute(params_from_iter(values))?;
        Ok(())
    }

    /// Publishes the generation.
    pub fn finish(self, content: &Content) -> anyhow::Result<()> {
        self.connection.execute(
            "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at, version, published_at, \
             videos, snapshots, mentions) VALUES (?1, 'served', 'bench', 'bench', ?2, 0, ?3, ?2, ?4, ?5, ?6)",
            params![
                GENERATION,
                "2026-01-01T00:00:00Z",
                content.version,
                content.videos as i64,
                content.snapshots as i64,
                content.mentions as i64
            ],
        )?;
        self.connection.execute_batch("COMMIT")?;
        Ok(())
    }
}

fn stored(value: Value) -> rusqlite::types::Value {
    match value {
        Value::Null => rusqlite::types::Value::Null,
        Value::Number(number) => number.as_i64().unwrap_or_default().into(),
        Value::String(text) => text.into(),
        other => other.to_string().into(),
    }
}
