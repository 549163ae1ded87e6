//! Tests each rule on a case that is small enough to work out by hand.

mod account;
mod aggregate;
mod co_mentions;
mod compare;
mod generator;
mod import;
mod relevance;
mod search;
mod sector;

use overheard_oracle::{Index, Oracle};
use serde_json::{Value, json};

/// An oracle over records of which only the relevant members are written.
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
        Oracle::from_documents(|index| {
            let documents = match index {
                Index::Info => &self.videos,
                Index::BusinessIdeas => &self.mentions,
                Index::ContentCreator => &self.snapshots,
            };
            documents.iter().map(|document| document.as_object().unwrap().clone()).collect()
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
