//! Remembering rows: what is asked of a real database, and what is not.

use overheard::query::answer::Dataset;
use overheard::service::cache::{Remembering, SharedMemory};
use overheard::sql::{Row, Sql, Statement, Store, StoreError};
use overheard_sqlite::Database;
use pollster::block_on;
use std::cell::RefCell;

/// Any time: nothing here waits.
const LATER: u64 = 1;

/// A database that notes what is asked of it.
struct Observed {
    database: Database,
    asked: RefCell<Vec<usize>>,
}

impl Store for Observed {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.asked.borrow_mut().push(statements.len());
        self.database.batch(statements).await
    }
}

impl Observed {
    /// A database that serves version a of generation 1, with pages.
    fn new() -> Self {
        let store = Self { database: Database::migrated(), asked: RefCell::default() };
        store.run(
            "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at, version) \
             VALUES (1, 'served', '', '', '', 0, 'a')",
        );
        store.run("CREATE TABLE page_1 (id INTEGER PRIMARY KEY, body TEXT)");
        store.run("INSERT INTO page_1 SELECT value, 'page ' || value FROM json_each('[1,2,3]')");
        store.run("INSERT INTO page_1 VALUES (4, replace(hex(zeroblob(600000)), '0', 'x'))");
        store
    }

    fn run(&self, sql: &str) {
        self.database.run(vec![Sql::new(sql).finish()]).unwrap();
    }

    fn publish(&self, version: &str) {
        self.run(&format!("UPDATE generation SET version = '{version}'"));
    }

    /// How many statements each batch had since the last time.
    fn asked(&self) -> Vec<usize> {
        self.asked.take()
    }
}

fn version(name: &str) -> Dataset {
    Dataset { generation: 1, revision: 0, version: name.to_owned() }
}

fn page(id: u32) -> Sql {
    let mut sql = Sql::new("SELECT body FROM page_1 WHERE id = ");
    sql.bind(id);
    sql
}

/// Asks for pages, those above 0 as immutable ones, and for the served version as executors do.
fn batch(pages: &[i32]) -> Vec<Statement> {
    let pages = pages.iter().map(|id| match id {
        1.. => page(id.unsigned_abs()).finish_immutable(),
        _ => page(id.unsigned_abs()).finish(),
    });
    pages.chain([Dataset::served()]).collect()
}

/// The bodies of pages, as one answer that stands, from a version that is believed to be served.
fn answer(store: &Observed, memory: &SharedMemory, known: Option<&str>, pages: &[i32]) -> Vec<String> {
    let never = async |_: &Dataset| false;
    let remembering = Remembering::new(store, memory.clone(), known.map(version), LATER, never);
    let mut results = block_on(remembering.batch(batch(pages))).unwrap();
    remembering.remember();
    assert!(Dataset::from_rows(results.pop().unwrap()).is_ok());
    results.iter().map(|rows| rows[0]["body"].as_str().unwrap().to_owned()).collect()
}

/// A memory that knows which version is served.
fn memory_of(store: &Observed) -> SharedMemory {
    let memory = SharedMemory::default();
    answer(store, &memory, None, &[]);
    assert_eq!((memory.borrow().served(0), store.asked()), (Some(version("a")), vec![1]));
    memory
}

#[test]
fn lasting_statements_are_sent_once_and_the_others_every_time() {
    let store = Observed::new();
    let memory = memory_of(&store);
    assert_eq!(answer(&store, &memory, Some("a"), &[1, -2]), ["page 1", "page 2"]);
    assert_eq!(store.asked(), [3]);
    assert_eq!(
        answer(&store, &memory, Some("a"), &[-2, 1, 3]),
        ["page 2", "page 1", "page 3"],
        "in the order of asking"
    );
    assert_eq!(store.asked(), [3]);
    assert_eq!(answer(&store, &memory, Some("a"), &[3, 1, 3]), ["page 3", "page 1", "page 3"]);
    assert_eq!(store.asked(), [] as [usize; 0], "nothing is sent when everything is remembered");
    assert_eq!(answer(&store, &memory, Some("a"), &[-1]), ["page 1"], "the same text, but not immutable");
    assert_eq!(store.asked(), [2]);
}

#[test]
fn rows_go_with_the_version() {
    let store = Observed::new();
    let memory = memory_of(&store);
    answer(&store, &memory, Some("a"), &[1]);
    store.publish("b");
    store.run("UPDATE page_1 SET body = 'new ' || id");
    assert_eq!(answer(&store, &memory, Some("a"), &[1]), ["page 1"], "as long as the version is believed to be served");
    assert_eq!(store.asked(), [2]);
    assert_eq!(answer(&store, &memory, None, &[1]), ["new 1"]);
    assert_eq!(memory.borrow().served(0), Some(version("b")));
    assert_eq!(answer(&store, &memory, Some("b"), &[1]), ["new 1"]);
    assert_eq!(store.asked(), [2, 2], "it was asked for before the version was known, perhaps of another one");
    assert_eq!(answer(&store, &memory, Some("b"), &[1]), ["new 1"]);
    assert_eq!(store.asked(), [] as [usize; 0]);
}

#[test]
fn rows_that_turn_out_to_be_of_another_version_are_not_remembered() {
    let store = Observed::new();
    let memory = memory_of(&store);
    store.publish("b");
    answer(&store, &memory, Some("a"), &[1]);
    store.publish("a");
    answer(&store, &memory, Some("a"), &[1]);
    assert_eq!(store.asked(), [2, 2]);
}

#[test]
fn nothing_is_remembered_before_the_answer_stands() {
    let store = Observed::new();
    let memory = memory_of(&store);
    let given_up = Remembering::new(&store, memory.clone(), Some(version("a")), LATER, async |_: &Dataset| false);
    block_on(given_up.batch(batch(&[1]))).unwrap();
    drop(given_up);
    answer(&store, &memory, Some("a"), &[1]);
    assert_eq!(store.asked(), [2, 2]);
}

#[test]
fn a_question_stops_as_soon_as_its_answer_is_known_to_be_kept() {
    let store = Observed::new();
    let asked = RefCell::new(Vec::new());
    let kept = async |dataset: &Dataset| {
        asked.borrow_mut().push(dataset.version.clone());
        dataset.version == "b"
    };
    let first = Remembering::new(&store, SharedMemory::default(), None, LATER, kept);
    assert!(block_on(first.batch(batch(&[1]))).is_ok());
    assert!(block_on(first.batch(batch(&[2]))).is_ok());
    assert_eq!(*asked.borrow(), ["a"], "a version is looked for once");
    store.publish("b");
    assert_eq!(block_on(first.batch(batch(&[3]))), Err(StoreError::Stopped));
    let believed = Remembering::new(&store, SharedMemory::default(), Some(version("b")), LATER, kept);
    assert!(block_on(believed.batch(batch(&[1]))).is_ok(), "whoever believed that it is served has looked");
    assert_eq!(*asked.borrow(), ["a", "b"]);
}

#[test]
fn large_results_are_not_remembered_and_throw_nothing_out() {
    let store = Observed::new();
    let memory = memory_of(&store);
    answer(&store, &memory, Some("a"), &[1, 4]);
    assert_eq!(answer(&store, &memory, Some("a"), &[4, 1])[0].len(), 1_200_000);
    assert_eq!(store.asked(), [3, 2]);
}

#[test]
fn what_is_remembered_is_bounded() {
    let store = Observed::new();
    let memory = memory_of(&store);
    // A megabyte each: twelve megabytes hold fewer than twenty.
    store.run("DELETE FROM page_1");
    store.run(
        "INSERT INTO page_1 WITH RECURSIVE id(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM id LIMIT 20) \
         SELECT id, replace(hex(zeroblob(500000)), '0', 'x') FROM id",
    );
    let batches = |ids: std::ops::RangeInclusive<i32>| {
        ids.for_each(|id| drop(answer(&store, &memory, Some("a"), &[id])));
        store.asked().len()
    };
    assert_eq!(batches(1..=20), 20);
    assert_eq!(batches(11..=20), 0, "the last ones are there");
    assert_eq!(batches(1..=10), 10, "the first ones made room");
}

#[test]
fn a_failing_database_is_passed_on() {
    let store = Observed::new();
    let ask = |statement| {
        let never = async |_: &Dataset| false;
        let remembering = Remembering::new(&store, SharedMemory::default(), Some(version("a")), LATER, never);
        block_on(remembering.batch(vec![statement, Dataset::served()])).unwrap_err()
    };
    assert!(matches!(ask(Sql::new("SELECT * FROM page_2").finish_immutable()), StoreError::Unavailable(_)));
    store.run("DELETE FROM generation");
    assert_eq!(ask(page(1).finish()), StoreError::NoDataset);
}
