//! How the dataset's versions follow each other.

mod import;

use import::Versions;
use overheard::dataset::{self, Base, Step, Table};
use overheard::ingest::Batch;
use overheard_sqlite::documents::{batches, lines, rows};
use serde_json::{Value, json};
use std::io::Write;
use tempfile::TempDir;

/// A folder of documents.
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

fn brands(database: &Versions) -> Value {
    let rows =
        database.served("SELECT brand_name AS brand, count(*) AS mentions FROM mention_{g} GROUP BY 1 ORDER BY 1");
    rows.iter().map(|row| json!([row["brand"], row["mentions"]])).collect()
}

fn version(database: &Versions) -> String {
    database.state().served.unwrap().version
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
    let before = database.state().served.unwrap();
    database.import(first().path());
    let after = database.state().served.unwrap();
    assert_eq!((before.version, before.generation), (after.version, after.generation));
    assert_eq!(database.state().previous, None);
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
    assert_eq!(version(&one), version(&other));
}

#[test]
fn served_documents_are_carried_over_and_replaced_by_id() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[], &[], &[mention("2", "b", "Cinder"), mention("3", "b", "Aurel")]).path());
    assert_eq!(brands(&database), json!([["Aurel", 2], ["Cinder", 1]]));
    // The replaced name is in no dictionary any more.
    let tokens = database.served("SELECT token FROM brand_token_{g} ORDER BY token");
    assert_eq!(tokens, [json!({"token": "aurel"}), json!({"token": "cinder"})]);
}

#[test]
fn an_import_onto_nothing_serves_its_own_documents_alone() {
    let database = Versions::default();
    database.import(first().path());
    database
        .import_onto(folder(&[video("c", "2026-01-03")], &[], &[mention("3", "c", "Cinder")]).path(), Base::Nothing);
    assert_eq!(brands(&database), json!([["Cinder", 1]]));
    database.run(dataset::rollback(&database.state())).unwrap();
    assert_eq!(brands(&database), json!([["Aurel", 1], ["Borel", 1]]));
}

#[test]
fn a_deleted_video_takes_its_mentions_with_it() {
    let database = Versions::default();
    database.import(first().path());
    database.begin("deletion", Base::Served);
    database.advance_while(dataset::is_preparing);
    let body = r#"[["video","a"],["mention","unknown"]]"#.to_owned();
    database.load(&Batch { table: Table::Deletion, number: 0, rows: 2, body });
    database.finish();
    assert_eq!(brands(&database), json!([["Borel", 1]]));
    assert_eq!(database.served("SELECT video_id FROM video_{g}"), [json!({"video_id": "b"})]);
    // Until the previous version is forgotten, it can still be served.
    let previous = database.state().previous.unwrap();
    database.run(dataset::forget(&previous)).unwrap();
    assert_eq!(database.state().previous, None);
}

#[test]
fn a_mention_follows_the_date_of_its_video() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[video("a", "2026-03-05")], &[], &[]).path());
    let mentions = database.served("SELECT brand_name FROM mention_{g} WHERE upload_date = '2026-03-05'");
    assert_eq!(mentions, [json!({"brand_name": "Aurel"})]);
}

#[test]
fn an_unfinished_import_leaves_the_served_version_whole() {
    let database = Versions::default();
    database.import(first().path());
    let before = brands(&database);
    database.begin("other", Base::Served);
    database.advance_while(dataset::is_preparing);
    let other = folder(&[], &[], &[mention("9", "a", "Nine")]);
    for batch in batches(rows(lines(other.path()))) {
        database.load(&batch);
        assert_eq!(brands(&database), before);
    }
    database.advance_while(|loading| dataset::phase(loading) != Step::Publish);
    assert_eq!(brands(&database), before);
    database.finish();
    assert_ne!(brands(&database), before);
}

#[test]
fn rolling_back_serves_the_previous_version_and_forward_again() {
    let database = Versions::default();
    database.import(first().path());
    let before = (version(&database), brands(&database));
    database.import(folder(&[], &[], &[mention("3", "b", "Aurel")]).path());
    let after = (version(&database), brands(&database));
    database.run(dataset::rollback(&database.state())).unwrap();
    assert_eq!((version(&database), brands(&database)), before);
    database.run(dataset::rollback(&database.state())).unwrap();
    assert_eq!((version(&database), brands(&database)), after);
}

#[test]
fn rolling_back_gives_up_an_unfinished_import() {
    let database = Versions::default();
    database.import(first().path());
    database.import(folder(&[], &[], &[mention("3", "b", "Aurel")]).path());
    database.begin("x", Base::Served);
    database.advance_while(dataset::is_preparing);
    database.run(dataset::rollback(&database.state())).unwrap();
    assert_eq!(database.state().loading, None);
}

#[test]
fn only_the_served_and_the_previous_generation_keep_their_tables() {
    let database = Versions::default();
    for round in 0..4 {
        database.import(folder(&[video(&format!("v{round}"), "2026-01-01")], &[], &[]).path());
    }
    let tables = database.run(vec![
        overheard::store::Sql::new("SELECT name FROM sqlite_master WHERE name GLOB 'video_[0-9]*' AND type = 'table'")
            .finish(),
    ]);
    assert_eq!(tables.unwrap()[0].len(), 2);
}

#[test]
fn a_batch_out_of_turn_changes_nothing() {
    let database = Versions::default();
    database.begin("x", Base::Served);
    let rows = r#"[["mention.brand_name","Aurel","aurel"]]"#.to_owned();
    let batch = |number| Batch { table: Table::Term, number, rows: 1, body: rows.clone() };
    let load = |number: u32| {
        let loading = database.state().loading.unwrap();
        database.run(dataset::load(&loading, Table::Term, number, batch(u64::from(number)).body, 0))
    };
    assert!(load(0).is_err(), "the import is still preparing");
    database.advance_while(dataset::is_preparing);
    assert!(load(1).is_err(), "batch 0 comes first");
    assert!(load(0).is_ok());
    assert!(load(0).is_err(), "batch 0 is loaded");
    assert_eq!(database.state().loading.unwrap().loaded, r#"{"term":1}"#);
}

#[test]
fn a_step_that_another_one_got_ahead_of_changes_nothing() {
    let database = Versions::default();
    database.begin("x", Base::Served);
    let loading = database.state().loading.unwrap();
    let step = || database.run(dataset::advance(&loading, None, 0, 0).statements);
    assert!(step().is_ok());
    assert!(step().is_err());
}
