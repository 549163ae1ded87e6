//! A database for the plans: SQLite in memory, filled by the same steps that an import takes at the edge.

use flate2::read::MultiGzDecoder;
use overheard::answer::Outcome;
use overheard::catalog::{Index, Operation};
use overheard::data::Request;
use overheard::dataset::{self, Base, State, Step, Table};
use overheard::ingest::{Batch, Batcher, Importer, Prepared, Row as PreparedRow, Terms};
use overheard::plain;
use overheard::store::{Param, Row, Statement, Store, StoreError};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ToSql};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

const MIGRATION: &str = include_str!("../../../worker/migrations/0001_generations.sql");
/// Any time: it is noted, never compared.
const NOW: i64 = 1_700_000_000;

/// A database in memory.
pub struct Database {
    connection: RefCell<Connection>,
    /// The largest number of values that a statement bound.
    pub most_params: Cell<usize>,
}

impl Default for Database {
    fn default() -> Self {
        let connection = Connection::open_in_memory().expect("SQLite opens in memory");
        connection.execute_batch(MIGRATION).expect("the migration runs");
        Self { connection: RefCell::new(connection), most_params: Cell::new(0) }
    }
}

impl Store for Database {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.run(statements).map_err(|error| StoreError::Unavailable(error.to_string()))
    }
}

impl Database {
    /// Runs statements as one transaction.
    ///
    /// # Errors
    /// SQLite's.
    pub fn run(&self, statements: Vec<Statement>) -> rusqlite::Result<Vec<Vec<Row>>> {
        let mut connection = self.connection.borrow_mut();
        let transaction = connection.transaction()?;
        let mut results = Vec::with_capacity(statements.len());
        for Statement { sql, params, .. } in statements {
            self.most_params.set(self.most_params.get().max(params.len()));
            let mut statement = transaction.prepare(&sql)?;
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let params: Vec<Box<dyn ToSql>> = params.into_iter().map(value).collect();
            let params: Vec<&dyn ToSql> = params.iter().map(AsRef::as_ref).collect();
            let mut rows = statement.query(params.as_slice())?;
            let mut result = Vec::new();
            while let Some(row) = rows.next()? {
                let cells = names.iter().enumerate().map(|(at, name)| Ok((name.clone(), json(row.get_ref(at)?))));
                result.push(cells.collect::<rusqlite::Result<Row>>()?);
            }
            results.push(result);
        }
        transaction.commit()?;
        Ok(results)
    }

    /// Imports a folder of documents into what is served.
    pub fn import(&self, folder: &Path) {
        self.import_onto(folder, Base::Served);
    }

    /// Imports a folder of documents onto what is served, or instead of it.
    pub fn import_onto(&self, folder: &Path, base: Base) {
        self.begin(&folder.display().to_string(), base);
        self.advance_while(dataset::is_preparing);
        for batch in batches(folder) {
            self.load(&batch);
        }
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
            .map(|row| serde_json::from_value(serde_json::Value::Object(row)).expect("a row of sums"))
            .collect();
        let version = dataset::version(&content);
        let statements = match &state.served {
            Some(served) if served.version == version => dataset::replace_unchanged(served, &loading),
            _ => dataset::publish(&state, &loading, &version, &content, "2026-01-01T00:00:00Z"),
        };
        self.run(statements).expect("the generation is published");
    }

    /// Runs the steps of the import that is under way, as long as a condition holds.
    pub fn advance_while(&self, condition: impl Fn(&dataset::Loading) -> bool) {
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

    /// Answers a request: the flat body, and what goes with it.
    pub fn answer(&self, operation: &str, request: &serde_json::Value) -> (serde_json::Value, Outcome) {
        let operation = Operation::from_name(operation).expect("an operation");
        let request = Request::parse(operation, request.to_string().as_bytes())
            .unwrap_or_else(|problems| panic!("{request}: {problems:?}"));
        let answer = pollster::block_on(plain::answer(self, None, &request, true));
        let (_, outcome) = answer.unwrap_or_else(|error| panic!("{error:?}"));
        (serde_json::to_value(&outcome.answer).expect("an answer is JSON"), outcome)
    }
}

/// Every batch of a folder, in the order in which an import loads them.
pub fn batches(folder: &Path) -> Vec<Batch> {
    let now = chrono::DateTime::from_timestamp(NOW, 0).expect("a time");
    let importer = Importer::new(now).expect("an importer");
    let mut terms = Terms::default();
    let mut batchers = Table::ALL.map(Batcher::new);
    let mut batches = Vec::new();
    let mut push = |row: &PreparedRow| {
        let batcher = batchers.iter_mut().find(|batcher| batcher.table() == row.table).expect("every table has one");
        batches.extend(batcher.push(row));
    };
    for index in [Index::Info, Index::ContentCreator, Index::BusinessIdeas] {
        for line in lines(folder, index) {
            let accepted = importer.json(index, line.as_bytes()).result;
            match accepted.unwrap_or_else(|refused| panic!("{refused:?}: {line}")).prepared {
                Prepared::Video(row, _) | Prepared::Snapshot(row) => push(&row),
                Prepared::Mention(mention) => {
                    push(&mention.row);
                    terms.new_rows(mention.terms).iter().for_each(&mut push);
                }
            }
        }
    }
    batches.extend(batchers.iter_mut().filter_map(Batcher::finish));
    batches
}

fn lines(folder: &Path, index: Index) -> impl Iterator<Item = String> {
    let plain = folder.join(format!("{}.ndjson", index.name()));
    let reader: Box<dyn BufRead> = match File::open(&plain) {
        Ok(file) => Box::new(BufReader::new(file)),
        Err(_) => {
            let zipped = folder.join(format!("{}.ndjson.gz", index.name()));
            let file = File::open(&zipped).unwrap_or_else(|error| panic!("{}: {error}", zipped.display()));
            Box::new(BufReader::new(MultiGzDecoder::new(file)))
        }
    };
    reader.lines().map(|line| line.expect("a line of text")).filter(|line| !line.trim().is_empty())
}

fn value(param: Param) -> Box<dyn ToSql> {
    match param {
        Param::Text(text) => Box::new(text),
        // As D1 binds numbers.
        Param::Integer(integer) => Box::new(integer as f64),
    }
}

fn json(value: ValueRef<'_>) -> serde_json::Value {
    match value {
        ValueRef::Null => serde_json::Value::Null,
        ValueRef::Integer(integer) => integer.into(),
        // As JavaScript, which has one kind of number.
        ValueRef::Real(real) if real.fract() == 0.0 => (real as i64).into(),
        ValueRef::Real(real) => real.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
        ValueRef::Blob(_) => panic!("no column holds bytes"),
    }
}
