//! The plain answers of a dataset: every document in its tables, and the questions put to them.

use crate::Database;
use crate::documents::{batches, rows};
use overheard::guard::request::Request;
use overheard::ingest::Batch;
use overheard::query::answer::Outcome;
use overheard::query::plain;
use overheard::spec::Index;

/// A database in memory with the plain tables of some documents.
///
/// # Panics
/// When a document is refused or SQLite fails.
pub fn of(lines: impl IntoIterator<Item = (Index, String)>) -> Database {
    let database = Database::default();
    import(&database, batches(rows(lines)));
    database
}

/// Makes the plain tables in a database that has none, loads segment rows and derives the rest.
///
/// # Panics
/// When SQLite fails.
pub fn import(database: &Database, batches: impl IntoIterator<Item = Batch>) {
    let loads = batches.into_iter().map(|Batch { table, body, .. }| plain::load(table, body));
    let statements = plain::tables().into_iter().chain(loads).chain(plain::derive());
    database.run(statements).expect("the plain tables are filled");
}

/// The plain answer to a question, with its hints.
///
/// # Panics
/// When SQLite fails.
pub fn answer(database: &Database, request: &Request) -> Outcome {
    pollster::block_on(plain::answer(database, request)).unwrap_or_else(|error| panic!("{error:?}"))
}
