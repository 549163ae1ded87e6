//! Increments: imports of few records, added to the served generation in one transaction.
//!
//! Rows of the generation stay as they are. The days and creators that an import touches are superseded. All their
//! records are stored again in rows of the next revision, and readers use only these. Everything that a rollback to the
//! previous revision needs stays; older revisions are removed.

use super::guard::{GenerationCondition, forbid, require};
use crate::backend::columnar::view;
use crate::query::{BaseVersion, Increment, PublishedVersion};
use crate::segment::{ChunkKind, Table, delta_names_ids, delta_words_ids};
use crate::spec::Index;
use crate::sql::{Sql, Statement};

/// Returns the name of the table in which a generation keeps the records that an increment replaced. Rows with numbers
/// of 0 and below list the numbers of new records.
fn replaced_table(generation: u32) -> String {
    format!("replaced_{generation}")
}

/// Drops the table of replaced records of a generation.
pub(super) fn discard_replaced(generation: u32) -> Statement {
    Statement::new(format!("DROP TABLE IF EXISTS {}", replaced_table(generation)), [])
}

/// Adds an increment and serves it. `rows` are JSON arrays of rows by table, each in the order of [`Table::columns`].
/// Fails without changes if another version is served or an import is in progress. `now` is in seconds since 1970;
/// `now_text` is the same time in RFC 3339.
pub fn increment(increment: &Increment, rows: Vec<(Table, String)>, now: i64, now_text: &str) -> Vec<Statement> {
    let BaseVersion { generation, revision } = increment.base;
    let served = GenerationCondition::default().and("state =", "served");
    let mut statements = vec![
        require(served.and("generation =", generation).and("revision =", revision)),
        forbid(GenerationCondition::default().and("state =", "loading")),
    ];
    // The previous version is replaced. If it is another generation, its tables are removed later.
    let drop = "UPDATE generation SET state = 'dropped' WHERE state = 'previous' AND generation <> ?1";
    statements.extend([Statement::new(drop, [generation.into()]), delete_row("previous")]);
    statements.extend(discard_revisions_before(increment.base));
    let replaced = replaced_table(generation);
    statements.push(Statement::new(
        format!(
            "CREATE TABLE {replaced} (of TEXT NOT NULL, num INTEGER NOT NULL, id, video, body, PRIMARY KEY (of, num)) \
             WITHOUT ROWID"
        ),
        [],
    ));
    for (table, rows) in rows {
        if is_of_documents(table) {
            statements.push(save_replaced(table, generation, &rows));
            statements.push(record_new(table, generation, &rows));
        }
        statements.push(table.definition(generation).fill(rows));
    }

    statements.push(Statement::new("UPDATE generation SET state = 'previous' WHERE state = 'served'", []));
    statements.push(serve(increment, now, now_text));
    statements
}

/// Inserts the row of the version that an increment makes, as the served one.
pub(super) fn serve(increment: &Increment, now: i64, now_text: &str) -> Statement {
    let Increment { import, inputs, started_at, content, base: BaseVersion { generation, revision } } = increment;
    Statement::new(
        "INSERT INTO generation (generation, revision, state, import, inputs, started_at, touched_at, version, videos, \
         snapshots, mentions, published_at) VALUES (?1, ?2, 'served', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        [
            (*generation).into(),
            (revision + 1).into(),
            import.as_str().into(),
            inputs.as_str().into(),
            started_at.as_str().into(),
            now.into(),
            content.version.as_str().into(),
            content.videos.into(),
            content.snapshots.into(),
            content.mentions.into(),
            now_text.into(),
        ],
    )
}

/// Serves the version before an increment again: restores the replaced records and removes the rows of the increment.
/// Requires a previous version of the same generation; otherwise see [`super::rollback`].
pub fn roll_back_increment(served: &PublishedVersion) -> Vec<Statement> {
    let BaseVersion { generation, revision } = served.base();
    let replaced = replaced_table(generation);
    let is_served = GenerationCondition::default().and("state =", "served").and("generation =", generation);
    let previous = GenerationCondition::default().and("state =", "previous").and("generation =", generation);
    let mut statements = vec![require(is_served.and("revision =", revision)), require(previous)];
    for table in [Table::Video, Table::Snapshot, Table::Mention] {
        let stored = table.stored(generation);
        let columns = table.columns().join(", ");
        let name = table.name();
        statements.push(
            Statement::new(format!(
                "DELETE FROM {stored} WHERE num IN (SELECT new.value FROM {replaced} AS row, json_each(row.body) AS new \
                 WHERE row.of = '{name}' AND row.num <= 0)"
            ), []),
        );
        statements.push(Statement::new(
            format!(
                "INSERT OR REPLACE INTO {stored} ({columns}) SELECT {columns} FROM {replaced} WHERE of = '{name}' AND \
                 num > 0"
            ),
            [],
        ));
    }
    statements.extend(discard_revisions(generation, revision.into(), revision.into()));
    // Channels outlive their revision, unless it is rolled back: then they count as new when they come again.
    let (kind, revision) = (ChunkKind::Channels, i64::from(revision));
    statements.push(discard(Table::Chunk, generation, (kind.id(revision, 0), kind.last_id(revision))));
    statements.extend([discard_replaced(generation), delete_row("loading"), delete_row("served")]);
    statements.push(Statement::new("UPDATE generation SET state = 'served' WHERE state = 'previous'", []));
    statements
}

/// Removes the rows of revisions before a given one.
pub(super) fn discard_revisions_before(BaseVersion { generation, revision }: BaseVersion) -> Vec<Statement> {
    let mut statements = discard_revisions(generation, 0, i64::from(revision) - 1);
    statements.push(discard_replaced(generation));
    statements
}

/// Removes the rows of a range of revisions.
pub(super) fn discard_revisions(generation: u32, first: i64, last: i64) -> Vec<Statement> {
    if last < first {
        return Vec::new();
    }
    let mut layouts = Sql::new("DELETE FROM layout WHERE generation = ");
    layouts.bind(generation).push(" AND revision BETWEEN ").bind(first).push(" AND ").bind(last);
    let range = |table, ids| discard(table, generation, ids);
    let pages = Index::ALL.map(|index| {
        let kind = ChunkKind::Delta(index);
        range(Table::Chunk, (kind.id(first, 0), kind.last_id(last)))
    });
    let words = range(Table::DeltaWord, (delta_words_ids(first).0, delta_words_ids(last).1));
    let names = range(Table::DeltaWord, delta_names_ids(first, last));
    // A generation of an earlier program version has no tables of views.
    let views = view::tables(generation).map(|table| table.create());
    let views = views.into_iter().chain([view::delete_deltas(generation, first, last)]);
    pages.into_iter().chain([words, names, layouts.finish()]).chain(views).collect()
}

/// Deletes the rows with ids in a range.
fn discard(table: Table, generation: u32, (first, last): (i64, i64)) -> Statement {
    let mut sql = Sql::new(format!("DELETE FROM {} WHERE id BETWEEN ", table.stored(generation)));
    sql.bind(first).push(" AND ").bind(last);
    sql.finish()
}

pub(super) fn delete_row(state: &str) -> Statement {
    Statement::new(format!("DELETE FROM generation WHERE state = '{state}'"), [])
}

fn is_of_documents(table: Table) -> bool {
    matches!(table, Table::Video | Table::Snapshot | Table::Mention)
}

/// Saves the records that the rows replace.
fn save_replaced(table: Table, generation: u32, rows: &str) -> Statement {
    let video = if table == Table::Mention { "video" } else { "NULL" };
    let mut sql = Sql::new(format!(
        "INSERT INTO {} SELECT '{}', num, id, {video}, body FROM {} WHERE num IN (SELECT value ->> 0 FROM json_each(",
        replaced_table(generation),
        table.name(),
        table.stored(generation)
    ));
    sql.bind(rows).push("))");
    sql.finish()
}

/// Records the numbers of new records, in a row with a number that no record has.
fn record_new(table: Table, generation: u32, rows: &str) -> Statement {
    let replaced = replaced_table(generation);
    let name = table.name();
    let mut sql = Sql::new(format!(
        "INSERT INTO {replaced} SELECT '{name}', -(SELECT count(*) FROM {replaced} WHERE of = '{name}' AND num <= 0), \
         NULL, NULL, json_group_array(row.value ->> 0) FROM json_each("
    ));
    sql.bind(rows);
    let stored = table.stored(generation);
    sql.push(&format!(") AS row WHERE NOT EXISTS (SELECT 1 FROM {stored} AS known WHERE known.num = row.value ->> 0)"));
    sql.finish()
}
