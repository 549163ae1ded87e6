//! Runs an import as the operator's command and the edge do together, and reads the active version.

use overheard::backend::columnar::versions;
use overheard::query::{BaseVersion, VersionState};
use overheard::segment::{Decompressor, ImportedRow, ROW, StoredRecord, Table};
use overheard::spec::Index;
use overheard::sql::{Row, Sql, Statement};
use overheard_sqlite::SqliteDatabase;
use overheard_sqlite::documents::{lines, rows};
use overheard_sqlite::packed;
use serde_json::Value;
use std::path::Path;

/// A database with versions of a dataset.
pub struct Versions(pub SqliteDatabase);

impl Default for Versions {
    fn default() -> Self {
        Self(SqliteDatabase::migrated())
    }
}

impl Versions {
    /// Runs statements as one transaction and returns the rows of each.
    pub fn run(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, impl std::error::Error> {
        self.0.run(statements)
    }

    /// Returns the rows of a query; `{g}` is the active generation.
    pub fn served(&self, sql: &str) -> Vec<Value> {
        let generation = self.state().served.expect("a dataset is served").generation;
        let statement = Sql::new(sql.replace("{g}", &generation.to_string())).finish();
        let rows = self.run(vec![statement]).expect("the query runs").remove(0);
        let object = |row: &Row| row.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
        rows.iter().map(object).map(Value::Object).collect()
    }

    /// Returns the active version.
    pub fn version(&self) -> String {
        self.state().served.expect("a dataset is served").version
    }

    /// Imports a folder of records in place of the active version.
    pub fn import(&self, folder: &Path) {
        self.make(self.documents().into_iter().chain(rows(lines(folder))));
    }

    /// Activates a version of these rows, unless it is active already.
    pub fn make(&self, rows: impl IntoIterator<Item = ImportedRow>) {
        let packed = packed::pack(rows);
        let served = self.state().served;
        if served.as_ref().is_some_and(|served| served.version == packed.content.version) {
            return;
        }
        packed::begin(&self.0, "any", Some(served.map_or(BaseVersion::NONE, |served| served.base())));
        packed::load(&self.0, &packed);
        packed::publish(&self.0, &packed.content);
        self.sweep();
    }

    /// Returns the records of the active version, as the edge exports them and the command restores them.
    pub fn documents(&self) -> Vec<ImportedRow> {
        let Some(served) = self.state().served else { return Vec::new() };
        let of = |index: Index| {
            let mut documents = Vec::new();
            let mut decompressor = self.decompressor(index);
            let mut after = 0;
            loop {
                let statement = versions::documents(Table::of_documents(index), served.generation, after);
                let page = self.page(statement.expect("a table of documents"));
                let Some(last) = page.last() else { return documents };
                after = last[0].as_i64().expect("a number");
                documents.extend(page.iter().map(|row| restore(index, row, &mut decompressor)));
            }
        };
        [Index::Info, Index::ContentCreator, Index::BusinessIdeas].into_iter().flat_map(of).collect()
    }

    /// Returns the decompressor of an index's records.
    fn decompressor(&self, index: Index) -> Decompressor {
        let name = Table::of_documents(index).name();
        let rows = self.served(&format!("SELECT body FROM dictionary_{{g}} WHERE index_name = '{name}'"));
        Decompressor::new(rows[0]["body"].as_str().expect("a text")).expect("a dictionary")
    }

    /// Returns the rows of a page.
    pub fn page(&self, statement: Statement) -> Vec<Vec<Value>> {
        let rows = self.run(vec![statement]).expect("a page is read").remove(0);
        let row = |row: &overheard::sql::Row| serde_json::from_str(row[ROW].as_str().expect("a text"));
        rows.iter().map(|page| row(page).expect("a JSON array")).collect()
    }

    /// Removes the rest of dropped generations.
    pub fn sweep(&self) {
        for generation in self.state().dropped {
            for statements in versions::remove(generation) {
                self.run(statements).expect("what was dropped is removed");
            }
        }
    }

    /// Returns the existing versions and the unfinished import.
    pub fn state(&self) -> VersionState {
        packed::state(&self.0)
    }

    /// Returns the generations with rows in any table, including shared tables.
    pub fn generations_with_rows(&self, table: Table) -> Vec<u32> {
        if table.is_shared() {
            let sql = format!("SELECT DISTINCT generation FROM {} ORDER BY 1", table.name());
            let rows = self.run(vec![Sql::new(&sql).finish()]).expect("a table is read").remove(0);
            return rows.iter().map(|row| number(&row["generation"])).collect();
        }
        let sql =
            format!("SELECT name FROM sqlite_master WHERE name GLOB '{}_[0-9]*' AND type = 'table'", table.name());
        let rows = self.run(vec![Sql::new(&sql).finish()]).expect("tables are listed").remove(0);
        let numbers =
            rows.iter().map(|row| row["name"].as_str().and_then(|name| name.rsplit_once('_')?.1.parse().ok()));
        let mut numbers: Vec<u32> = numbers.collect::<Option<_>>().expect("tables end in numbers");
        numbers.sort_unstable();
        numbers
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).expect("a small number")
}

/// Returns the segment row of `[num, id, compressed body]`. A mention also has the id of its video.
fn restore(index: Index, row: &[Value], decompressor: &mut Decompressor) -> ImportedRow {
    let text = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
    let body = decompressor.text(&text(2).expect("a body")).expect("a document is readable");
    let stored = StoredRecord { id: text(1).expect("an id"), video_id: text(3), body };
    stored.restore(index).expect("a document is restored")
}
