//! Generates datasets of any size, the same for the same seed on every machine.
//!
//! In scope: records of the three indices, distributed like public video. A few brands, channels and words are frequent
//! and most are rare; 36 months grow towards their end; weekends are busier. Out of scope: records that the importer
//! refuses, and meaningful stories (the demo dataset has those).
//!
//! ```
//! let dataset = overheard_bench_data::Dataset::new(1_000, 7);
//! assert_eq!(dataset.mentions().count(), 1_000);
//! ```

mod calendar;
mod chance;
mod channel;
mod creators;
mod id;
mod mentions;
mod places;
mod video;
mod videos;
mod vocabulary;

use calendar::Calendar;
use chance::{Dice, Stream};
use channel::Channel;
use id::Ids;
use serde::Serialize;
use video::Video;
use vocabulary::Vocabulary;

const MENTIONS_PER_VIDEO: u64 = 5;
const MENTIONS_PER_CREATOR: u64 = 20;
const MIN_CREATORS: u64 = 1_000;

/// The platforms with their percentages of channels.
const PLATFORMS: [(&str, f64); 3] = [("youtube", 45.0), ("tiktok", 35.0), ("instagram", 20.0)];

/// A dataset. The shared data of its records is in memory (about 50 bytes per video); the records are generated on
/// demand.
///
/// Vocabulary and brands depend on the seed alone, so that datasets of several sizes have the same names.
#[derive(Debug)]
pub struct Dataset {
    seed: u64,
    mentions: u64,
    creators: usize,
    calendar: Calendar,
    vocabulary: Vocabulary,
    channels: Vec<Channel>,
    videos: Vec<Video>,
    ids: Ids,
}

impl Dataset {
    /// Creates the dataset with `mentions` mentions.
    ///
    /// It has a fifth as many videos, and a twentieth as many creators (at least 1,000) with one to four snapshots
    /// each. It has 20,000 channels at a million mentions, growing with the square root.
    pub fn new(mentions: u64, seed: u64) -> Self {
        let calendar = Calendar::new();
        let vocabulary = Vocabulary::new(&mut Dice::new(seed, Stream::Vocabulary));
        let creators = (mentions / MENTIONS_PER_CREATOR).max(MIN_CREATORS) as usize;
        let posting = ((400 * mentions).isqrt() as usize).max(1);
        let channels = channel::all(&mut Dice::new(seed, Stream::Channels), &vocabulary, posting.max(creators));
        let count = (mentions / MENTIONS_PER_VIDEO).max(1) as usize;
        let dice = &mut Dice::new(seed, Stream::VideoFacts);
        let mut videos = video::all(dice, &calendar, &vocabulary, &channels[..posting], count);
        video::hand_out_mentions(&mut Dice::new(seed, Stream::MentionsPerVideo), &mut videos, mentions);
        let ids = Ids::new(&mut Dice::new(seed, Stream::Ids));
        Self { seed, mentions, creators, calendar, vocabulary, channels, videos, ids }
    }

    /// Returns the number of records of siv_info.
    pub fn video_count(&self) -> u64 {
        self.videos.len() as u64
    }

    /// Returns the number of creators. Each has one to four records of siv_content_creator.
    pub fn creator_count(&self) -> u64 {
        self.creators as u64
    }

    /// Returns the number of records of siv_business_ideas.
    pub fn mention_count(&self) -> u64 {
        self.mentions
    }
}

/// Returns a record as a line of NDJSON, without its end.
fn line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a document is JSON")
}

#[cfg(test)]
mod tests;
