//! The tests of all backends, for the columnar one and the reference.

use crate::ring;
use overheard::backend::columnar::{Columnar, Ring};
use overheard::query::{JsonRows, PublishedVersion, VersionStore as _};
use overheard::segment::writer::DeltaOutcome;
use overheard::segment::{BrandAliases, Table};
use overheard_backend_suite::versions::ServingFixture;
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
        let batches = packed.batches.into_iter().map(|batch| batch_of(batch.table, batch.body)).collect();
        PackedImport { content: packed.content, batches }
    }

    fn pack_increment(&self, served: &PublishedVersion, lines: &RecordLines) -> PackedImport {
        pack_increment(&self.0, served, lines)
    }
}

fn pack_increment(database: &SqliteDatabase, served: &PublishedVersion, lines: &RecordLines) -> PackedImport {
    let made = increments::pack(database, served.base(), rows(lines.clone()).collect(), &BrandAliases::default());
    let DeltaOutcome::Rows(made) = made else { panic!("few records are an increment") };
    let batches = made.rows.into_iter().map(|(table, rows)| batch_of(table, format!("[{}]", rows.join(","))));
    PackedImport { content: made.content, batches: batches.collect() }
}

fn batch_of(table: Table, body: String) -> JsonRows {
    let tables = Columnar::new(&SqliteDatabase::default()).tables();
    let table = tables.iter().find(|known| known.name == table.name()).expect("a table of the backend");
    JsonRows::parse(table, body.into_bytes()).expect("rows of the table")
}

/// The columnar backend on a ring of databases: `DB`, and three for generations.
struct OnRing([SqliteDatabase; 4]);

impl BackendFixture for OnRing {
    type Backend<'a> = Ring<&'a SqliteDatabase>;

    fn empty() -> Self {
        Self(std::array::from_fn(|_| SqliteDatabase::migrated()))
    }

    fn open(&self) -> Ring<&SqliteDatabase> {
        ring::open(&self.0)
    }

    fn pack(&self, lines: &RecordLines) -> PackedImport {
        OnSqlite::empty().pack(lines)
    }

    fn pack_increment(&self, served: &PublishedVersion, lines: &RecordLines) -> PackedImport {
        pack_increment(&self.0[ring::position(served.generation)], served, lines)
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

mod in_ring {
    use super::OnRing;

    overheard_backend_suite::backend_tests!(OnRing);
}

mod of_reference {
    use super::ReferenceOnSqlite;

    overheard_backend_suite::data_backend_tests!(ReferenceOnSqlite);
}

#[test]
fn a_prefix_of_too_many_words_is_refused() {
    overheard_backend_suite::data::a_prefix_of_too_many_words_is_refused::<ServingFixture<OnSqlite>>();
}
