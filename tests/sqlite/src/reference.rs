//! The reference executor on a dataset: its tables with every record, and queries to them.

use crate::SqliteDatabase;
use crate::documents::{batches, rows};
use overheard::guard::request::Request;
use overheard::ingest::Batch;
use overheard::query::DataBackend as _;
use overheard::query::answer::Outcome;
use overheard::spec::Index;
use overheard_reference::Reference;

/// Creates a database in memory with the reference tables of some records.
///
/// # Panics
/// If a record is refused or SQLite fails.
pub fn of(lines: impl IntoIterator<Item = (Index, String)>) -> SqliteDatabase {
    let database = SqliteDatabase::default();
    import(&database, batches(rows(lines)));
    database
}

/// Creates the reference tables in a database without them, loads prepared rows and derives the other tables.
///
/// # Panics
/// If SQLite fails.
pub fn import(database: &SqliteDatabase, batches: impl IntoIterator<Item = Batch>) {
    let loads = batches.into_iter().flat_map(|Batch { table, body, .. }| overheard_reference::load(table, body));
    let statements = overheard_reference::tables().into_iter().chain(loads).chain(overheard_reference::derive());
    database.run(statements).expect("the reference tables are filled");
}

/// Returns its answer to a query, with its hints.
///
/// # Panics
/// If SQLite fails.
pub fn answer(database: &SqliteDatabase, request: &Request) -> Outcome {
    pollster::block_on(Reference(database).answer(request)).unwrap_or_else(|error| panic!("{error:?}"))
}
