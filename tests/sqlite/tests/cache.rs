//! Cached rows and answers: what is asked of a real database, and what is not.

use overheard::query::answer::Dataset;
use overheard::query::columnar::{Begun, Fault};
use overheard::service::cache::{Answers, CachedRows, Found, Question, SharedAnswers, SharedCache};
use overheard::sql::{AnyStore, Row, Sql, Statement, Store, StoreError};
use overheard_sqlite::Database;
use pollster::block_on;
use std::cell::RefCell;
use std::collections::BTreeMap;

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

/// Asks for pages, those above 0 as lasting ones, and for the served version as executors do.
fn batch(pages: &[i32]) -> Vec<Statement> {
    let pages = pages.iter().map(|id| match id {
        1.. => page(id.unsigned_abs()).finish_lasting(),
        _ => page(id.unsigned_abs()).finish(),
    });
    pages.chain([Dataset::served()]).collect()
}

/// The bodies of pages, as one answer that stands, from a version that is known to be served.
fn answer(store: &Observed, cache: &SharedCache, known: Option<&str>, pages: &[i32]) -> Vec<String> {
    let rows = CachedRows::new(store, cache.clone(), known.map(version), LATER);
    let mut results = block_on(rows.batch(batch(pages))).unwrap();
    rows.keep();
    assert!(Dataset::from_rows(results.pop().unwrap()).is_ok());
    results.iter().map(|rows| body(rows)).collect()
}

fn body(rows: &[Row]) -> String {
    rows[0]["body"].as_str().unwrap().to_owned()
}

/// A cache that knows which version is served.
fn cache_of(store: &Observed) -> SharedCache {
    let cache = SharedCache::default();
    answer(store, &cache, None, &[]);
    assert_eq!((cache.borrow().served(0), store.asked()), (Some(version("a")), vec![1]));
    cache
}

#[test]
fn lasting_statements_are_sent_once_and_the_others_every_time() {
    let store = Observed::new();
    let cache = cache_of(&store);
    assert_eq!(answer(&store, &cache, Some("a"), &[1, -2]), ["page 1", "page 2"]);
    assert_eq!(store.asked(), [3]);
    assert_eq!(
        answer(&store, &cache, Some("a"), &[-2, 1, 3]),
        ["page 2", "page 1", "page 3"],
        "in the order of asking"
    );
    assert_eq!(store.asked(), [3]);
    assert_eq!(answer(&store, &cache, Some("a"), &[3, 1, 3]), ["page 3", "page 1", "page 3"]);
    assert_eq!(store.asked(), [] as [usize; 0], "nothing is sent when everything is cached");
    assert_eq!(answer(&store, &cache, Some("a"), &[-1]), ["page 1"], "the same text, but not lasting");
    assert_eq!(store.asked(), [2]);
}

#[test]
fn rows_go_with_the_version() {
    let store = Observed::new();
    let cache = cache_of(&store);
    answer(&store, &cache, Some("a"), &[1]);
    store.publish("b");
    store.run("UPDATE page_1 SET body = 'new ' || id");
    assert_eq!(answer(&store, &cache, Some("a"), &[1]), ["page 1"], "as long as the version is said to be served");
    assert_eq!(store.asked(), [2]);
    assert_eq!(answer(&store, &cache, None, &[1]), ["new 1"]);
    assert_eq!(cache.borrow().served(0), Some(version("b")));
    assert_eq!(answer(&store, &cache, Some("b"), &[1]), ["new 1"]);
    assert_eq!(store.asked(), [2, 2], "it was asked for before the version was known, perhaps of another one");
    assert_eq!(answer(&store, &cache, Some("b"), &[1]), ["new 1"]);
    assert_eq!(store.asked(), [] as [usize; 0]);
}

#[test]
fn rows_that_turn_out_to_be_of_another_version_are_not_cached() {
    let store = Observed::new();
    let cache = cache_of(&store);
    store.publish("b");
    answer(&store, &cache, Some("a"), &[1]);
    store.publish("a");
    answer(&store, &cache, Some("a"), &[1]);
    assert_eq!(store.asked(), [2, 2]);
}

#[test]
fn nothing_is_cached_before_the_answer_stands() {
    let store = Observed::new();
    let cache = cache_of(&store);
    let given_up = CachedRows::new(&store, cache.clone(), Some(version("a")), LATER);
    block_on(given_up.batch(batch(&[1]))).unwrap();
    drop(given_up);
    answer(&store, &cache, Some("a"), &[1]);
    assert_eq!(store.asked(), [2, 2]);
}

/// A question of two trips, whose answer is two pages.
struct Pages;

impl Question for Pages {
    type Answer = Vec<String>;

    fn key(&self, code: &str, dataset: &Dataset) -> String {
        format!("{code} {}", dataset.version)
    }

    async fn begin<'s>(
        &'s self,
        store: &'s AnyStore<'s>,
        known: Option<Dataset>,
    ) -> Result<Begun<'s, Vec<String>, Fault>, Fault> {
        let mut first = store.batch(batch(&[-1])).await?;
        let dataset = Dataset::from_rows(first.pop().unwrap())?;
        if known.is_some_and(|known| known != dataset) {
            return Err(StoreError::DatasetChanged.into());
        }
        let finish = async move {
            let second = store.batch(batch(&[2])).await?;
            Ok(vec![body(&first[0]), body(&second[0])])
        };
        Ok(Begun { dataset, finish: Box::pin(finish) })
    }
}

/// Answers that several instances share, and what was asked of them.
#[derive(Default)]
struct Shared {
    answers: RefCell<BTreeMap<String, String>>,
    asked: RefCell<Vec<String>>,
}

impl SharedAnswers for &Shared {
    async fn find(&self, key: &str) -> Option<String> {
        self.asked.borrow_mut().push(key.to_owned());
        self.answers.borrow().get(key).cloned()
    }

    fn keep(&self, key: String, text: String) {
        self.answers.borrow_mut().insert(key, text);
    }
}

/// The answer to [`Pages`], whether it was cached, and the trips that it took.
fn pages(store: &Observed, cache: &SharedCache, shared: &Shared) -> (Vec<String>, bool, Vec<usize>) {
    let answers = Answers { cache: cache.clone(), shared: Some(shared), code: "v1", served_for_ms: LATER, now: || 0 };
    let Found { answer, cached, .. } =
        block_on(answers.find(store, &Pages)).unwrap_or_else(|fault| panic!("{fault:?}"));
    (answer, cached, store.asked())
}

#[test]
fn the_first_trip_of_an_answer_tells_the_version_and_what_is_cached_saves_the_second() {
    let (store, shared) = (Observed::new(), Shared::default());
    let expected = || vec!["page 1".to_owned(), "page 2".to_owned()];
    let (here, elsewhere) = (SharedCache::default(), SharedCache::default());
    assert_eq!(pages(&store, &here, &shared), (expected(), false, vec![2, 2]));
    assert_eq!(pages(&store, &here, &shared), (expected(), true, vec![]), "the version and the answer are here");
    assert_eq!(*shared.asked.borrow(), ["v1 a"], "a version is looked for once");
    assert_eq!(
        pages(&store, &elsewhere, &shared),
        (expected(), true, vec![2]),
        "another instance asks for the version"
    );
    assert_eq!(pages(&store, &elsewhere, &shared), (expected(), true, vec![]), "and has what it found");
    assert_eq!(*shared.asked.borrow(), ["v1 a", "v1 a"]);
}

#[test]
fn a_question_is_asked_again_of_the_version_that_is_found_to_be_served() {
    let (store, shared, cache) = (Observed::new(), Shared::default(), SharedCache::default());
    pages(&store, &cache, &shared);
    shared.answers.borrow_mut().clear();
    let cache = cache_of(&store);
    store.publish("b");
    store.run("UPDATE page_1 SET body = 'new ' || id");
    let expected = vec!["new 1".to_owned(), "new 2".to_owned()];
    assert_eq!(pages(&store, &cache, &shared), (expected.clone(), false, vec![2, 2, 2]));
    assert_eq!(pages(&store, &cache, &shared), (expected.clone(), true, vec![]));
    store.publish("c");
    cache.borrow_mut().forget_served();
    shared.answers.borrow_mut().insert("v1 c".to_owned(), r#"["x"]"#.to_owned());
    assert_eq!(pages(&store, &cache, &shared), (vec!["x".to_owned()], true, vec![2]));
}

#[test]
fn tables_that_are_gone_are_asked_for_once_more() {
    let (store, shared) = (Observed::new(), Shared::default());
    let cache = cache_of(&store);
    store.run("DROP TABLE page_1");
    let answers = Answers { cache: cache.clone(), shared: Some(&shared), code: "v1", served_for_ms: LATER, now: || 0 };
    let fault = block_on(answers.find(&store, &Pages)).err();
    assert!(matches!(fault, Some(Fault::Store(StoreError::Unavailable(_)))), "{fault:?}");
    assert_eq!((store.asked(), cache.borrow().served(0)), (vec![2, 2], None));
    store.run("DELETE FROM generation");
    store.run("CREATE TABLE page_1 (id INTEGER PRIMARY KEY, body TEXT)");
    let fault = block_on(answers.find(&store, &Pages)).err();
    assert_eq!((fault, store.asked()), (Some(Fault::Store(StoreError::NoDataset)), vec![2]));
}

#[test]
fn large_results_are_not_cached_and_throw_nothing_out() {
    let store = Observed::new();
    let cache = cache_of(&store);
    answer(&store, &cache, Some("a"), &[1, 4]);
    assert_eq!(answer(&store, &cache, Some("a"), &[4, 1])[0].len(), 1_200_000);
    assert_eq!(store.asked(), [3, 2]);
}

#[test]
fn what_is_cached_is_bounded() {
    let store = Observed::new();
    let cache = cache_of(&store);
    // A megabyte each: twelve megabytes hold fewer than twenty.
    store.run("DELETE FROM page_1");
    store.run(
        "INSERT INTO page_1 WITH RECURSIVE id(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM id LIMIT 20) \
         SELECT id, replace(hex(zeroblob(500000)), '0', 'x') FROM id",
    );
    let batches = |ids: std::ops::RangeInclusive<i32>| {
        ids.for_each(|id| drop(answer(&store, &cache, Some("a"), &[id])));
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
        let rows = CachedRows::new(&store, SharedCache::default(), Some(version("a")), LATER);
        block_on(rows.batch(vec![statement, Dataset::served()])).unwrap_err()
    };
    assert!(matches!(ask(Sql::new("SELECT * FROM page_2").finish_lasting()), StoreError::Unavailable(_)));
    store.run("DELETE FROM generation");
    assert_eq!(ask(page(1).finish()), StoreError::NoDataset);
}
