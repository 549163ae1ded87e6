//! Tables as statements: made, filled with rows, emptied.

use super::{Sql, Statement};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// The number that tells rows apart.
    Id,
    /// An integer.
    Integer,
    /// A text.
    Text,
    /// A text, or nothing.
    OptionalText,
    /// Bytes. On their way they are hexadecimal digits: rows travel as JSON, and D1 hands bytes out as lists of numbers.
    Bytes,
}

impl ColumnType {
    /// A column as it travels, as SQL.
    pub fn sent(self, column: &str) -> String {
        if self == Self::Bytes { format!("hex({column})") } else { column.to_owned() }
    }

    fn taken(self, value: String) -> String {
        if self == Self::Bytes { format!("unhex({value})") } else { value }
    }

    const fn declared(self) -> &'static str {
        match self {
            Self::Id => "INTEGER PRIMARY KEY",
            Self::Integer => "INTEGER NOT NULL",
            Self::Text => "TEXT NOT NULL",
            Self::OptionalText => "TEXT",
            Self::Bytes => "BLOB NOT NULL",
        }
    }
}

/// A table.
#[derive(Debug)]
pub struct TableDefinition {
    /// Its name in the database.
    pub name: String,
    /// Its columns in order.
    pub columns: Vec<(&'static str, ColumnType)>,
    /// How many of them, from the first on, tell rows apart.
    pub key: usize,
    /// The generation whose rows are meant, where it has rows of several: then its first column is the generation.
    pub generation: Option<u32>,
    /// Whether rows lie in the order of the key alone: in such a tree, large rows waste much of its pages.
    pub is_key_alone: bool,
}

impl TableDefinition {
    /// Makes the table, if there is none.
    pub fn create(&self) -> Statement {
        let generation = self.generation.map(|_| ("generation", ColumnType::Integer));
        let columns = || generation.iter().chain(&self.columns);
        let declared =
            columns().map(|(column, of)| format!("{column} {}", of.declared())).collect::<Vec<_>>().join(", ");
        let is_id = self.columns.first().is_some_and(|(_, of)| *of == ColumnType::Id);
        let keys: Vec<&str> = columns().take(self.key + generation.iter().len()).map(|(column, _)| *column).collect();
        let end = if is_id { String::new() } else { format!(", PRIMARY KEY ({})", keys.join(", ")) };
        let rowid = if self.is_key_alone { " WITHOUT ROWID" } else { "" };
        Sql::new(&format!("CREATE TABLE IF NOT EXISTS {} ({declared}{end}){rowid}", self.name)).finish()
    }

    /// Removes its rows: those of the generation, or the table.
    pub fn discard(&self) -> Statement {
        let Some(generation) = self.generation else {
            return Sql::new(&format!("DROP TABLE IF EXISTS {}", self.name)).finish();
        };
        let mut sql = Sql::new(&format!("DELETE FROM {} WHERE generation = ", self.name));
        sql.bind(generation);
        sql.finish()
    }

    /// Puts rows in, a JSON array of arrays in the order of the columns; again, where they are already.
    pub fn fill(&self, rows: String) -> Statement {
        let generation = self.generation.map(|generation| ("generation", generation.to_string()));
        let value = |(at, (column, of)): (usize, &(_, ColumnType))| {
            (*column, of.taken(format!("json_extract(value, '$[{at}]')")))
        };
        let (names, values): (Vec<&str>, Vec<String>) =
            generation.into_iter().chain(self.columns.iter().enumerate().map(value)).unzip();
        let (names, values) = (names.join(", "), values.join(", "));
        let mut sql =
            Sql::new(&format!("INSERT OR REPLACE INTO {} ({names}) SELECT {values} FROM json_each(", self.name));
        sql.bind(rows).push(")");
        sql.finish()
    }
}
