//! Versions in a ring of databases, where they differ from those in one database: a publication takes two writes.

use overheard::backend::columnar::{Columnar, Ring};
use overheard::guard::request::Request;
use overheard::query::{
    DataBackend as _, DatasetVersion, ImportStart, JsonRows, QueryError, ReplacedVersion, VersionState,
    VersionStore as _,
};
use overheard::spec::Operation;
use overheard::sql::{Row, Statement, Store, StoreError};
use overheard_bench_data::Dataset;
use overheard_sqlite::SqliteDatabase;
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::packed::{self, PackedDataset};
use pollster::block_on;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-03-01T00:00:00Z";

/// Opens a ring of `DB` and the other databases.
pub fn open(databases: &[SqliteDatabase]) -> Ring<&SqliteDatabase> {
    let mut databases = databases.iter().map(Columnar::new);
    let first = databases.next().expect("there is a first database");
    Ring::new(first, databases)
}

/// Returns the position of a generation's database.
pub fn position(generation: u32) -> usize {
    (generation / 1_000_000) as usize
}

fn databases(count: usize) -> Vec<SqliteDatabase> {
    std::iter::repeat_with(SqliteDatabase::migrated).take(count).collect()
}

fn dataset(mentions: u64) -> PackedDataset {
    packed::pack(rows(made_up(&Dataset::new(mentions, 7))))
}

fn state(ring: &Ring<impl Store>) -> VersionState {
    block_on(ring.state()).expect("the state is read")
}

fn begin(ring: &Ring<impl Store>, import: &str) -> Result<(), QueryError> {
    let start = ImportStart { base: None, ..packed::beginning(import, None) };
    block_on(ring.begin_import(&state(ring), &start, NOW))
}

/// Loads an import up to its publication.
fn load(ring: &Ring<impl Store>, import: &str, dataset: &PackedDataset) {
    begin(ring, import).expect("an import begins");
    let tables = ring.tables();
    let mut next = BTreeMap::<&str, u32>::new();
    for batch in &dataset.batches {
        let table = tables.iter().find(|table| table.name == batch.table.name()).expect("a table");
        let rows = JsonRows::parse(table, batch.body.clone().into_bytes()).expect("rows");
        let number = next.entry(table.name).or_default();
        let loading = state(ring).loading.expect("it is under way");
        block_on(ring.load(&loading, rows, *number, NOW)).expect("a batch is loaded");
        *number += 1;
    }
    block_on(ring.finish_loading(&state(ring).loading.expect("it is under way"), NOW)).expect("the step ends");
}

fn publish(ring: &Ring<impl Store>, dataset: &PackedDataset, replaced: ReplacedVersion) -> Result<(), QueryError> {
    let loading = state(ring).loading.expect("it is under way");
    block_on(ring.publish(&loading, &dataset.content, replaced, NOW_TEXT))
}

fn import(ring: &Ring<impl Store>, name: &str, dataset: &PackedDataset) {
    load(ring, name, dataset);
    publish(ring, dataset, ReplacedVersion::Keep).expect("it is published");
    block_on(ring.sweep()).expect("it is swept");
}

fn search() -> Request {
    let request = json!({"index": "siv_business_ideas"});
    Request::parse(Operation::Search, request.to_string().as_bytes()).expect("a request")
}

/// Returns the number of mentions in an answer from the version that is known, or else served.
fn mentions(ring: &Ring<impl Store>, known: Option<DatasetVersion>) -> Result<u64, QueryError> {
    let request = search();
    let outcome = block_on(async { ring.begin(&request, known).await?.finish.await })?;
    let answer: Value = serde_json::to_value(&outcome.answer).expect("JSON");
    Ok(answer["matched_documents"].as_u64().expect("a number"))
}

fn generations(state: &VersionState) -> [Option<u32>; 2] {
    [&state.served, &state.previous].map(|version| version.as_ref().map(|version| version.generation))
}

/// The tables of generations in a database.
fn tables(database: &SqliteDatabase) -> usize {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_[0-9]*'";
    let statement = Statement::new(names, []);
    database.run([statement]).expect("it is read").into_iter().flatten().count()
}

#[test]
fn each_import_fills_a_database_that_has_no_generation() {
    let databases = databases(4);
    let ring = open(&databases);
    let all = [100, 110, 120, 130].map(dataset);
    for (at, dataset) in all.iter().enumerate() {
        import(&ring, &format!("import {at}"), dataset);
        assert_eq!(mentions(&ring, None), Ok(dataset.content.mentions));
    }
    assert_eq!(generations(&state(&ring)), [Some(1_000_004), Some(3_000_003)]);
    assert_eq!(databases.iter().map(tables).filter(|tables| *tables == 0).count(), 2, "DB and the one before");
    assert!(block_on(ring.rollback(&state(&ring))).expect("it is rolled back"));
    assert_eq!(mentions(&ring, None), Ok(120));
    import(&ring, "after", &all[0]);
    assert_eq!((mentions(&ring, None), generations(&state(&ring))), (Ok(100), [Some(2_000_005), Some(3_000_003)]));
}

#[test]
fn with_two_databases_an_import_drops_the_previous_version_first() {
    let databases = databases(3);
    let ring = open(&databases);
    let all = [100, 110, 120].map(dataset);
    import(&ring, "first", &all[0]);
    import(&ring, "second", &all[1]);
    load(&ring, "third", &all[2]);
    assert_eq!(generations(&state(&ring)), [Some(2_000_002), None]);
    publish(&ring, &all[2], ReplacedVersion::Keep).expect("it is published");
    assert_eq!(generations(&state(&ring)), [Some(1_000_003), Some(2_000_002)]);
}

#[test]
fn one_database_besides_is_not_enough() {
    let databases = databases(2);
    let ring = open(&databases);
    import(&ring, "first", &dataset(100));
    let refused = begin(&ring, "second");
    assert!(matches!(&refused, Err(QueryError::Unavailable(reason)) if reason.contains("DATA_1")), "{refused:?}");
    assert_eq!(mentions(&ring, None), Ok(100));
}

#[test]
fn a_dataset_in_the_first_database_moves_with_the_next_import() {
    let databases = databases(4);
    let alone = open(&databases[..1]);
    import(&alone, "first", &dataset(100));
    import(&alone, "second", &dataset(110));
    let ring = open(&databases);
    assert_eq!(state(&ring), state(&alone));
    assert_eq!(mentions(&ring, None), Ok(110));
    assert!(block_on(ring.rollback(&state(&ring))).expect("it is rolled back"));
    assert_eq!(mentions(&ring, None), Ok(100));
    import(&ring, "third", &dataset(120));
    assert_eq!((mentions(&ring, None), generations(&state(&ring))), (Ok(120), [Some(1_000_003), Some(1)]));
    assert!(block_on(ring.rollback(&state(&ring))).expect("it is rolled back"));
    assert_eq!(mentions(&ring, None), Ok(100));
    import(&ring, "fourth", &dataset(130));
    import(&ring, "fifth", &dataset(140));
    assert_eq!((mentions(&ring, None), tables(&databases[0])), (Ok(140), 0));
}

#[test]
fn an_interrupted_publication_is_completed() {
    let databases = databases(4);
    let ring = open(&databases);
    let [first, second] = [100, 110].map(dataset);
    import(&ring, "first", &first);
    load(&ring, "second", &second);
    let loading = state(&ring).loading.expect("it is under way");
    let database = Columnar::new(&databases[position(loading.generation)]);
    block_on(database.publish(&loading, &second.content, ReplacedVersion::Keep, NOW_TEXT)).expect("the first write");
    let swept = block_on(ring.sweep()).expect("it is swept");
    assert_eq!(swept.loading.map(|loading| loading.import), Some("second".to_owned()));
    assert_eq!(mentions(&ring, None), Ok(100));
    publish(&ring, &second, ReplacedVersion::Keep).expect("it is completed");
    assert_eq!((mentions(&ring, None), state(&ring).loading), (Ok(110), None));
}

#[test]
fn a_discarded_import_is_never_served() {
    let databases = databases(4);
    let ring = open(&databases);
    let [first, second] = [100, 110].map(dataset);
    import(&ring, "first", &first);
    load(&ring, "second", &second);
    let loading = state(&ring).loading.expect("it is under way");
    let database = Columnar::new(&databases[position(loading.generation)]);
    block_on(database.publish(&loading, &second.content, ReplacedVersion::Keep, NOW_TEXT)).expect("the first write");
    begin(&ring, "third").expect("it begins instead");
    assert!(block_on(ring.publish(&loading, &second.content, ReplacedVersion::Keep, NOW_TEXT)).is_err());
    let VersionState { served, loading, dropped, .. } = block_on(ring.sweep()).expect("it is swept");
    assert_eq!(served.map(|served| served.import), Some("first".to_owned()));
    assert_eq!((loading.map(|loading| loading.import), dropped), (Some("third".to_owned()), Vec::new()));
    assert_eq!(mentions(&ring, None), Ok(100));
}

#[test]
fn an_import_without_its_reservation_is_given_up() {
    let databases = databases(4);
    let ring = open(&databases);
    let [first, second] = [100, 110].map(dataset);
    import(&ring, "first", &first);
    load(&ring, "second", &second);
    let release = overheard::sql::Statement::new("DELETE FROM generation WHERE state = 'loading'", []);
    databases[1].run([release]).expect("it is released");
    let refused = publish(&ring, &second, ReplacedVersion::Keep);
    assert!(matches!(&refused, Err(QueryError::Unavailable(reason)) if reason.contains("run it again")), "{refused:?}");
    assert_eq!((mentions(&ring, None), state(&ring).loading), (Ok(100), None));
}

#[test]
fn an_import_that_stopped_before_it_began_blocks_no_other() {
    let databases = databases(4);
    let ring = open(&databases);
    import(&ring, "first", &dataset(100));
    let start = packed::beginning("stopped", None);
    let reserve = overheard::backend::columnar::versions::reserve(2_000_002, &start, NOW);
    databases[1].run(reserve).expect("it is reserved");
    import(&ring, "second", &dataset(110));
    assert_eq!(mentions(&ring, None), Ok(110));
}

#[test]
fn a_version_that_is_no_longer_served_is_noticed() {
    let databases = databases(4);
    let ring = open(&databases);
    import(&ring, "first", &dataset(100));
    let first = block_on(ring.served_version()).expect("it is served");
    assert_eq!(ring.take_confirmed_version().as_ref(), Some(&first));
    assert_eq!(mentions(&ring, Some(first.clone())), Ok(100));
    assert_eq!(ring.take_confirmed_version(), None, "the table ring was not read");
    import(&ring, "second", &dataset(110));
    let second = block_on(ring.served_version()).expect("it is served");
    assert_eq!(mentions(&ring, Some(first.clone())), Err(QueryError::DatasetChanged));
    assert_eq!(mentions(&ring, Some(second.clone())), Ok(110));
    assert!(block_on(ring.rollback(&state(&ring))).expect("it is rolled back"));
    assert_eq!(mentions(&ring, Some(second)), Err(QueryError::DatasetChanged));
    assert_eq!(mentions(&ring, Some(first.clone())), Ok(100));
    block_on(ring.forget_previous(None)).expect("it is forgotten");
    block_on(ring.sweep()).expect("it is swept");
    assert_eq!((mentions(&ring, Some(first)), generations(&state(&ring))), (Ok(100), [Some(1_000_001), None]));
}

#[test]
fn an_erasing_import_leaves_no_tables_of_the_version_before() {
    let databases = databases(4);
    let ring = open(&databases);
    let [first, second] = [100, 110].map(dataset);
    import(&ring, "first", &first);
    load(&ring, "second", &second);
    publish(&ring, &second, ReplacedVersion::Drop).expect("it is published");
    let swept = block_on(ring.sweep()).expect("it is swept");
    assert_eq!(generations(&swept), [Some(2_000_002), None]);
    assert_eq!((tables(&databases[1]), mentions(&ring, None)), (0, Ok(110)));
}

#[test]
fn a_database_that_is_no_longer_bound_is_named() {
    let databases = databases(4);
    import(&open(&databases), "first", &dataset(100));
    import(&open(&databases), "second", &dataset(110));
    let fewer = open(&databases[..2]);
    let refused = mentions(&fewer, None);
    assert!(matches!(&refused, Err(QueryError::Unavailable(reason)) if reason.contains("DATA_1")), "{refused:?}");
}

/// A database with replicas: its bookmarks are the numbers of its changes.
#[derive(Default)]
struct Replicated {
    database: Option<SqliteDatabase>,
    changes: Cell<u32>,
    /// The bookmarks that replicas must have.
    since: RefCell<Vec<String>>,
}

impl Store for Replicated {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let is_change = statements.iter().any(|statement| !statement.sql.trim_start().starts_with("SELECT"));
        self.changes.set(self.changes.get() + u32::from(is_change));
        self.database.as_ref().expect("a database").batch(statements).await
    }

    fn bookmark(&self) -> Option<String> {
        Some(self.changes.get().to_string())
    }

    fn read_since(&self, bookmark: &str) {
        self.since.borrow_mut().push(bookmark.to_owned());
    }
}

#[test]
fn replicas_answer_only_with_the_last_change_of_the_served_database() {
    let replicated = |database| Replicated { database: Some(database), ..Replicated::default() };
    let stores: Vec<Replicated> = databases(3).into_iter().map(replicated).collect();
    let mut all = stores.iter().map(Columnar::new);
    let first = all.next().expect("a database");
    let ring = Ring::new(first, all);
    let required = |position: usize| stores[position].since.borrow().last().cloned();
    for (name, position) in [("a", 1), ("b", 2)] {
        import(&ring, name, &dataset(20));
        mentions(&ring, None).expect("an answer");
        assert_eq!(required(position), stores[position].bookmark(), "import {name}");
    }
    block_on(ring.rollback(&state(&ring))).expect("it is rolled back");
    mentions(&ring, None).expect("an answer");
    assert_eq!(required(1), stores[1].bookmark());
    assert_eq!(required(0), None, "the pointer itself is read from the primary");
}
