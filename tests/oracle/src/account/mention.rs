//! A mention with all of its data in the Account API.

use super::id::{influencer_id, mention_id};
use crate::number::{optional, round};
use crate::record::OracleRecord;
use serde_json::{Value, json};

/// Score limit for an unlabelled mention: from 0.25 it is positive, and from -0.25 down it is negative.
const TONE: i64 = 250_000;

/// A mention of one or several brands of an account.
pub struct OracleMention<'d> {
    /// Its id.
    pub id: String,
    /// Its record.
    pub record: &'d OracleRecord,
    /// The record of its video.
    pub video: &'d OracleRecord,
    /// Positions of its brands in the account; never empty.
    pub brands: Vec<usize>,
    /// `positive`, `neutral`, `negative` or `unknown`.
    pub label: &'d str,
    /// Its score in millionths.
    pub score: Option<i64>,
    /// Its language, that of its video, or `unknown`.
    pub language: &'d str,
    /// Its region, that of its video or of the creator, or `unknown`.
    pub region: &'d str,
    /// The upload time of its video.
    pub date: &'d str,
    /// The time when it was first indexed, if that is known.
    pub indexed_at: String,
    /// The natural key of the video's creator.
    pub influencer: Option<&'d str>,
    /// The id of the video's creator.
    pub influencer_id: Option<String>,
}

impl<'d> OracleMention<'d> {
    /// Reads the mention of a record, given the newest snapshot of its creator.
    pub fn read(
        record: &'d OracleRecord,
        video: &'d OracleRecord,
        brands: Vec<usize>,
        snapshot: Option<&'d OracleRecord>,
    ) -> OracleMention<'d> {
        let score = record.units("sentiment_score");
        let country = snapshot.and_then(|snapshot| snapshot.string("country"));
        let date = record.string("upload_date").expect("a mention has a date");
        let midnight = || format!("{date}T00:00:00Z");
        let inherited = |field: &str| record.string(field).or(video.string(field));
        OracleMention {
            id: mention_id(&record.id),
            record,
            video,
            brands,
            label: record.string("sentiment").unwrap_or(label_of(score)),
            score,
            language: inherited("language").unwrap_or("unknown"),
            region: inherited("region").or(country).unwrap_or("unknown"),
            date,
            indexed_at: record.string("indexed_at").map_or_else(midnight, str::to_owned),
            influencer: influencer_of(record),
            influencer_id: influencer_of(record).map(influencer_id),
        }
    }

    /// Returns the views of its video.
    pub fn views(&self) -> Option<i64> {
        self.video.units("views")
    }

    /// Returns the mention object, with that brand.
    pub fn object(&self, brand: Value) -> Value {
        let record = self.record;
        let text = |record: &OracleRecord, field: &str| json!(record.string(field));
        let count = |field: &str| json!(self.video.units(field));
        let value = record.units("estimated_value_usd").map(|cents| cents as f64 / 100.0);
        json!({
            "object": "mention",
            "id": self.id,
            "brand": brand,
            "platform": self.video.string("platform"),
            "category": text(record, "category"),
            "components": record.strings("components"),
            "topics": record.strings("topics"),
            "sentiment": {"label": self.label, "score": optional(self.score.map(|score| round(parts(score), 3)))},
            "estimated_value_usd": optional(value),
            "context": text(record, "context"),
            "occurrences": record.units("occurrences").unwrap_or(1),
            "language": self.language,
            "region": self.region,
            "upload_date": self.date,
            "indexed_at": self.indexed_at,
            "video": {
                "id": self.video.id,
                "title": text(self.video, "title"),
                "views": count("views"),
                "likes": count("likes"),
                "comments": count("comments"),
                "duration": count("duration"),
            },
            "channel": {"name": text(self.video, "channel_name"), "influencer_id": self.influencer_id},
        })
    }
}

/// Returns the natural key of a mention's influencer.
pub fn influencer_of(mention: &OracleRecord) -> Option<&str> {
    mention.string("channel_uid").or(mention.string("channel_name"))
}

/// Converts a score in parts of a million to a fraction.
pub fn parts(score: i64) -> f64 {
    score as f64 / 1_000_000.0
}

fn label_of(score: Option<i64>) -> &'static str {
    match score {
        None => "unknown",
        Some(score) if score >= TONE => "positive",
        Some(score) if score <= -TONE => "negative",
        Some(_) => "neutral",
    }
}
