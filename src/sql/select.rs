//! Statements that read rows by key. Tables, columns and keys are data. The SQL is that of SQLite, which is D1's
//! dialect too.

use super::{Param, Sql, Statement};

/// Bytes that most statements fit in.
const TEXT_BYTES: usize = 256;

/// A column, and its name in the result.
pub type ColumnAlias<'a> = (&'a str, &'a str);

/// Reads the rows with ids in ranges, both ends inclusive. One range needs no join.
pub fn rows_between(table: &str, columns: &[ColumnAlias<'_>], ranges: &[(i64, i64)]) -> Statement {
    if let [range] = ranges {
        return between(table, columns, *range).finish_immutable();
    }
    let mut sql = select(columns);
    sql.rows(ranges.iter().map(|(first, last)| [Param::Integer(*first), Param::Integer(*last)]));
    sql.push_format(format_args!(
        " AS wanted CROSS JOIN {table} AS row ON row.id BETWEEN wanted.column1 AND wanted.column2"
    ));
    sql.finish_immutable()
}

/// Reads at most `rows` rows with ids in a range, from its beginning or from its end.
pub fn first_rows(
    table: &str,
    columns: &[ColumnAlias<'_>],
    range: (i64, i64),
    from_the_end: bool,
    rows: u64,
) -> Statement {
    let mut sql = between(table, columns, range);
    sql.push(if from_the_end { " ORDER BY row.id DESC LIMIT " } else { " ORDER BY row.id LIMIT " });
    sql.bind(i64::try_from(rows).unwrap_or(i64::MAX));
    sql.finish_immutable()
}

/// Reads rows by the columns of their key.
pub fn rows_by<const N: usize>(
    table: &str,
    columns: &[ColumnAlias<'_>],
    by: [&str; N],
    keys: impl IntoIterator<Item = [Param; N]>,
) -> Sql {
    let mut sql = select(columns);
    sql.rows(keys).push_format(format_args!(" AS wanted CROSS JOIN {table} AS row ON "));
    for (column, at) in by.iter().zip(1..) {
        sql.push(if at == 1 { "" } else { " AND " }).push_format(format_args!("row.{column} = wanted.column{at}"));
    }
    sql
}

/// Reads the rows whose text in a column is in a range, which does not include its end.
pub fn rows_in(
    table: &str,
    columns: &[ColumnAlias<'_>],
    by: &str,
    ranges: impl IntoIterator<Item = [Param; 2]>,
) -> Sql {
    let mut sql = select(columns);
    sql.rows(ranges).push_format(format_args!(
        " AS wanted CROSS JOIN {table} AS row ON row.{by} >= wanted.column1 AND row.{by} < wanted.column2"
    ));
    sql
}

/// Reads the rows with these ids, and the next `behind` ids after each. Such a range reads one row more than an id.
pub fn rows_from(table: &str, columns: &[ColumnAlias<'_>], ids: &[i64], behind: i64) -> Statement {
    let mut sql = select(columns);
    sql.rows(ids.iter().map(|id| [Param::Integer(*id)]));
    sql.push_format(format_args!(
        " AS wanted CROSS JOIN {table} AS row ON row.id BETWEEN wanted.column1 AND wanted.column1 + "
    ));
    sql.bind(behind);
    sql.finish_immutable()
}

impl Sql {
    /// Appends columns of a row with their names.
    pub(super) fn push_columns(&mut self, columns: &[ColumnAlias<'_>]) -> &mut Self {
        for (at, (column, name)) in columns.iter().enumerate() {
            self.push(if at == 0 { "" } else { ", " }).push_format(format_args!("row.{column} AS {name}"));
        }
        self
    }
}

fn select(columns: &[ColumnAlias<'_>]) -> Sql {
    let mut sql = Sql::new(String::with_capacity(TEXT_BYTES));
    sql.push("SELECT ");
    sql.push_columns(columns).push(" FROM ");
    sql
}

fn between(table: &str, columns: &[ColumnAlias<'_>], (first, last): (i64, i64)) -> Sql {
    let mut sql = select(columns);
    sql.push_format(format_args!("{table} AS row WHERE row.id BETWEEN ")).bind(first).push(" AND ").bind(last);
    sql
}
