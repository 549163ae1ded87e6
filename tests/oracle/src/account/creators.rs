//! Creators who mention brands, with their snapshots.

use super::id::influencer_id;
use super::mention::{OracleMention, influencer_of};
use crate::record::OracleRecord;
use std::collections::HashMap;

/// Returns the newest snapshot of each creator, by `channel_uid`.
pub fn newest_snapshots(snapshots: &[OracleRecord]) -> HashMap<&str, &OracleRecord> {
    let mut newest: HashMap<&str, &OracleRecord> = HashMap::new();
    for snapshot in snapshots {
        let kept = newest.entry(&snapshot.id).or_insert(snapshot);
        if snapshot.string("snapshot_date") > kept.string("snapshot_date") {
            *kept = snapshot;
        }
    }
    newest
}

/// A creator who mentions a brand of the account.
pub struct OracleCreator<'d> {
    /// The id.
    pub id: String,
    /// The creator's mentions of the account's brands.
    pub mentions: Vec<&'d OracleRecord>,
    /// The newest snapshot.
    pub snapshot: Option<&'d OracleRecord>,
}

/// Returns the creators of mentions, by natural key.
pub fn creators<'d>(
    mentions: &[OracleMention<'d>],
    snapshots: &HashMap<&str, &'d OracleRecord>,
) -> HashMap<&'d str, OracleCreator<'d>> {
    let mut creators: HashMap<&str, OracleCreator> = HashMap::new();
    for mention in mentions.iter().map(|mention| mention.record) {
        let Some(key) = influencer_of(mention) else { continue };
        let snapshot = mention.string("channel_uid").and_then(|uid| snapshots.get(uid).copied());
        let unseen = || OracleCreator { id: influencer_id(key), mentions: Vec::new(), snapshot };
        creators.entry(key).or_insert_with(unseen).mentions.push(mention);
    }
    creators
}

/// Returns the newest of some mentions, by the date and then the id of its video.
pub fn newest<'d>(mentions: impl Iterator<Item = &'d OracleRecord>) -> Option<&'d OracleRecord> {
    mentions.max_by_key(|mention| (mention.string("upload_date"), mention.string("video_id")))
}

impl<'d> OracleCreator<'d> {
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
