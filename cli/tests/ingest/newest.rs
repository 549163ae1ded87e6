//! Tests that the newest of several records with one id is kept, in any order.

use crate::support::*;
use overheard::ingest::{NewestRecords, RecordRow, RecordState, RecordTime, Videos};
use overheard::segment::writer::SegmentWriter;
use overheard::spec::Index;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns the version of a dataset, and the number of its records with the id of another one.
fn version(documents: &[(Index, Value)]) -> (String, usize) {
    let mut writer = SegmentWriter::new(Vec::new());
    let mut newest = NewestRecords::default();
    let mut videos = Videos::default();
    let mut repeated = 0;
    // Adds videos before mentions, as an import does.
    for index in [Info, ContentCreator, BusinessIdeas] {
        for (_, document) in documents.iter().filter(|(of, _)| *of == index) {
            let accepted = importer().json(index, document.to_string().as_bytes()).result.unwrap();
            let day = match &accepted.prepared {
                RecordRow::Video(_, facts) => facts.day(),
                RecordRow::Mention(mention) => videos.day(&mention.video_id),
                RecordRow::Snapshot(_) => None,
            };
            let time = RecordTime { indexed_at: accepted.indexed_at, day: day.unwrap_or_default() };
            let state = newest.offer(&mut writer, &accepted.id, time, row(&accepted)).unwrap();
            repeated += usize::from(state != RecordState::First);
            if let (RecordRow::Video(_, facts), true) = (&accepted.prepared, state.is_stored()) {
                videos.insert(facts);
            }
        }
    }
    (writer.finish().unwrap().content().version.clone(), repeated)
}

/// Returns true if the second record replaces the first.
fn is_newer(index: Index, [first, second]: [Value; 2]) -> bool {
    let mut writer = SegmentWriter::new(Vec::new());
    let mut newest = NewestRecords::default();
    let mut offer = |document| {
        let accepted = accepted(index, document);
        let day = match &accepted.prepared {
            RecordRow::Video(_, facts) => facts.day().unwrap(),
            _ => 0,
        };
        newest.offer(&mut writer, &accepted.id, RecordTime { indexed_at: accepted.indexed_at, day }, row(&accepted))
    };
    assert_eq!(offer(first).unwrap(), RecordState::First);
    offer(second).unwrap() == RecordState::Newer
}

#[test]
fn the_later_time_counts_then_the_later_day_then_the_larger_text() {
    let at = |time: &str, context: &str| json!({"indexed_at": time, "context": context});
    let (early, late) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
    for (index, older, newer) in [
        (BusinessIdeas, at(early, "b"), at(late, "a")),
        (BusinessIdeas, at(late, "a"), at(late, "b")),
        // A record without a time is indexed now.
        (BusinessIdeas, at(late, "b"), json!({"context": "a"})),
        (Info, json!({"upload_date": "2026-01-01", "title": "b"}), json!({"upload_date": "2026-01-02", "title": "a"})),
        (Info, json!({"title": "a"}), json!({"title": "b"})),
        (ContentCreator, json!({"country": "DE"}), json!({"country": "ES"})),
    ] {
        assert!(is_newer(index, [older.clone(), newer.clone()]), "{newer}");
        assert!(!is_newer(index, [newer.clone(), older]), "{newer}");
        assert!(!is_newer(index, [newer.clone(), newer]));
    }
}

#[test]
fn snapshots_of_other_days_and_ids_of_other_indices_are_other_records() {
    let documents = [
        (Info, with(Info, json!({"video_id": "x"}))),
        (BusinessIdeas, with(BusinessIdeas, json!({"mention_id": "x", "video_id": "x"}))),
        (ContentCreator, with(ContentCreator, json!({"channel_uid": "x", "snapshot_date": "2026-01-01"}))),
        (ContentCreator, with(ContentCreator, json!({"channel_uid": "x", "snapshot_date": "2026-01-02"}))),
    ];
    assert_eq!(version(&documents).1, 0);
}

fn document() -> impl Strategy<Value = (Index, Value)> {
    let video = (0..3, 1..4, 0..3).prop_map(|(id, day, views)| {
        (Info, json!({"video_id": format!("v{id}"), "platform": "youtube", "upload_date": format!("2026-01-0{day}"), "views": views}))
    });
    let mention = (0..3, 0..3, prop::option::of(1..3), 0..3).prop_map(|(id, video, day, score)| {
        let time = day.map(|day| format!("2026-02-0{day}T00:00:00Z"));
        (
            BusinessIdeas,
            json!({"mention_id": format!("m{id}"), "video_id": format!("v{video}"), "brand_name": "Aurelia",
            "indexed_at": time, "sentiment_score": score - 1}),
        )
    });
    let snapshot = (0..2, 1..3, 0..3).prop_map(|(id, day, count)| {
        (
            ContentCreator,
            json!({"channel_uid": format!("c{id}"), "snapshot_date": format!("2026-01-0{day}"), "platform": "tiktok",
            "subscriber_count": count}),
        )
    });
    prop_oneof![video, mention, snapshot]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_order_gives_the_same_version(
        (documents, shuffled) in prop::collection::vec(document(), 1..14)
            .prop_flat_map(|documents| (Just(documents.clone()), Just(documents).prop_shuffle())),
    ) {
        prop_assert_eq!(version(&documents), version(&shuffled));
    }
}
