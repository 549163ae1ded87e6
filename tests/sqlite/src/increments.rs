//! Increments upon a packed database, as the operator's command and the edge add them together.

use crate::Database;
use crate::packed::state;

use overheard::segment::writer::{self, Served, WriteError};
use overheard::segment::{Lookup, ROW, SegmentRow};
use overheard::service::dataset::{self, Base};
use serde_json::Value;

/// Any time: it is noted, never compared.
const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-01-01T00:00:00Z";

/// What a database serves, as the command reads it.
struct InDatabase<'d> {
    database: &'d Database,
    base: Base,
}

impl Served for InDatabase<'_> {
    fn read(&mut self, wanted: &Lookup) -> Result<Vec<Vec<Value>>, WriteError> {
        let Base { generation, revision } = self.base;
        let statement = wanted.statement(generation, revision).expect("what is wanted exists");
        let rows = self.database.run([statement]).expect("it is read").remove(0);
        let parse = |row: &overheard::sql::Row| serde_json::from_str(row[ROW].as_str().expect("JSON"));
        Ok(rows.iter().map(parse).collect::<Result<_, _>>().expect("lists"))
    }
}

/// Adds segment rows to what a database serves. Says `false` when all is to be packed anew instead.
///
/// # Panics
/// When a row is damaged or SQLite fails.
pub fn add(database: &Database, rows: Vec<SegmentRow>) -> bool {
    let base = state(database).served.expect("a version is served").base();
    let made = writer::write_delta(&mut InDatabase { database, base }, base.revision + 1, rows, Vec::new());
    match made.expect("the increment is made") {
        writer::DeltaOutcome::Unchanged => true,
        writer::DeltaOutcome::Rebuild => false,
        writer::DeltaOutcome::Rows(writer::DeltaRows { content, rows }) => {
            let increment = dataset::Increment {
                import: "any".to_owned(),
                inputs: "any".to_owned(),
                base,
                started_at: NOW_TEXT.to_owned(),
                content,
            };
            let rows = rows.into_iter().map(|(table, rows)| (table, format!("[{}]", rows.join(",")))).collect();
            database.run(dataset::increment(&increment, rows, NOW, NOW_TEXT)).expect("the increment is added");
            true
        }
    }
}

/// Serves the version before the last increment again.
///
/// # Panics
/// When SQLite fails.
pub fn take_back(database: &Database) {
    let served = state(database).served.expect("a version is served");
    database.run(dataset::take_back(&served)).expect("the increment is taken back");
}
