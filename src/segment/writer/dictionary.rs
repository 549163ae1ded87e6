//! Makes the compression dictionary of an index's records.

use super::documents::{ColumnPositions, read_rows};
use super::{RowReader, Spool, SpooledRow, WriteError};
use crate::segment::{CompressionDictionary, RowKind, Table};
use crate::spec::Index;
use serde_json::json;
use std::sync::Mutex;

/// Makes the compression dictionary of an index from a sample of its records. The sampled records are evenly spaced in
/// the order of numbers, so the dictionary does not depend on the order of the import.
pub(super) fn dictionary<S: Spool>(
    index: Index,
    places: &[SpooledRow],
    spool: &Mutex<S>,
) -> Result<CompressionDictionary, WriteError> {
    let samples = places.len().min(CompressionDictionary::SAMPLES);
    let sampled: Vec<SpooledRow> =
        (0..samples).filter_map(|sample| places.get(sample * places.len() / samples).copied()).collect();
    let positions = ColumnPositions::of(index);
    let rows = read_rows(index, &sampled, spool)?;
    let bodies = rows.iter().map(|row| Ok(positions.body(&RowReader::new(RowKind::of(index), row)?)));
    Ok(CompressionDictionary::of(&bodies.collect::<Result<Vec<_>, WriteError>>()?))
}

/// Returns the row of a dictionary.
pub(super) fn row(index: Index, dictionary: &CompressionDictionary) -> String {
    json!([Table::of_documents(index).name(), dictionary.text()]).to_string()
}
