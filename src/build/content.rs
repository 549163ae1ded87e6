//! What a dataset holds: how many documents, and the version that their contents make.

use super::collected::Place;
use crate::dataset::Content;
use sha2::{Digest, Sha256};

/// The content of the documents at some places. The version is `ds_` and 8 hexadecimal digits of SHA-256 over the
/// counts and sums of their hashes: the same for the same documents in whatever order they came.
pub(super) fn content([videos, snapshots, mentions]: [&[Place]; 3]) -> Content {
    let sums = [("video", videos), ("snapshot", snapshots), ("mention", mentions)].map(|(name, places)| {
        // In halves, whose sums stay small.
        let sum = |half: fn(u64) -> u64| places.iter().map(|place| half(place.hash)).sum::<u64>();
        format!("{name}:{}:{}:{}", places.len(), sum(|hash| hash >> 24), sum(|hash| hash & 0xff_ffff))
    });
    let digest = Sha256::digest(sums.join("\n"));
    let digits: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    Content {
        version: format!("ds_{digits}"),
        videos: videos.len() as u64,
        snapshots: snapshots.len() as u64,
        mentions: mentions.len() as u64,
    }
}
