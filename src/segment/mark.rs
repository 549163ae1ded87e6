//! Finding documents by their ids without an index of all ids.
//!
//! Numbers are in the order of ids, so it is enough to know where some ids lie: every 16th document is marked. What is
//! looked for lies between two marks, among the few documents behind the last mark before it.

use super::chunk::ChunkKind;
use super::number::SPACING;
use super::table::Table;
use crate::spec::Index;
use crate::sql::{Param, Sql, Statement};

/// Documents from one mark to the next, of which the first of all is none. Documents that come later may be more
/// between two.
pub const MARKED_EVERY: usize = 16;

/// A number beyond those of all documents.
const BEYOND: i64 = (1 << 53) - 1;

/// The number of the last mark whose id stands in a relation to an id, both as SQL; 0 when there is none.
fn mark(table: Table, generation: u32, relation: &str, id: &str) -> String {
    let marks = Table::Mark.stored(generation);
    let name = table.name();
    format!(
        "coalesce((SELECT mark.num FROM {marks} AS mark WHERE mark.index_name = '{name}' AND mark.id {relation} {id} \
         ORDER BY mark.id DESC, mark.num DESC LIMIT 1), 0)"
    )
}

/// The numbers of the documents with these ids; where several share an id, of the first of them.
pub fn numbers_of_ids(table: Table, generation: u32, ids: &[String]) -> Statement {
    let documents = table.stored(generation);
    let mut sql = Sql::new("SELECT document.num AS num FROM ");
    sql.rows(ids.iter().map(|id| [Param::from(id.as_str())]));
    sql.push(&format!(
        " AS wanted CROSS JOIN {documents} AS document ON document.num = (SELECT near.num FROM {documents} AS near \
         WHERE near.num > {} AND near.id >= wanted.column1 ORDER BY near.num LIMIT 1) WHERE document.id = wanted.column1",
        mark(table, generation, "<", "wanted.column1")
    ));
    sql.finish_immutable()
}

/// The rows of all videos in which videos with these ids lie, if there are any, with some columns of `row`.
pub fn chunks_of_ids(generation: u32, ids: &[String], columns: &str) -> Statement {
    let kind = ChunkKind::All(Index::Info);
    // A row begins with a marked document, so that the last mark up to a document lies in its row.
    let mark = mark(Table::Video, generation, "<=", "wanted.column1");
    let mut sql = Sql::new(&format!(
        "SELECT row.id AS id, row.n AS n{columns} FROM (SELECT DISTINCT {} + ({mark} / {SPACING} - 1) / {} * {} AS id \
         FROM ",
        kind.id(0, 0),
        kind.capacity(),
        kind.reserved()
    ));
    sql.rows(ids.iter().map(|id| [Param::from(id.as_str())])).push(&format!(
        " AS wanted) AS chunk CROSS JOIN {} AS row ON row.id BETWEEN chunk.id AND chunk.id + {}",
        Table::Chunk.stored(generation),
        kind.reserved() - 1
    ));
    sql.finish_immutable()
}

/// The beginning of a query: the table `wanted` of ids, each with the number of the first document whose id is not
/// before it, and that of the first one whose id is behind it; both beyond all where there is none.
fn wanted(table: Table, generation: u32, ids: &[String]) -> Sql {
    let documents = table.stored(generation);
    let mut sql = Sql::new(&format!(
        "WITH begun AS MATERIALIZED (SELECT wanted.value AS id, coalesce((SELECT near.num FROM {documents} AS near \
         WHERE near.num > {} AND near.id >= wanted.value ORDER BY near.num LIMIT 1), {BEYOND}) AS first FROM ",
        mark(table, generation, "<", "wanted.value")
    ));
    sql.bind_list(ids).push(&format!(
        " AS wanted), wanted AS MATERIALIZED (SELECT id, first, coalesce((SELECT near.num FROM {documents} AS near \
         WHERE near.num >= begun.first AND near.id > begun.id ORDER BY near.num LIMIT 1), {BEYOND}) AS behind \
         FROM begun) "
    ));
    sql
}

/// All documents with these ids: what is selected of a row named `page`.
pub fn documents_of_ids(table: Table, generation: u32, ids: &[String], selected: &str) -> Statement {
    let mut sql = wanted(table, generation, ids);
    sql.push(&format!(
        "SELECT {selected} FROM wanted CROSS JOIN {} AS page ON page.num >= wanted.first AND page.num < wanted.behind",
        table.stored(generation)
    ));
    sql.finish()
}

/// For each id a JSON array of the id, number and id of the last document before it, and those of the first one behind
/// it, null where there is none.
pub fn neighbours_of_ids(table: Table, generation: u32, ids: &[String], name: &str) -> Statement {
    let documents = table.stored(generation);
    let before = |column: &str| {
        format!(
            "(SELECT near.{column} FROM {documents} AS near WHERE near.num < wanted.first ORDER BY near.num DESC LIMIT 1)"
        )
    };
    let behind =
        |column: &str| format!("(SELECT near.{column} FROM {documents} AS near WHERE near.num = wanted.behind)");
    let columns = [before("num"), before("id"), behind("num"), behind("id")].join(", ");
    let mut sql = wanted(table, generation, ids);
    sql.push(&format!("SELECT json_array(wanted.id, {columns}) AS {name} FROM wanted"));
    sql.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_documents_begin_with_a_mark() {
        assert_eq!(ChunkKind::All(Index::Info).capacity() % MARKED_EVERY, 0);
    }
}
