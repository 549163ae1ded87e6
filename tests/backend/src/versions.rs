//! The promises of [`VersionStore`].

use crate::documents::{added, documents, more_documents, request};
use crate::{BackendFixture, DataFixture, PackedImport, RecordLines};
use overheard::query::{
    BaseVersion, DataBackend, ImportStart, ImportStep, ImportTable, Increment, JsonRows, PendingImport,
    PublishedVersion, QueryError, RecordCounts, ReplacedVersion, VersionState, VersionStore,
};
use overheard::spec::answer::Content;
use overheard::spec::{Index, Operation};
use pollster::block_on;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A time in seconds since 1970, and as text.
const NOW: i64 = 1_700_000_000;
const NOW_TEXT: &str = "2026-03-01T00:00:00Z";

/// A complete backend that serves records, as a [`DataFixture`].
pub struct ServingFixture<F>(F);

impl<F: BackendFixture> DataFixture for ServingFixture<F> {
    type Backend<'a>
        = F::Backend<'a>
    where
        Self: 'a;

    fn serving(lines: &RecordLines) -> Self {
        let fixture = F::empty();
        import(&fixture, "first", lines);
        Self(fixture)
    }

    fn open(&self) -> F::Backend<'_> {
        self.0.open()
    }
}

/// Imports records as the served version.
pub(crate) fn import<F: BackendFixture>(fixture: &F, name: &str, lines: &RecordLines) {
    let (backend, packed) = (fixture.open(), fixture.pack(lines));
    begin(&backend, name, None).expect("an import begins");
    load(&backend, packed.batches);
    finish_loading(&backend);
    publish(&backend, &packed.content, ReplacedVersion::Keep).expect("it is published");
}

fn begin(backend: &impl VersionStore, name: &str, base: Option<BaseVersion>) -> Result<(), QueryError> {
    let (import, inputs) = (name.to_owned(), name.to_owned());
    let start = ImportStart { import, inputs, base, started_at: NOW_TEXT.to_owned() };
    block_on(backend.begin_import(&state(backend), &start, NOW))
}

fn state(backend: &impl VersionStore) -> VersionState {
    block_on(backend.state()).expect("the state is read")
}

fn loading(backend: &impl VersionStore) -> PendingImport {
    state(backend).loading.expect("an import is under way")
}

fn load(backend: &impl VersionStore, batches: Vec<JsonRows>) {
    let mut next = BTreeMap::<&str, u32>::new();
    for rows in batches {
        let number = next.entry(rows.table()).or_default();
        block_on(backend.load(&loading(backend), rows, *number, NOW)).expect("a batch is loaded");
        *number += 1;
    }
}

fn finish_loading(backend: &impl VersionStore) {
    block_on(backend.finish_loading(&loading(backend), NOW)).expect("the step ends");
}

fn publish(backend: &impl VersionStore, content: &Content, replaced: ReplacedVersion) -> Result<(), QueryError> {
    block_on(backend.publish(&loading(backend), content, replaced, NOW_TEXT))
}

/// Returns the number of served mentions.
fn mentions(backend: &impl DataBackend) -> u64 {
    let question = request(Operation::Search, &json!({"index": "siv_business_ideas"}));
    let outcome = block_on(backend.answer(&question)).expect("an answer");
    let body = serde_json::to_value(&outcome.answer).expect("JSON");
    body["matched_documents"].as_u64().expect("a number")
}

fn served(backend: &impl VersionStore) -> PublishedVersion {
    state(backend).served.expect("a version is served")
}

/// Creates a database that serves the records.
fn serving<F: BackendFixture>() -> F {
    let fixture = F::empty();
    import(&fixture, "first", &documents());
    fixture
}

/// Before the first import there is no version, and no question has an answer.
pub fn an_empty_database_has_no_version<F: BackendFixture>() {
    let fixture = F::empty();
    let backend = fixture.open();
    assert_eq!(state(&backend), VersionState::default());
    assert_eq!(block_on(backend.served_version()), Err(QueryError::NoDataset));
    let question = request(Operation::Search, &json!({"index": "siv_business_ideas"}));
    assert_eq!(block_on(backend.answer(&question)).err(), Some(QueryError::NoDataset));
    assert_eq!(block_on(backend.missing_tables()), Ok(Vec::new()));
    assert!(!backend.schema_fingerprint().is_empty());
    assert_eq!(block_on(backend.rollback(&state(&backend))), Ok(false));
}

/// An import changes nothing until it is published. Then its records are served.
pub fn an_import_is_served_after_its_publication<F: BackendFixture>() {
    let fixture = F::empty();
    let (backend, packed) = (fixture.open(), fixture.pack(&documents()));
    begin(&backend, "first", Some(BaseVersion::NONE)).expect("it begins");
    assert_eq!(loading(&backend).next_step(), ImportStep::Load);
    load(&backend, packed.batches);
    finish_loading(&backend);
    assert_eq!(loading(&backend).next_step(), ImportStep::Publish);
    assert_eq!(block_on(backend.served_version()), Err(QueryError::NoDataset));
    let counts = block_on(backend.count_records(&loading(&backend)));
    assert_eq!(counts, Ok(RecordCounts { videos: 23, snapshots: 2, mentions: 25 }));
    publish(&backend, &packed.content, ReplacedVersion::Keep).expect("it is published");
    let VersionState { served, previous, loading, .. } = state(&backend);
    let served = served.expect("a version is served");
    assert_eq!((served.import.as_str(), served.mentions, previous, loading), ("first", 25, None, None));
    assert_eq!(block_on(backend.served_version()).map(|version| version.version), Ok(packed.content.version));
    assert_eq!(mentions(&backend), 25);
}

/// A batch that is loaded already, or is not the next one, has no effect.
pub fn a_batch_is_loaded_once_and_in_order<F: BackendFixture>() {
    let fixture = F::empty();
    let (backend, packed) = (fixture.open(), fixture.pack(&documents()));
    begin(&backend, "first", None).expect("it begins");
    let first = packed.batches[0].clone();
    let load_as = |number| block_on(backend.load(&loading(&backend), first.clone(), number, NOW));
    assert!(load_as(1).is_err(), "it is not the next one");
    load_as(0).expect("it is the next one");
    assert!(load_as(0).is_err(), "it is loaded already");
    load(&backend, packed.batches.into_iter().skip(1).collect());
    finish_loading(&backend);
    publish(&backend, &packed.content, ReplacedVersion::Keep).expect("it is published");
    assert_eq!(mentions(&backend), 25);
}

/// Steps out of order change nothing.
pub fn a_step_that_is_not_the_next_one_has_no_effect<F: BackendFixture>() {
    let fixture = F::empty();
    let (backend, packed) = (fixture.open(), fixture.pack(&documents()));
    begin(&backend, "first", None).expect("it begins");
    let early = loading(&backend);
    assert!(publish(&backend, &packed.content, ReplacedVersion::Keep).is_err(), "batches are still loaded");
    finish_loading(&backend);
    let batch = packed.batches[0].clone();
    assert!(block_on(backend.load(&early, batch, 0, NOW)).is_err(), "no more batches are loaded");
    assert!(block_on(backend.finish_loading(&early, NOW)).is_err(), "the step has ended");
    assert_eq!(loading(&backend).next_step(), ImportStep::Publish);
    assert_eq!(state(&backend).served, None);
}

/// An import with a base fails if another version is served.
pub fn an_import_based_on_another_version_has_no_effect<F: BackendFixture>() {
    let fixture = serving::<F>();
    let backend = fixture.open();
    let base = served(&backend).base();
    let other = BaseVersion { revision: base.revision + 1, ..base };
    for base in [BaseVersion::NONE, other] {
        assert!(begin(&backend, "second", Some(base)).is_err());
        assert_eq!(state(&backend).loading, None);
    }
    begin(&backend, "second", Some(base)).expect("the base is served");
}

/// The rows of a discarded import are removed by a sweep.
pub fn a_new_import_discards_an_unfinished_one<F: BackendFixture>() {
    let fixture = F::empty();
    let (backend, packed) = (fixture.open(), fixture.pack(&documents()));
    begin(&backend, "first", None).expect("it begins");
    load(&backend, packed.batches);
    let first = loading(&backend);
    begin(&backend, "second", None).expect("it begins");
    assert_eq!(state(&backend).dropped, [first.generation]);
    let swept = block_on(backend.sweep()).expect("it is swept");
    assert_eq!((swept.dropped, swept.loading.map(|loading| loading.import)), (Vec::new(), Some("second".to_owned())));
    block_on(backend.discard(&loading(&backend))).expect("it is discarded");
    assert_eq!(block_on(backend.sweep()).map(|state| state.loading), Ok(None));
}

/// A rollback swaps two full imports.
pub fn the_previous_version_is_kept_for_a_rollback<F: BackendFixture>() {
    let fixture = serving::<F>();
    import(&fixture, "second", &more_documents());
    let backend = fixture.open();
    assert_eq!(mentions(&backend), 26);
    for (expected, imports) in [(25, ["first", "second"]), (26, ["second", "first"])] {
        assert_eq!(block_on(backend.rollback(&state(&backend))), Ok(true));
        let VersionState { served, previous, .. } = block_on(backend.sweep()).expect("it is swept");
        assert_eq!([served, previous].map(|version| version.expect("both exist").import), imports);
        assert_eq!(mentions(&backend), expected);
    }
}

/// A publication can drop the version that it replaces.
pub fn an_erasing_import_keeps_no_previous_version<F: BackendFixture>() {
    let fixture = serving::<F>();
    let (backend, packed) = (fixture.open(), fixture.pack(&more_documents()));
    begin(&backend, "second", None).expect("it begins");
    load(&backend, packed.batches);
    finish_loading(&backend);
    publish(&backend, &packed.content, ReplacedVersion::Drop).expect("it is published");
    let swept = block_on(backend.sweep()).expect("it is swept");
    assert_eq!((swept.previous, swept.dropped), (None, Vec::new()));
    assert_eq!(mentions(&backend), 26);
}

/// A version that is forgotten is gone.
pub fn a_forgotten_version_cannot_be_restored<F: BackendFixture>() {
    let fixture = serving::<F>();
    import(&fixture, "second", &more_documents());
    let backend = fixture.open();
    block_on(backend.forget_previous(state(&backend).served.as_ref())).expect("it is forgotten");
    let swept = block_on(backend.sweep()).expect("it is swept");
    assert_eq!((swept.previous, swept.dropped), (None, Vec::new()));
    assert_eq!(block_on(backend.rollback(&state(&backend))), Ok(false));
    assert_eq!(mentions(&backend), 26);
}

fn increment<F: BackendFixture>(fixture: &F, base: BaseVersion) -> Result<u64, QueryError> {
    let backend = fixture.open();
    let PackedImport { content, batches } = fixture.pack_increment(&served(&backend), &added());
    let (import, inputs) = ("increment".to_owned(), "increment".to_owned());
    let increment = Increment { import, inputs, base, started_at: NOW_TEXT.to_owned(), content };
    block_on(backend.add_increment(&increment, batches, state(&backend).loading.as_ref(), NOW, NOW_TEXT))
}

/// Adds the records of the increment to the served version.
pub(crate) fn add_increment<F: BackendFixture>(fixture: &F) {
    increment(fixture, served(&fixture.open()).base()).expect("it is added");
}

/// An increment is the next revision of its generation. A rollback removes it.
pub fn an_increment_is_added_and_taken_back<F: BackendFixture>() {
    let fixture = serving::<F>();
    let backend = fixture.open();
    let base = served(&backend).base();
    increment(&fixture, base).expect("it is added");
    assert_eq!(served(&backend).base(), BaseVersion { revision: base.revision + 1, ..base });
    assert_eq!(mentions(&backend), 26);
    assert_eq!(block_on(backend.rollback(&state(&backend))), Ok(true));
    assert_eq!(served(&backend).base(), base);
    assert_eq!(mentions(&backend), 25);
}

/// An increment fails if another version is served.
pub fn an_increment_to_another_version_has_no_effect<F: BackendFixture>() {
    let fixture = serving::<F>();
    let backend = fixture.open();
    let base = served(&backend).base();
    assert!(increment(&fixture, BaseVersion { generation: base.generation + 1, ..base }).is_err());
    assert_eq!((served(&backend).base(), mentions(&backend)), (base, 25));
}

/// Ids are counted per generation.
pub fn ids_are_counted_in_each_generation<F: BackendFixture>() {
    let fixture = serving::<F>();
    import(&fixture, "second", &more_documents());
    let backend = fixture.open();
    let VersionState { served, previous, .. } = state(&backend);
    let ids = ["m1", "m6", "m9"].map(str::to_owned);
    let counts = [served, previous].map(|version| {
        let generation = version.expect("both exist").generation;
        block_on(backend.count_ids(Index::BusinessIdeas, generation, &ids)).expect("they are counted")
    });
    assert_eq!(counts, [2, 1]);
}

/// An erasure drops the previous version and an unfinished import, if the expected version is served.
pub fn an_erasure_drops_what_could_come_back<F: BackendFixture>() {
    let fixture = serving::<F>();
    import(&fixture, "second", &more_documents());
    let backend = fixture.open();
    begin(&backend, "third", None).expect("it begins");
    let VersionState { served, previous, loading, .. } = state(&backend);
    let (served, previous) = (served.expect("it exists"), previous.expect("it exists"));
    assert!(block_on(backend.erase(&previous, true, loading.as_ref())).is_err(), "another version is served");
    assert!(state(&backend).loading.is_some());
    block_on(backend.erase(&served, true, loading.as_ref())).expect("they are dropped");
    let swept = block_on(backend.sweep()).expect("it is swept");
    assert_eq!((swept.previous, swept.loading, swept.dropped), (None, None, Vec::new()));
    assert_eq!(mentions(&backend), 26);
}

/// Pages follow one another until an empty one. Tables without records and unknown keys have no page.
pub fn records_and_rows_are_exported_page_by_page<F: BackendFixture>() {
    let fixture = serving::<F>();
    let backend = fixture.open();
    let generation = served(&backend).generation;
    let tables = backend.tables();
    let (mut records, mut rows) = (0, 0);
    for table in &tables {
        records += exported_records(&backend, table, generation);
        let mut after: Vec<Value> = Vec::new();
        loop {
            let page = block_on(backend.export_rows(table, generation, &after)).expect("it is read");
            let page = page.expect("the key fits");
            let Some(last) = page.last() else { break };
            let last: Vec<Value> = serde_json::from_str(last.get()).expect("a row is a list");
            assert_eq!(last.len(), table.columns, "{}", table.name);
            rows += page.len();
            after = last.into_iter().take(table.key.len()).collect();
        }
        let too_long = vec![json!(1); table.key.len() + 1];
        assert!(block_on(backend.export_rows(table, generation, &too_long)).expect("it is checked").is_none());
    }
    assert_eq!(records, 50, "all records");
    assert!(rows >= records);
}

fn exported_records(backend: &impl VersionStore, table: &ImportTable, generation: u32) -> usize {
    let (mut after, mut records) = (0, 0);
    while let Some(page) = block_on(backend.export_records(table, generation, after)).expect("it is read") {
        let Some(last) = page.last() else { break };
        let last: Vec<Value> = serde_json::from_str(last.get()).expect("a record is a list");
        after = last[0].as_i64().expect("its number");
        records += page.len();
    }
    records
}

/// The version that the database reports is taken once.
pub fn a_published_version_is_confirmed<F: BackendFixture>() {
    let fixture = serving::<F>();
    let backend = fixture.open();
    let reported = block_on(backend.served_version()).expect("a version is served");
    assert_eq!(backend.take_confirmed_version(), Some(reported.clone()));
    assert_eq!(backend.take_confirmed_version(), None);
    mentions(&backend);
    assert_eq!(backend.take_confirmed_version(), Some(reported));
}
