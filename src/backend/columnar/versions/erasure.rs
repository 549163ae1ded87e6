//! Erasure: removes deleted records from every place that could bring them back.
//!
//! A deletion of few records changes the rows that hold them, in one transaction ([`erase_records`]). Any other deletion
//! is an import of a version without the records (see [`super::publish`]). Both drop the previous version. If the served
//! version no longer has the records, two other places may hold them. These are the previous version, which a rollback
//! would serve, and the rows of an unfinished import.

use super::generation::{discard, drop_previous};
use super::guard::{GenerationCondition, forbid, require};
use super::increment::{delete_row, discard_replaced, discard_revisions, serve};
use super::staging::{discard_staged, staged_table};
use crate::backend::columnar::view;
use crate::query::{BaseVersion, Increment, PendingImport, PublishedVersion};
use crate::segment::{ChunkKind, RemovedRows, Table, delta_names_ids, delta_words_ids};
use crate::spec::Index;
use crate::sql::{Sql, Statement};
use serde_json::Value;

/// Returns the statement that counts the records of a generation with one of these ids, in the column `documents` of
/// one row.
pub fn count_of_ids(table: Table, generation: u32, ids: &[String]) -> Statement {
    table.sparse_id_index(generation).records(ids, "count(*) AS documents")
}

/// Returns the statements that drop the previous version, if `previous` is true, and discard an unfinished import, if
/// there is one. The transaction fails without changes if `served` is no longer the served version.
pub fn erase(served: &PublishedVersion, previous: bool, loading: Option<&PendingImport>) -> Vec<Statement> {
    let is_served = GenerationCondition::default().and("state =", "served").and("generation =", served.generation);
    let mut statements = vec![require(is_served.and("revision =", served.revision))];
    if previous {
        statements.extend(drop_previous(Some(served)));
    }
    statements.extend(loading.map(discard));
    statements
}

/// Removes records from the rows of the served generation and serves the result. `batches` are the tables of the staged
/// batches, which replace rows of the base segment; `delta` are the rows of the new delta segment. Removed and replaced
/// content is overwritten first. The previous version is dropped.
///
/// Fails without changes if another version is served, an import is in progress, or a batch is missing. `now` is in
/// seconds since 1970; `now_text` is the same time in RFC 3339.
pub fn erase_records(
    erasure: &Increment,
    batches: &[Table],
    removed: &[RemovedRows],
    delta: Vec<(Table, String)>,
    now: i64,
    now_text: &str,
) -> Vec<Statement> {
    let BaseVersion { generation, revision } = erasure.base;
    let served = GenerationCondition::default().and("state =", "served");
    let mut statements = vec![
        require(served.and("generation =", generation).and("revision =", revision)),
        forbid(GenerationCondition::default().and("state =", "loading")),
    ];
    let drop = "UPDATE generation SET state = 'dropped' WHERE state = 'previous' AND generation <> ?1";
    statements.extend([Statement::new(drop, [generation.into()]), delete_row("previous")]);
    statements.extend(discard_delta(generation, revision.into()));
    statements.extend(view::tables(generation).map(|table| table.delete(all)));
    removed.iter().for_each(|removed| statements.extend(remove(removed, generation)));
    for (number, table) in (0_u32..).zip(batches) {
        statements.extend(replace(*table, generation, number, &erasure.import));
    }
    statements.push(discard_staged(generation));
    statements.extend(delta.into_iter().map(|(table, rows)| table.definition(generation).fill(rows)));
    statements.extend([delete_row("served"), serve(erasure, now, now_text)]);
    statements
}

/// Appends the condition that all rows meet.
fn all(sql: &mut Sql) {
    sql.push("TRUE");
}

/// Appends the condition that an id is in a range.
fn ids_between(sql: &mut Sql, first: i64, last: i64) {
    sql.push("id BETWEEN ").bind(first).push(" AND ").bind(last);
}

/// Overwrites and removes the delta segment with its views, and the records that increments replaced.
fn discard_delta(generation: u32, revision: i64) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut ranges: Vec<_> = Index::ALL.map(|index| (Table::Chunk, delta_chunk_ids(index, revision))).into();
    ranges.push((Table::DeltaWord, (delta_words_ids(0).0, delta_words_ids(revision).1)));
    ranges.push((Table::DeltaWord, delta_names_ids(0, revision)));
    for (table, (first, last)) in ranges {
        statements.extend(table.definition(generation).overwrite(|sql| ids_between(sql, first, last)));
    }
    statements.extend(Table::Manifest.definition(generation).overwrite(all));
    statements.extend(discard_revisions(generation, 0, revision));
    statements.push(discard_replaced(generation));
    statements
}

fn delta_chunk_ids(index: Index, revision: i64) -> (i64, i64) {
    let kind = ChunkKind::Delta(index);
    (kind.id(0, 0), kind.last_id(revision))
}

/// Overwrites and removes rows.
fn remove(removed: &RemovedRows, generation: u32) -> Vec<Statement> {
    let (RemovedRows::Records { table, .. } | RemovedRows::Ids { table, .. } | RemovedRows::Keys { table, .. }) =
        removed;
    let Some(table) = Table::from_name(table) else { return Vec::new() };
    let definition = table.definition(generation);
    let condition = |sql: &mut Sql| match removed {
        RemovedRows::Records { numbers, .. } => numbers_of(sql, numbers),
        RemovedRows::Ids { first, last, .. } => ids_between(sql, *first, *last),
        RemovedRows::Keys { keys, .. } => keys_of(sql, table, |sql| {
            let keys: Vec<Value> = keys.iter().map(|key| Value::from(key.clone())).collect();
            sql.bind(Value::from(keys).to_string());
        }),
    };
    let mut statements: Vec<Statement> = definition.overwrite(condition).into_iter().collect();
    if matches!(removed, RemovedRows::Keys { .. }) {
        statements.extend(overwrite_keys(table, generation, condition));
    }
    statements.push(definition.delete(condition));
    if let RemovedRows::Records { numbers, .. } = removed {
        statements.extend(remove_marks(table, generation, numbers));
    }
    statements
}

fn numbers_of(sql: &mut Sql, numbers: &[i64]) {
    sql.push("num IN (SELECT value FROM json_each(").bind(serde_json::json!(numbers).to_string()).push("))");
}

/// Appends the condition that a row has one of the keys of a JSON array of arrays, which begin with the key.
fn keys_of(sql: &mut Sql, table: Table, keys: impl FnOnce(&mut Sql)) {
    let key = table.key();
    let values: Vec<String> = (0..key.len()).map(|at| format!("value ->> {at}")).collect();
    sql.push(&format!("({}) IN (SELECT {} FROM json_each(", key.join(", "), values.join(", ")));
    keys(sql);
    sql.push("))");
}

/// Removes records from the sparse id index. The next record takes the place of each, because rows of all records begin
/// with an indexed one. The records must be gone.
fn remove_marks(table: Table, generation: u32, numbers: &[i64]) -> [Statement; 3] {
    let (marks, records, name) = (Table::SparseIdIndex.stored(generation), table.stored(generation), table.name());
    let mut next = Sql::new(format!(
        "INSERT OR IGNORE INTO {marks} (index_name, id, num) SELECT '{name}', record.id, record.num \
         FROM {marks} AS mark CROSS JOIN {records} AS record ON record.num = (SELECT min(num) FROM {records} WHERE num > mark.num) \
         WHERE mark.index_name = '{name}' AND mark."
    ));
    numbers_of(&mut next, numbers);
    let mut sql = Sql::new(format!("DELETE FROM {marks} WHERE index_name = '{name}' AND "));
    numbers_of(&mut sql, numbers);
    let mut overwritten = Sql::new(format!(
        "UPDATE {marks} SET id = {} WHERE index_name = '{name}' AND ",
        filled(&marks, "id", "index_name")
    ));
    numbers_of(&mut overwritten, numbers);
    [next.finish(), overwritten.finish(), sql.finish()]
}

/// Overwrites keys with texts of the same length and place, and deletes the rows with these. SQLite writes a new key over
/// the old one only if it fits and belongs into the same page.
fn overwrite_keys(table: Table, generation: u32, condition: impl FnOnce(&mut Sql)) -> Vec<Statement> {
    // The key, the columns before it in its index, and what distinguishes the rows to delete.
    let (key, scope, mark, is_marked) = match table {
        Table::Frequency => ("word", "generation", ", documents = 0", "documents = 0"),
        Table::Term => ("key", "generation", "", "body LIKE '0%'"),
        Table::Name => ("name", "generation, field", ", number = 0", "number = 0"),
        Table::Word => ("word", "", "", "numbers LIKE '0%'"),
        _ => return Vec::new(),
    };
    let stored = table.stored(generation);
    let of_generation = if table.is_shared() { format!("generation = {generation} AND ") } else { String::new() };
    let mut update =
        Sql::new(format!("UPDATE {stored} SET {key} = {}{mark} WHERE {of_generation}", filled(&stored, key, scope)));
    condition(&mut update);
    let among = match table {
        // The index of words is much smaller than their rows.
        Table::Word => format!("rowid IN (SELECT rowid FROM {stored} WHERE instr(word, char(1))) AND "),
        _ => of_generation,
    };
    vec![update.finish(), Statement::new(format!("DELETE FROM {stored} WHERE {among}{is_marked}"), [])]
}

/// Returns the SQL of a text with the bytes of a key that is between the key and the one before it: the shortest
/// beginning of the key that the one before does not have, then a filling character. `scope` are the columns before the
/// key in the index.
fn filled(table: &str, key: &str, scope: &str) -> String {
    let own = format!("{table}.{key}");
    let scope: String = scope
        .split(", ")
        .filter(|column| !column.is_empty())
        .map(|column| format!("near.{column} = {table}.{column} AND "))
        .collect();
    let before = format!("(SELECT max(near.{key}) FROM {table} AS near WHERE {scope}near.{key} < {own})");
    let lengths: Vec<String> = (1..LONGEST_BEGINNING).map(|length| length.to_string()).collect();
    let bytes = |text: &str| format!("length(CAST({text} AS BLOB))");
    let beginning = format!("substr({own}, 1, beginning.length)");
    format!(
        "(SELECT {beginning} || replace(hex(zeroblob({} - {})), '00', char(1)) FROM (SELECT coalesce(min(value), \
         length({own})) AS length FROM json_each('[{}]') WHERE substr({own}, 1, value) > coalesce({before}, '')) AS beginning)",
        bytes(&own),
        bytes(&beginning),
        lengths.join(",")
    )
}

/// The longest beginning of a key that is looked at.
const LONGEST_BEGINNING: usize = 64;

/// Replaces rows by those of a staged batch. Fails if there is no such batch.
fn replace(table: Table, generation: u32, number: u32, import: &str) -> Vec<Statement> {
    let import = format!("{import} {}", table.name());
    let staged = staged_table(generation);
    let rows = |sql: &mut Sql| {
        sql.push("(SELECT rows FROM ").push(&staged).push(" WHERE number = ").bind(number).push(" AND import = ");
        sql.bind(import.as_str()).push(")");
    };
    let mut is_there =
        Sql::new(format!("UPDATE generation SET step = CASE WHEN EXISTS (SELECT 1 FROM {staged} WHERE number = "));
    is_there.bind(number).push(" AND import = ").bind(import.as_str()).push(") THEN step END");
    let definition = table.definition(generation);
    let mut statements = vec![is_there.finish()];
    statements.extend(definition.overwrite(|sql| keys_of(sql, table, rows)));
    statements.push(definition.fill_from(rows));
    statements
}

/// The table whose rows overwrite free pages.
const FILLER: &str = "erasure_filler";
/// The bytes of one of its rows. D1 allows 2,000,000.
const FILLER_ROW_BYTES: u64 = 1_000_000;

/// Overwrites free pages of the database with zeros: deleted rows stay in them until SQLite uses them again. Each call
/// adds rows of zeros, which take the pages that were freed last. Without bytes, the rows are removed, so that the pages
/// are free again.
pub fn overwrite_free_pages(bytes: u64) -> Vec<Statement> {
    if bytes == 0 {
        return vec![Statement::new(format!("DROP TABLE IF EXISTS {FILLER}"), [])];
    }
    let create = format!("CREATE TABLE IF NOT EXISTS {FILLER} (id INTEGER PRIMARY KEY, body BLOB NOT NULL)");
    let fill = format!(
        "INSERT INTO {FILLER} (body) WITH RECURSIVE row (nth) AS \
         (SELECT 1 UNION ALL SELECT nth + 1 FROM row WHERE nth < ?1) SELECT zeroblob({FILLER_ROW_BYTES}) FROM row"
    );
    vec![Statement::new(create, []), Statement::new(fill, [bytes.div_ceil(FILLER_ROW_BYTES).into()])]
}
