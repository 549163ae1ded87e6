//! The reads that making a delta segment needs from the version that it extends.

use super::Table;
use crate::sql::{Sql, Statement};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The column of a result that holds a row as a JSON array.
pub const ROW: &str = "row";

/// The most rows of a range in one answer.
const RANGE_ROWS: i64 = 200;
/// The size from which an answer takes no further row of a range, in bytes of JSON.
const RANGE_BYTES: i64 = 4_000_000;

/// A read from the version that is served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are what is looked for, and in which table")]
pub enum Lookup {
    /// Records with these numbers; [`document_columns`] lists their columns.
    Numbers { table: String, numbers: Vec<i64> },
    /// Records with these ids; [`document_columns`] lists their columns.
    Ids { table: String, ids: Vec<String> },
    /// The neighbours of ids that no record has. Each row is `[id, number before, id before, number after, id after]`,
    /// with null for an absent neighbour.
    Neighbours { table: String, ids: Vec<String> },
    /// Rows of a table with ids from `first` to `last`, both inclusive. Each row is the id, `n` if the table has that
    /// column, and these columns, at least one. A last row of an id alone says where [the rest](Self::rest) begins.
    Rows { table: String, first: i64, last: i64, columns: Vec<String> },
    /// The rows of `Rows` whose span from the column `first` to the column `last` contains any of these numbers.
    Spanning { table: String, first: i64, last: i64, columns: Vec<String>, numbers: Vec<i64> },
    /// The posting lists of words and facets, by their keys, whose span contains any of these numbers:
    /// `[word, seq, n, numbers, counts, lengths, places]`.
    Words { keys: Vec<String>, numbers: Vec<i64> },
    /// The sizes of posting lists by their keys: `[word, documents, rows]`.
    Frequencies { keys: Vec<String> },
    /// The manifests: `[index, body]`.
    #[serde(rename = "layouts")]
    Manifests {},
    /// The compression dictionaries: `[index, body]`.
    Dictionaries {},
    /// Terms by their keys: `[key, body]`.
    Terms { keys: Vec<String> },
    /// The names of a field, such as `mention.channel_name`, that are in the dictionary:
    /// `[name, number, documents]`.
    Names { field: String, names: Vec<String> },
}

/// Returns the columns that are read of a record in a row named `page`, as SQL.
///
/// They are its number, its id, its body as [`super::Decompressor`] takes it, and the id of a mention's video. `None`
/// if the table holds no records.
pub fn document_columns(table: Table, generation: u32) -> Option<String> {
    let video = match table {
        Table::Video | Table::Snapshot => String::new(),
        Table::Mention => {
            format!(", (SELECT id FROM {} AS video WHERE video.num = page.video)", Table::Video.stored(generation))
        }
        _ => return None,
    };
    Some(format!("page.num, page.id, {}{video}", table.transfer_sql("body")))
}

impl Lookup {
    /// Removes the row that says where the rest of a range begins, and returns the read of the rest.
    pub fn rest(&self, rows: &mut Vec<Vec<Value>>) -> Option<Self> {
        let mut rest = self.clone();
        let (Self::Rows { first, .. } | Self::Spanning { first, .. }) = &mut rest else { return None };
        let [id] = rows.last()?.as_slice() else { return None };
        *first = id.as_i64()?;
        rows.pop();
        Some(rest)
    }

    /// Returns the statement of the read, whose rows are JSON arrays in the column [`ROW`]. `None` if it names an
    /// unknown table or column.
    pub fn statement(&self, generation: u32, revision: u32) -> Option<Statement> {
        let mut sql = Sql::default();
        match self {
            Self::Numbers { table, numbers } => {
                let table = Table::from_name(table)?;
                sql.push(&format!(
                    "SELECT json_array({}) AS {ROW} FROM json_each(",
                    document_columns(table, generation)?
                ));
                sql.bind(serde_json::json!(numbers).to_string());
                sql.push(&format!(") AS wanted CROSS JOIN {} AS page ON num = wanted.value", table.stored(generation)));
            }
            Self::Ids { table, ids } => {
                let table = Table::from_name(table)?;
                let selected = format!("json_array({}) AS {ROW}", document_columns(table, generation)?);
                return Some(table.sparse_id_index(generation).records(ids, &selected));
            }
            Self::Neighbours { table, ids } => {
                let table = Table::from_name(table)?;
                document_columns(table, generation)?;
                return Some(table.sparse_id_index(generation).neighbours(ids, ROW));
            }
            Self::Rows { table, first, last, columns } => {
                sql = range(table, generation, (*first, *last), columns)?;
                cut(&mut sql);
            }
            Self::Spanning { table, first, last, columns, numbers } => {
                sql = range(table, generation, (*first, *last), columns)?;
                cut(spanning(&mut sql, numbers));
            }
            Self::Words { keys, numbers } => {
                let table = Table::Word.stored(generation);
                sql.push(&format!(
                    "SELECT json_array(word, seq, n, numbers, counts, lengths, places) AS {ROW} FROM {table} \
                     WHERE word IN "
                ));
                spanning(sql.bind_list(keys), numbers);
            }
            Self::Frequencies { keys } => {
                sql.push(&format!(
                    "SELECT json_array(word, documents, chunks) AS {ROW} FROM frequency WHERE generation = "
                ));
                sql.bind(generation).push(" AND word IN ").bind_list(keys);
            }
            Self::Manifests {} => {
                sql.push(&format!("SELECT json_array(index_name, body) AS {ROW} FROM layout WHERE generation = "));
                sql.bind(generation).push(" AND revision = ").bind(revision);
            }
            Self::Dictionaries {} => {
                let table = Table::Dictionary.stored(generation);
                sql.push(&format!("SELECT json_array(index_name, body) AS {ROW} FROM {table}"));
            }
            Self::Terms { keys } => {
                sql.push(&format!("SELECT json_array(key, body) AS {ROW} FROM term WHERE generation = "));
                sql.bind(generation).push(" AND key IN ").bind_list(keys);
            }
            Self::Names { field, names } => {
                sql.push(&format!("SELECT json_array(name, number, documents) AS {ROW} FROM name WHERE generation = "));
                sql.bind(generation).push(" AND field = ").bind(field.as_str()).push(" AND name IN ").bind_list(names);
            }
        }
        Some(sql.finish())
    }
}

/// Begins the read of columns of the rows with ids in a range. `None` if there is no such table or column.
fn range(table: &str, generation: u32, (first, last): (i64, i64), columns: &[String]) -> Option<Sql> {
    let table = Table::from_name(table).filter(|table| table.key() == ["id"])?;
    let known = table.columns();
    if columns.is_empty() || !columns.iter().all(|column| known.contains(&column.as_str())) {
        return None;
    }
    let mut read = vec!["id"];
    read.extend(known.contains(&"n").then_some("n"));
    read.extend(columns.iter().map(String::as_str));
    let mut sql = Sql::new(format!(
        "SELECT CASE WHEN before < {RANGE_BYTES} AND place <= {RANGE_ROWS} THEN {ROW} ELSE json_array(id) END AS {ROW} \
         FROM (SELECT *, lag(before, 1, 0) OVER (ORDER BY id) AS before_last FROM (SELECT *, \
         row_number() OVER (ORDER BY id) AS place, sum(octet_length({ROW})) OVER (ORDER BY id) - octet_length({ROW}) \
         AS before FROM (SELECT id, json_array({}) AS {ROW} FROM {}",
        read.join(", "),
        table.stored(generation)
    ));
    sql.push(" WHERE id BETWEEN ").bind(first).push(" AND ").bind(last);
    Some(sql)
}

/// Ends the read of a range. The first row beyond an answer's size is read as its id.
fn cut(sql: &mut Sql) {
    sql.push(&format!(" ORDER BY id LIMIT {RANGE_ROWS} + 1))) WHERE before_last < {RANGE_BYTES} ORDER BY id"));
}

/// Restricts a read to rows whose span contains any of some numbers.
fn spanning<'s>(sql: &'s mut Sql, numbers: &[i64]) -> &'s mut Sql {
    sql.push(" AND EXISTS (SELECT 1 FROM json_each(").bind(serde_json::json!(numbers).to_string());
    sql.push(") AS wanted WHERE wanted.value BETWEEN first AND last)")
}
