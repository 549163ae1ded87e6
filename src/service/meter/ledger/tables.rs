//! The tables of a ledger: statements that write rows, and functions that parse them.

use super::key::KeyState;
use crate::service::meter::usage::{LatencyRow, UsageRow};
use crate::sql::{Param, Row, Sql, Statement};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The tables of a ledger. Each key is one row, which holds everything that a request changes.
pub(super) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS ledger (account TEXT PRIMARY KEY, checkpointed INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS key_state (key TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revoked (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS usage (period TEXT NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL, face TEXT NOT NULL, status TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL, cost INTEGER NOT NULL, PRIMARY KEY (period, endpoint, key, face, status)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS latency (period TEXT NOT NULL, endpoint TEXT NOT NULL, face TEXT NOT NULL, bucket INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (period, endpoint, face, bucket)) WITHOUT ROWID;
";

/// The private tables of a ledger.
pub trait Tables {
    /// Runs a statement and returns its rows.
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String>;

    /// Runs statements as one transaction: all of them, or none.
    fn run_all(&self, statements: Vec<Statement>) -> Result<(), String>;
}

/// Writes the account and the last month with written checkpoints.
pub(super) fn upsert_account(account: &str, checkpointed: i64) -> Statement {
    let sql = "INSERT INTO ledger (account, checkpointed) VALUES (?1, ?2) \
               ON CONFLICT DO UPDATE SET checkpointed = excluded.checkpointed";
    Statement::new(sql, [account.into(), checkpointed.into()])
}

/// Writes the states of keys.
pub(super) fn upsert_keys<'a>(keys: impl Iterator<Item = (&'a str, &'a KeyState)>) -> Result<Statement, String> {
    let rows: Vec<[Param; 2]> = keys
        .map(|(key, state)| {
            let state = serde_json::to_string(state).map_err(|error| error.to_string())?;
            Ok([Param::from(key), Param::from(state)])
        })
        .collect::<Result<_, String>>()?;
    let mut sql = Sql::new("INSERT INTO key_state (key, state) SELECT column1, column2 FROM ");
    // Without WHERE, SQLite would parse ON as part of a join.
    sql.rows(rows).push(" WHERE true ON CONFLICT DO UPDATE SET state = excluded.state");
    Ok(sql.finish())
}

pub(super) fn upsert_revocation(key: &str, at: i64) -> Statement {
    Statement::new("INSERT OR REPLACE INTO revoked (key, at) VALUES (?1, ?2)", [key.into(), at.into()])
}

/// Adds a usage row to the stored counts, or subtracts it.
pub(super) fn add_usage(row: &UsageRow, times: i64) -> Statement {
    let sql = "INSERT INTO usage (period, endpoint, key, face, status, requests, charged, cost) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
               ON CONFLICT DO UPDATE SET requests = max(requests + excluded.requests, 0), \
               charged = max(charged + excluded.charged, 0), cost = max(cost + excluded.cost, 0)";
    let [period, endpoint, key, api, status] =
        [&row.period, &row.endpoint, &row.key, row.api.name(), &row.status].map(Param::from);
    let [requests, charged, cost] = [row.requests, row.charged, row.cost]
        .map(|number| Param::from(times * i64::try_from(number).unwrap_or(i64::MAX)));
    Statement::new(sql, [period, endpoint, key, api, status, requests, charged, cost])
}

/// Adds a latency row to the stored counts.
pub(super) fn add_latency(row: &LatencyRow) -> Statement {
    let sql = "INSERT INTO latency (period, endpoint, face, bucket, requests) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT DO UPDATE SET requests = requests + excluded.requests";
    let [period, endpoint, api] = [&row.period, &row.endpoint, row.api.name()].map(Param::from);
    Statement::new(sql, [period, endpoint, api, row.bucket.into(), row.requests.into()])
}

/// Returns the statements that roll up usage of shorter periods before `end` into longer periods. `example` shows the
/// format of the longer periods, which is a prefix of the shorter format.
pub(super) fn roll_up_into(example: &str, end: &str) -> Vec<Statement> {
    let length = i64::try_from(example.len()).unwrap_or(0);
    let tables = [
        ("usage", "endpoint, key, face, status", "requests, charged, cost"),
        ("latency", "endpoint, face, bucket", "requests"),
    ];
    let mut statements = Vec::new();
    for (table, keys, sums) in tables {
        let summed: Vec<String> = sums.split(", ").map(|sum| format!("sum({sum})")).collect();
        let added: Vec<String> = sums.split(", ").map(|sum| format!("{sum} = {sum} + excluded.{sum}")).collect();
        let insert = format!(
            "INSERT INTO {table} (period, {keys}, {sums}) SELECT substr(period, 1, ?1), {keys}, {} FROM {table} \
             WHERE length(period) > ?2 AND period < ?3 GROUP BY 1, {keys} ON CONFLICT DO UPDATE SET {}",
            summed.join(", "),
            added.join(", ")
        );
        statements.push(Statement::new(insert, [length.into(), length.into(), end.into()]));
        let delete = format!("DELETE FROM {table} WHERE length(period) > ?1 AND period < ?2");
        statements.push(Statement::new(delete, [length.into(), end.into()]));
    }
    statements
}

/// Returns the statements that delete usage before a period.
pub(super) fn delete_usage(before: &str) -> [Statement; 2] {
    ["usage", "latency"].map(|table| Statement::new(format!("DELETE FROM {table} WHERE period < ?1"), [before.into()]))
}

/// Deletes revoked keys that were refused before a time.
pub(super) fn delete_revocations(before: i64) -> Statement {
    Statement::new("DELETE FROM revoked WHERE at < ?1", [before.into()])
}

/// Reads the rows of a table between two periods.
pub(super) fn between(select: &str, from: &str, before: &str) -> Statement {
    Statement::new(format!("{select} WHERE period >= ?1 AND period < ?2"), [from.into(), before.into()])
}

/// Parses a column of a row. The platform returns numbers as doubles.
pub(super) fn field<V: DeserializeOwned>(row: &Row, column: &str) -> Result<V, String> {
    let value = row.get(column).cloned().unwrap_or(Value::Null);
    serde_json::from_value(integral(value)).map_err(|error| format!("column {column} of the ledger: {error}"))
}

/// Parses a row. The platform returns numbers as doubles.
pub(crate) fn record<V: DeserializeOwned>(row: Row) -> Result<V, String> {
    let row = row.iter().map(|(name, value)| (name.to_owned(), integral(value.clone()))).collect();
    serde_json::from_value(Value::Object(row)).map_err(|error| format!("a row of a table: {error}"))
}

fn integral(value: Value) -> Value {
    match value.as_f64() {
        Some(number) if value.as_i64().is_none() && number.fract() == 0.0 => Value::from(number as i64),
        _ => value,
    }
}
