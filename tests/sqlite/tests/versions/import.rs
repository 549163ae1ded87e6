//! An import as the edge runs it, and what is served afterwards.

use overheard::dataset::{self, Base, Loading, State, Step};
use overheard::ingest::Batch;
use overheard::store::{Sql, Statement};
use overheard_sqlite::Database;
use overheard_sqlite::documents::{batches, lines, rows};
use serde_json::Value;
use std::path::Path;

/// Any time: it is noted, never compared.
const NOW: i64 = 1_700_000_000;

/// A database with versions of a dataset.
pub struct Versions(Database);

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

    /// Imports a folder of documents into what is served.
    pub fn import(&self, folder: &Path) {
        self.import_onto(folder, Base::Served);
    }

    /// Imports a folder of documents onto what is served, or instead of it.
    pub fn import_onto(&self, folder: &Path, base: Base) {
        self.begin(&folder.display().to_string(), base);
        self.advance_while(dataset::is_preparing);
        batches(rows(lines(folder))).for_each(|batch| self.load(&batch));
        self.finish();
    }

    /// Begins an import of this name.
    pub fn begin(&self, import: &str, base: Base) {
        let generation = self.state().next_generation();
        self.run(dataset::begin(generation, import, base, NOW, "2026-01-01T00:00:00Z")).expect("an import begins");
    }

    /// Loads a batch into the import that is under way.
    pub fn load(&self, batch: &Batch) {
        let loading = self.state().loading.expect("an import is under way");
        let number = u32::try_from(batch.number).expect("few batches");
        self.run(dataset::load(&loading, batch.table, number, batch.body.clone(), NOW)).expect("a batch loads");
    }

    /// Finishes the import that is under way and publishes it.
    pub fn finish(&self) {
        self.advance_while(|loading| dataset::phase(loading) != Step::Publish);
        let state = self.state();
        let loading = state.loading.clone().expect("an import is under way");
        let rows = self.run(vec![dataset::content(loading.generation)]).expect("the content is summed");
        let content: Vec<dataset::Content> = rows
            .into_iter()
            .flatten()
            .map(|row| serde_json::from_value(Value::Object(row)).expect("a row of sums"))
            .collect();
        let version = dataset::version(&content);
        let statements = match &state.served {
            Some(served) if served.version == version => dataset::replace_unchanged(served, &loading),
            _ => dataset::publish(&state, &loading, &version, &content, "2026-01-01T00:00:00Z"),
        };
        self.run(statements).expect("the generation is published");
    }

    /// Runs the steps of the import that is under way, as long as a condition holds.
    pub fn advance_while(&self, condition: impl Fn(&Loading) -> bool) {
        loop {
            let state = self.state();
            let loading = state.loading.expect("an import is under way");
            if !condition(&loading) {
                return;
            }
            let served = state.served.map(|served| served.generation);
            let rows = self.run(vec![dataset::largest_row(&loading, served)]).expect("the largest row is known");
            let largest = rows[0][0]["largest"].as_u64().expect("a number");
            let progress = dataset::advance(&loading, served, largest, NOW);
            self.run(progress.statements).unwrap_or_else(|error| panic!("{}: {error}", progress.phase));
        }
    }

    /// What exists.
    pub fn state(&self) -> State {
        let rows = self.run(vec![dataset::generations()]).expect("generations are read");
        State::from_rows(rows.into_iter().flatten().collect()).expect("generations make a state")
    }
}
