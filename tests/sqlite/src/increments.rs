//! Adds increments to a packed database, as the operator's command and the edge do together.

use crate::SqliteDatabase;
use crate::documents::rows;
use crate::packed::state;
use overheard::backend::columnar::versions;
use overheard::query::{BaseVersion, Increment};
use overheard::segment::writer::{self, VersionReader, WriteError};
use overheard::segment::{BrandAliases, ImportedRow, Lookup, ROW, Table};
use overheard::spec::Index;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Any time: it is stored but never compared.
const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-01-01T00:00:00Z";

/// Records as lines of JSON.
pub type JsonLines = Vec<(Index, String)>;

/// Records by index and id. A later record replaces an earlier one.
#[derive(Debug, Clone, Default)]
pub struct RecordSet(pub BTreeMap<(&'static str, String), (Index, Value)>);

impl RecordSet {
    /// Adds records.
    ///
    /// # Panics
    /// If one is no JSON or has no id.
    pub fn add(&mut self, lines: &JsonLines) {
        for (index, line) in lines {
            let document: Value = serde_json::from_str(line).expect("JSON");
            self.0.insert((index.name(), id(*index, &document)), (*index, document));
        }
    }

    /// Returns the records of an index, by id.
    pub fn of(&self, index: Index) -> impl Iterator<Item = &Value> {
        self.0.values().filter(move |(of, _)| *of == index).map(|(_, document)| document)
    }

    /// Returns all records, videos first, because mentions are checked against them.
    pub fn lines(&self) -> JsonLines {
        let of = |index: Index| self.of(index).map(move |document| (index, document.to_string()));
        of(Index::Info).chain(of(Index::ContentCreator)).chain(of(Index::BusinessIdeas)).collect()
    }

    /// Returns the rows of some records as an import prepares them. Mentions need the videos of the active version.
    ///
    /// # Panics
    /// If a record is refused, or the video of a mention is missing.
    pub fn changes(&self, lines: &JsonLines) -> Vec<ImportedRow> {
        let mut all = Self::default();
        for line in lines.iter().filter(|(index, _)| *index == Index::BusinessIdeas) {
            let document: Value = serde_json::from_str(&line.1).expect("JSON");
            let video = (Index::Info.name(), text(&document, "video_id"));
            // Added records are distinguished by their content.
            all.0.insert(video.clone(), self.0[&video].clone());
        }
        all.add(lines);
        rows(all.lines()).collect()
    }
}

fn text(document: &Value, field: &str) -> String {
    document[field].as_str().unwrap_or_else(|| panic!("no {field}: {document}")).to_owned()
}

fn id(index: Index, document: &Value) -> String {
    match index {
        Index::Info => text(document, "video_id"),
        Index::ContentCreator => format!("{} {}", text(document, "channel_uid"), text(document, "snapshot_date")),
        Index::BusinessIdeas => text(document, "mention_id"),
    }
}

/// Returns a record with changed members, as a line.
///
/// # Panics
/// If one of the arguments is no object.
pub fn changed(document: &Value, changes: Value) -> String {
    let Value::Object(changes) = changes else { panic!("{changes} is no object") };
    let mut document = document.clone();
    document.as_object_mut().expect("an object").extend(changes);
    document.to_string()
}

/// Reads the active version of a database, as the command does.
struct InDatabase<'d> {
    database: &'d SqliteDatabase,
    base: BaseVersion,
}

impl VersionReader for InDatabase<'_> {
    fn read(&mut self, wanted: &Lookup) -> Result<Vec<Vec<Value>>, WriteError> {
        let BaseVersion { generation, revision } = self.base;
        let statement = wanted.statement(generation, revision).expect("what is wanted exists");
        let rows = self.database.run([statement]).expect("it is read").remove(0);
        let parse = |row: &overheard::sql::Row| serde_json::from_str(row[ROW].as_str().expect("JSON"));
        Ok(rows.iter().map(parse).collect::<Result<_, _>>().expect("lists"))
    }
}

/// Packs segment rows as an increment to the active version.
///
/// # Panics
/// If a row is damaged.
pub fn pack(
    database: &SqliteDatabase,
    base: BaseVersion,
    rows: Vec<ImportedRow>,
    aliases: &BrandAliases,
) -> writer::DeltaOutcome {
    let made = writer::write_delta(&mut InDatabase { database, base }, base.revision + 1, rows, aliases, Vec::new());
    made.expect("the increment is made")
}

/// Adds segment rows to the active version. Returns `false` if everything must be packed again.
///
/// # Panics
/// If a row is damaged or SQLite fails.
pub fn add(database: &SqliteDatabase, rows: Vec<ImportedRow>) -> bool {
    add_with(database, rows, &BrandAliases::default())
}

/// Adds segment rows as [`add`] does, with aliases of brands.
///
/// # Panics
/// If a row is damaged or SQLite fails.
pub fn add_with(database: &SqliteDatabase, rows: Vec<ImportedRow>, aliases: &BrandAliases) -> bool {
    let base = state(database).served.expect("a version is served").base();
    match pack(database, base, rows, aliases) {
        writer::DeltaOutcome::Unchanged => true,
        writer::DeltaOutcome::Rebuild => false,
        writer::DeltaOutcome::Rows(writer::DeltaRows { content, rows }) => {
            let increment = Increment {
                import: "any".to_owned(),
                inputs: "any".to_owned(),
                base,
                started_at: NOW_TEXT.to_owned(),
                content,
            };
            let rows = rows.into_iter().map(|(table, rows)| (table, format!("[{}]", rows.join(",")))).collect();
            database.run(versions::increment(&increment, rows, NOW, NOW_TEXT)).expect("the increment is added");
            true
        }
    }
}

/// Rolls back the last increment.
///
/// # Panics
/// If SQLite fails.
pub fn take_back(database: &SqliteDatabase) {
    let served = state(database).served.expect("a version is served");
    database.run(versions::roll_back_increment(&served)).expect("the increment is taken back");
}

/// Removes records from the active version by changing the rows that hold them. Returns the reason if everything must be
/// packed again, and `None` if no record has any of the ids.
///
/// # Errors
/// The reason why everything must be packed again.
///
/// # Panics
/// If a row is damaged or SQLite fails.
pub fn erase(database: &SqliteDatabase, index: Index, ids: &BTreeSet<String>) -> Result<bool, &'static str> {
    let base = state(database).served.expect("a version is served").base();
    let reader = &mut InDatabase { database, base };
    let made = writer::write_erasure(reader, base.revision + 1, index, ids, Vec::new()).expect("the erasure is made");
    let writer::ErasureRows { delta, rewritten, removed } = match made {
        writer::ErasureOutcome::Unchanged => return Ok(false),
        writer::ErasureOutcome::Rebuild(reason) => return Err(reason),
        writer::ErasureOutcome::Rows(rows) => *rows,
    };
    let json = |rows: Vec<String>| format!("[{}]", rows.join(","));
    let tables: Vec<Table> = rewritten.iter().map(|(table, _)| *table).collect();
    for (number, (table, rows)) in (0..).zip(rewritten) {
        database.run(versions::stage(base, "any", number, table, json(rows))).expect("a batch is staged");
    }
    let erasure = Increment {
        import: "any".to_owned(),
        inputs: "any".to_owned(),
        base,
        started_at: NOW_TEXT.to_owned(),
        content: delta.content,
    };
    let delta = delta.rows.into_iter().map(|(table, rows)| (table, json(rows))).collect();
    database
        .run(versions::erase_records(&erasure, &tables, &removed, delta, NOW, NOW_TEXT))
        .expect("the records are erased");
    Ok(true)
}
