//! The answer of `POST /v1/sector`.

use super::Holds::{Decimal, Flag, Object, Objects, Text, Whole};
use super::{Shape, member};
use crate::base::number::Number;
use crate::spec::limits::{LOW_COVERAGE, MAX_BRANDS, VIDEO_CAP};
use serde::{Deserialize, Serialize};

/// The answer, brands in the order of the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectorAnswer {
    /// One entry per requested brand.
    pub brands: Vec<BrandAnswer>,
    /// The window and the published limits.
    pub meta: SectorMeta,
}

impl SectorAnswer {
    /// What it holds.
    pub const SHAPE: Shape =
        Shape(&[member("brands", Objects(&BrandAnswer::SHAPE)), member("meta", Object(&SectorMeta::SHAPE))]);
}

/// A brand's presence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrandAnswer {
    /// Echo of the label.
    pub label: String,
    /// `low` below [`LOW_COVERAGE`] videos in the window, else `ok`.
    pub coverage: String,
    /// Low coverage, or too few scored mentions to speak of a tone.
    pub low_confidence: bool,
    /// Over the whole window.
    pub totals: Totals,
    /// Every month touched, ascending.
    pub series: Vec<SectorMonth>,
}

impl BrandAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("label", Text),
        member("coverage", Text),
        member("low_confidence", Flag),
        member("totals", Object(&Totals::SHAPE)),
        member("series", Objects(&SectorMonth::SHAPE)),
    ]);
}

/// A brand over the whole window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Distinct videos.
    pub unique_videos: u64,
    /// Views of those videos.
    pub views: u64,
}

impl Totals {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[member("unique_videos", Whole), member("views", Whole)]);
}

/// A brand in one month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectorMonth {
    /// `YYYY-MM`.
    pub month: String,
    /// Distinct videos.
    pub unique_videos: u64,
    /// Occurrences: 100 in one video are 100.
    pub mentions: u64,
    /// Views of the distinct videos.
    pub views: u64,
    /// Mean score of the mentions, 3 decimals; null when none is scored.
    pub sentiment: Option<Number>,
    /// Percent of the requested brands' unique videos, 2 decimals.
    pub volume_sov: Number,
    /// Percent of the requested brands' views, 2 decimals.
    pub reach_sov: Number,
    /// The most frequent topics of the counted mentions.
    pub top_topics: Vec<TopicCount>,
}

impl SectorMonth {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("month", Text),
        member("unique_videos", Whole),
        member("mentions", Whole),
        member("views", Whole),
        member("sentiment", Decimal).or_null(),
        member("volume_sov", Decimal),
        member("reach_sov", Decimal),
        member("top_topics", Objects(&TopicCount::SHAPE)),
    ]);
}

/// A topic and the mentions that carry it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "both members are what they are called")]
pub struct TopicCount {
    pub topic: String,
    pub count: u64,
}

impl TopicCount {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[member("topic", Text), member("count", Whole)]);
}

/// Echo of the window, and the limits that readers of the answer should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "all members are echoes")]
pub struct SectorMeta {
    pub from: String,
    pub to: String,
    pub caps: Caps,
}

impl SectorMeta {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[member("from", Text), member("to", Text), member("caps", Object(&Caps::SHAPE))]);
}

/// The published limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue's limits describe them")]
pub struct Caps {
    pub max_brands: u64,
    pub video_cap: u64,
    pub low_coverage: u64,
}

impl Caps {
    /// The limits of the catalogue.
    pub const PUBLISHED: Self =
        Self { max_brands: MAX_BRANDS as u64, video_cap: VIDEO_CAP as u64, low_coverage: LOW_COVERAGE };

    /// What they hold.
    pub const SHAPE: Shape =
        Shape(&[member("max_brands", Whole), member("video_cap", Whole), member("low_coverage", Whole)]);
}
