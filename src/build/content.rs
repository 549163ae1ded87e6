//! What a dataset holds: how many documents, and the version that their contents make.

use super::collected::Place;
use crate::dataset;

/// The content of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Videos in it.
    pub videos: u64,
    /// Snapshots in it.
    pub snapshots: u64,
    /// Mentions in it.
    pub mentions: u64,
    /// Its version, which is the same for the same documents in whatever order they came.
    pub version: String,
}

impl Content {
    pub(super) fn of([videos, snapshots, mentions]: [&[Place]; 3]) -> Self {
        let sums = [("video", videos), ("snapshot", snapshots), ("mention", mentions)].map(|(name, places)| {
            let sum = |part: fn(u64) -> u64| places.iter().map(|place| part(place.hash)).sum();
            dataset::Content {
                name: name.to_owned(),
                documents: places.len() as u64,
                high: Some(sum(|hash| hash >> 24)),
                low: Some(sum(|hash| hash & 0xff_ffff)),
            }
        });
        Self {
            videos: videos.len() as u64,
            snapshots: snapshots.len() as u64,
            mentions: mentions.len() as u64,
            version: dataset::version(&sums),
        }
    }
}
