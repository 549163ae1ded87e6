//! The packed tables of a dataset, as served, and queries to them.

use crate::SqliteDatabase;
use overheard::backend::columnar::{Columnar, versions};
use overheard::guard::request::Request;
use overheard::ingest::{Batch, Batcher};
use overheard::query::answer::Outcome;
use overheard::query::{
    BaseVersion, DataBackend as _, DatasetVersion, ImportStart, ImportStep, PendingAnswer, PendingImport, QueryError,
    ReplacedVersion, VersionState,
};
use overheard::segment::writer::{SegmentWriter, WriteError};
use overheard::segment::{BrandAliases, ImportedRow, Table};
use overheard::spec::answer::Content;
use std::collections::BTreeMap;

/// Any time: it is stored but never compared.
const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-01-01T00:00:00Z";

/// The packed rows of a dataset.
pub struct PackedDataset {
    /// The content of the dataset.
    pub content: Content,
    /// The rows, in the batches of an import.
    pub batches: Vec<Batch<Table>>,
}

/// Packs segment rows.
///
/// # Panics
/// If a row is damaged.
pub fn pack(rows: impl IntoIterator<Item = ImportedRow>) -> PackedDataset {
    pack_with(rows, &BrandAliases::default())
}

/// Packs segment rows with aliases of brands.
///
/// # Panics
/// If a row is damaged.
pub fn pack_with(rows: impl IntoIterator<Item = ImportedRow>, aliases: &BrandAliases) -> PackedDataset {
    let mut writer = SegmentWriter::new(Vec::new()).with_aliases(aliases.clone());
    rows.into_iter().for_each(|row| writer.add(&row).expect("a row is taken"));
    let build = writer.finish().expect("documents are numbered");
    let content = build.content().clone();
    let mut batchers: BTreeMap<&str, Batcher<Table>> = BTreeMap::new();
    let mut batches = Vec::new();
    let mut sink = |table: Table, row: &str| -> Result<(), WriteError> {
        batches.extend(batchers.entry(table.name()).or_insert_with(|| Batcher::new(table)).push(row));
        Ok(())
    };
    build.rows(&mut |_, _, _| {}, &mut sink).expect("rows are packed");
    batches.extend(batchers.values_mut().filter_map(Batcher::finish));
    PackedDataset { content, batches }
}

/// Packs segment rows into a [`SqliteDatabase::migrated`], and activates them in place of the active version.
///
/// # Panics
/// If a row is damaged or SQLite fails.
pub fn import(database: &SqliteDatabase, rows: impl IntoIterator<Item = ImportedRow>) -> Content {
    publish_packed(database, pack(rows))
}

/// Loads packed rows into a [`SqliteDatabase::migrated`], and activates them in place of the active version.
///
/// # Panics
/// If SQLite fails.
pub fn publish_packed(database: &SqliteDatabase, packed: PackedDataset) -> Content {
    begin(database, "any", None);
    load(database, &packed);
    publish(database, &packed.content);
    packed.content
}

/// Returns the existing versions and the unfinished import.
///
/// # Panics
/// If SQLite fails.
pub fn state(database: &SqliteDatabase) -> VersionState {
    let rows = database.run([versions::generations()]).expect("generations are read");
    versions::state_of(rows.into_iter().flatten().collect()).expect("generations make a state")
}

/// Returns the description of a new import with this name.
pub fn beginning(import: &str, base: Option<BaseVersion>) -> ImportStart {
    ImportStart { import: import.to_owned(), inputs: import.to_owned(), base, started_at: NOW_TEXT.to_owned() }
}

/// Begins an import with this name.
///
/// # Panics
/// If SQLite fails.
pub fn begin(database: &SqliteDatabase, import: &str, base: Option<BaseVersion>) {
    let generation = state(database).next_generation();
    database.run(versions::begin(generation, &beginning(import, base), NOW)).expect("an import begins");
}

/// Returns the unfinished import.
///
/// # Panics
/// If there is none.
pub fn loading(database: &SqliteDatabase) -> PendingImport {
    state(database).loading.expect("an import is under way")
}

/// Loads rows into the unfinished import.
///
/// # Panics
/// If SQLite fails.
pub fn load(database: &SqliteDatabase, packed: &PackedDataset) {
    for Batch { table, number, body, .. } in &packed.batches {
        let number = u32::try_from(*number).expect("few batches");
        let statements = versions::load(&loading(database), *table, number, body.clone(), NOW);
        database.run(statements).expect("a batch loads");
    }
}

/// Does the steps of the unfinished import, up to its publication.
///
/// # Panics
/// If SQLite fails.
pub fn advance(database: &SqliteDatabase) {
    while loading(database).next_step() != ImportStep::Publish {
        database.run(versions::advance(&loading(database), NOW)).expect("a step is done");
    }
}

/// Does the last steps of the unfinished import and publishes it.
///
/// # Panics
/// If SQLite fails.
pub fn publish(database: &SqliteDatabase, content: &Content) {
    advance(database);
    let statements = versions::publish(&loading(database), content, ReplacedVersion::Keep, NOW_TEXT);
    database.run(statements).expect("the generation is published");
}

/// Returns the answer to a query, with its hints. The active version may be known in advance.
///
/// # Errors
/// Those of the backend.
pub fn answer(
    database: &SqliteDatabase,
    known: Option<DatasetVersion>,
    request: &Request,
) -> Result<(DatasetVersion, Outcome), QueryError> {
    let backend = Columnar::new(database);
    pollster::block_on(async {
        let PendingAnswer { version, finish } = backend.begin(request, known).await?;
        Ok((version, finish.await?))
    })
}
