//! The packer's output by table.

use overheard::segment::writer::{SegmentWriter, WriteError};
use overheard::segment::{ChunkKind, Column, Decompressor, ImportedRow, Manifest, RecordBatch, Table};
use overheard::spec::Index;
use overheard::spec::answer::Content;
use serde_json::Value;

/// The rows that the packer writes.
pub struct PackedRows {
    pub content: Content,
    /// The rows in the order of their arrival.
    pub rows: Vec<(Table, Vec<Value>)>,
}

impl PackedRows {
    pub fn of(rows: &[ImportedRow]) -> Self {
        let mut writer = SegmentWriter::new(Vec::new());
        rows.iter().for_each(|row| writer.add(row).unwrap());
        let build = writer.finish().unwrap();
        let content = build.content().clone();
        let mut packed = Vec::new();
        let mut sink = |table: Table, row: &str| -> Result<(), WriteError> {
            let row: Vec<Value> = serde_json::from_str(row).unwrap();
            assert_eq!(row.len(), table.columns().len(), "{}", table.name());
            packed.push((table, row));
            Ok(())
        };
        build.rows(&mut |_, done, total| assert!(done <= total), &mut sink).unwrap();
        Self { content, rows: packed }
    }

    /// Returns the rows of a table.
    pub fn of_table(&self, table: Table) -> impl Iterator<Item = &[Value]> {
        self.rows.iter().filter(move |(of, _)| *of == table).map(|(_, row)| row.as_slice())
    }

    /// Returns the manifest of an index.
    pub fn manifest(&self, index: Index) -> Manifest {
        let name = Table::of_documents(index).name();
        let row = self.of_table(Table::Manifest).find(|row| row[1] == name).unwrap();
        serde_json::from_str(row[2].as_str().unwrap()).unwrap()
    }

    /// Returns the compressed bodies of an index's records.
    pub fn bodies(&self, index: Index) -> impl Iterator<Item = &str> {
        self.of_table(Table::of_documents(index)).map(|row| row.last().unwrap().as_str().unwrap())
    }

    /// Returns the bodies of an index's records.
    pub fn texts(&self, index: Index) -> Vec<String> {
        let name = Table::of_documents(index).name();
        let dictionary = self.of_table(Table::Dictionary).find(|row| row[0] == name).unwrap();
        let mut decompressor = Decompressor::new(dictionary[1].as_str().unwrap()).unwrap();
        self.bodies(index).map(|body| decompressor.text(body).unwrap()).collect()
    }

    /// Returns the rows of a table with ids in a range, by column.
    pub fn in_range(&self, table: Table, first: i64, last: i64) -> Vec<Vec<(&'static str, &Value)>> {
        let is_inside = |row: &&[Value]| (first..=last).contains(&row[0].as_i64().unwrap());
        self.of_table(table).filter(is_inside).map(|row| table.columns().into_iter().zip(row).collect()).collect()
    }

    /// Returns the chunks of a key, each with its first and last id.
    pub fn chunks(&self, kind: ChunkKind, key: i64) -> Vec<(RecordBatch, i64, i64)> {
        let rows = self.in_range(Table::Chunk, kind.id(key, 0), kind.last_id(key));
        let chunk = |row: Vec<(&str, &Value)>| {
            let number = |column| value(&row, column).as_i64().unwrap();
            let mut chunk = RecordBatch::new(usize::try_from(number("n")).unwrap());
            for column in Column::all() {
                let packed = value(&row, column.name());
                assert_eq!(packed.is_string(), kind.columns().contains(&column), "{} of {kind:?}", column.name());
                if let Some(packed) = packed.as_str() {
                    chunk.unpack(column, packed).unwrap();
                }
            }
            (chunk, number("first"), number("last"))
        };
        rows.into_iter().map(chunk).collect()
    }
}

/// Returns the value of a row's column.
pub fn value<'a>(row: &[(&str, &'a Value)], column: &str) -> &'a Value {
    row.iter().find(|(name, _)| *name == column).unwrap().1
}

/// Returns a text of a row.
pub fn text<'a>(row: &[(&str, &'a Value)], column: &str) -> &'a str {
    value(row, column).as_str().unwrap()
}
