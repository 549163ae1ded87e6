//! Account views of a database's versions.

use crate::SqliteDatabase;
use overheard::backend::columnar::{ViewBuilder, ViewSizes, read_served, view};
use overheard::guard::request::MonitoredBrand;
use overheard::query::{DatasetVersion, QueryError, ViewPreparation as _};
use overheard::sql::{Row, Sql};

/// Returns the active version.
///
/// # Panics
/// If there is none.
pub fn served(database: &SqliteDatabase) -> DatasetVersion {
    pollster::block_on(read_served(&database)).expect("a version is served")
}

/// Prepares the view of some brands in a version, in chunks and rows of some sizes. Returns its number of mentions.
///
/// # Errors
/// Those of the preparation.
pub fn prepare(
    database: &SqliteDatabase,
    brands: &[MonitoredBrand],
    dataset: &DatasetVersion,
    sizes: ViewSizes,
) -> Result<u64, QueryError> {
    pollster::block_on(async {
        let mut view = ViewBuilder::open(database, brands, dataset, sizes).await?;
        loop {
            if let Some(mentions) = view.mentions() {
                return Ok(mentions);
            }
            view.advance().await?;
        }
    })
}

/// Returns all rows of a generation's view tables, sorted by key.
///
/// # Panics
/// If it has none.
pub fn rows(database: &SqliteDatabase, generation: u32) -> Vec<Vec<Row>> {
    let statements = view::tables(generation).map(|table| {
        let key: Vec<&str> = table.columns.iter().take(table.key).map(|(column, _)| *column).collect();
        Sql::new(format!("SELECT * FROM {} ORDER BY {}", table.name, key.join(", "))).finish()
    });
    database.run(statements).expect("a generation has tables of views")
}

/// Makes SQLite fail when an existing view row of a generation is written again, except for drafts.
///
/// # Panics
/// If SQLite fails.
pub fn forbid_to_keep_again(database: &SqliteDatabase, generation: u32) {
    let triggers = view::tables(generation).map(|table| {
        let name = &table.name;
        let key = table.columns.iter().take(table.key).map(|(column, _)| format!("{column} = NEW.{column}"));
        let is_same = key.collect::<Vec<_>>().join(" AND ");
        let is_of_parts = table.columns.iter().any(|(column, _)| *column == "part");
        let lasts =
            if is_of_parts { "NEW.part <> 'draft'".to_owned() } else { format!("NEW.seq < {}", view::DRAFT_TOP_ROWS) };
        Sql::new(format!(
            "CREATE TRIGGER once_{name} BEFORE INSERT ON {name} WHEN {lasts} AND EXISTS (SELECT 1 FROM {name} WHERE {is_same}) \
             BEGIN SELECT RAISE(ABORT, 'a row of a view is kept again'); END"
        ))
        .finish()
    });
    database.run(triggers).expect("triggers are made");
}
