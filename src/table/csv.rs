//! CSV (RFC 4180): UTF-8, CRLF, cells that spreadsheets do not read as formulas.

use super::columns::ItemColumn;
use ::csv::{Terminator, Writer, WriterBuilder};
use serde_json::Value;

/// The characters that a cell must not begin with, because spreadsheets would read a formula. Some spreadsheets accept
/// full-width signs, and skip a leading line break.
const FORMULAS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// An encoder from rows to bytes.
pub struct Encoder(Option<Writer<Vec<u8>>>);

impl Encoder {
    /// Creates an encoder. Writes a header row, if there is one.
    pub fn new<T: AsRef<str>>(header: Option<impl IntoIterator<Item = T>>) -> Self {
        let mut encoder = Self(Some(writer()));
        if let Some(header) = header {
            encoder.add(header);
        }
        encoder
    }

    /// Adds a row. Quotes its cells where needed.
    pub fn add<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        if let Some(writer) = &mut self.0 {
            // Writing to memory does not fail.
            let _ = writer.write_record(cells.into_iter().map(|cell| cell.as_ref().to_owned()));
        }
    }

    /// Returns the bytes of the rows that were added since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        let writer = self.0.replace(writer());
        writer.and_then(|writer| writer.into_inner().ok()).unwrap_or_default()
    }
}

fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(Vec::new())
}

/// The items of a list as CSV, written one by one.
pub struct ItemEncoder {
    columns: Vec<ItemColumn>,
    encoder: Encoder,
}

impl ItemEncoder {
    /// Creates an encoder of items with these columns.
    pub fn new(columns: Vec<ItemColumn>, has_header: bool) -> Self {
        let encoder = Encoder::new(has_header.then(|| columns.iter().map(|column| &column.name)));
        Self { columns, encoder }
    }

    /// Adds an item as its operation returns it.
    pub fn add(&mut self, item: &Value) {
        let cells = self.columns.iter().map(|column| column.value_in(item).map(cell).unwrap_or_default());
        self.encoder.add(cells);
    }

    /// Returns the bytes of the items that were added since the last call. The first call also returns the header.
    pub fn take(&mut self) -> Vec<u8> {
        self.encoder.take()
    }
}

/// Escapes a text that a spreadsheet would read as a formula.
pub fn safe(text: &str) -> String {
    if text.starts_with(FORMULAS) { format!("'{text}") } else { text.to_owned() }
}

/// Formats a value as a cell: list items are separated by semicolons, an object is JSON, null is empty. A number is
/// never escaped, whatever its sign.
pub fn cell(value: &Value) -> String {
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
        assert_eq!(
            [json!(-1.5), json!({"a": 1}), json!([1, {"b": "="}])].map(|value| cell(&value)),
            ["-1.5", r#"{"a":1}"#, r#"1; {"b":"="}"#]
        );
    }

    #[test]
    fn an_encoder_returns_the_rows_since_the_last_call() {
        let mut encoder = Encoder::new(None::<[&str; 0]>);
        encoder.add(["a,b", "say \"hi\""]);
        assert_eq!(encoder.take(), b"\"a,b\",\"say \"\"hi\"\"\"\r\n");
        encoder.add(["", "c"]);
        assert_eq!((encoder.take(), encoder.take()), (b",c\r\n".to_vec(), Vec::new()));
    }
}
