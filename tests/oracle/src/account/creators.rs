//! The creators of mentions, with their newest snapshots.

use super::id::influencer_id;
use super::mention::{Mention, influencer_of};
use crate::document::Document;
use std::collections::HashMap;

/// Returns the newest snapshot of each creator, by `channel_uid`.
pub fn newest_snapshots(snapshots: &[Document]) -> HashMap<&str, &Document> {
    let mut newest: HashMap<&str, &Document> = HashMap::new();
    for snapshot in snapshots {
        let kept = newest.entry(&snapshot.id).or_insert(snapshot);
        if snapshot.string("snapshot_date") > kept.string("snapshot_date") {
            *kept = snapshot;
        }
    }
    newest
}

/// A creator who mentions a brand of the account.
pub struct Creator<'d> {
    /// The id.
    pub id: String,
    /// All mentions of the account's brands.
    pub mentions: Vec<&'d Document>,
    /// The newest snapshot.
    pub snapshot: Option<&'d Document>,
}

/// Returns the creators of some mentions, by natural key.
pub fn creators<'d>(
    mentions: &[Mention<'d>],
    snapshots: &HashMap<&str, &'d Document>,
) -> HashMap<&'d str, Creator<'d>> {
    let mut creators: HashMap<&str, Creator> = HashMap::new();
    for mention in mentions.iter().map(|mention| mention.document) {
        let Some(key) = influencer_of(mention) else { continue };
        let snapshot = mention.string("channel_uid").and_then(|uid| snapshots.get(uid).copied());
        let unseen = || Creator { id: influencer_id(key), mentions: Vec::new(), snapshot };
        creators.entry(key).or_insert_with(unseen).mentions.push(mention);
    }
    creators
}

/// Returns the newest of some mentions, by the date and then the id of its video.
pub fn newest<'d>(mentions: impl Iterator<Item = &'d Document>) -> Option<&'d Document> {
    mentions.max_by_key(|mention| (mention.string("upload_date"), mention.string("video_id")))
}

impl<'d> Creator<'d> {
    /// Returns a text of the newest snapshot.
    pub fn text(&self, field: &str) -> Option<&'d str> {
        self.snapshot?.string(field)
    }

    /// Returns a number of the newest snapshot.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.snapshot?.number(field)
    }

    /// Returns the values of a list of the newest snapshot.
    pub fn strings(&self, field: &str) -> Vec<&'d str> {
        self.snapshot.map(|snapshot| snapshot.strings(field)).unwrap_or_default()
    }
}
