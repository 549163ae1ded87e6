//! Finds records by id in tables without an index of all ids. A sparse index has some of the ids. A record lies among
//! the few records after the last indexed id before it.

use super::{Param, Sql, Statement};

/// A number above those of all records.
const BEYOND: i64 = (1 << 53) - 1;

/// A table of records with a sparse index of their ids.
#[derive(Debug, Clone)]
pub struct SparseIdIndex {
    /// The table of the records.
    pub records: String,
    /// The table of the sparse index.
    pub index: String,
    /// The `index_name` of these records in the sparse index.
    pub name: &'static str,
}

/// Rows that each hold a fixed number of records.
#[derive(Debug, Clone)]
pub struct RecordRows<'a> {
    /// The table.
    pub table: String,
    /// The columns to read, with the names of the results.
    pub columns: &'a [super::ColumnAlias<'a>],
    /// The id of the first row.
    pub first: i64,
    /// The distance between the numbers of neighbouring records.
    pub spacing: i64,
    /// The number of records in a row.
    pub capacity: usize,
    /// The number of ids that are reserved for a row and the rows it is split into.
    pub reserved: usize,
}

impl SparseIdIndex {
    /// Returns SQL for the number of the last indexed record whose id has a relation to an id, or 0.
    fn last_indexed(&self, relation: &str, id: &str) -> String {
        let Self { index, name, .. } = self;
        format!(
            "coalesce((SELECT mark.num FROM {index} AS mark WHERE mark.index_name = '{name}' AND mark.id {relation} {id} \
             ORDER BY mark.id DESC, mark.num DESC LIMIT 1), 0)"
        )
    }

    /// Returns the numbers of the records with these ids. If several records share an id, returns the first.
    pub fn numbers(&self, ids: &[String]) -> Statement {
        let (records, last_indexed) = (&self.records, self.last_indexed("<", "wanted.column1"));
        let mut sql = Sql::new("SELECT document.num AS num FROM ");
        sql.rows(ids.iter().map(|id| [Param::from(id.as_str())]));
        sql.push(&format!(
            " AS wanted CROSS JOIN {records} AS document ON document.num = (SELECT near.num FROM {records} AS near \
             WHERE near.num > {last_indexed} AND near.id >= wanted.column1 ORDER BY near.num LIMIT 1) WHERE document.id = \
             wanted.column1"
        ));
        sql.finish_immutable()
    }

    /// Returns the rows that hold the records with these ids, if there are any. Every row begins with an indexed
    /// record, so the last indexed record up to an id is in the row of that id.
    pub fn rows(&self, ids: &[String], rows: &RecordRows<'_>) -> Statement {
        let RecordRows { table, columns, first, spacing, capacity, reserved } = rows;
        let last_indexed = self.last_indexed("<=", "wanted.column1");
        let mut sql = Sql::new("SELECT ");
        sql.push_columns(columns).push_format(format_args!(
            " FROM (SELECT DISTINCT {first} + ({last_indexed} / {spacing} - 1) / {capacity} * {reserved} AS id FROM "
        ));
        sql.rows(ids.iter().map(|id| [Param::from(id.as_str())])).push_format(format_args!(
            " AS wanted) AS chunk CROSS JOIN {table} AS row ON row.id BETWEEN chunk.id AND chunk.id + {}",
            reserved - 1
        ));
        sql.finish_immutable()
    }

    /// Returns all records with these ids. `selected` is SQL that reads a row named `page`.
    pub fn records(&self, ids: &[String], selected: &str) -> Statement {
        let mut sql = self.wanted(ids);
        sql.push(&format!(
            "SELECT {selected} FROM wanted CROSS JOIN {} AS page ON page.num >= wanted.first AND page.num < wanted.behind",
            self.records
        ));
        sql.finish()
    }

    /// Returns the neighbours of each id, as a JSON array: the id, number and id of the last record before it, number
    /// and id of the first record after it. Missing neighbours are null.
    pub fn neighbours(&self, ids: &[String], name: &str) -> Statement {
        let near = |column: &str, which: &str| format!("(SELECT near.{column} FROM {} AS near {which})", self.records);
        let before = "WHERE near.num < wanted.first ORDER BY near.num DESC LIMIT 1";
        let behind = "WHERE near.num = wanted.behind";
        let columns = [near("num", before), near("id", before), near("num", behind), near("id", behind)].join(", ");
        let mut sql = self.wanted(ids);
        sql.push(&format!("SELECT json_array(wanted.id, {columns}) AS {name} FROM wanted"));
        sql.finish()
    }

    /// Begins a query with the table `wanted`. For each id it has the number of the first record whose id is not
    /// smaller, and that of the first record whose id is larger. Both are [`BEYOND`] if there is none.
    fn wanted(&self, ids: &[String]) -> Sql {
        let (records, last_indexed) = (&self.records, self.last_indexed("<", "wanted.value"));
        let mut sql = Sql::new(format!(
            "WITH begun AS MATERIALIZED (SELECT wanted.value AS id, coalesce((SELECT near.num FROM {records} AS near \
             WHERE near.num > {last_indexed} AND near.id >= wanted.value ORDER BY near.num LIMIT 1), {BEYOND}) AS first FROM ",
        ));
        sql.bind_list(ids).push(&format!(
            " AS wanted), wanted AS MATERIALIZED (SELECT id, first, coalesce((SELECT near.num FROM {records} AS near \
             WHERE near.num >= begun.first AND near.id > begun.id ORDER BY near.num LIMIT 1), {BEYOND}) AS behind \
             FROM begun) "
        ));
        sql
    }
}
