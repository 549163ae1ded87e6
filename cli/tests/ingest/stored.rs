//! Tests that stored records restore their documents.

use crate::support::{BusinessIdeas, ContentCreator, Info, accepted, row};

use overheard::segment::writer::SegmentWriter;
use overheard::segment::{Decompressor, ImportedRow, StoredRecord, Table, body_columns};
use overheard::spec::Index;
use serde_json::{Value, json};

/// Returns a document's imported row and its stored record.
fn stored(index: Index, members: &Value) -> (ImportedRow, StoredRecord) {
    let document = row(&accepted(index, members.clone())).clone();
    let mut writer = SegmentWriter::new(Vec::new());
    // Mentions need their video.
    writer.add(row(&accepted(Info, json!({})))).unwrap();
    writer.add(&document).unwrap();
    let mut dictionary = None;
    let mut stored = None;
    let mut sink = |table: Table, row: &str| {
        let row: Vec<Value> = serde_json::from_str(row).unwrap();
        let text = |at: usize| row[at].as_str().unwrap().to_owned();
        if table == Table::Dictionary && text(0) == Table::of_documents(index).name() {
            dictionary = Some(Decompressor::new(&text(1)).unwrap());
        }
        if table == Table::of_documents(index) {
            let video_id = (index == BusinessIdeas).then(|| "v1".to_owned());
            let body = dictionary.as_mut().unwrap().text(&text(row.len() - 1)).unwrap();
            stored = Some(StoredRecord { id: text(1), video_id, body });
        }
        Ok(())
    };
    writer.finish().unwrap().rows(&mut |_, _, _| {}, &mut sink).unwrap();
    (document, stored.unwrap())
}

fn is_restored(index: Index, members: Value) {
    let (row, stored) = stored(index, &members);
    assert_eq!(stored.restore(index).unwrap(), row, "{members}");
}

#[test]
fn documents_with_little_and_with_everything_are_restored() {
    for index in [Info, ContentCreator, BusinessIdeas] {
        is_restored(index, json!({}));
    }
    is_restored(
        Info,
        json!({
            "title": "Ñandú — “review” \\ \"x\" \u{1f600}", "description": "Straße one", "channel_name": "c", "channel_uid": "u",
            "category": "Beauty", "tags": ["Skin Care", "Über"], "views": 9_007_199_254_740_991_u64, "likes": 0,
            "comments": 3, "duration": 61, "language": "de", "region": "DE",
        }),
    );
    is_restored(
        ContentCreator,
        json!({
            "channel_name": "c", "country": "ES", "categories": ["Beauty"], "subscriber_count": 5,
            "engagement_rate_viewers": 0.1, "audience_sentiment": -0.333333, "dominant_gender": "female",
            "viewer_gender_distribution": {"female": 0.1, "male": 0.7, "other": 0.2},
            "viewer_country_distribution": {"ES": 0.3333, "DE": 0.6667},
        }),
    );
    is_restored(
        BusinessIdeas,
        json!({
            "brand_name": "L’Oréal", "components": ["Night Serum", "保湿クリーム"], "topics": ["Price/Value"],
            "context": "The host likes it.", "sentiment": "positive", "sentiment_score": 0.123456, "occurrences": 7,
            "estimated_value_usd": 12.34, "indexed_at": "2026-01-31T12:00:00Z",
        }),
    );
}

#[test]
fn what_is_found_elsewhere_is_not_stored_twice() {
    let (_, stored) = stored(BusinessIdeas, &json!({"context": "Likes it.", "topics": ["price"]}));
    assert_eq!(stored.id, "m1");
    assert_eq!(stored.body.matches("ikes it").count(), 1);
    assert_eq!(stored.body.matches("price").count(), 1);
    assert!(!body_columns(BusinessIdeas).contains(&"search_topics"));
}

#[test]
fn what_is_no_document_is_an_error() {
    let (_, good) = stored(BusinessIdeas, &json!({}));
    for body in ["", "{}", "[]", &good.body.replacen('[', "[1,", 1), &good.body.replacen('"', "", 1)] {
        assert!(StoredRecord { body: body.to_owned(), ..good.clone() }.restore(BusinessIdeas).is_err(), "{body}");
    }
    assert!(StoredRecord { video_id: None, ..good.clone() }.restore(BusinessIdeas).is_err());
    assert!(good.restore(Info).is_err());
}
