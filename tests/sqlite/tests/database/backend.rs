//! The tests of all backends, for the columnar one and the reference.

use overheard::backend::columnar::Columnar;
use overheard::query::{JsonRows, PublishedVersion, VersionStore as _};
use overheard::segment::Table;
use overheard::segment::writer::DeltaOutcome;
use overheard_backend_suite::{BackendFixture, DataFixture, PackedImport, RecordLines};
use overheard_reference::Reference;
use overheard_sqlite::documents::rows;
use overheard_sqlite::{SqliteDatabase, increments, packed, reference};

/// The columnar backend on SQLite.
struct OnSqlite(SqliteDatabase);

impl BackendFixture for OnSqlite {
    type Backend<'a> = Columnar<&'a SqliteDatabase>;

    fn empty() -> Self {
        Self(SqliteDatabase::migrated())
    }

    fn open(&self) -> Columnar<&SqliteDatabase> {
        Columnar::new(&self.0)
    }

    fn pack(&self, lines: &RecordLines) -> PackedImport {
        let packed = packed::pack(rows(lines.clone()));
        let batches = packed.batches.into_iter().map(|batch| self.batch(batch.table, batch.body)).collect();
        PackedImport { content: packed.content, batches }
    }

    fn pack_increment(&self, served: &PublishedVersion, lines: &RecordLines) -> PackedImport {
        let made = increments::pack(&self.0, served.base(), rows(lines.clone()).collect());
        let DeltaOutcome::Rows(made) = made else { panic!("few records are an increment") };
        let batches = made.rows.into_iter().map(|(table, rows)| self.batch(table, format!("[{}]", rows.join(","))));
        PackedImport { content: made.content, batches: batches.collect() }
    }
}

impl OnSqlite {
    fn batch(&self, table: Table, body: String) -> JsonRows {
        let tables = self.open().tables();
        let table = tables.iter().find(|known| known.name == table.name()).expect("a table of the backend");
        JsonRows::parse(table, body.into_bytes()).expect("rows of the table")
    }
}

/// The reference on SQLite.
struct ReferenceOnSqlite(SqliteDatabase);

impl DataFixture for ReferenceOnSqlite {
    type Backend<'a> = Reference<'a, SqliteDatabase>;

    fn serving(lines: &RecordLines) -> Self {
        Self(reference::of(lines.clone()))
    }

    fn open(&self) -> Reference<'_, SqliteDatabase> {
        Reference(&self.0)
    }
}

mod columnar {
    use super::OnSqlite;

    overheard_backend_suite::backend_tests!(OnSqlite);
}

mod of_reference {
    use super::ReferenceOnSqlite;

    overheard_backend_suite::data_backend_tests!(ReferenceOnSqlite);
}
