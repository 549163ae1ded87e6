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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_values_or_one_value() {
        let of = |rows: usize| {
            let mut sql = Sql::default();
            sql.rows((0..rows).map(|at| [Param::from(format!("it's {at}")), Param::Integer(7)]));
            let Statement { sql, params, .. } = sql.finish();
            (sql, params)
        };
        let [zero, one] = ["it's 0", "it's 1"].map(Param::from);
        assert_eq!(of(2), ("(VALUES (?1, 7), (?2, 7))".to_owned(), vec![zero, one]));
        let as_one = "(SELECT value ->> 0 AS column1, value ->> 1 AS column2 FROM json_each(?1))";
        assert_eq!(of(0), (as_one.to_owned(), vec![Param::from("[]")]));
        let (sql, params) = of(MAX_LISTED + 1);
        assert_eq!((sql.as_str(), params.len()), (as_one, 1));
    }

    #[test]
    fn values_are_numbered_and_lists_are_one_value() {
        let mut sql = Sql::new("SELECT 1 WHERE a = ");
        sql.bind("x").push(" AND b IN ").bind_list(&["y", "z'"]);
        let statement = sql.finish();
        assert_eq!(statement.sql, "SELECT 1 WHERE a = ?1 AND b IN (SELECT value FROM json_each(?2))");
        assert_eq!(statement.params, [Param::from("x"), Param::from(r#"["y","z'"]"#)]);
    }

    #[test]
    fn a_script_is_its_statements_without_comments() {
        let statements = Sql::script("-- One; two.\nCREATE TABLE a (\n  -- Why.\n  b\n);\n\nDROP TABLE a;\n");
        let texts: Vec<&str> = statements.iter().map(|statement| statement.sql.as_str()).collect();
        assert_eq!(texts, ["CREATE TABLE a (\n  b\n)", "DROP TABLE a"]);
    }
}
