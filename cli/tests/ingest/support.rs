//! Documents that pass every check, and their rows by column.

use overheard::guard::problem::Code;
use overheard::ingest::{AcceptedRecord, CheckedRecord, CsvHeader, Importer, Mapping, RecordRefusal, RecordRow};
use overheard::segment::ImportedRow;
use overheard::spec::Index;
use serde_json::{Map, Value, json};

pub use Index::{BusinessIdeas, ContentCreator, Info};

/// The time of import of all tests.
pub const NOW: &str = "2026-06-01T12:00:00Z";

pub fn importer() -> Importer {
    Importer::new(NOW.parse().unwrap()).unwrap()
}

/// Returns the smallest record that an index accepts.
pub fn smallest(index: Index) -> Value {
    match index {
        Info => json!({"video_id": "v1", "platform": "youtube", "upload_date": "2026-01-31"}),
        ContentCreator => json!({"channel_uid": "c1", "platform": "tiktok", "snapshot_date": "2026-01-31"}),
        BusinessIdeas => json!({"mention_id": "m1", "video_id": "v1", "brand_name": "Aurelia"}),
    }
}

/// Returns the smallest record with some members set.
pub fn with(index: Index, members: Value) -> Value {
    let mut document = smallest(index);
    let (Value::Object(all), Value::Object(members)) = (&mut document, members) else { panic!("not objects") };
    all.extend(members);
    document
}

/// Imports the smallest record with some members set.
pub fn outcome(index: Index, members: Value) -> CheckedRecord {
    importer().json(index, with(index, members).to_string().as_bytes())
}

pub fn accepted(index: Index, members: Value) -> AcceptedRecord {
    outcome(index, members.clone()).result.unwrap_or_else(|refused| panic!("{members}: {refused:?}"))
}

/// Returns the refusal of the smallest record with some members set: its column, code and message.
pub fn refused(index: Index, members: Value) -> (Option<&'static str>, Code, String) {
    let RecordRefusal { code, column, message } =
        outcome(index, members.clone()).result.err().unwrap_or_else(|| panic!("accepted: {members}"));
    (column, code, message)
}

pub fn row(accepted: &AcceptedRecord) -> &ImportedRow {
    match &accepted.prepared {
        RecordRow::Video(row, _) | RecordRow::Snapshot(row) => row,
        RecordRow::Mention(mention) => &mention.row,
    }
}

/// Returns the values of a row by column.
pub fn columns(row: &ImportedRow) -> Map<String, Value> {
    let values: Vec<Value> = serde_json::from_str(&row.json).unwrap();
    let columns = row.kind.columns();
    assert_eq!(values.len(), columns.len());
    columns.iter().map(|column| (*column).to_owned()).zip(values).collect()
}

/// Imports the smallest record with some members set, and returns the value of a column.
pub fn value(index: Index, members: Value, column: &str) -> Value {
    columns(row(&accepted(index, members)))[column].clone()
}

/// Imports one CSV record.
pub fn csv(index: Index, header: &[&str], cells: &[&str]) -> CheckedRecord {
    let header = self::header(index, header).unwrap();
    importer().csv(index, &header, cells.iter().map(|cell| cell.as_bytes()))
}

/// Returns the header of a CSV file.
pub fn header(index: Index, names: &[&str]) -> Result<CsvHeader, RecordRefusal> {
    CsvHeader::new(index, &Mapping::default(), names.iter().map(|name| name.as_bytes()))
}
