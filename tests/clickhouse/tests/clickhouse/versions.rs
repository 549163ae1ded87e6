//! The versions of a dataset whose tables are in ClickHouse.

use super::database::server;
use overheard::backend::clickhouse::{
    ClickHouseDataset, KnownTextRules, Maintenance, Privilege, Servers, VersionTables, VersionWriter,
};
use overheard::base::text::TEXT_RULES;
use overheard::guard::request::Request;
use overheard::ingest::deletion;
use overheard::query::{
    BaseVersion, DataBackend as _, DatasetVersion, ImportStart, PendingImport, QueryError, ReplacedVersion,
    VersionStore as _,
};
use overheard::segment::ImportedRow;
use overheard::spec::answer::Content;
use overheard::spec::{Index, Operation};
use overheard::sql::{Statement, Store as _};
use overheard_bench_data::Dataset;
use overheard_clickhouse::Server;
use overheard_sqlite::SqliteDatabase;
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::packed::pack;
use pollster::block_on;
use serde_json::{Value, json};

/// Numbers of generations that no other test writes. Each test has a thousand of them.
const FIRST: u32 = 1_000_000;

/// A dataset, with its database of versions.
struct Fixture {
    database: SqliteDatabase,
    known: KnownTextRules,
}

type Opened<'f> = ClickHouseDataset<&'f SqliteDatabase, &'static Server>;

impl Fixture {
    /// Returns a dataset without versions, whose generations are numbered from the test's own number.
    fn new(test: u32) -> Self {
        let fixture = Self { database: SqliteDatabase::migrated(), known: KnownTextRules::default() };
        fixture.execute(&format!(
            "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at) \
             VALUES ({}, 'dropped', '', '', '', 0)",
            FIRST + test * 1_000
        ));
        fixture
    }

    fn execute(&self, sql: &str) {
        block_on(self.database.batch(vec![Statement::new(sql, [])])).unwrap();
    }

    fn open(&self) -> Opened<'_> {
        ClickHouseDataset::new(&self.database, server(), self.known.clone())
    }

    /// Begins an import.
    fn begin(&self, name: &str, base: Option<BaseVersion>) -> Result<PendingImport, QueryError> {
        let dataset = self.open();
        let start = ImportStart {
            import: name.to_owned(),
            inputs: name.to_owned(),
            base,
            started_at: "2026-01-01T00:00:00Z".to_owned(),
        };
        block_on(async {
            let before = dataset.state().await?;
            dataset.begin_import(&before, &start, 0).await?;
            Ok(dataset.state().await?.loading.unwrap())
        })
    }

    /// Publishes an import that has begun.
    fn publish(&self, loading: &PendingImport, content: &Content) -> Result<(), QueryError> {
        let dataset = self.open();
        block_on(async {
            dataset.finish_loading(loading, 0).await?;
            let loading = dataset.state().await?.loading.unwrap();
            dataset.publish(&loading, content, ReplacedVersion::Keep, "2026-01-01T00:00:00Z").await?;
            dataset.sweep().await.map(drop)
        })
    }

    /// Imports rows as the operator's command does. Returns the number of the generation.
    fn import(&self, name: &str, rows: impl IntoIterator<Item = ImportedRow>) -> u32 {
        let loading = self.begin(name, None).unwrap();
        let content = write(tables(loading.generation), None, rows);
        self.publish(&loading, &content).unwrap();
        loading.generation
    }

    fn served(&self) -> DatasetVersion {
        block_on(self.open().served_version()).unwrap()
    }
}

fn tables(generation: u32) -> VersionTables {
    VersionTables { generation, revision: 0 }
}

/// Writes the tables of a version and returns their content.
fn write(tables: VersionTables, base: Option<VersionTables>, rows: impl IntoIterator<Item = ImportedRow>) -> Content {
    block_on(async {
        let mut writer = VersionWriter::create(server(), tables, Servers::One).await?;
        if let Some(base) = base {
            writer = writer.upon(base);
        }
        for row in rows {
            writer.push(row.kind, &row.json).await?;
        }
        writer.finish().await?;
        Maintenance::new(server()).content(tables).await
    })
    .unwrap()
}

fn brands(dataset: &Opened<'_>, known: Option<DatasetVersion>) -> Result<Vec<String>, QueryError> {
    let request = json!({"index": "siv_business_ideas", "group_by": "brand_name"}).to_string();
    let request = Request::parse(Operation::Aggregate, request.as_bytes()).unwrap();
    let outcome = block_on(async { dataset.begin(&request, known).await?.finish.await })?;
    let answer = serde_json::to_value(outcome.answer).unwrap();
    let key = |bucket: &Value| bucket["key"].as_str().unwrap().to_owned();
    Ok(answer["buckets"].as_array().unwrap().iter().map(key).collect())
}

/// Returns the lines of a video with a mention of a brand.
fn mention_of(brand: &str) -> [(Index, String); 2] {
    let video = json!({"video_id": "v", "platform": "youtube", "upload_date": "2026-01-01", "title": "A test"});
    let mention = json!({"mention_id": "m", "video_id": "v", "brand_name": brand});
    [(Index::Info, video.to_string()), (Index::BusinessIdeas, mention.to_string())]
}

#[test]
fn a_version_is_served_once_it_is_published_and_again_after_a_rollback() {
    let fixture = Fixture::new(1);
    assert_eq!(block_on(fixture.open().served_version()), Err(QueryError::NoDataset));
    fixture.import("one", rows(mention_of("Aurelia")));
    let first = fixture.served();
    assert_eq!(brands(&fixture.open(), None).unwrap(), ["Aurelia"]);

    let loading = fixture.begin("two", None).unwrap();
    let content = write(tables(loading.generation), None, rows(mention_of("Borealis")));
    assert_eq!(brands(&fixture.open(), None).unwrap(), ["Aurelia"]);
    fixture.publish(&loading, &content).unwrap();
    let second = fixture.served();
    assert_ne!(first.version, second.version);
    // One request may read both.
    let dataset = fixture.open();
    assert_eq!(brands(&dataset, None).unwrap(), ["Borealis"]);
    assert_eq!(dataset.take_confirmed_version(), Some(second.clone()));
    assert_eq!(brands(&dataset, Some(first.clone())).unwrap(), ["Aurelia"]);
    assert_eq!(dataset.take_confirmed_version(), None);
    assert!(dataset.usage().rows_read >= 2);

    let state = block_on(dataset.state()).unwrap();
    assert!(block_on(dataset.rollback(&state)).unwrap());
    assert_eq!(fixture.served(), first);
    let state = block_on(dataset.state()).unwrap();
    assert_eq!(state.previous.unwrap().generation, second.generation);
}

#[test]
fn the_tables_of_a_version_that_was_dropped_are_another_version() {
    let fixture = Fixture::new(2);
    fixture.import("one", rows(mention_of("Aurelia")));
    let old = fixture.served();
    fixture.import("two", rows(mention_of("Borealis")));
    block_on(Maintenance::new(server()).drop_version((&old).into(), &Servers::One)).unwrap();
    assert_eq!(brands(&fixture.open(), Some(old)), Err(QueryError::DatasetChanged));
    let missing = block_on(fixture.open().missing_tables()).unwrap();
    assert_eq!(missing.len(), 4, "the previous version has none: {missing:?}");
    let dataset = fixture.open();
    let state = block_on(dataset.state()).unwrap();
    block_on(dataset.forget_previous(state.served.as_ref())).unwrap();
    assert!(block_on(dataset.missing_tables()).unwrap().is_empty());
    assert!(!block_on(dataset.rollback(&block_on(dataset.sweep()).unwrap())).unwrap());
}

#[test]
fn the_number_of_a_discarded_import_is_not_used_again() {
    let fixture = Fixture::new(3);
    let discarded = fixture.begin("one", None).unwrap();
    block_on(fixture.open().discard(&discarded)).unwrap();
    block_on(fixture.open().sweep()).unwrap();
    let next = fixture.begin("two", None).unwrap();
    assert!(next.generation > discarded.generation);
    assert_eq!(block_on(fixture.open().finish_loading(&discarded, 0)).err().map(drop), Some(()));
    // An unfinished import makes way for the next one.
    let third = fixture.begin("three", None).unwrap();
    assert!(third.generation > next.generation);
    let state = block_on(fixture.open().sweep()).unwrap();
    assert_eq!(state.loading, Some(third));
}

#[test]
fn an_import_is_published_only_upon_its_base() {
    let fixture = Fixture::new(4);
    let generation = fixture.import("one", rows(mention_of("Aurelia")));
    for base in [BaseVersion::NONE, BaseVersion { generation: generation + 1, revision: 0 }] {
        assert!(fixture.begin("two", Some(base)).is_err(), "{base:?}");
    }
    assert!(fixture.begin("two", Some(BaseVersion { generation, revision: 0 })).is_ok());
}

#[test]
fn an_active_import_is_noted() {
    let fixture = Fixture::new(5);
    let loading = fixture.begin("one", None).unwrap();
    block_on(fixture.open().touch(&loading, 77)).unwrap();
    let state = block_on(fixture.open().state()).unwrap();
    assert_eq!(state.loading.map(|loading| loading.touched_at), Some(77));
}

#[test]
fn a_generation_of_the_columnar_backend_is_not_served_and_makes_way() {
    let fixture = Fixture::new(6);
    fixture.execute(
        "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at, version, videos, snapshots, \
         mentions, published_at) VALUES (7, 'served', 'i', 'i', '', 0, 'ds_00000000', 0, 0, 0, '')",
    );
    assert_eq!(block_on(fixture.open().served_version()), Err(QueryError::NoDataset));
    let state = block_on(fixture.open().state()).unwrap();
    assert!(fixture.open().is_extensible(&state));
    assert_eq!((state.served, state.dropped.contains(&7)), (None, true));
    let loading = fixture.begin("one", Some(BaseVersion::NONE)).unwrap();
    let content = write(tables(loading.generation), None, rows(mention_of("Aurelia")));
    fixture.publish(&loading, &content).unwrap();
    assert!(!block_on(fixture.open().sweep()).unwrap().dropped.contains(&7));
    assert_eq!(fixture.served().generation, loading.generation);
}

#[test]
fn a_version_of_other_text_rules_is_not_extended() {
    let fixture = Fixture::new(7);
    fixture.import("one", rows(mention_of("Aurelia")));
    let is_extensible = || {
        let dataset = fixture.open();
        let state = block_on(dataset.state()).unwrap();
        dataset.is_extensible(&state)
    };
    assert!(is_extensible());
    fixture.execute(&format!("UPDATE layout SET body = '{}'", TEXT_RULES + 1));
    assert!(!is_extensible());
}

#[test]
fn a_server_tells_its_version_and_the_privileges_of_its_user() {
    let maintenance = Maintenance::new(server());
    let facts = block_on(maintenance.facts()).unwrap();
    assert!(facts.is_supported() && facts.time > 1_700_000_000, "{facts:?}");
    for privilege in Privilege::ALL {
        assert_eq!(block_on(maintenance.has(privilege)), Ok(true), "{privilege:?}");
    }
}

#[test]
fn the_videos_of_a_version_are_read_as_they_were_imported() {
    let tables = tables(FIRST + 11_000);
    let all: Vec<ImportedRow> = rows(mention_of("Aurelia")).collect();
    write(tables, None, all.clone());
    let ids = ["v".to_owned(), "w".to_owned()];
    let videos = block_on(Maintenance::new(server()).videos(tables, &ids)).unwrap();
    let values = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let read: Vec<Value> = videos.iter().map(|video| values(video.get())).collect();
    assert_eq!(read, [values(&all[0].json)]);
}

#[test]
fn records_are_counted_by_their_ids() {
    let fixture = Fixture::new(8);
    let loading = fixture.begin("one", None).unwrap();
    let content = write(tables(loading.generation), None, rows(mention_of("Aurelia")));
    let dataset = fixture.open();
    let counts = block_on(dataset.count_records(&loading)).unwrap();
    assert_eq!((counts.videos, counts.snapshots, counts.mentions), (1, 0, 1));
    assert_eq!((content.videos, content.snapshots, content.mentions), (1, 0, 1));
    let count = |index, id: &str| block_on(dataset.count_ids(index, loading.generation, &[id.to_owned()])).unwrap();
    assert_eq!(count(Index::Info, "v"), 1);
    assert_eq!(count(Index::BusinessIdeas, "m"), 1);
    assert_eq!(count(Index::BusinessIdeas, "v"), 0);
}

#[test]
fn the_content_is_that_of_a_packed_segment() {
    let lines: Vec<_> = made_up(&Dataset::new(500, 3)).collect();
    let generation = FIRST + 9_000;
    let content = write(tables(generation), None, rows(lines.clone()));
    assert_eq!(content, pack(rows(lines)).content);
}

#[test]
fn a_version_upon_another_one_is_that_of_all_records() {
    let lines: Vec<_> = made_up(&Dataset::new(500, 4)).collect();
    // All videos come first, because a mention without its video is left out.
    let (old, new): (Vec<_>, Vec<_>) =
        lines.iter().cloned().zip(0..).partition(|((index, _), at)| *index == Index::Info || at % 2 == 0);
    let lines_of = |numbered: Vec<((Index, String), usize)>| numbered.into_iter().map(|(line, _)| line);
    let removed: Vec<ImportedRow> =
        old.iter().take(2).map(|((index, line), _)| deletion(*index, &video_id(line))).collect();
    let again: Vec<_> = old.iter().skip(1).take(20).cloned().collect();
    let (base, tables) = (tables(FIRST + 10_000), tables(FIRST + 10_001));
    write(base, None, rows(lines_of(old)));
    let content = write(tables, Some(base), rows(lines_of(again).chain(lines_of(new))).chain(removed.clone()));
    let all = write(self::tables(FIRST + 10_002), None, rows(lines).chain(removed));
    assert_eq!(content, all);
    assert!(content.mentions > 400, "{content:?}");
    let versions = block_on(Maintenance::new(server()).versions()).unwrap();
    assert_eq!(versions.get(&tables), Some(&4));
}

fn video_id(line: &str) -> String {
    let video: Value = serde_json::from_str(line).unwrap();
    video["video_id"].as_str().unwrap().to_owned()
}
