//! Builds one statement: text and bound values, never mixed.

use std::fmt::{Arguments, Write as _};

/// The most parameters of one statement in D1's binding.
const MAX_PARAMS: usize = 100;
/// The most texts of a table that are bound one by one. More texts are bound as one parameter together.
const MAX_LISTED: usize = 64;

/// A statement that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The text, with `?1`, `?2`, … for the values.
    pub sql: String,
    /// The values, in order.
    pub params: Vec<Param>,
    /// True if its rows never change while the same version of the dataset is served. Such rows may be cached.
    pub immutable: bool,
}

/// A bound value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Param {
    /// Text; lists are JSON text.
    Text(String),
    /// An integer that a double holds exactly.
    Integer(i64),
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Param {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

/// A value that is too large for a column becomes the largest that fits.
impl From<u64> for Param {
    fn from(value: u64) -> Self {
        Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<u32> for Param {
    fn from(integer: u32) -> Self {
        Self::Integer(i64::from(integer))
    }
}

impl From<Param> for serde_json::Value {
    fn from(param: Param) -> Self {
        match param {
            Param::Text(text) => text.into(),
            Param::Integer(integer) => integer.into(),
        }
    }
}

impl Statement {
    /// Creates a statement from trusted SQL, with values for `?1`, `?2` and so on.
    pub fn new<const N: usize>(sql: impl Into<String>, params: [Param; N]) -> Self {
        Self { sql: sql.into(), params: params.into(), immutable: false }
    }
}

/// A statement under construction.
#[derive(Debug, Clone, Default)]
pub struct Sql {
    text: String,
    params: Vec<Param>,
}

impl Sql {
    /// Starts with trusted SQL.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), params: Vec::new() }
    }

    /// Appends trusted SQL.
    pub fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends trusted SQL, as the arguments of a format.
    pub fn push_format(&mut self, text: Arguments<'_>) -> &mut Self {
        // Writing to memory does not fail.
        let _ = self.text.write_fmt(text);
        self
    }

    /// Appends a value as a parameter. Requests have at most 24 filters and windows, and a list is one value, so the
    /// limit of parameters is never reached. A test checks this.
    pub fn bind(&mut self, value: impl Into<Param>) -> &mut Self {
        self.params.push(value.into());
        debug_assert!(self.params.len() <= MAX_PARAMS, "too many parameters");
        let position = self.params.len();
        self.push_format(format_args!("?{position}"))
    }

    /// Appends a placeholder with a value, or `NULL` without one.
    pub fn bind_or_null(&mut self, value: Option<impl Into<Param>>) -> &mut Self {
        match value {
            Some(value) => self.bind(value),
            None => self.push("NULL"),
        }
    }

    /// Appends a list of texts as one value, which is read as a subquery of its items.
    pub fn bind_list<T: AsRef<str>>(&mut self, values: &[T]) -> &mut Self {
        let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
        self.push("(SELECT value FROM json_each(");
        self.bind(serde_json::Value::from(values).to_string());
        self.push("))")
    }

    /// Appends a table as a subquery with the columns `column1`, `column2` and so on. Numbers are written into the SQL;
    /// texts are bound. Many texts become one value instead, whose items count as rows read.
    pub fn rows<const N: usize>(&mut self, rows: impl IntoIterator<Item = [Param; N]>) -> &mut Self {
        let rows: Vec<[Param; N]> = rows.into_iter().collect();
        let texts = rows.iter().flatten().filter(|value| matches!(value, Param::Text(_))).count();
        if rows.is_empty() || texts > MAX_LISTED {
            let column = |at: usize| format!("value ->> {at} AS column{}", at + 1);
            let columns: Vec<String> = (0..N).map(column).collect();
            let rows = rows.into_iter().map(|row| row.into_iter().map(serde_json::Value::from).collect());
            self.push_format(format_args!("(SELECT {} FROM json_each(", columns.join(", ")));
            self.bind(serde_json::Value::Array(rows.collect()).to_string());
            return self.push("))");
        }
        self.push("(VALUES ");
        for (at, row) in rows.into_iter().enumerate() {
            self.push(if at == 0 { "(" } else { "), (" });
            for (at, value) in row.into_iter().enumerate() {
                self.push(if at == 0 { "" } else { ", " });
                match value {
                    Param::Integer(number) => self.push_format(format_args!("{number}")),
                    Param::Text(text) => self.bind(text),
                };
            }
        }
        self.push("))")
    }

    /// Splits a trusted SQL file into statements. `;` may only end a statement, and comments must be on lines of their
    /// own.
    pub fn script(text: &str) -> Vec<Statement> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
        let statements = lines.join("\n");
        let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
        statements.map(|statement| Self::new(statement).finish()).collect()
    }

    /// Returns the statement.
    pub fn finish(self) -> Statement {
        Statement { sql: self.text, params: self.params, immutable: false }
    }

    /// Returns the statement as immutable. It must read only data that an import writes once, so its rows may be cached
    /// while the same version is served.
    pub fn finish_immutable(self) -> Statement {
        Statement { immutable: true, ..self.finish() }
    }
}
