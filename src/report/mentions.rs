//! Encodes exported mentions, page by page. The Worker's script writes Parquet, with the columns that are described here.

use crate::spec::AccountOperation;
use crate::spec::answer::ValueType;
use crate::spec::request::account::choice::ReportFormat;
use crate::table::csv::ItemEncoder;
use crate::table::{AnswerTable, ItemColumn};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// An encoder of mentions with the columns of the mentions' table.
pub enum MentionEncoder {
    /// CSV with a header row.
    Csv(Box<ItemEncoder>),
    /// One JSON object per line.
    Ndjson(Vec<u8>),
}

impl MentionEncoder {
    /// Creates an encoder of a file. Returns `None` if the format is neither CSV nor NDJSON.
    pub fn new(format: ReportFormat) -> Option<Self> {
        match format {
            ReportFormat::Pdf | ReportFormat::Parquet => None,
            ReportFormat::Csv => Some(Self::Csv(Box::new(ItemEncoder::new(columns()?, true)))),
            ReportFormat::Ndjson => Some(Self::Ndjson(Vec::new())),
        }
    }

    /// Adds a mention as `GET /v1/mentions` returns it.
    ///
    /// # Errors
    /// The mention is not JSON.
    pub fn add(&mut self, mention: &RawValue) -> serde_json::Result<()> {
        match self {
            Self::Csv(encoder) => encoder.add(&serde_json::from_str(mention.get())?),
            Self::Ndjson(lines) => {
                lines.extend_from_slice(mention.get().as_bytes());
                lines.push(b'\n');
            }
        }
        Ok(())
    }

    /// Returns the bytes of the mentions that were added since the last call. The first call also returns a header.
    pub fn take(&mut self) -> Vec<u8> {
        match self {
            Self::Csv(encoder) => encoder.take(),
            Self::Ndjson(lines) => std::mem::take(lines),
        }
    }
}

/// The columns of the mentions' table.
fn columns() -> Option<Vec<ItemColumn>> {
    Some(AnswerTable::of_account(AccountOperation::Mentions)?.into_item_columns())
}

/// Returns the columns of a Parquet file as JSON: the name of each, the names of the members that lead to its value, and
/// the kind of its values.
pub fn parquet_columns() -> Value {
    let described = |column: ItemColumn| {
        let kind = match (column.name.as_str(), column.value_type) {
            ("upload_date", _) => "date",
            ("indexed_at", _) => "time",
            (_, ValueType::Whole) => "whole",
            (_, ValueType::Decimal) => "decimal",
            (_, ValueType::List(..)) => "list",
            _ => "text",
        };
        let path: Vec<&str> = column.path().collect();
        json!({"name": column.name, "path": path, "kind": kind})
    };
    columns().unwrap_or_default().into_iter().map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: [&str; 2] = [
        r#"{"id":"men_1","components":["retinol","spf"],"sentiment":{"score":-1},"context":"+1"}"#,
        r#"{"id":"men_2"}"#,
    ];

    /// Encodes two pages with one mention each.
    fn encoded(format: ReportFormat) -> Vec<u8> {
        let mut encoder = MentionEncoder::new(format).unwrap();
        let pages = PAGES.map(|mention| {
            encoder.add(&RawValue::from_string(mention.to_owned()).unwrap()).unwrap();
            encoder.take()
        });
        assert_eq!(encoder.take(), b"");
        pages.concat()
    }

    #[test]
    fn a_csv_has_one_header() {
        let bytes = encoded(ReportFormat::Csv);
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice());
        let all: Vec<Vec<String>> =
            reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
        assert_eq!(all.len(), 3);
        assert_eq!((all[0].len(), all[1].len(), all[2].len()), (24, 24, 24));
        assert_eq!(
            (all[1][0].as_str(), all[1][5].as_str(), all[1][8].as_str(), all[1][10].as_str()),
            ("men_1", "retinol; spf", "-1", "'+1")
        );
        assert_eq!(all[2][0], "men_2");
    }

    #[test]
    fn a_line_of_ndjson_is_the_mention() {
        assert_eq!(encoded(ReportFormat::Ndjson), format!("{}\n{}\n", PAGES[0], PAGES[1]).into_bytes());
    }

    #[test]
    fn parquet_columns_have_the_names_of_the_table_and_kinds() {
        let columns = parquet_columns();
        let all = columns.as_array().unwrap();
        let names: Vec<&str> = all.iter().map(|column| column["name"].as_str().unwrap()).collect();
        let table = AnswerTable::of_account(AccountOperation::Mentions).unwrap();
        assert_eq!(names, table.column_names());
        let kind = |name: &str| all.iter().find(|column| column["name"] == name).unwrap()["kind"].clone();
        let kinds = ["id", "topics", "sentiment_score", "occurrences", "upload_date", "indexed_at"].map(kind);
        assert_eq!(kinds, ["text", "list", "decimal", "whole", "date", "time"]);
        let views = all.iter().find(|column| column["name"] == "video_views").unwrap();
        assert_eq!(views["path"], json!(["video", "views"]));
    }
}
