//! Documents by their ids, in tables that have no index of ids: those in the order of which some documents are marked. What
//! is looked for lies between two marks, among the few documents behind the last mark before it.

use super::{Param, Sql, Statement};

/// A number beyond those of all documents.
const BEYOND: i64 = (1 << 53) - 1;

/// Documents, some of which are marked.
#[derive(Debug, Clone)]
pub struct Marked {
    /// The table of the documents.
    pub documents: String,
    /// The table of marks.
    pub marks: String,
    /// What the marks of these documents are under.
    pub name: &'static str,
}

/// Rows in which documents lie side by side, so many in each.
#[derive(Debug, Clone)]
pub struct RowsOfDocuments<'a> {
    /// The table.
    pub table: String,
    /// The columns that are read, with the names that they come under.
    pub columns: &'a [super::Selected<'a>],
    /// The id of the first row.
    pub first: i64,
    /// The distance of the numbers of two documents.
    pub spacing: i64,
    /// Documents of a row.
    pub capacity: usize,
    /// Ids that a row has for itself and for what it is split into.
    pub reserved: usize,
}

impl Marked {
    /// The number of the last mark whose id stands in a relation to an id, both as SQL; 0 when there is none.
    fn mark(&self, relation: &str, id: &str) -> String {
        let Self { marks, name, .. } = self;
        format!(
            "coalesce((SELECT mark.num FROM {marks} AS mark WHERE mark.index_name = '{name}' AND mark.id {relation} {id} \
             ORDER BY mark.id DESC, mark.num DESC LIMIT 1), 0)"
        )
    }

    /// The numbers of the documents with these ids; where several share an id, of the first of them.
    pub fn numbers(&self, ids: &[String]) -> Statement {
        let (documents, mark) = (&self.documents, self.mark("<", "wanted.column1"));
        let mut sql = Sql::new("SELECT document.num AS num FROM ");
        sql.rows(ids.iter().map(|id| [Param::from(id.as_str())]));
        sql.push(&format!(
            " AS wanted CROSS JOIN {documents} AS document ON document.num = (SELECT near.num FROM {documents} AS near \
             WHERE near.num > {mark} AND near.id >= wanted.column1 ORDER BY near.num LIMIT 1) WHERE document.id = \
             wanted.column1"
        ));
        sql.finish_immutable()
    }

    /// The rows in which documents with these ids lie, if there are any. A row begins with a marked document, so that the
    /// last mark up to a document lies in its row.
    pub fn rows(&self, ids: &[String], rows: &RowsOfDocuments<'_>) -> Statement {
        let RowsOfDocuments { table, columns, first, spacing, capacity, reserved } = rows;
        let columns: Vec<String> = columns.iter().map(|(column, name)| format!("row.{column} AS {name}")).collect();
        let mut sql = Sql::new(&format!(
            "SELECT {} FROM (SELECT DISTINCT {first} + ({} / {spacing} - 1) / {capacity} * {reserved} AS id FROM ",
            columns.join(", "),
            self.mark("<=", "wanted.column1"),
        ));
        sql.rows(ids.iter().map(|id| [Param::from(id.as_str())])).push(&format!(
            " AS wanted) AS chunk CROSS JOIN {table} AS row ON row.id BETWEEN chunk.id AND chunk.id + {}",
            reserved - 1
        ));
        sql.finish_immutable()
    }

    /// All documents with these ids: what is selected of a row named `page`.
    pub fn documents(&self, ids: &[String], selected: &str) -> Statement {
        let mut sql = self.wanted(ids);
        sql.push(&format!(
            "SELECT {selected} FROM wanted CROSS JOIN {} AS page ON page.num >= wanted.first AND page.num < wanted.behind",
            self.documents
        ));
        sql.finish()
    }

    /// For each id a JSON array of the id, number and id of the last document before it, and those of the first one
    /// behind it, null where there is none.
    pub fn neighbours(&self, ids: &[String], name: &str) -> Statement {
        let near =
            |column: &str, which: &str| format!("(SELECT near.{column} FROM {} AS near {which})", self.documents);
        let before = "WHERE near.num < wanted.first ORDER BY near.num DESC LIMIT 1";
        let behind = "WHERE near.num = wanted.behind";
        let columns = [near("num", before), near("id", before), near("num", behind), near("id", behind)].join(", ");
        let mut sql = self.wanted(ids);
        sql.push(&format!("SELECT json_array(wanted.id, {columns}) AS {name} FROM wanted"));
        sql.finish()
    }

    /// The beginning of a query: the table `wanted` of ids, each with the number of the first document whose id is not
    /// before it, and that of the first one whose id is behind it; both beyond all where there is none.
    fn wanted(&self, ids: &[String]) -> Sql {
        let (documents, mark) = (&self.documents, self.mark("<", "wanted.value"));
        let mut sql = Sql::new(&format!(
            "WITH begun AS MATERIALIZED (SELECT wanted.value AS id, coalesce((SELECT near.num FROM {documents} AS near \
             WHERE near.num > {mark} AND near.id >= wanted.value ORDER BY near.num LIMIT 1), {BEYOND}) AS first FROM ",
        ));
        sql.bind_list(ids).push(&format!(
            " AS wanted), wanted AS MATERIALIZED (SELECT id, first, coalesce((SELECT near.num FROM {documents} AS near \
             WHERE near.num >= begun.first AND near.id > begun.id ORDER BY near.num LIMIT 1), {BEYOND}) AS behind \
             FROM begun) "
        ));
        sql
    }
}
