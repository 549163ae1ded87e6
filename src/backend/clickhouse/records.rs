//! Reads the records of an answer, with the columns that the table of fields allows.

use super::connection::Connection;
use super::reader::Reader;
use super::sql::Sql;
use crate::backend::written_value::written_value;
use crate::query::QueryError;
use crate::spec::answer::search::Document;
use crate::spec::{Index, Kind};
use serde_json::Value;

/// Returns the columns of an answer's records.
pub(super) fn columns(index: Index) -> String {
    let members = index.document().members.iter().map(|member| member.name);
    members.collect::<Vec<_>>().join(", ")
}

/// Runs a statement that selects [`columns`], and returns the records.
pub(super) async fn read_records<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    sql: &Sql,
) -> Result<Vec<Document>, QueryError> {
    reader.read::<Vec<Value>>(sql).await?.into_iter().map(|row| record(index, row)).collect()
}

/// Converts a row of [`columns`] to a record.
pub(super) fn record(index: Index, row: Vec<Value>) -> Result<Document, QueryError> {
    let mut values = row.into_iter();
    Document::new(index, |field| {
        let mut stored = values.next();
        // Shares are stored as text.
        if let (Kind::Shares, Some(Value::String(text))) = (field.kind, &stored) {
            stored = serde_json::from_str(text).ok();
        }
        let damaged = || QueryError::Unavailable(format!("a record's {} is damaged", field.name));
        stored.and_then(|stored| written_value(field, stored)).ok_or_else(damaged)
    })
}
