//! Writes the rows of records, and indexes the words in them.

use super::words::lock;
use super::{Frame, InvertedIndex, Json, Output, RowReader, Spool, SpooledRow, WriteError, in_order};
use crate::base::text::ITEM_SEPARATOR;
use crate::segment::{
    Column, CompressionDictionary, Compressor, ID_INDEX_INTERVAL, Part, RowKind, Table, body_columns,
};
use crate::spec::Index;
use std::ops::Range;
use std::sync::Mutex;

/// The number of records that a worker prepares per job.
const DOCUMENTS_AT_ONCE: usize = 512;

/// A prepared record. It has its row, its row of the sparse id index if there is one, and its normal forms in the order
/// of the searched columns.
pub(super) struct PreparedRecord {
    pub(super) row: Json,
    index_row: Option<Json>,
    pub(super) texts: Vec<String>,
}

/// Packs the records of an index with their dictionary, and indexes their words. Adds the column of lengths. Returns
/// the sum of the lengths, and the rows of the sparse id index.
pub(super) fn documents<S: Spool>(
    frame: &mut Frame,
    places: &[SpooledRow],
    spool: &Mutex<S>,
    dictionary: &CompressionDictionary,
    words: &mut [InvertedIndex],
    output: &mut Output<'_>,
) -> Result<(u64, Vec<Json>), WriteError> {
    let index = frame.index;
    let table = Table::of_documents(index);
    let parts: Vec<Option<usize>> = (index.entry().full_text.iter())
        .map(|column| words.iter().position(|words| words.part() == part(index, column)))
        .collect();
    let jobs: Vec<Range<usize>> = (0..places.len())
        .step_by(DOCUMENTS_AT_ONCE)
        .map(|start| start..places.len().min(start + DOCUMENTS_AT_ONCE))
        .collect();
    let mut lengths = Vec::with_capacity(places.len());
    let mut index_rows = Vec::with_capacity(places.len() / ID_INDEX_INTERVAL);
    let reading = RecordReader::of(frame);
    let read = |range: &Range<usize>| {
        let rows = read_rows(index, places.get(range.clone()).unwrap_or_default(), spool)?;
        let mut compressor = Compressor::new(dictionary).map_err(WriteError::Compressor)?;
        let read = range.clone().zip(&rows).map(|(at, row)| reading.document(at as u32, row, &mut compressor));
        read.collect::<Result<Vec<PreparedRecord>, WriteError>>()
    };
    in_order(&jobs, read, |documents| {
        for PreparedRecord { row, index_row, texts } in documents {
            let document = lengths.len() as u32;
            let length = each_token(&texts, |text, token, place| {
                let part = parts.get(text).copied().flatten();
                part.and_then(|part| words.get_mut(part))
                    .map_or(Ok(()), |words| words.add(token, document, place, &lengths, spool))
            })?;
            lengths.push(length);
            (output.sink)(table, &row)?;
            index_rows.extend(index_row);
        }
        output.progress(table.name(), lengths.len(), places.len());
        Ok(())
    })?;
    let tokens = lengths.iter().sum::<i64>() as u64;
    if Column::LENGTH.is_of(index) {
        frame.numbers.push((Column::LENGTH, lengths));
    }
    Ok((tokens, index_rows))
}

/// Calls `each` with every word of a record's texts: the position of the text, the word, its place. Returns the number
/// of tokens.
pub(super) fn each_token(
    texts: &[String],
    mut each: impl FnMut(usize, &str, u32) -> Result<(), WriteError>,
) -> Result<i64, WriteError> {
    let mut length = 0_u32;
    // One place is skipped between columns, so that no phrase spans two of them.
    for (gap, (at, text)) in (0..).zip(texts.iter().enumerate()) {
        for token in text.split(' ').filter(|token| !token.is_empty()) {
            if token != ITEM_SEPARATOR {
                each(at, token, length + gap)?;
            }
            length += 1;
        }
    }
    Ok(i64::from(length))
}

/// Returns the text part that a column belongs to.
pub(super) fn part(index: Index, column: &str) -> Part {
    match (index, column) {
        (Index::Info, "description") => Part::VideoDescription,
        (Index::Info, _) => Part::VideoText,
        (_, "brand_name") => Part::MentionBrand,
        _ => Part::MentionText,
    }
}

/// Reads imported rows of an index from the spool.
pub(super) fn read_rows<S: Spool>(
    index: Index,
    places: &[SpooledRow],
    spool: &Mutex<S>,
) -> Result<Vec<String>, WriteError> {
    let mut spool = lock(spool);
    let read = |place: &SpooledRow| {
        let mut bytes = Vec::with_capacity(place.length as usize);
        spool.read(place.offset, place.length as usize, &mut bytes)?;
        String::from_utf8(bytes).map_err(|error| WriteError::Damaged(RowKind::of(index), error.to_string()))
    };
    places.iter().map(read).collect()
}

/// The positions of a stored record's values in the imported row.
pub(super) struct ColumnPositions {
    id: usize,
    body: Vec<usize>,
    texts: Vec<usize>,
}

impl ColumnPositions {
    pub(super) fn of(index: Index) -> Self {
        let columns = RowKind::of(index).columns();
        let position = |name: &str| columns.iter().position(|column| *column == name);
        Self {
            id: position(index.entry().id).unwrap_or(0),
            body: body_columns(index).iter().copied().filter_map(position).collect(),
            texts: index.entry().full_text.iter().filter_map(|column| position(&format!("search_{column}"))).collect(),
        }
    }

    pub(super) fn body(&self, row: &RowReader<'_>) -> String {
        let mut body = String::with_capacity(256);
        for position in &self.body {
            body.push(if body.is_empty() { '[' } else { ',' });
            body.push_str(row.at(*position).json);
        }
        if let Some(brand) = row.imported_brand() {
            body.push(',');
            body.push_str(brand.json);
        }
        body.push(']');
        body
    }

    /// Returns the normal forms of a record's searched columns, in their order.
    pub(super) fn texts(&self, row: &RowReader<'_>) -> Result<Vec<String>, WriteError> {
        self.texts.iter().map(|position| row.at(*position).name().map(|text| text.into_owned())).collect()
    }
}

/// Prepares records from imported rows.
pub(super) struct RecordReader<'a> {
    frame: &'a Frame,
    positions: ColumnPositions,
}

impl<'a> RecordReader<'a> {
    pub(super) fn of(frame: &'a Frame) -> Self {
        Self { frame, positions: ColumnPositions::of(frame.index) }
    }

    /// Prepares the record at a position from its imported row.
    pub(super) fn document(
        &self,
        document: u32,
        row: &str,
        compressor: &mut Compressor<'_>,
    ) -> Result<PreparedRecord, WriteError> {
        let Self { frame, positions } = self;
        let row = RowReader::new(RowKind::of(frame.index), row)?;
        let body = compressor.digits(&positions.body(&row)).map_err(WriteError::Compressor)?;
        let (number, id) = (frame.number(document), row.at(positions.id).json);
        let index_row = || format!("[\"{}\",{id},{number}]", Table::of_documents(frame.index).name());
        let json = match frame.ranks(Column::VIDEO).get(document as usize) {
            Some(video) => format!("[{number},{id},{},\"{body}\"]", frame.numbering.of(Column::VIDEO)(*video)),
            None => format!("[{number},{id},\"{body}\"]"),
        };
        Ok(PreparedRecord {
            row: json,
            index_row: (document > 0 && (document as usize).is_multiple_of(ID_INDEX_INTERVAL)).then(index_row),
            texts: positions.texts(&row)?,
        })
    }
}
