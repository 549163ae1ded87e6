//! Writes reports as CSV, with a header row.

use crate::table::csv::{Encoder, cell, safe};
use serde_json::Value;

/// The columns of every report except exports of mentions.
const COLUMNS: [&str; 7] = ["section", "brand", "period", "dimension", "key", "metric", "value"];

/// A number of a report, as a row of its CSV.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are the columns")]
pub struct CsvRow {
    pub section: &'static str,
    /// The label of the brand, or `all` for several.
    pub brand: String,
    pub period: String,
    pub dimension: &'static str,
    pub key: String,
    pub metric: &'static str,
    /// The value as the endpoint returns it; an empty cell if it is null.
    pub value: Value,
}

/// Returns the CSV of a report.
pub fn write(rows: &[CsvRow]) -> Vec<u8> {
    let mut encoder = Encoder::new(Some(COLUMNS));
    for CsvRow { section, brand, period, dimension, key, metric, value } in rows {
        let texts = [*section, brand, period, *dimension, key, *metric].map(safe);
        encoder.add(texts.into_iter().chain([cell(value)]));
    }
    encoder.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(bytes: &[u8]) -> Vec<Vec<String>> {
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        let row = |brand: &str, key: &str, value| CsvRow {
            section: "volume",
            brand: brand.to_owned(),
            period: "2026-02".to_owned(),
            dimension: "total",
            key: key.to_owned(),
            metric: "average",
            value,
        };
        let rows =
            [row("a,b", "say \"hi\"\nthere", json!(-0.31)), row("=1+1", "-x", Value::Null), row("@a", "\tb", json!(3))];
        let bytes = write(&rows);
        assert_eq!(
            String::from_utf8(bytes.clone()).unwrap(),
            "section,brand,period,dimension,key,metric,value\r\n\
             volume,\"a,b\",2026-02,total,\"say \"\"hi\"\"\nthere\",average,-0.31\r\n\
             volume,'=1+1,2026-02,total,'-x,average,\r\n\
             volume,'@a,2026-02,total,'\tb,average,3\r\n"
        );
        assert_eq!(read(&bytes)[1][4], "say \"hi\"\nthere");
    }
}
