//! Deletions that change only the rows with the records. Answers equal those of a dataset without them.

use super::{MENTIONS, answers_are_those_of_the_reference, stages, view_columns};
use overheard::spec::Index;
use overheard_sqlite::increments::{self, RecordSet};
use overheard_sqlite::{SqliteDatabase, documents, packed};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn explore() {
    let stages = stages(MENTIONS);
    let mut documents = RecordSet::default();
    documents.add(&stages[0]);
    for (index, id) in
        [(Index::BusinessIdeas, "mention_id"), (Index::Info, "video_id"), (Index::ContentCreator, "channel_uid")]
    {
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        let database = SqliteDatabase::migrated();
        packed::import(&database, documents::rows(documents.lines()));
        let mut documents = documents.clone();
        let mut done = 0;
        for document in documents.clone().of(index).step_by(29) {
            let id = document[id].as_str().unwrap().to_owned();
            match increments::erase(&database, index, &BTreeSet::from([id.clone()])) {
                Ok(true) => {
                    done += 1;
                    println!("erased {id}");
                    documents.0.retain(|_, (of, document)| !match (index, *of) {
                        (Index::Info, Index::BusinessIdeas | Index::Info) => document["video_id"] == *id,
                        (Index::BusinessIdeas, Index::BusinessIdeas) => document["mention_id"] == *id,
                        (Index::ContentCreator, Index::ContentCreator) => document["channel_uid"] == *id,
                        _ => false,
                    });
                    let anew = SqliteDatabase::migrated();
                    let content = packed::import(&anew, documents::rows(documents.lines()));
                    let served = packed::state(&database).served.unwrap();
                    assert_eq!((served.version, served.mentions), (content.version, content.mentions));
                    view_columns::are_the_same(&database, &anew);
                    let failures = answers_are_those_of_the_reference(&database, &documents, 40, done);
                    assert!(failures.is_empty(), "{} answers differ:\n{}", failures.len(), failures.join("\n"));
                    if done > 2 {
                        break;
                    }
                }
                Ok(false) => panic!("{id} is not there"),
                Err(reason) => *reasons.entry(reason).or_default() += 1,
            }
        }
        println!("{index:?} {done} {reasons:?}");
    }
}
