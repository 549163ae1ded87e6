//! Adapter of a Durable Object's SQLite storage for the core.

use super::transaction::{Transactions, transaction};
use overheard::service::meter::ledger::Tables;
use overheard::sql::{Param, Row, Statement};
use worker::{SqlStorage, SqlStorageValue, State};

/// The tables of a Durable Object.
pub struct ObjectStorage {
    sql: SqlStorage,
    transactions: Transactions,
}

impl ObjectStorage {
    /// Returns the tables of the object with this state.
    pub fn of(state: &State) -> Self {
        Self { sql: state.storage().sql(), transactions: Transactions::of(state) }
    }
}

impl Tables for ObjectStorage {
    fn run(&self, Statement { sql, params, .. }: Statement) -> Result<Vec<Row>, String> {
        let value = |param| match param {
            Param::Text(text) => SqlStorageValue::String(text),
            Param::Integer(integer) => SqlStorageValue::Integer(integer),
        };
        let bindings: Vec<SqlStorageValue> = params.into_iter().map(value).collect();
        let cursor = self.sql.exec(&sql, bindings).map_err(|error| error.to_string())?;
        if !sql.starts_with("SELECT") {
            return Ok(Vec::new());
        }
        cursor.to_array::<Row>().map_err(|error| error.to_string())
    }

    fn run_all(&self, mut statements: Vec<Statement>) -> Result<(), String> {
        // A single statement is atomic without a transaction.
        if statements.len() == 1 {
            return statements.pop().map_or(Ok(()), |statement| self.run(statement).map(drop));
        }
        let run = || statements.into_iter().try_for_each(|statement| self.run(statement).map(drop));
        transaction(&self.transactions, run)
    }
}
