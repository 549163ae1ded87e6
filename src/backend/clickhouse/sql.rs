//! Builds one statement: trusted text, and values that are bound as parameters.

use super::connection::HttpRequest;
use crate::base::date::Date;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The most bytes of a list in one parameter. ClickHouse refuses fields of forms above 128 KiB.
const MAX_LIST_BYTES: usize = 100_000;
/// The earliest bound of a range of dates. All imported dates are later, and ClickHouse's `Date` holds it.
const EARLIEST: &str = "1989-12-31";
/// The latest bound of a range of dates. All imported dates are earlier, and ClickHouse's `Date` holds it.
const LATEST: &str = "2101-01-01";

/// A statement under construction. Values never become part of the text: each is a parameter, `p1`, `p2` and so on.
#[derive(Debug, Clone, Default)]
pub(super) struct Sql {
    text: String,
    params: Vec<String>,
}

impl Sql {
    /// Starts with trusted SQL.
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), params: Vec::new() }
    }

    /// Appends trusted SQL.
    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a text as a parameter.
    pub(super) fn bind(&mut self, value: &str) -> &mut Self {
        self.param(escaped(value), "String")
    }

    /// Appends an integer as a parameter.
    pub(super) fn bind_integer(&mut self, value: i64) -> &mut Self {
        self.param(value.to_string(), "Int64")
    }

    /// Appends a number of rows as a parameter.
    pub(super) fn bind_size(&mut self, value: u32) -> &mut Self {
        self.param(value.to_string(), "UInt32")
    }

    /// Appends a bound of a range of dates as a parameter. A date that no record can have becomes one that ClickHouse
    /// can represent.
    pub(super) fn bind_date(&mut self, date: Date) -> &mut Self {
        let written = date.to_string();
        self.param(written.as_str().clamp(EARLIEST, LATEST).to_owned(), "Date")
    }

    /// Appends a list of texts as a parameter, or as several if it is long.
    pub(super) fn bind_list<T: AsRef<str>>(&mut self, values: &[T]) -> &mut Self {
        self.bind_items(values.iter().map(|value| format!("'{}'", escaped(value.as_ref()))), "Array(String)")
    }

    /// Appends a list of integers as a parameter, or as several if it is long.
    pub(super) fn bind_integers(&mut self, values: &[i64]) -> &mut Self {
        self.bind_items(values.iter().map(i64::to_string), "Array(Int64)")
    }

    fn bind_items(&mut self, items: impl Iterator<Item = String>, kind: &str) -> &mut Self {
        let mut lists = vec![String::new()];
        for item in items {
            if lists.last().is_some_and(|list| !list.is_empty() && list.len() + item.len() > MAX_LIST_BYTES) {
                lists.push(String::new());
            }
            if let Some(list) = lists.last_mut() {
                list.push_str(if list.is_empty() { "" } else { "," });
                list.push_str(&item);
            }
        }
        let is_long = lists.len() > 1;
        self.push(if is_long { "arrayConcat(" } else { "" });
        for (at, list) in lists.into_iter().enumerate() {
            self.push(if at == 0 { "" } else { ", " }).param(format!("[{list}]"), kind);
        }
        self.push(if is_long { ")" } else { "" })
    }

    fn param(&mut self, value: String, kind: &str) -> &mut Self {
        self.params.push(value);
        let number = self.params.len();
        self.push(&format!("{{p{number}:{kind}}}"))
    }

    /// Returns the text without the values.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the statement that reads, for each table, how much this one is expected to read.
    pub(super) fn explaining(&self) -> Self {
        Self { text: format!("EXPLAIN ESTIMATE {}", self.text), params: self.params.clone() }
    }

    /// Returns the request that runs the statement with some settings. The statement and its parameters are fields of a
    /// form, so that their length is not limited as that of an address is.
    pub(super) fn request(&self, settings: &[(&str, String)]) -> HttpRequest {
        let names = (1..=self.params.len()).map(|number| format!("param_p{number}"));
        let params = names.zip(self.params.iter().map(String::as_str));
        let fields: Vec<(String, &str)> =
            std::iter::once(("query".to_owned(), self.text.as_str())).chain(params).collect();
        let is_free = |boundary: &String| fields.iter().all(|(_, value)| !value.contains(boundary.as_str()));
        let boundary = (0..).map(|number| format!("overheard-{number}")).find(is_free).unwrap_or_default();
        let mut body = String::new();
        for (name, value) in &fields {
            body += &format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        }
        body += &format!("--{boundary}--\r\n");
        HttpRequest {
            query: query_string(settings),
            content_type: format!("multipart/form-data; boundary={boundary}"),
            body: body.into_bytes(),
        }
    }
}

/// Returns the request that inserts rows, each a JSON array in a line of its own.
pub(super) fn insertion(table: &str, rows: String) -> HttpRequest {
    let query = format!("INSERT INTO {table} FORMAT JSONCompactEachRow");
    HttpRequest {
        query: query_string(&[("query", query)]),
        content_type: "application/x-ndjson".to_owned(),
        body: rows.into_bytes(),
    }
}

fn query_string(options: &[(&str, String)]) -> String {
    let option = |(name, value): &(&str, String)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC));
    options.iter().map(option).collect::<Vec<_>>().join("&")
}

/// Escapes a value as ClickHouse parses parameters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\\\"),
            '\'' => escaped.push_str("\\'"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\0' => escaped.push_str("\\0"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_parameters() {
        let mut sql = Sql::new("SELECT ");
        sql.bind("it's\t1\\2").push(", ").bind_list(&["a'b", "c"]).push(", ").bind_integer(-5);
        sql.push(", ").bind_date(Date::parse("9999-01-01").unwrap());
        assert_eq!(sql.text, "SELECT {p1:String}, {p2:Array(String)}, {p3:Int64}, {p4:Date}");
        assert_eq!(sql.params, ["it\\'s\\t1\\\\2", "['a\\'b','c']", "-5", "2101-01-01"]);
    }

    #[test]
    fn a_long_list_is_several_parameters() {
        let long = ["a".repeat(60_000), "b".repeat(60_000), "c".to_owned()];
        let mut sql = Sql::default();
        sql.bind_list(&long);
        assert_eq!(sql.text, "arrayConcat({p1:Array(String)}, {p2:Array(String)})");
        assert!(sql.params.iter().all(|param| param.len() <= MAX_LIST_BYTES), "{}", sql.params.len());
        assert_eq!(Sql::default().bind_list::<&str>(&[]).params, ["[]"]);
    }

    #[test]
    fn a_request_is_a_form_with_a_boundary_that_no_value_contains() {
        let mut sql = Sql::new("SELECT ");
        sql.bind("overheard-0");
        let request = sql.request(&[("max_execution_time", "5.5".to_owned())]);
        assert_eq!(request.query, "max_execution_time=5%2E5");
        assert_eq!(request.content_type, "multipart/form-data; boundary=overheard-1");
        let field = |name: &str, value: &str| {
            format!("--overheard-1\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = field("query", "SELECT {p1:String}") + &field("param_p1", "overheard-0") + "--overheard-1--\r\n";
        assert_eq!(String::from_utf8(request.body).unwrap(), body);
    }
}
