//! A small dataset whose answers can be counted by hand.

use crate::RecordLines;
use overheard::guard::request::{MonitoredBrand, Request};
use overheard::spec::{Index, Operation};
use serde_json::{Value, json};

/// 23 videos, two creators, and 25 mentions: three of Velunara, two of Borealume, and one of Castorel in each of 20 older
/// videos. With these, one more mention is few enough for an increment.
pub fn documents() -> RecordLines {
    let videos = [("v1", "2026-01-05", "ch1"), ("v2", "2026-01-20", "ch1"), ("v3", "2026-02-03", "ch2")];
    let older: Vec<_> = (1..=20).map(|day| (format!("o{day}"), format!("2025-06-{day:02}"))).collect();
    let older = older.iter().map(|(id, date)| (id.as_str(), date.as_str(), "ch2"));
    let videos = videos.into_iter().chain(older.clone()).map(|(id, date, channel)| {
        json!({"video_id": id, "platform": "youtube", "upload_date": date, "title": format!("Serum test {id}"),
               "views": 1_000, "channel_uid": channel, "channel_name": format!("Channel {channel}")})
    });
    let creators = ["ch1", "ch2"].map(|channel| {
        json!({"channel_uid": channel, "snapshot_date": "2026-02-01", "platform": "youtube",
               "channel_name": format!("Channel {channel}"), "subscribers": 5_000})
    });
    let mentions = [
        ("m1", "v1", "Velunara", 0.8),
        ("m2", "v1", "Borealume", -0.2),
        ("m3", "v2", "Velunara", 0.4),
        ("m4", "v3", "Velunara", 0.6),
        ("m5", "v3", "Borealume", 0.1),
    ];
    let mentions = mentions.map(|(id, video, brand, score)| mention(id, video, brand, score)).into_iter();
    let mentions = mentions.chain(older.map(|(video, ..)| mention(&format!("m-{video}"), video, "Castorel", 0.0)));
    let lines = |index, documents: Vec<Value>| documents.into_iter().map(move |line| (index, line.to_string()));
    lines(Index::Info, videos.collect())
        .chain(lines(Index::ContentCreator, creators.into()))
        .chain(lines(Index::BusinessIdeas, mentions.collect()))
        .collect()
}

/// The same dataset with one more mention of Velunara.
pub fn more_documents() -> RecordLines {
    let mut lines = documents();
    lines.push(one_more());
    lines
}

/// The records of an increment: one more mention, after its video, which is known.
pub fn added() -> RecordLines {
    let is_its_video = |(index, line): &(Index, String)| *index == Index::Info && line.contains("\"v2\"");
    documents().into_iter().filter(is_its_video).chain([one_more()]).collect()
}

fn one_more() -> (Index, String) {
    (Index::BusinessIdeas, mention("m6", "v2", "Velunara", 0.5).to_string())
}

fn mention(id: &str, video: &str, brand: &str, score: f64) -> Value {
    json!({"mention_id": id, "video_id": video, "brand_name": brand, "sentiment_score": score,
           "topics": ["price", "texture"]})
}

/// Parses a request.
pub fn request(operation: Operation, body: &Value) -> Request {
    Request::parse(operation, body.to_string().as_bytes()).unwrap_or_else(|problems| panic!("{body}: {problems:?}"))
}

/// A monitored brand with one term.
pub fn brand(term: &str) -> MonitoredBrand {
    MonitoredBrand {
        id: format!("brd_{term}"),
        label: term.to_owned(),
        terms: vec![term.to_owned()],
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    }
}
