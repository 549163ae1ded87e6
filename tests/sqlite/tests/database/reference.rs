//! The content of the reference tables after loading and deriving.

use overheard::ingest::{Batch, deletion};
use overheard::segment::{ImportedRow, RowKind};
use overheard::spec::Index;
use overheard::sql::Sql;
use overheard_sqlite::documents::{batches, rows};
use overheard_sqlite::{SqliteDatabase, reference};
use serde_json::{Value, json};

fn video(id: &str) -> (Index, String) {
    let document = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01", "tags": ["a", "b", "a"]});
    (Index::Info, document.to_string())
}

fn mention(id: &str, video: &str, brand: &str) -> (Index, String) {
    let document = json!({"mention_id": id, "video_id": video, "brand_name": brand, "topics": ["price"]});
    (Index::BusinessIdeas, document.to_string())
}

/// Returns the first column of a query's rows.
fn column(database: &SqliteDatabase, sql: &str) -> Vec<Value> {
    let rows = database.run([Sql::new(sql).finish()]).unwrap().remove(0);
    rows.iter().filter_map(|row| row.iter().next()).map(|(_, value)| value.clone()).collect()
}

#[test]
fn a_document_that_comes_again_replaces_itself() {
    let database = reference::of([video("v"), mention("1", "v", "Aurel"), mention("1", "v", "Borel")]);
    assert_eq!(column(&database, "SELECT brand_name FROM reference_mention"), ["Borel"]);
    assert_eq!(column(&database, "SELECT token FROM reference_brand_token"), ["borel"]);
    assert_eq!(column(&database, "SELECT value FROM reference_term WHERE field = 'mention.brand_name'"), ["Borel"]);
}

#[test]
fn a_mention_takes_after_its_video_and_is_nothing_without_it() {
    let database = reference::of([video("v"), mention("1", "v", "Aurel"), mention("2", "w", "Borel")]);
    assert_eq!(column(&database, "SELECT mention_id FROM reference_mention WHERE upload_date = '2026-01-01'"), ["1"]);
    assert_eq!(column(&database, "SELECT mention_id FROM reference_mention"), ["1"]);
}

#[test]
fn a_removed_document_is_removed_with_its_dependents() {
    let lines =
        [video("v"), video("w"), mention("1", "v", "Aurel"), mention("2", "w", "Borel"), mention("3", "w", "Cinder")];
    let removed =
        [deletion(Index::Info, "v"), deletion(Index::BusinessIdeas, "3"), deletion(Index::ContentCreator, "unknown")];
    let all: Vec<ImportedRow> = rows(lines).chain(removed).collect();
    let database = SqliteDatabase::default();
    reference::import(&database, batches(all));
    assert_eq!(column(&database, "SELECT video_id FROM reference_video"), ["w"]);
    assert_eq!(column(&database, "SELECT mention_id FROM reference_mention"), ["2"]);
    assert_eq!(column(&database, "SELECT brand_name FROM reference_brand_token"), ["Borel"]);
    assert_eq!(column(&database, "SELECT count(*) FROM reference_mention_topics"), [1]);
    assert_eq!(
        column(&database, "SELECT rowid FROM reference_mention_text WHERE reference_mention_text MATCH 'aurel'"),
        Vec::<Value>::new()
    );
}

#[test]
fn an_item_that_a_list_repeats_counts_once() {
    let database = reference::of([video("v")]);
    assert_eq!(column(&database, "SELECT value FROM reference_video_tags ORDER BY value"), ["a", "b"]);
}

#[test]
fn a_database_in_a_file_is_there_again() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("reference.db");
    reference::import(&SqliteDatabase::at(&file), batches(rows([video("v")])));
    assert_eq!(column(&SqliteDatabase::at(&file), "SELECT video_id FROM reference_video"), ["v"]);
}

#[test]
fn a_load_that_fails_leaves_nothing() {
    let database = SqliteDatabase::default();
    database.run(overheard_reference::tables()).unwrap();
    let batch = |body: &str| Batch { table: RowKind::Deletion, number: 0, rows: 1, body: body.to_owned() };
    let load = |Batch { table, body, .. }| overheard_reference::load(table, body);
    let (good, bad) = (batch(r#"[["mention","a"]]"#), batch(r#"[["mention",null]]"#));
    assert!(database.run([load(good), load(bad)].concat()).is_err());
    assert_eq!(column(&database, "SELECT count(*) FROM reference_deletion"), [0]);
}
