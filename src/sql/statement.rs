//! Building one statement: text and bound values, never mixed.

/// Parameters that D1 takes in one statement through its binding.
const MAX_PARAMS: usize = 100;
/// Parameters of a list that are bound one by one; others are one parameter together.
const MAX_LISTED: usize = 64;

/// A statement that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The text, with `?1`, `?2`, … for the values.
    pub sql: String,
    /// The values, in order.
    pub params: Vec<Param>,
    /// Whether its rows never change as long as the same version of the dataset is served, so that whoever has them
    /// need not ask again.
    pub immutable: bool,
}

/// A bound value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Param {
    /// Text, also lists as JSON.
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

/// What is too large for a column is the largest that fits.
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
    /// A text of ours with values in the places of `?1`, `?2` and so on.
    pub fn new<const N: usize>(sql: impl Into<String>, params: [Param; N]) -> Self {
        Self { sql: sql.into(), params: params.into(), immutable: false }
    }
}

/// A statement in the making.
#[derive(Debug, Clone, Default)]
pub struct Sql {
    text: String,
    params: Vec<Param>,
}

impl Sql {
    /// Starts with a text of ours.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), params: Vec::new() }
    }

    /// Adds a text of ours.
    pub fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Adds a value. Requests have at most 24 filters and windows, and lists are one value, so the limit of
    /// parameters is out of reach; a test holds that.
    pub fn bind(&mut self, value: impl Into<Param>) -> &mut Self {
        self.params.push(value.into());
        debug_assert!(self.params.len() <= MAX_PARAMS, "too many parameters");
        self.text.push_str(&format!("?{}", self.params.len()));
        self
    }

    /// Adds a list of texts as one value, to be read as a subquery of its items.
    pub fn bind_list<T: AsRef<str>>(&mut self, values: &[T]) -> &mut Self {
        let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
        self.push("(SELECT value FROM json_each(");
        self.bind(serde_json::Value::from(values).to_string());
        self.push("))")
    }

    /// Adds a table, as a subquery with the columns `column1`, `column2` and so on: numbers of ours stand in the text,
    /// texts are bound. Many texts are one value instead, whose items count as rows that are read.
    pub fn rows<const N: usize>(&mut self, rows: impl IntoIterator<Item = [Param; N]>) -> &mut Self {
        let rows: Vec<[Param; N]> = rows.into_iter().collect();
        let texts = rows.iter().flatten().filter(|value| matches!(value, Param::Text(_))).count();
        if rows.is_empty() || texts > MAX_LISTED {
            let column = |at: usize| format!("value ->> {at} AS column{}", at + 1);
            let columns: Vec<String> = (0..N).map(column).collect();
            let rows = rows.into_iter().map(|row| row.into_iter().map(serde_json::Value::from).collect());
            self.push(&format!("(SELECT {} FROM json_each(", columns.join(", ")));
            self.bind(serde_json::Value::Array(rows.collect()).to_string());
            return self.push("))");
        }
        self.push("(VALUES ");
        for (at, row) in rows.into_iter().enumerate() {
            self.push(if at == 0 { "(" } else { "), (" });
            for (at, value) in row.into_iter().enumerate() {
                self.push(if at == 0 { "" } else { ", " });
                match value {
                    Param::Integer(number) => self.push(&number.to_string()),
                    Param::Text(text) => self.bind(text),
                };
            }
        }
        self.push("))")
    }

    /// The statements of a file of ours: no `;` but after a statement, comments on lines of their own.
    pub fn script(text: &str) -> Vec<Statement> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
        let statements = lines.join("\n");
        let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
        statements.map(|statement| Self::new(statement).finish()).collect()
    }

    /// The statement.
    pub fn finish(self) -> Statement {
        Statement { sql: self.text, params: self.params, immutable: false }
    }

    /// The statement, one that reads only what an import writes once: its rows may be remembered for as long as the
    /// same version is served.
    pub fn finish_immutable(self) -> Statement {
        Statement { immutable: true, ..self.finish() }
    }
}
