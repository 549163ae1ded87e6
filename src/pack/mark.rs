//! Finding documents by their ids without an index of all ids.
//!
//! Numbers are in the order of ids, so it is enough to know where some ids lie: every 16th document is marked. What is
//! looked for lies between two marks, among the few documents behind the last mark before it.

use super::number::SPACING;
use super::page::PageKind;
use super::table::Table;
use crate::catalog::Index;
use crate::store::{Sql, Statement};

/// Documents from one mark to the next, of which the first of all is none. Documents that come later may be more
/// between two.
pub const MARKED_EVERY: usize = 16;

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
    sql.bind_list(ids);
    sql.push(&format!(
        " AS wanted CROSS JOIN {documents} AS document ON document.num = (SELECT near.num FROM {documents} AS near \
         WHERE near.num > {} AND near.id >= wanted.value ORDER BY near.num LIMIT 1) WHERE document.id = wanted.value",
        mark(table, generation, "<", "wanted.value")
    ));
    sql.finish_lasting()
}

/// The rows of all videos in which videos with these ids lie, if there are any, with some columns of `row`.
pub fn pages_of_ids(generation: u32, ids: &[String], columns: &str) -> Statement {
    let kind = PageKind::All(Index::Info);
    // A row begins with a marked document, so that the last mark up to a document lies in its row.
    let mark = mark(Table::Video, generation, "<=", "wanted.value");
    let mut sql = Sql::new(&format!(
        "SELECT row.id AS id, row.n AS n{columns} FROM (SELECT DISTINCT {} + ({mark} / {SPACING} - 1) / {} * {} AS id \
         FROM ",
        kind.id(0, 0),
        kind.chunk(),
        kind.reserved()
    ));
    sql.bind_list(ids).push(&format!(
        " AS wanted) AS chunk CROSS JOIN {} AS row ON row.id BETWEEN chunk.id AND chunk.id + {}",
        Table::Page.stored(generation),
        kind.reserved() - 1
    ));
    sql.finish_lasting()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_documents_begin_with_a_mark() {
        assert_eq!(PageKind::All(Index::Info).chunk() % MARKED_EVERY, 0);
    }
}
