//! Counts of mentions and videos that several answers contain.

use crate::measure::Tones;
use crate::spec::answer::{KnownCounts, LabelCounts};

/// Returns the number of mentions of each label.
pub(in crate::backend) fn label_counts(tones: &Tones) -> LabelCounts {
    let Tones { positive, neutral, negative, unknown, .. } = *tones;
    LabelCounts { positive, neutral, negative, unknown }
}

/// Returns the sample size of the average of tones.
pub(in crate::backend) fn scored_counts(tones: &Tones) -> KnownCounts {
    KnownCounts { scored_mentions: tones.scored, ..KnownCounts::default() }
}

/// The number and views of distinct videos.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::backend) struct VideoCounts {
    /// The number of videos.
    pub(in crate::backend) count: u64,
    /// The sum of the known views.
    pub(in crate::backend) views: u64,
    /// The number of videos with known views.
    pub(in crate::backend) with_views: u64,
}

impl VideoCounts {
    /// Returns the sample sizes of the sum of views and of the average of tones.
    pub(in crate::backend) fn known_counts(&self, tones: &Tones) -> KnownCounts {
        KnownCounts { videos: Some(self.count), views: Some(self.with_views), ..scored_counts(tones) }
    }

    /// Adds a video with its views, if they are known.
    pub(in crate::backend) fn add(&mut self, views: Option<u64>) {
        self.count += 1;
        if let Some(views) = views {
            self.views += views;
            self.with_views += 1;
        }
    }

    /// Adds the counts of other videos.
    pub(in crate::backend) fn unite(&mut self, other: &Self) {
        self.count += other.count;
        self.views += other.views;
        self.with_views += other.with_views;
    }
}

/// The totals of some mentions: their tones, and their distinct videos.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::backend) struct GroupTotals {
    pub(in crate::backend) videos: VideoCounts,
    pub(in crate::backend) tones: Tones,
}

impl GroupTotals {
    /// Returns the sample sizes of the totals.
    pub(in crate::backend) fn known_counts(&self) -> KnownCounts {
        self.videos.known_counts(&self.tones)
    }

    /// Adds the totals of other mentions, which have other videos.
    pub(in crate::backend) fn unite(&mut self, other: &Self) {
        self.videos.unite(&other.videos);
        self.tones.unite(&other.tones);
    }
}
