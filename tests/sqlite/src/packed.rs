//! The packed tables of a dataset, and the questions put to them: what is served.

use crate::Database;
use overheard::answer::{Dataset, Outcome};
use overheard::build::{BuildError, Builder, Content};
use overheard::data::Request;
use overheard::execute;
use overheard::ingest::Row;
use overheard::pack::Table;
use overheard::store::{Sql, StoreError};

/// The generation that is made.
pub const GENERATION: u32 = 1;
/// Rows that are put in at once.
const ROWS: usize = 200;

/// Makes the packed tables in a [`Database::migrated`], of prepared rows, and serves them.
///
/// # Panics
/// When a row is damaged or SQLite fails.
pub fn import(database: &Database, rows: impl IntoIterator<Item = Row>) -> Content {
    let mut builder = Builder::new(Vec::new());
    rows.into_iter().for_each(|row| builder.add(&row).expect("a row is taken"));
    let build = builder.finish().expect("documents are numbered");
    let content = build.content().clone();
    let mut create: Vec<_> = Table::ALL.iter().map(|table| table.create(GENERATION)).collect();
    create.extend(Table::ALL.iter().filter_map(|table| table.create_index(GENERATION)));
    database.run(create).expect("tables are made");
    let mut waiting: Option<(Table, Vec<String>)> = None;
    let flush = |waiting: Option<(Table, Vec<String>)>| -> Result<(), BuildError> {
        if let Some((table, rows)) = waiting {
            database.run([table.fill(GENERATION, format!("[{}]", rows.join(",")))]).expect("rows are put in");
        }
        Ok(())
    };
    build
        .rows(&mut |_, _, _| {}, &mut |table, row| {
            let full = waiting.as_ref().is_some_and(|(of, rows)| *of != table || rows.len() == ROWS);
            if full {
                flush(waiting.take())?;
            }
            waiting.get_or_insert_with(|| (table, Vec::new())).1.push(row.to_owned());
            Ok(())
        })
        .expect("rows are packed");
    flush(waiting).expect("the last rows are put in");
    let mut serve =
        Sql::new("INSERT INTO generation (generation, state, import, base, started_at, touched_at, version) VALUES (");
    serve.bind(GENERATION).push(", 'served', '', 'nothing', '', 0, ").bind(content.version.as_str()).push(")");
    database.run([serve.finish()]).expect("the generation is served");
    content
}

/// The answer to a question, with its hints.
///
/// # Errors
/// Those of the executor.
pub fn answer(database: &Database, request: &Request) -> Result<(Dataset, Outcome), StoreError> {
    pollster::block_on(execute::answer(database, None, request, true))
}
