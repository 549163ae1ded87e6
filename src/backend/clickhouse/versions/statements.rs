//! The statements on the table of generations that only this backend needs.

use crate::base::text::TEXT_RULES;
use crate::sql::{Sql, Statement};

/// The name of the row of `layout` with the text rules of a generation of this backend.
const MARK: &str = "clickhouse";

/// Reads the served version as the columnar backend does, with its text rules as a text. These are null for a
/// generation of the columnar backend.
pub(super) fn served() -> Statement {
    let mut sql = Sql::new(
        "SELECT generation, revision, version, coalesce(published_at, '') AS published_at, (SELECT body FROM layout \
         WHERE layout.generation = generation.generation AND layout.revision = 0 AND index_name = ",
    );
    sql.bind(MARK).push(") AS text_rules FROM generation WHERE state = 'served'");
    sql.finish()
}

/// Reads the text rules of a generation.
pub(super) fn text_rules(generation: u32) -> Statement {
    let mut sql = Sql::new("SELECT body AS text_rules FROM layout WHERE generation = ");
    sql.bind(generation).push(" AND revision = 0 AND index_name = ").bind(MARK);
    sql.finish()
}

/// Notes that a generation is of this backend, with the current text rules.
pub(super) fn mark(generation: u32) -> Statement {
    let sql = "INSERT INTO layout (generation, revision, index_name, body) VALUES (?1, 0, ?2, ?3)";
    Statement::new(sql, [generation.into(), MARK.into(), TEXT_RULES.to_string().into()])
}

/// Reads the numbers of the generations of this backend, with their text rules.
pub(super) fn marked() -> Statement {
    let sql = "SELECT generation, body AS text_rules FROM layout WHERE index_name = ?1";
    Statement::new(sql, [MARK.into()])
}

/// Drops all generations of the columnar backend.
pub(super) fn drop_others() -> Statement {
    let sql = "UPDATE generation SET state = 'dropped' WHERE generation NOT IN (SELECT generation FROM layout WHERE \
               index_name = ?1)";
    Statement::new(sql, [MARK.into()])
}

/// Notes that an import is active. `now` is in seconds since 1970.
pub(super) fn touch(generation: u32, now: i64) -> Statement {
    let sql = "UPDATE generation SET touched_at = ?1 WHERE generation = ?2 AND state = 'loading'";
    Statement::new(sql, [now.into(), generation.into()])
}

/// Removes the rows of dropped generations of this backend. The last row stays: its number must not be used again,
/// because a command may still write tables of that number.
pub(super) fn remove_dropped() -> [Statement; 2] {
    let rows = "DELETE FROM generation WHERE state = 'dropped' AND generation < (SELECT max(generation) FROM generation) \
                AND generation IN (SELECT generation FROM layout WHERE index_name = ?1)";
    let marks = "DELETE FROM layout WHERE index_name = ?1 AND generation NOT IN (SELECT generation FROM generation)";
    [Statement::new(rows, [MARK.into()]), Statement::new(marks, [MARK.into()])]
}
