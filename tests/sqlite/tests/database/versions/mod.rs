//! The sequence of the dataset's versions.

mod import;

use import::Versions;
use overheard::backend::columnar::{Columnar, versions};
use overheard::guard::request::Request;
use overheard::ingest::deletion;
use overheard::query::{BaseVersion, DataBackend as _, ImportStep, PublishedVersion, ReplacedVersion, VersionState};
use overheard::segment::{RowKind, Table};
use overheard::spec::{Index, Operation};
use overheard_sqlite::documents::{lines, rows};
use overheard_sqlite::packed::{advance, begin, beginning, load, loading, pack, publish};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use tempfile::TempDir;

/// Returns the base of an import: a generation, or 0 for none.
fn at(generation: u32) -> Option<BaseVersion> {
    Some(BaseVersion { generation, revision: 0 })
}

/// Writes a folder of records.
fn folder(videos: &[Value], snapshots: &[Value], mentions: &[Value]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, documents) in
        [("siv_info", videos), ("siv_content_creator", snapshots), ("siv_business_ideas", mentions)]
    {
        let mut file = std::fs::File::create(folder.path().join(format!("{name}.ndjson"))).unwrap();
        documents.iter().for_each(|document| writeln!(file, "{document}").unwrap());
    }
    folder
}

fn video(id: &str, date: &str) -> Value {
    json!({"video_id": id, "platform": "youtube", "upload_date": date, "title": format!("Video {id}"), "views": 10})
}

fn mention(id: &str, video: &str, brand: &str) -> Value {
    json!({"mention_id": id, "video_id": video, "brand_name": brand, "sentiment_score": 0.5, "topics": ["price"]})
}

/// Returns the number of mentions of each brand.
fn brands(database: &Versions) -> Value {
    let brand = RowKind::Mention.columns().iter().position(|column| *column == "brand_name").unwrap();
    let mut brands: BTreeMap<String, u64> = BTreeMap::new();
    for row in database.documents().iter().filter(|row| row.kind == RowKind::Mention) {
        let columns: Vec<Value> = serde_json::from_str(&row.json).unwrap();
        *brands.entry(columns[brand].as_str().unwrap().to_owned()).or_default() += 1;
    }
    brands.into_iter().map(|(brand, mentions)| json!([brand, mentions])).collect()
}

/// Returns the answer to a query from the active version.
fn answer(database: &Versions, operation: Operation, request: &Value) -> Value {
    let request = Request::parse(operation, request.to_string().as_bytes()).unwrap();
    let outcome = pollster::block_on(Columnar::new(&database.0).answer(&request)).unwrap();
    serde_json::to_value(&outcome.answer).unwrap()
}

fn first() -> TempDir {
    folder(
        &[video("a", "2026-01-01"), video("b", "2026-01-02")],
        &[],
        &[mention("1", "a", "Aurel"), mention("2", "b", "Borel")],
    )
}

#[test]
fn importing_the_same_documents_again_changes_nothing() {
    let database = Versions::default();
    database.import(first().path());
    let before = database.state();
    database.import(first().path());
    assert_eq!(database.state(), before);
}

#[test]
fn the_version_does_not_depend_on_the_order_of_documents() {
    let reversed = folder(
        &[video("b", "2026-01-02"), video("a", "2026-01-01")],
        &[],
        &[mention("2", "b", "Borel"), mention("1", "a", "Aurel")],
    );
    let (one, other) = (Versions::default(), Versions::default());
    one.import(first().path());
    other.import(reversed.path());
    assert_eq!(one.version(), other.version());
}

#[test]
fn served_documents_are_taken_over_and_replaced_by_id() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[], &[], &[mention("2", "b", "Cinder"), mention("3", "b", "Aurel")]).path());
    assert_eq!(brands(&database), json!([["Aurel", 2], ["Cinder", 1]]));
    // The replaced name is no longer in any dictionary.
    let names = database.served("SELECT name FROM name WHERE generation = {g} AND field = 'mention.brand_name'");
    assert_eq!(names, [json!({"name": "Aurel"}), json!({"name": "Cinder"})]);
}

#[test]
fn packing_the_active_version_again_gives_the_same_rows() {
    let database = Versions::default();
    database.import(first().path());
    let again = pack(database.documents());
    assert_eq!(again.content.version, database.version());
    let generation = database.state().served.unwrap().generation;
    let sorted =
        |rows: Vec<Vec<Value>>| -> BTreeSet<String> { rows.into_iter().map(|row| json!(row).to_string()).collect() };
    for batch in again.batches {
        let served = database.page(versions::rows(batch.table, generation, &[]).unwrap());
        let made: Vec<Vec<Value>> = serde_json::from_str(&batch.body).unwrap();
        assert_eq!(sorted(made), sorted(served), "{}", batch.table.name());
    }
}

#[test]
fn an_import_upon_nothing_serves_its_own_documents_alone() {
    let database = Versions::default();
    database.import(first().path());
    let other = folder(&[video("c", "2026-01-03")], &[], &[mention("3", "c", "Cinder")]);
    database.make(rows(lines(other.path())));
    assert_eq!(brands(&database), json!([["Cinder", 1]]));
    database.run(versions::rollback()).unwrap();
    assert_eq!(brands(&database), json!([["Aurel", 1], ["Borel", 1]]));
}

#[test]
fn a_deleted_video_takes_its_mentions_with_it_and_nothing_of_it_is_left() {
    let database = Versions::default();
    database.import(first().path());
    let mut rows = database.documents();
    rows.extend([deletion(Index::Info, "a"), deletion(Index::BusinessIdeas, "unknown")]);
    database.make(rows);
    assert_eq!(brands(&database), json!([["Borel", 1]]));
    assert_eq!(database.served("SELECT id FROM video_{g}"), [json!({"id": "b"})]);
    // The previous version can be activated until it is dropped.
    database.run(versions::drop_previous(database.state().served.as_ref())).unwrap();
    assert_eq!((database.state().previous, database.state().dropped), (None, vec![1]));
    database.sweep();
    assert!(Table::ALL.into_iter().all(|table| !database.generations_with_rows(table).contains(&1)));
}

/// Creates an active and a previous version, both with the mention of video a, except that the active one may lack it.
fn twice(served_without: bool) -> Versions {
    let database = Versions::default();
    database.import(first().path());
    let mut rows = database.documents();
    if served_without {
        rows.push(deletion(Index::Info, "a"));
    } else {
        rows.extend(overheard_sqlite::documents::rows(lines(folder(&[video("c", "2026-01-03")], &[], &[]).path())));
    }
    database.make(rows);
    database
}

#[test]
fn a_published_deletion_leaves_nothing_to_roll_back_to() {
    let database = twice(false);
    let mut rows = database.documents();
    rows.push(deletion(Index::Info, "a"));
    let packed = pack(rows);
    begin(&database.0, "erasure", at(2));
    load(&database.0, &packed);
    advance(&database.0);
    let published =
        versions::publish(&loading(&database.0), &packed.content, ReplacedVersion::Drop, "2026-01-01T00:00:00Z");
    database.run(published).unwrap();
    assert_eq!(brands(&database), json!([["Borel", 1]]));
    assert_eq!((database.state().previous, database.state().dropped), (None, vec![1, 2]));
    assert!(database.run(versions::rollback()).is_err());
    database.sweep();
    assert!(Table::ALL.into_iter().all(|table| database.generations_with_rows(table) == [3]));
}

#[test]
fn documents_of_only_the_previous_version_are_found_and_dropped() {
    let database = twice(true);
    let count = |table, generation, ids: &[&str]| {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let statement = versions::count_of_ids(table, generation, &ids);
        database.run(vec![statement]).unwrap()[0][0]["documents"].clone()
    };
    for (generation, found) in [(1, 1), (2, 0)] {
        assert_eq!(count(Table::Video, generation, &["a", "unknown"]), json!(found));
        assert_eq!(count(Table::Mention, generation, &["1"]), json!(found));
        assert_eq!(count(Table::Video, generation, &[]), json!(0));
    }
    let served = database.state().served.unwrap();
    // Another version was published after the state was read.
    let before = database.state();
    let of_another = PublishedVersion { generation: 1, ..served.clone() };
    assert!(database.run(versions::erase(&of_another, true, None)).is_err());
    assert_eq!(database.state(), before);
    database.run(versions::erase(&served, false, None)).unwrap();
    assert_eq!(database.state(), before);
    database.run(versions::erase(&served, true, None)).unwrap();
    database.sweep();
    assert_eq!((database.state().served, database.state().previous), (Some(served), None));
    assert!(Table::ALL.into_iter().all(|table| database.generations_with_rows(table) == [2]));
}

#[test]
fn rows_of_an_unfinished_import_do_not_outlive_an_erasure() {
    let database = twice(true);
    begin(&database.0, "unfinished", at(2));
    let unfinished = loading(&database.0);
    load(&database.0, &pack(rows(lines(first().path()))));
    let served = database.state().served.unwrap();
    database.run(versions::erase(&served, true, Some(&unfinished))).unwrap();
    database.sweep();
    assert_eq!(database.state().loading, None);
    assert!(Table::ALL.into_iter().all(|table| database.generations_with_rows(table) == [2]));
    // The discarded import cannot continue.
    assert!(database.run(versions::load(&unfinished, Table::Names, 9, "[]".to_owned(), 0)).is_err());
}

#[test]
fn a_mention_follows_the_date_of_its_video() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[video("a", "2026-03-05")], &[], &[]).path());
    let request = json!({"index": "siv_business_ideas", "filters": {"upload_date": "2026-03-05"}});
    assert_eq!(answer(&database, Operation::Search, &request)["results"][0]["brand_name"], "Aurel");
}

#[test]
fn an_unfinished_import_leaves_the_served_version_whole() {
    let database = Versions::default();
    database.import(first().path());
    let before = brands(&database);
    let question = json!({"index": "siv_business_ideas", "group_by": "brand_name"});
    let answered = answer(&database, Operation::Aggregate, &question);
    let is_as_before = || {
        assert_eq!(brands(&database), before);
        assert_eq!(answer(&database, Operation::Aggregate, &question), answered);
    };
    let other = folder(&[], &[], &[mention("9", "a", "Nine")]);
    let packed = pack(database.documents().into_iter().chain(rows(lines(other.path()))));
    begin(&database.0, "other", at(1));
    is_as_before();
    load(&database.0, &packed);
    is_as_before();
    advance(&database.0);
    is_as_before();
    publish(&database.0, &packed.content);
    assert_ne!(brands(&database), before);
    assert_ne!(answer(&database, Operation::Aggregate, &question), answered);
}

#[test]
fn rolling_back_serves_the_previous_version_and_forward_again() {
    let database = Versions::default();
    database.import(first().path());
    let before = (database.version(), brands(&database));
    database.import(folder(&[], &[], &[mention("3", "b", "Aurel")]).path());
    let after = (database.version(), brands(&database));
    database.run(versions::rollback()).unwrap();
    assert_eq!((database.version(), brands(&database)), before);
    database.run(versions::rollback()).unwrap();
    assert_eq!((database.version(), brands(&database)), after);
}

#[test]
fn without_a_previous_version_there_is_no_rolling_back() {
    let database = Versions::default();
    database.import(first().path());
    let before = database.state();
    assert!(database.run(versions::rollback()).is_err());
    assert_eq!(database.state(), before);
}

#[test]
fn rolling_back_gives_up_an_unfinished_import() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[], &[], &[mention("3", "b", "Aurel")]).path());
    begin(&database.0, "x", at(2));
    let loading = loading(&database.0);
    database.run(versions::rollback()).unwrap();
    assert_eq!((database.state().loading, database.state().dropped), (None, vec![3]));
    let before = database.state();
    // The discarded import gets an error for every further request.
    assert!(database.run(versions::load(&loading, Table::Names, 0, r#"[[1,"[]"]]"#.to_owned(), 0)).is_err());
    assert!(database.run(versions::advance(&loading, 0)).is_err());
    let published = versions::publish(&loading, &pack([]).content, ReplacedVersion::Keep, "2026-01-01T00:00:00Z");
    assert!(database.run(published).is_err());
    assert_eq!(database.state(), before);
}

#[test]
fn only_the_served_and_the_previous_generation_keep_their_rows() {
    let database = Versions::default();
    for round in 0..4 {
        let (id, brand) = (format!("v{round}"), format!("Brand {round}"));
        database.import(folder(&[video(&id, "2026-01-01")], &[], &[mention("m", &id, &brand)]).path());
    }
    for table in Table::ALL {
        assert_eq!(database.generations_with_rows(table), [3, 4], "{}", table.name());
    }
}

#[test]
fn a_generation_whose_number_came_again_is_not_removed() {
    let database = Versions::default();
    begin(&database.0, "x", None);
    database.run(vec![versions::discard(&loading(&database.0))]).unwrap();
    let first = versions::remove(1).remove(0);
    database.sweep();
    begin(&database.0, "y", None);
    assert_eq!(loading(&database.0).generation, 1);
    let before = database.state();
    assert!(database.run(first).is_err());
    assert_eq!(database.state(), before);
}

#[test]
fn an_import_begins_upon_what_is_served_alone() {
    let database = Versions::default();
    let try_to_begin = |base| database.run(versions::begin(9, &beginning("x", base), 0));
    database.import(first().path());
    let before = database.state();
    assert!(try_to_begin(at(0)).is_err(), "it was made when nothing was served");
    assert!(try_to_begin(at(2)).is_err(), "it was made upon another generation");
    assert_eq!(database.state(), before);
    assert!(try_to_begin(at(1)).is_ok());
    assert!(try_to_begin(at(1)).is_err(), "there is one at a time");
}

#[test]
fn an_import_that_replaces_everything_begins_upon_anything() {
    let database = Versions::default();
    database.import(first().path());
    begin(&database.0, "x", None);
    assert_eq!(loading(&database.0).generation, 2);
}

#[test]
fn a_batch_out_of_turn_changes_nothing() {
    let database = Versions::default();
    begin(&database.0, "x", None);
    let load_one = |number: u32| {
        let row = format!(r#"[[{number},"[]"]]"#);
        database.run(versions::load(&loading(&database.0), Table::Names, number, row, 0))
    };
    assert!(load_one(1).is_err(), "batch 0 comes first");
    assert!(load_one(0).is_ok());
    assert!(load_one(0).is_err(), "batch 0 is loaded");
    assert!(load_one(1).is_ok());
    assert_eq!(loading(&database.0).loaded, r#"{"names":2}"#);
    advance(&database.0);
    assert!(load_one(2).is_err(), "its tables are closed");
}

#[test]
fn a_step_that_another_one_got_ahead_of_changes_nothing() {
    let database = Versions::default();
    begin(&database.0, "x", None);
    let first = loading(&database.0);
    let early = versions::publish(&first, &pack([]).content, ReplacedVersion::Keep, "2026-01-01T00:00:00Z");
    assert!(database.run(early).is_err(), "it is not there yet");
    assert!(database.run(versions::advance(&first, 0)).is_ok());
    assert!(database.run(versions::advance(&first, 0)).is_err());
    assert_eq!(loading(&database.0).next_step(), ImportStep::Publish);
}

#[test]
fn a_generation_is_published_once() {
    let database = Versions::default();
    database.import(first().path());
    let packed = pack(database.documents());
    begin(&database.0, "x", at(1));
    load(&database.0, &packed);
    advance(&database.0);
    let published =
        versions::publish(&loading(&database.0), &packed.content, ReplacedVersion::Keep, "2026-01-01T00:00:00Z");
    assert!(database.run(published.clone()).is_ok());
    let before: VersionState = database.state();
    assert!(database.run(published).is_err());
    assert_eq!(database.state(), before);
}

#[test]
fn pages_hold_every_row_once_and_no_more_than_they_may() {
    let database = Versions::default();
    begin(&database.0, "x", None);
    // Rows of 300,000 characters: three make a page. A larger row is a page of its own.
    let row = |number: i64| {
        let characters = if number == 5 { 900_000 } else { 300_000 };
        json!([format!("w{}", number / 4), number % 4, 1, 1, 1, "a".repeat(characters), "", "", ""])
    };
    let expected: Vec<Value> = (0..10).map(row).collect();
    for (batch, rows) in expected.chunks(2).enumerate() {
        let rows = Value::from(rows).to_string();
        database.run(versions::load(&loading(&database.0), Table::Word, batch as u32, rows, 0)).unwrap();
    }
    let mut after = Vec::new();
    let mut sizes = Vec::new();
    let mut found = Vec::new();
    loop {
        let page = database.page(versions::rows(Table::Word, 1, &after).unwrap());
        let Some(last) = page.last() else { break };
        after = vec![last[0].clone(), last[1].clone()];
        sizes.push(page.len());
        found.extend(page.into_iter().map(Value::from));
    }
    assert!(found == expected, "every row, in the order of keys");
    assert_eq!(sizes, [3, 3, 3, 1]);
    assert!(versions::rows(Table::Word, 1, &[json!("w1")]).is_none(), "half a key");
    assert!(versions::documents(Table::Word, 1, 0).is_none());
}
