//! Deletions that change only the rows with the records. Answers equal those of a dataset without them.

use super::{MENTIONS, answers_are_those_of_the_reference, stages, view_columns};
use overheard::spec::Index;
use overheard_sqlite::increments::{self, RecordSet};
use overheard_sqlite::{SqliteDatabase, documents, packed};
use std::collections::{BTreeMap, BTreeSet};

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

/// Deletes up to `count` records of an index, one after the other, and compares the answers after each. Returns the
/// records that are left, and the reasons for which others cannot be deleted from their rows.
fn delete_some(
    database: &SqliteDatabase,
    mut documents: RecordSet,
    index: Index,
    count: u64,
) -> (RecordSet, BTreeMap<&'static str, u64>) {
    let mut reasons = BTreeMap::new();
    let mut deleted = 0;
    for id in ids(&documents, index).into_iter().step_by(17) {
        match increments::erase(database, index, &BTreeSet::from([id.clone()])) {
            Ok(is_deleted) => assert!(is_deleted, "{id} is there"),
            Err(reason) => {
                *reasons.entry(reason).or_default() += 1;
                continue;
            }
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
            break;
        }
    }
    println!("{index:?}: {deleted} of {count}, {reasons:?}");
    (documents, reasons)
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
        (documents, _) = delete_some(&database, documents, index, 2);
    }
    // Imports go on, and later deletions too.
    for stage in &stages[1..] {
        documents.add(stage);
        assert!(increments::add(&database, documents.changes(stage)));
    }
    for index in [Index::BusinessIdeas, Index::Info, Index::ContentCreator] {
        (documents, _) = delete_some(&database, documents, index, 1);
    }
    assert!(packed::state(&database).previous.is_none());
}

