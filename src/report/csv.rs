//! Writes reports as CSV (RFC 4180): UTF-8, CRLF, a header row.

use ::csv::{Terminator, Writer, WriterBuilder};
use serde_json::Value;

/// The characters that a cell must not begin with, because spreadsheets would read a formula. Some spreadsheets accept
/// full-width signs, and skip a leading line break.
const FORMULAS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/// The columns of every report except exports of mentions.
const COLUMNS: [&str; 7] = ["section", "brand", "period", "dimension", "key", "metric", "value"];
/// The columns of an export of mentions, with the JSON pointers to their values in a mention.
const MENTION_COLUMNS: [(&str, &str); 24] = [
    ("id", "/id"),
    ("brand_id", "/brand/id"),
    ("brand", "/brand/label"),
    ("platform", "/platform"),
    ("category", "/category"),
    ("components", "/components"),
    ("topics", "/topics"),
    ("sentiment", "/sentiment/label"),
    ("sentiment_score", "/sentiment/score"),
    ("estimated_value_usd", "/estimated_value_usd"),
    ("context", "/context"),
    ("occurrences", "/occurrences"),
    ("language", "/language"),
    ("region", "/region"),
    ("upload_date", "/upload_date"),
    ("indexed_at", "/indexed_at"),
    ("video_id", "/video/id"),
    ("video_title", "/video/title"),
    ("video_views", "/video/views"),
    ("video_likes", "/video/likes"),
    ("video_comments", "/video/comments"),
    ("video_duration", "/video/duration"),
    ("channel", "/channel/name"),
    ("influencer_id", "/channel/influencer_id"),
];

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
    let mut encoder = Encoder::new(COLUMNS);
    for CsvRow { section, brand, period, dimension, key, metric, value } in rows {
        let texts = [*section, brand, period, *dimension, key, *metric].map(safe);
        encoder.add(texts.into_iter().chain([cell(value)]));
    }
    encoder.take()
}

/// An export of mentions, written page by page.
pub struct Mentions(Encoder);

impl Default for Mentions {
    fn default() -> Self {
        Self(Encoder::new(mention_columns().map(|(name, _)| name)))
    }
}

impl Mentions {
    /// Adds a mention as `GET /v1/mentions` returns it.
    pub fn add(&mut self, mention: &Value) {
        self.0.add(mention_columns().map(|(_, place)| mention.pointer(place).map(cell).unwrap_or_default()));
    }

    /// Returns the bytes of the mentions that were added since the last call. The first call also returns the header.
    pub fn take(&mut self) -> Vec<u8> {
        self.0.take()
    }
}

fn mention_columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    MENTION_COLUMNS.into_iter()
}

/// An encoder from rows to bytes.
struct Encoder(Option<Writer<Vec<u8>>>);

impl Encoder {
    fn new<T: AsRef<str>>(header: impl IntoIterator<Item = T>) -> Self {
        let mut encoder = Self(Some(writer()));
        encoder.add(header);
        encoder
    }

    fn add<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        if let Some(writer) = &mut self.0 {
            // Writing to memory does not fail.
            let _ = writer.write_record(cells.into_iter().map(|cell| cell.as_ref().to_owned()));
        }
    }

    fn take(&mut self) -> Vec<u8> {
        let writer = self.0.replace(writer());
        writer.and_then(|writer| writer.into_inner().ok()).unwrap_or_default()
    }
}

fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(Vec::new())
}

/// Escapes a text that a spreadsheet would read as a formula.
fn safe(text: &str) -> String {
    if text.starts_with(FORMULAS) { format!("'{text}") } else { text.to_owned() }
}

/// Formats a value as a cell: list items are separated by semicolons, null is empty. A number is never escaped,
/// whatever its sign.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => safe(text),
        Value::Array(items) => {
            let texts = items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
            safe(&texts.collect::<Vec<String>>().join("; "))
        }
        value => value.to_string(),
    }
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

    #[test]
    fn every_beginning_of_a_formula_has_an_apostrophe_before_it() {
        for begins in ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"] {
            let text = format!("{begins}1+1");
            assert_eq!(cell(&json!(text)), format!("'{text}"));
            assert_eq!(cell(&json!([text, "b"])), format!("'{text}; b"));
        }
        for plain in ["1=1", "a\n=1", " =1", "'", "～"] {
            assert_eq!(cell(&json!(plain)), plain);
        }
    }

    #[test]
    fn mentions_come_page_by_page() {
        let mut mentions = Mentions::default();
        mentions.add(
            &json!({"id": "men_1", "components": ["retinol", "spf"], "sentiment": {"score": -1}, "context": "+1"}),
        );
        let first = mentions.take();
        mentions.add(&json!({"id": "men_2"}));
        let all = read(&[first, mentions.take()].concat());
        assert_eq!(all.len(), 3);
        assert_eq!((all[0].len(), all[1].len(), all[2].len()), (24, 24, 24));
        assert_eq!(
            (all[1][0].as_str(), all[1][5].as_str(), all[1][8].as_str(), all[1][10].as_str()),
            ("men_1", "retinol; spf", "-1", "'+1")
        );
        assert_eq!(all[2][0], "men_2");
    }
}
