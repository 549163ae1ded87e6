//! Statements that create, fill and empty tables.

use super::{Sql, Statement};

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// The number that identifies a row.
    Id,
    /// An integer.
    Integer,
    /// A text.
    Text,
    /// A text or null.
    OptionalText,
    /// Bytes. They are transferred as hexadecimal digits, because rows are JSON and D1 returns bytes as lists of
    /// numbers.
    Bytes,
}

impl ColumnType {
    /// Returns the SQL of a column in the form in which it is transferred.
    pub fn transfer_sql(self, column: &str) -> String {
        if self == Self::Bytes { format!("hex({column})") } else { column.to_owned() }
    }

    /// Returns the SQL of a transferred value in the form in which it is stored.
    fn stored_sql(self, value: String) -> String {
        if self == Self::Bytes { format!("unhex({value})") } else { value }
    }

    const fn declaration(self) -> &'static str {
        match self {
            Self::Id => "INTEGER PRIMARY KEY",
            Self::Integer => "INTEGER NOT NULL",
            Self::Text => "TEXT NOT NULL",
            Self::OptionalText => "TEXT",
            Self::Bytes => "BLOB NOT NULL",
        }
    }
}

/// The definition of a table.
#[derive(Debug)]
pub struct TableDefinition {
    /// Its name in the database.
    pub name: String,
    /// Its columns in order.
    pub columns: Vec<(&'static str, ColumnType)>,
    /// The number of leading columns that identify a row.
    pub key: usize,
    /// The generation of the rows, if the table has several. Its first column is then the generation.
    pub generation: Option<u32>,
    /// True if rows are stored in the order of the key alone (`WITHOUT ROWID`). Large rows would waste much space in
    /// such a tree.
    pub is_key_alone: bool,
}

impl TableDefinition {
    /// Creates the table, if it does not exist.
    pub fn create(&self) -> Statement {
        let generation = self.generation.map(|_| ("generation", ColumnType::Integer));
        let columns = || generation.iter().chain(&self.columns);
        let declarations =
            columns().map(|(column, of)| format!("{column} {}", of.declaration())).collect::<Vec<_>>().join(", ");
        let is_id = self.columns.first().is_some_and(|(_, of)| *of == ColumnType::Id);
        let keys: Vec<&str> = columns().take(self.key + generation.iter().len()).map(|(column, _)| *column).collect();
        let end = if is_id { String::new() } else { format!(", PRIMARY KEY ({})", keys.join(", ")) };
        let rowid = if self.is_key_alone { " WITHOUT ROWID" } else { "" };
        Sql::new(format!("CREATE TABLE IF NOT EXISTS {} ({declarations}{end}){rowid}", self.name)).finish()
    }

    /// Removes its rows: those of the generation, or the whole table.
    pub fn discard(&self) -> Statement {
        let Some(generation) = self.generation else {
            return Sql::new(format!("DROP TABLE IF EXISTS {}", self.name)).finish();
        };
        let mut sql = Sql::new(format!("DELETE FROM {} WHERE generation = ", self.name));
        sql.bind(generation);
        sql.finish()
    }

    /// Inserts or replaces rows, given as a JSON array of arrays in the order of the columns.
    pub fn fill(&self, rows: String) -> Statement {
        self.fill_from(|sql| {
            sql.bind(rows);
        })
    }

    /// Inserts or replaces rows, given as SQL of a JSON array of arrays in the order of the columns.
    pub fn fill_from(&self, rows: impl FnOnce(&mut Sql)) -> Statement {
        let generation = self.generation.map(|generation| ("generation", generation.to_string()));
        let value = |(at, (column, of)): (usize, &(_, ColumnType))| {
            (*column, of.stored_sql(format!("json_extract(value, '$[{at}]')")))
        };
        let (names, values): (Vec<&str>, Vec<String>) =
            generation.into_iter().chain(self.columns.iter().enumerate().map(value)).unzip();
        let (names, values) = (names.join(", "), values.join(", "));
        let mut sql =
            Sql::new(format!("INSERT OR REPLACE INTO {} ({names}) SELECT {values} FROM json_each(", self.name));
        rows(&mut sql);
        sql.push(")");
        sql.finish()
    }

    /// Overwrites the texts and bytes of rows, except keys, with as many zeros. SQLite then writes over the old content:
    /// deleted content stays in the file. `condition` is the condition on the rows, without the generation. `None` if
    /// the table has only keys and integers.
    pub fn overwrite(&self, condition: impl FnOnce(&mut Sql)) -> Option<Statement> {
        let set = |(column, of): &(&str, ColumnType)| match of {
            ColumnType::Bytes => Some(format!("{column} = zeroblob(length({column}))")),
            ColumnType::Text | ColumnType::OptionalText => {
                let bytes = format!("length(CAST({column} AS BLOB))");
                Some(format!("{column} = substr(hex(zeroblob(({bytes} + 1) / 2)), 1, {bytes})"))
            }
            ColumnType::Id | ColumnType::Integer => None,
        };
        let zeros: Vec<String> = self.columns.iter().skip(self.key).filter_map(set).collect();
        (!zeros.is_empty()).then(|| {
            let sql = Sql::new(format!("UPDATE {} SET {} WHERE ", self.name, zeros.join(", ")));
            self.where_rows(sql, condition)
        })
    }

    /// Deletes rows that meet a condition, which is given without the generation.
    pub fn delete(&self, condition: impl FnOnce(&mut Sql)) -> Statement {
        self.where_rows(Sql::new(format!("DELETE FROM {} WHERE ", self.name)), condition)
    }

    fn where_rows(&self, mut sql: Sql, condition: impl FnOnce(&mut Sql)) -> Statement {
        if let Some(generation) = self.generation {
            sql.push("generation = ").bind(generation).push(" AND ");
        }
        condition(&mut sql);
        sql.finish()
    }
}
