//! Answer of `POST /v1/sector`.

use super::answer;
use crate::base::number::Number;
use crate::spec::limits::{LOW_COVERAGE, MAX_BRANDS, VIDEO_CAP};
use crate::spec::request::account::choice::Coverage;

answer! {
    /// The answer of `POST /v1/sector`, with brands in the order of the request.
    pub struct SectorAnswer {
        /// One entry per requested brand.
        brands: Vec<BrandAnswer>,
        /// Window and published limits.
        meta: SectorMeta,
    }

    /// Presence of a brand.
    pub struct BrandAnswer {
        /// Label from the request.
        label: String,
        /// `low` below [`LOW_COVERAGE`] videos in the window, else `ok`.
        coverage: Coverage,
        /// True if the coverage is low or the scored mentions are too few for a sentiment.
        low_confidence: bool,
        /// Values of the whole window.
        totals: Totals,
        /// Every month that the window touches, ascending.
        series: Vec<SectorMonth>,
    }

    /// Values of a brand in the whole window.
    #[derive(Copy)]
    pub struct Totals {
        /// Distinct videos.
        unique_videos: u64,
        /// Views of these videos.
        views: u64,
    }

    /// Values of a brand in a month.
    pub struct SectorMonth {
        /// `YYYY-MM`.
        month: String,
        /// Distinct videos.
        unique_videos: u64,
        /// Occurrences: 100 in one video count as 100.
        mentions: u64,
        /// Views of the distinct videos.
        views: u64,
        /// Mean score of the mentions, 3 decimals; null without a scored mention.
        sentiment: Option<Number>,
        /// Percent of the requested brands' unique videos, 2 decimals.
        volume_sov: Number,
        /// Percent of the requested brands' views, 2 decimals.
        reach_sov: Number,
        /// Most frequent topics of the counted mentions.
        top_topics: Vec<TopicCount>,
    }

    /// A topic and its number of mentions.
    #[expect(missing_docs, reason = "both members are what they are called")]
    pub struct TopicCount {
        topic: String,
        count: u64,
    }

    /// Window of the request, and published limits.
    #[expect(missing_docs, reason = "all members are echoes")]
    pub struct SectorMeta {
        from: String,
        to: String,
        caps: Caps,
    }

    /// Published limits.
    #[expect(missing_docs, reason = "the catalogue's limits describe them")]
    pub struct Caps {
        max_brands: u64,
        video_cap: u64,
        low_coverage: u64,
    }
}

impl Caps {
    /// Limits of the catalogue.
    pub const PUBLISHED: Self =
        Self { max_brands: MAX_BRANDS as u64, video_cap: VIDEO_CAP as u64, low_coverage: LOW_COVERAGE };
}
