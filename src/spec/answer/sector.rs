//! The answer of `POST /v1/sector`.

use super::answer;
use crate::base::number::Number;
use crate::spec::limits::{LOW_COVERAGE, MAX_BRANDS, VIDEO_CAP};
use crate::spec::request::account::choice::Coverage;

answer! {
    /// The answer, brands in the order of the request.
    pub struct SectorAnswer {
        /// One entry per requested brand.
        brands: Vec<BrandAnswer>,
        /// The window and the published limits.
        meta: SectorMeta,
    }

    /// A brand's presence.
    pub struct BrandAnswer {
        /// Echo of the label.
        label: String,
        /// `low` below [`LOW_COVERAGE`] videos in the window, else `ok`.
        coverage: Coverage,
        /// Low coverage, or too few scored mentions to speak of a tone.
        low_confidence: bool,
        /// Over the whole window.
        totals: Totals,
        /// Every month touched, ascending.
        series: Vec<SectorMonth>,
    }

    /// A brand over the whole window.
    #[derive(Copy)]
    pub struct Totals {
        /// Distinct videos.
        unique_videos: u64,
        /// Views of those videos.
        views: u64,
    }

    /// A brand in one month.
    pub struct SectorMonth {
        /// `YYYY-MM`.
        month: String,
        /// Distinct videos.
        unique_videos: u64,
        /// Occurrences: 100 in one video are 100.
        mentions: u64,
        /// Views of the distinct videos.
        views: u64,
        /// Mean score of the mentions, 3 decimals; null when none is scored.
        sentiment: Option<Number>,
        /// Percent of the requested brands' unique videos, 2 decimals.
        volume_sov: Number,
        /// Percent of the requested brands' views, 2 decimals.
        reach_sov: Number,
        /// The most frequent topics of the counted mentions.
        top_topics: Vec<TopicCount>,
    }

    /// A topic and the mentions that carry it.
    #[expect(missing_docs, reason = "both members are what they are called")]
    pub struct TopicCount {
        topic: String,
        count: u64,
    }

    /// Echo of the window, and the limits that readers of the answer should know.
    #[expect(missing_docs, reason = "all members are echoes")]
    pub struct SectorMeta {
        from: String,
        to: String,
        caps: Caps,
    }

    /// The published limits.
    #[expect(missing_docs, reason = "the catalogue's limits describe them")]
    pub struct Caps {
        max_brands: u64,
        video_cap: u64,
        low_coverage: u64,
    }
}

impl Caps {
    /// The limits of the catalogue.
    pub const PUBLISHED: Self =
        Self { max_brands: MAX_BRANDS as u64, video_cap: VIDEO_CAP as u64, low_coverage: LOW_COVERAGE };
}
