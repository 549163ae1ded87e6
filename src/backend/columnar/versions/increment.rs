//! Increments: imports of few documents, added to the generation that is served in one transaction.
//!
//! Rows of the generation stay as they are. The days and creators that an import touches are superseded from then on: all
//! their documents are in rows of the next revision, and count there alone. Of the revision before, everything is kept
//! that a rollback needs; what is older goes.

use super::guard::{Condition, exists, none_exists};
use crate::backend::columnar::view;
use crate::query::{BaseVersion, Increment, PublishedVersion};
use crate::segment::{ChunkKind, Table, delta_names_ids, delta_words_ids};
use crate::spec::Index;
use crate::sql::{Sql, Statement};

/// The table in which a generation keeps what an increment replaced: documents, and under number 0 a list of the
/// numbers of those that were new.
fn replaced(generation: u32) -> String {
    format!("replaced_{generation}")
}

/// Removes what a generation keeps of documents that were replaced.
pub(super) fn discard_replaced(generation: u32) -> Statement {
    Statement::new(format!("DROP TABLE IF EXISTS {}", replaced(generation)), [])
}

/// Adds an increment and serves it. `rows` are JSON arrays of rows by table, each in the order of [`Table::columns`].
/// Fails, and changes nothing, when another version is served or an import is under way. `now` is in seconds since
/// 1970, `now_text` the same time as RFC 3339.
pub fn increment(increment: &Increment, rows: Vec<(Table, String)>, now: i64, now_text: &str) -> Vec<Statement> {
    let BaseVersion { generation, revision } = increment.base;
    let served = Condition::default().and("state =", "served");
    let mut statements = vec![
        exists(served.and("generation =", generation).and("revision =", revision)),
        none_exists(Condition::default().and("state =", "loading")),
    ];
    // What was previous is so no longer; where it is another generation, its tables are still to be removed.
    let drop = "UPDATE generation SET state = 'dropped' WHERE state = 'previous' AND generation <> ?1";
    statements.extend([Statement::new(drop, [generation.into()]), delete_row("previous")]);
    statements.extend(forget_revisions(increment.base));
    let replaced = replaced(generation);
    statements.push(Statement::new(
        format!(
            "CREATE TABLE {replaced} (of TEXT NOT NULL, num INTEGER NOT NULL, id, video, body, PRIMARY KEY (of, num)) \
             WITHOUT ROWID"
        ),
        [],
    ));
    for (table, rows) in rows {
        if is_of_documents(table) {
            statements.push(keep_replaced(table, generation, &rows));
            statements.push(note_new(table, generation, &rows));
        }
        statements.push(table.definition(generation).fill(rows));
    }

    statements.push(Statement::new("UPDATE generation SET state = 'previous' WHERE state = 'served'", []));
    let Increment { import, inputs, started_at, content, .. } = increment;
    let serve = Statement::new(
        "INSERT INTO generation (generation, revision, state, import, inputs, started_at, touched_at, version, videos, \
         snapshots, mentions, published_at) VALUES (?1, ?2, 'served', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        [
            generation.into(),
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
    );
    statements.push(serve);
    statements
}

/// Serves the version before an increment again: documents come back as they were, and the increment is gone. For a
/// previous version of the same generation; the other way is [`super::rollback`].
pub fn take_back(served: &PublishedVersion) -> Vec<Statement> {
    let BaseVersion { generation, revision } = served.base();
    let replaced = replaced(generation);
    let is_served = Condition::default().and("state =", "served").and("generation =", generation);
    let previous = Condition::default().and("state =", "previous").and("generation =", generation);
    let mut statements = vec![exists(is_served.and("revision =", revision)), exists(previous)];
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
    // Channels outlast their revision, unless it is taken back: those that come again are new then.
    let (kind, revision) = (ChunkKind::Channels, i64::from(revision));
    statements.push(discard(Table::Chunk, generation, (kind.id(revision, 0), kind.last_id(revision))));
    statements.extend([discard_replaced(generation), delete_row("loading"), delete_row("served")]);
    statements.push(Statement::new("UPDATE generation SET state = 'served' WHERE state = 'previous'", []));
    statements
}

/// Removes what only revisions before one need.
pub(super) fn forget_revisions(BaseVersion { generation, revision }: BaseVersion) -> Vec<Statement> {
    let mut statements = discard_revisions(generation, 0, i64::from(revision) - 1);
    statements.push(discard_replaced(generation));
    statements
}

/// Removes the rows of some revisions.
fn discard_revisions(generation: u32, first: i64, last: i64) -> Vec<Statement> {
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
    // A generation of an earlier version of the program has no tables of views.
    let views = view::tables(generation).map(|table| table.create());
    let views = views.into_iter().chain([view::forget_deltas(generation, first, last)]);
    pages.into_iter().chain([words, names, layouts.finish()]).chain(views).collect()
}

/// Removes the rows between two ids.
fn discard(table: Table, generation: u32, (first, last): (i64, i64)) -> Statement {
    let mut sql = Sql::new(&format!("DELETE FROM {} WHERE id BETWEEN ", table.stored(generation)));
    sql.bind(first).push(" AND ").bind(last);
    sql.finish()
}

fn delete_row(state: &str) -> Statement {
    Statement::new(format!("DELETE FROM generation WHERE state = '{state}'"), [])
}

fn is_of_documents(table: Table) -> bool {
    matches!(table, Table::Video | Table::Snapshot | Table::Mention)
}

/// Keeps the documents in whose place others come.
fn keep_replaced(table: Table, generation: u32, rows: &str) -> Statement {
    let video = if table == Table::Mention { "video" } else { "NULL" };
    let mut sql = Sql::new(&format!(
        "INSERT INTO {} SELECT '{}', num, id, {video}, body FROM {} WHERE num IN (SELECT value ->> 0 FROM json_each(",
        replaced(generation),
        table.name(),
        table.stored(generation)
    ));
    sql.bind(rows).push("))");
    sql.finish()
}

/// Notes the numbers of documents that are new, in a row of a number that no document has.
fn note_new(table: Table, generation: u32, rows: &str) -> Statement {
    let replaced = replaced(generation);
    let name = table.name();
    let mut sql = Sql::new(&format!(
        "INSERT INTO {replaced} SELECT '{name}', -(SELECT count(*) FROM {replaced} WHERE of = '{name}' AND num <= 0), \
         NULL, NULL, json_group_array(row.value ->> 0) FROM json_each("
    ));
    sql.bind(rows);
    let stored = table.stored(generation);
    sql.push(&format!(") AS row WHERE NOT EXISTS (SELECT 1 FROM {stored} AS known WHERE known.num = row.value ->> 0)"));
    sql.finish()
}
