//! An import as the operator's command and the edge run it together, and what is served afterwards.

use overheard::build::{BuildError, Builder, FileSpool};
use overheard::catalog::Index;
use overheard::dataset::{self, Beginning, Content, Loading, ROW, State, Step};
use overheard::ingest::{Batch, Batcher, Row};
use overheard::pack::{Stored, Table};
use overheard::store::{Sql, Statement};
use overheard_sqlite::Database;
use overheard_sqlite::documents::{lines, rows};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Any time: it is noted, never compared.
const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-01-01T00:00:00Z";

/// A database with versions of a dataset.
pub struct Versions(pub Database);

/// Rows that are ready to be loaded, and what they hold.
pub struct Packed {
    pub content: Content,
    pub batches: Vec<Batch<Table>>,
}

impl Default for Versions {
    fn default() -> Self {
        Self(Database::migrated())
    }
}

impl Versions {
    /// Runs statements as one transaction and returns the rows of each.
    pub fn run(&self, statements: Vec<Statement>) -> Result<Vec<Vec<overheard::store::Row>>, impl std::error::Error> {
        self.0.run(statements)
    }

    /// The rows of a query; `{g}` is the generation that is served.
    pub fn served(&self, sql: &str) -> Vec<Value> {
        let generation = self.state().served.expect("a dataset is served").generation;
        let statement = Sql::new(&sql.replace("{g}", &generation.to_string())).finish();
        let rows = self.run(vec![statement]).expect("the query runs").remove(0);
        rows.into_iter().map(Value::Object).collect()
    }

    /// The version that is served.
    pub fn version(&self) -> String {
        self.state().served.expect("a dataset is served").version
    }

    /// Imports a folder of documents into what is served.
    pub fn import(&self, folder: &Path) {
        self.make(self.documents().into_iter().chain(rows(lines(folder))));
    }

    /// Makes rows the version that is served, unless it is already.
    pub fn make(&self, rows: impl IntoIterator<Item = Row>) {
        let packed = pack(rows);
        if self.state().served.is_some_and(|served| served.version == packed.content.version) {
            return;
        }
        let base = self.state().served.map_or(0, |served| served.generation);
        self.begin("any", Some(base));
        self.load(&packed);
        self.finish(&packed.content);
        self.sweep();
    }

    /// The documents that are served, as the edge hands them out and the command restores them.
    pub fn documents(&self) -> Vec<Row> {
        let Some(served) = self.state().served else { return Vec::new() };
        let of = |index: Index| {
            let mut documents = Vec::new();
            let mut after = 0;
            loop {
                let statement = dataset::documents(Table::of_documents(index), served.generation, after);
                let page = self.page(statement.expect("a table of documents"));
                let Some(last) = page.last() else { return documents };
                after = last[0].as_i64().expect("a number");
                documents.extend(page.iter().map(|row| restore(index, row)));
            }
        };
        [Index::Info, Index::ContentCreator, Index::BusinessIdeas].into_iter().flat_map(of).collect()
    }

    /// The rows of a page.
    pub fn page(&self, statement: Statement) -> Vec<Vec<Value>> {
        let rows = self.run(vec![statement]).expect("a page is read").remove(0);
        let row = |row: &overheard::store::Row| serde_json::from_str(row[ROW].as_str().expect("a text"));
        rows.iter().map(|page| row(page).expect("a JSON array")).collect()
    }

    /// Begins an import of this name.
    pub fn begin(&self, import: &str, base: Option<u32>) {
        let generation = self.state().next_generation();
        self.run(dataset::begin(generation, &beginning(import, base), NOW)).expect("an import begins");
    }

    /// The import that is under way.
    pub fn loading(&self) -> Loading {
        self.state().loading.expect("an import is under way")
    }

    /// Loads rows into the import that is under way.
    pub fn load(&self, packed: &Packed) {
        for Batch { table, number, body, .. } in &packed.batches {
            let number = u32::try_from(*number).expect("few batches");
            let statements = dataset::load(&self.loading(), *table, number, body.clone(), NOW);
            self.run(statements).expect("a batch loads");
        }
    }

    /// Runs the steps of the import that is under way, up to its publication.
    pub fn advance(&self) {
        while dataset::step(&self.loading()) != Step::Publish {
            self.run(dataset::advance(&self.loading(), NOW)).expect("a step is done");
        }
    }

    /// Finishes the import that is under way and publishes it.
    pub fn finish(&self, content: &Content) {
        self.advance();
        self.run(dataset::publish(&self.loading(), content, NOW_TEXT)).expect("the generation is published");
    }

    /// Removes what is left of dropped generations.
    pub fn sweep(&self) {
        for generation in self.state().dropped {
            for statements in dataset::remove(generation) {
                self.run(statements).expect("what was dropped is removed");
            }
        }
    }

    /// What exists.
    pub fn state(&self) -> State {
        let rows = self.run(vec![dataset::generations()]).expect("generations are read");
        State::from_rows(rows.into_iter().flatten().collect()).expect("generations make a state")
    }

    /// The generations that have rows in any table, shared ones too.
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

/// An import of this name.
pub fn beginning(import: &str, base: Option<u32>) -> Beginning {
    Beginning { import: import.to_owned(), inputs: import.to_owned(), base, started_at: NOW_TEXT.to_owned() }
}

/// Packs prepared rows.
pub fn pack(rows: impl IntoIterator<Item = Row>) -> Packed {
    let mut builder = Builder::new(FileSpool::new(tempfile::tempfile().expect("a file")));
    rows.into_iter().for_each(|row| builder.add(&row).expect("a row is taken"));
    let build = builder.finish().expect("a build is finished");
    let content = build.content().clone();
    let mut batchers: BTreeMap<&str, Batcher<Table>> = BTreeMap::new();
    let mut batches = Vec::new();
    let mut sink = |table: Table, row: &str| -> Result<(), BuildError> {
        batches.extend(batchers.entry(table.name()).or_insert_with(|| Batcher::new(table)).push(row));
        Ok(())
    };
    build.rows(&mut |_, _, _| {}, &mut sink).expect("rows are made");
    batches.extend(batchers.values_mut().filter_map(Batcher::finish));
    Packed { content, batches }
}

/// The prepared row of `[num, id, body]`, of mentions also the id of their video.
fn restore(index: Index, row: &[Value]) -> Row {
    let text = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
    let stored = Stored { id: text(1).expect("an id"), video_id: text(3), body: text(2).expect("a body") };
    stored.restore(index).expect("a document is restored")
}
