//! Writes the rows of manifests.

use super::{Frame, Output, Widths, WriteError};
use crate::base::text::TEXT_RULES;
use crate::segment::{Column, CubeSize, Hashes, Manifest, MonthSize, Table, pack};
use crate::spec::Index;
use serde_json::json;

/// Sizes of an index that are known after its rows are packed.
#[derive(Default)]
pub(super) struct IndexSizes {
    /// The tokens of all searched texts.
    pub(super) tokens: u64,
    /// The bytes of the columns in rows by month; for snapshots, in all rows.
    pub(super) widths: Widths,
    pub(super) cubes: Vec<CubeSize>,
    /// The sum of all records' hashes.
    pub(super) hashes: Hashes,
}

/// Packs the manifest of an index.
pub(super) fn manifest(
    frame: Frame,
    channels: usize,
    sizes: IndexSizes,
    aliases: Option<String>,
    output: &mut Output<'_>,
) -> Result<(), WriteError> {
    let months = &frame.dates.months;
    let mut documents = vec![0_u64; months.len()];
    for document in 0..frame.length as u32 {
        if let Some(documents) = documents.get_mut(frame.dates.month(document)) {
            *documents += 1;
        }
    }
    let width = |(column, bytes): (Column, u64)| (column.name().to_owned(), bytes as f64 / frame.length.max(1) as f64);
    let names = frame.names_by_column().map(|(column, names)| (column.name().to_owned(), names as u64)).collect();
    let manifest = Manifest {
        documents: frame.length as u64,
        months: months.iter().zip(documents).map(|(month, documents)| MonthSize { month: *month, documents }).collect(),
        tuples: frame.tuples,
        channels: channels as u64,
        tokens: sizes.tokens,
        hashes: sizes.hashes,
        widths: sizes.widths.into_iter().map(width).collect(),
        cubes: sizes.cubes,
        names,
        base_days: Some(pack(&frame.dates.days)),
        text_rules: TEXT_RULES,
        aliases,
        delta: None,
    };
    (output.sink)(Table::Manifest, &row(frame.index, &manifest, 0)?)
}

/// Returns the row of a manifest.
pub(super) fn row(index: Index, manifest: &Manifest, revision: i64) -> Result<String, WriteError> {
    let body = serde_json::to_string(manifest).map_err(|error| WriteError::Sink(error.into()))?;
    Ok(json!([revision, Table::of_documents(index).name(), body]).to_string())
}
