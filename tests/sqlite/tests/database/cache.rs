//! Cached rows and answers: which statements reach a real database.

use overheard::backend::columnar::{CachedRows, Columnar, SharedRowCache, served_from_rows, served_statement};
use overheard::guard::request::Request;
use overheard::query::{DataBackend as _, DatasetVersion, QueryError};
use overheard::service::cache::{AnswerCaches, SharedAnswerCache, SharedCache, VersionedAnswer};
use overheard::spec::{Index, Operation};
use overheard::sql::{Row, Sql, Statement, Store, StoreError};
use overheard_sqlite::{SqliteDatabase, documents, packed};
use pollster::block_on;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Any time: no test waits.
const LATER: u64 = 1;

/// A database that records its statements.
struct Observed {
    database: SqliteDatabase,
    asked: RefCell<Vec<usize>>,
}

impl Store for Observed {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.asked.borrow_mut().push(statements.len());
        self.database.batch(statements).await
    }
}

impl Observed {
    /// Creates a database whose active version is a of generation 1, with pages.
    fn new() -> Self {
        let store = Self { database: SqliteDatabase::migrated(), asked: RefCell::default() };
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

    /// Returns the number of statements in each batch since the last call.
    fn asked(&self) -> Vec<usize> {
        self.asked.take()
    }
}

fn version(name: &str) -> DatasetVersion {
    DatasetVersion { generation: 1, revision: 0, version: name.to_owned(), published_at: String::new() }
}

fn page(id: u32) -> Sql {
    let mut sql = Sql::new("SELECT body FROM page_1 WHERE id = ");
    sql.bind(id);
    sql
}

/// Returns statements for pages, immutable for those above 0, and for the active version as executors read it.
fn batch(pages: &[i32]) -> Vec<Statement> {
    let pages = pages.iter().map(|id| match id {
        1.. => page(id.unsigned_abs()).finish_immutable(),
        _ => page(id.unsigned_abs()).finish(),
    });
    pages.chain([served_statement()]).collect()
}

/// Returns the bodies of pages as one final answer from the active version, which may be known.
fn answer(store: &Observed, cache: &SharedRowCache, known: Option<&str>, pages: &[i32]) -> Vec<String> {
    let confirmed = RefCell::default();
    let rows = CachedRows::new(store, Some(cache.clone()), known.map(version), &confirmed);
    let mut results = block_on(rows.batch(batch(pages))).unwrap();
    rows.cache_rows();
    assert!(served_from_rows(results.pop().unwrap()).is_ok());
    results.iter().map(|rows| body(rows)).collect()
}

fn body(rows: &[Row]) -> String {
    rows[0]["body"].as_str().unwrap().to_owned()
}

/// Returns a cache for rows of the active version.
fn cache_of(store: &Observed) -> SharedRowCache {
    let cache = SharedRowCache::default();
    answer(store, &cache, None, &[]);
    assert_eq!(store.asked(), [1]);
    cache
}

#[test]
fn immutable_statements_are_sent_once_and_the_others_every_time() {
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
    assert_eq!(answer(&store, &cache, Some("a"), &[-1]), ["page 1"], "the same text, but not immutable");
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
fn rows_are_cached_only_after_the_answer_is_final() {
    let store = Observed::new();
    let cache = cache_of(&store);
    let confirmed = RefCell::default();
    let given_up = CachedRows::new(&store, Some(cache.clone()), Some(version("a")), &confirmed);
    block_on(given_up.batch(batch(&[1]))).unwrap();
    drop(given_up);
    answer(&store, &cache, Some("a"), &[1]);
    assert_eq!(store.asked(), [2, 2]);
}

/// Creates a database with mentions of brands, so many of each.
fn serving(brands: &[(&str, usize)]) -> Observed {
    let store = Observed { database: SqliteDatabase::migrated(), asked: RefCell::default() };
    import(&store, brands);
    store
}

fn import(store: &Observed, brands: &[(&str, usize)]) {
    let video = json!({"video_id": "v", "platform": "youtube", "upload_date": "2026-01-01"});
    let mentions = brands.iter().flat_map(|(brand, count)| (0..*count).map(move |number| (brand, number)));
    let mentions = mentions.map(|(brand, number)| {
        json!({"mention_id": format!("{brand}{number}"), "video_id": "v", "brand_name": brand, "topics": ["price"]})
    });
    let lines = [(Index::Info, video)].into_iter().chain(mentions.map(|mention| (Index::BusinessIdeas, mention)));
    packed::import(&store.database, documents::rows(lines.map(|(index, document)| (index, document.to_string()))));
}

/// Answers that several instances share, with the operations on them.
#[derive(Default)]
struct Shared {
    answers: RefCell<BTreeMap<String, String>>,
    asked: RefCell<Vec<String>>,
}

impl SharedAnswerCache for &Shared {
    async fn get(&self, key: &str) -> Option<String> {
        self.asked.borrow_mut().push(key.to_owned());
        self.answers.borrow().get(key).cloned()
    }

    fn put(&self, key: String, text: String) {
        self.answers.borrow_mut().insert(key, text);
    }
}

fn answers<'s>(cache: &SharedCache, shared: &'s Shared) -> AnswerCaches<'s, &'s Shared> {
    AnswerCaches { cache: cache.clone(), shared: Some(shared), code: "v1", served_for_ms: LATER, now: || 0 }
}

fn question() -> Request {
    let body = br#"{"index": "siv_business_ideas", "group_by": "brand_name"}"#;
    Request::parse(Operation::Aggregate, body).unwrap()
}

/// Returns the mentions of each brand, true if the answer was cached, and the number of round trips.
fn brands(store: &Observed, cache: &SharedCache, shared: &Shared) -> (Vec<(String, u64)>, bool, usize) {
    let found = block_on(answers(cache, shared).find(&Columnar::new(store), &question()));
    let VersionedAnswer { answer, cached, .. } = found.unwrap_or_else(|fault| panic!("{fault:?}"));
    let answer: Value = serde_json::from_str(answer.answer.get()).unwrap();
    let bucket = |bucket: &Value| (bucket["key"].as_str().unwrap().to_owned(), bucket["count"].as_u64().unwrap());
    (answer["buckets"].as_array().unwrap().iter().map(bucket).collect(), cached, store.asked().len())
}

/// Caches which version is served.
fn know_served(store: &Observed, cache: &SharedCache) {
    let served = block_on(Columnar::new(store).served_version()).unwrap();
    let moment = cache.borrow().generation();
    cache.borrow_mut().put_served(&served, moment, LATER);
}

fn counted(brands: &[(&str, u64)]) -> Vec<(String, u64)> {
    brands.iter().map(|(brand, count)| ((*brand).to_owned(), *count)).collect()
}

#[test]
fn the_first_trip_of_an_answer_tells_the_version_and_what_is_cached_saves_the_others() {
    let (store, shared) = (serving(&[("Aurel", 2), ("Borel", 1)]), Shared::default());
    let (here, elsewhere) = (SharedCache::default(), SharedCache::default());
    let expected = || counted(&[("Aurel", 2), ("Borel", 1)]);
    assert_eq!(brands(&store, &here, &shared), (expected(), false, 3));
    assert!(shared.answers.borrow().is_empty(), "an answer is shared once it is wanted again");
    assert_eq!(brands(&store, &here, &shared), (expected(), true, 0), "the version and the answer are here");
    assert_eq!(shared.asked.borrow().len(), 1, "a version is looked for once");
    assert_eq!(brands(&store, &elsewhere, &shared), (expected(), true, 1), "another instance asks for the version");
    assert_eq!(brands(&store, &elsewhere, &shared), (expected(), true, 0), "and has what it found");
    assert_eq!(shared.asked.borrow().len(), 2);
}

#[test]
fn a_question_is_asked_again_of_the_version_that_is_found_to_be_served() {
    let (store, shared) = (serving(&[("Aurel", 2)]), Shared::default());
    let cache = SharedCache::default();
    know_served(&store, &cache);
    import(&store, &[("Borel", 3)]);
    store.asked();
    assert_eq!(brands(&store, &cache, &shared), (counted(&[("Borel", 3)]), false, 4));
    assert_eq!(brands(&store, &cache, &shared), (counted(&[("Borel", 3)]), true, 0));
}

#[test]
fn tables_that_are_gone_are_asked_for_once_more() {
    let (store, shared, cache) = (serving(&[("Aurel", 2)]), Shared::default(), SharedCache::default());
    know_served(&store, &cache);
    store.run("DROP TABLE cube_1");
    store.asked();
    let fault = block_on(answers(&cache, &shared).find(&Columnar::new(&store), &question())).err();
    assert!(matches!(fault, Some(QueryError::Unavailable(_))), "{fault:?}");
    assert_eq!(store.asked().len(), 4);
    store.run("DELETE FROM generation");
    cache.borrow_mut().invalidate_served();
    let fault = block_on(answers(&cache, &shared).find(&Columnar::new(&store), &question())).err();
    assert_eq!((fault, store.asked().len()), (Some(QueryError::NoDataset), 1));
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
fn the_cache_is_bounded() {
    let store = Observed::new();
    let cache = cache_of(&store);
    // A megabyte each: a cache of twelve megabytes holds fewer than twenty.
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
    let confirmed = RefCell::default();
    let rows = CachedRows::new(&store, Some(SharedRowCache::default()), Some(version("a")), &confirmed);
    let statement = Sql::new("SELECT * FROM page_2").finish_immutable();
    let fault = block_on(rows.batch(vec![statement, served_statement()])).unwrap_err();
    assert!(matches!(fault, StoreError::Unavailable(_)));
}
