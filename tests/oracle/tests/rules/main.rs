//! Tests each rule with a case that is small enough to be computed by hand.

mod account;
mod aggregate;
mod co_mentions;
mod compare;
mod generator;
mod import;
mod relevance;
mod search;
mod sector;

use overheard_oracle::{Oracle, OracleIndex};
use serde_json::{Value, json};

/// An oracle over records with only the members that matter.
#[derive(Default)]
struct Dataset {
    videos: Vec<Value>,
    mentions: Vec<Value>,
    snapshots: Vec<Value>,
}

impl Dataset {
    fn video(&mut self, id: &str, more: Value) -> &mut Self {
        let base = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01"});
        self.videos.push(with(base, more));
        self
    }

    fn mention(&mut self, id: &str, video: &str, brand: &str, more: Value) -> &mut Self {
        let base = json!({"mention_id": id, "video_id": video, "brand_name": brand});
        self.mentions.push(with(base, more));
        self
    }

    fn snapshot(&mut self, channel: &str, date: &str, more: Value) -> &mut Self {
        let base = json!({"channel_uid": channel, "snapshot_date": date, "platform": "youtube"});
        self.snapshots.push(with(base, more));
        self
    }

    fn oracle(&self) -> Oracle {
        Oracle::from_records(|index| {
            let records = match index {
                OracleIndex::Info => &self.videos,
                OracleIndex::BusinessIdeas => &self.mentions,
                OracleIndex::ContentCreator => &self.snapshots,
            };
            records.iter().map(|record| record.as_object().unwrap().clone()).collect()
        })
    }

    fn answer(&self, operation: &str, request: Value) -> Value {
        self.oracle().answer(operation, &request, "raw")
    }
}

fn with(mut base: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        base[name] = value.clone();
    }
    base
}

/// Returns one member of each item of an array.
fn column(answer: &Value, array: &str, member: &str) -> Value {
    answer[array].as_array().unwrap().iter().map(|item| item[member].clone()).collect()
}
