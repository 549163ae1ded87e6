//! Deletions that change only the rows with the records. Answers equal those of a dataset without them.

use super::{MENTIONS, answers_are_those_of_the_reference, stages, view_columns};
use overheard::backend::columnar::versions;
use overheard::spec::Index;
use overheard_sqlite::increments::{self, RecordSet, changed};
use overheard_sqlite::{SqliteDatabase, documents, packed};
use rusqlite::Connection;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Queries per operation after each deletion.
const QUESTIONS: u64 = 25;

/// Returns the records without one, and without the mentions of a deleted video.
fn without(documents: &RecordSet, index: Index, id: &str) -> RecordSet {
    let mut left = documents.clone();
    left.0.retain(|_, (of, document)| match (index, *of) {
        (Index::Info, Index::BusinessIdeas | Index::Info) => document["video_id"] != *id,
        (Index::BusinessIdeas, Index::BusinessIdeas) => document["mention_id"] != *id,
        (Index::ContentCreator, Index::ContentCreator) => document["channel_uid"] != *id,
        _ => true,
    });
    left
}

fn ids(documents: &RecordSet, index: Index) -> Vec<String> {
    let field = index.entry().id;
    documents.of(index).map(|document| document[field].as_str().unwrap().to_owned()).collect()
}

/// Deletes records of an index that can be deleted from their rows, one after the other, and compares the answers after
/// each. Returns the records that are left.
fn delete_some(database: &SqliteDatabase, mut documents: RecordSet, index: Index, count: u64) -> RecordSet {
    let mut deleted = 0;
    for id in ids(&documents, index).into_iter().step_by(17) {
        match increments::erase(database, index, &BTreeSet::from([id.clone()])) {
            Ok(is_deleted) => assert!(is_deleted, "{id} is there"),
            Err(_) => continue,
        }
        documents = without(&documents, index, &id);
        deleted += 1;
        let anew = SqliteDatabase::migrated();
        let content = packed::import(&anew, documents::rows(documents.lines()));
        let served = packed::state(database).served.unwrap();
        assert_eq!((served.version, served.mentions), (content.version, content.mentions), "{index:?} {id}");
        view_columns::are_the_same(database, &anew);
        let failures = answers_are_those_of_the_reference(database, &documents, QUESTIONS, deleted);
        assert!(failures.is_empty(), "{id}: {} answers differ:\n{}", failures.len(), failures.join("\n"));
        if deleted == count {
            return documents;
        }
    }
    panic!("{deleted} of {count} were deleted from {index:?}");
}

fn imported(documents: &RecordSet) -> SqliteDatabase {
    let database = SqliteDatabase::migrated();
    packed::import(&database, documents::rows(documents.lines()));
    database
}

#[test]
fn answers_after_deletions_equal_those_of_a_dataset_without_the_records() {
    let stages = stages(MENTIONS);
    let mut documents = RecordSet::default();
    documents.add(&stages[0]);
    let database = imported(&documents);
    for index in [Index::BusinessIdeas, Index::Info, Index::ContentCreator] {
        documents = delete_some(&database, documents, index, 2);
    }
    // Imports go on, and later deletions too.
    for stage in &stages[1..] {
        documents.add(stage);
        assert!(increments::add(&database, documents.changes(stage)));
    }
    for index in [Index::BusinessIdeas, Index::Info, Index::ContentCreator] {
        documents = delete_some(&database, documents, index, 1);
    }
    assert!(packed::state(&database).previous.is_none());
}

/// Overwrites free pages as the command does after a deletion.
fn overwrite(database: &SqliteDatabase) {
    for bytes in [32_000_000, 0] {
        database.run(versions::overwrite_free_pages(bytes)).unwrap();
    }
}

/// Returns the texts that the bytes of a file hold.
fn found<'t>(file: &Path, texts: &[&'t str]) -> Vec<&'t str> {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    texts.iter().filter(|wanted| text.contains(**wanted)).copied().collect()
}

/// The tables and indexes by words, names and ids. SQLite copies keys when it splits one of their pages, and a copy may
/// be left in unused bytes of the page.
const KEY_PAGES: [&str; 4] = ["frequency", "name", "term", "sqlite_autoindex_word_1_1"];

/// Returns the table or index of each page that holds any of some texts; `free` for other pages.
fn pages_with(file: &Path, texts: &[&str]) -> BTreeSet<String> {
    let database = Connection::open(file).unwrap();
    let size: u32 = database.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let mut owners = database.prepare("SELECT pageno, name FROM dbstat").unwrap();
    let owners: BTreeMap<u32, String> =
        owners.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    let bytes = std::fs::read(file).unwrap();
    let has_any = |page: &[u8]| {
        let page = String::from_utf8_lossy(page);
        texts.iter().any(|text| page.contains(*text))
    };
    let pages = (1..).zip(bytes.chunks(size as usize)).filter(|(_, page)| has_any(page));
    pages.map(|(number, _)| owners.get(&number).cloned().unwrap_or_else(|| "free".to_owned())).collect()
}

#[test]
fn no_text_of_a_deleted_record_is_left_in_the_file() {
    // Ids, names and words that no other record has.
    let of_mention = ["m-forgotten", "Qzerased", "Plimtor", "qzerased", "zyxwvut", "vervuq", "plimtor"];
    let of_video = ["v-forgotten", "Wuffelzahn", "wuffelzahn", "grobnik", "kroxtabel"];
    let folder = tempfile::TempDir::new().unwrap();
    let mut documents = RecordSet::default();
    documents.add(&stages(MENTIONS)[0]);
    let mention = documents.of(Index::BusinessIdeas).nth(700).unwrap().clone();
    let video = documents.0[&(Index::Info.name(), mention["video_id"].as_str().unwrap().to_owned())].1.clone();
    let mention = changed(
        &mention,
        json!({"mention_id": "m-forgotten", "brand_name": "Qzerased", "topics": ["price", "Plimtor"],
            "context": "Zyxwvut told Vervuq about it"}),
    );
    let video =
        changed(&video, json!({"video_id": "v-forgotten", "title": "Grobnik meets kroxtabel", "tags": ["Wuffelzahn"]}));
    documents.add(&vec![(Index::BusinessIdeas, mention), (Index::Info, video)]);
    for (index, id, texts) in
        [(Index::BusinessIdeas, "m-forgotten", &of_mention[..]), (Index::Info, "v-forgotten", &of_video[..])]
    {
        let file = folder.path().join(id);
        let database = SqliteDatabase::migrated_at(&file);
        packed::import(&database, documents::rows(documents.lines()));
        assert!(found(&file, texts).len() + 1 >= texts.len(), "{id}: {:?}", found(&file, texts));
        assert_eq!(increments::erase(&database, index, &BTreeSet::from([id.to_owned()])), Ok(true));
        overwrite(&database);
        drop(database);
        let left = found(&file, texts);
        let pages = pages_with(&file, &left);
        assert!(pages.iter().all(|page| KEY_PAGES.contains(&page.as_str())), "{id}: {left:?} in {pages:?}");
        let compact = folder.path().join("compact");
        Connection::open(&file).unwrap().execute("VACUUM INTO ?1", [compact.to_str()]).unwrap();
        assert_eq!(found(&compact, texts), [""; 0], "{id}");
        std::fs::remove_file(compact).unwrap();
    }
}
