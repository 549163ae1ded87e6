//! Finds names similar to a value that no record has. Names with the same beginning are neighbours in the table of names.

use super::names::dictionary;
use super::reader::Reader;
use super::rows::text;
use crate::backend::similarity::{CANDIDATES, most_similar, prefixes};
use crate::query::QueryError;
use crate::spec::Index;
use crate::sql::Statement;

/// Returns the most similar names for each value of a field with numbered names. There may be none.
pub(super) async fn similar_names(
    reader: &Reader<'_>,
    index: Index,
    values: &[(&'static str, &str)],
) -> Result<Vec<Vec<String>>, QueryError> {
    let mut statements = Vec::new();
    let mut ends = Vec::new();
    for (field, value) in values {
        statements.extend(prefixes(value).iter().map(|prefix| statement(reader, index, field, prefix)));
        ends.push(statements.len());
    }
    let read = if statements.is_empty() { Vec::new() } else { reader.read(statements).await? };
    let (mut similar, mut start) = (Vec::new(), 0);
    for ((_, value), end) in values.iter().zip(ends) {
        let mut names = Vec::new();
        for row in read.get(start..end).unwrap_or_default().iter().flatten() {
            names.push(text(row, "name")?.to_owned());
        }
        similar.push(most_similar(value, names));
        start = end;
    }
    Ok(similar)
}

/// Returns the statement that reads the names of a field with a prefix.
fn statement(reader: &Reader<'_>, index: Index, field: &str, prefix: &str) -> Statement {
    let mut sql = reader.shared("SELECT DISTINCT row.name AS name FROM name AS row WHERE");
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    sql.push(" AND row.name >= ").bind(prefix).push(" AND row.name < ").bind(format!("{prefix}{}", char::MAX));
    sql.push(&format!(" ORDER BY row.name LIMIT {CANDIDATES}"));
    reader.finish_shared(sql)
}
