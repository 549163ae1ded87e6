//! `GET /v1/mentions/stats`: counts of mentions, and their change since the previous window.

use super::counts::GroupTotals;
use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::Window;
use crate::base::number::Number;
use crate::base::order;
use crate::measure::{change_pct, change_pct_of_means, per_day, share_pct};
use crate::spec::Unit;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{
    Basis, BrandCounts, ComponentCount, KnownCounts, MentionChange, MentionStats, MentionTotals, PlatformCounts,
};
use std::cmp::Reverse;

const USD_DECIMALS: i32 = 2;

/// A sum over the videos with a known count.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::backend) struct KnownSum {
    pub(in crate::backend) total: u64,
    pub(in crate::backend) known: u64,
}

impl KnownSum {
    /// Adds the count of a video, if it is known.
    pub(in crate::backend) fn add(&mut self, value: Option<u64>) {
        if let Some(value) = value {
            self.total += value;
            self.known += 1;
        }
    }
}

/// The totals of the mentions of the window.
#[derive(Debug, Default)]
pub(in crate::backend) struct WindowTotals {
    pub(in crate::backend) occurrences: i64,
    /// The number of mentions with a value, and the sum of the values in cents.
    pub(in crate::backend) value: (u64, i64),
    pub(in crate::backend) likes: KnownSum,
    pub(in crate::backend) comments: KnownSum,
    /// The number of creators.
    pub(in crate::backend) channels: u64,
    /// The totals of each platform, in the order of names.
    pub(in crate::backend) by_platform: Vec<(String, GroupTotals)>,
    /// The mentions of each brand of the account.
    pub(in crate::backend) by_brand: Vec<u64>,
    /// The most frequent topics and components.
    pub(in crate::backend) top_topics: Vec<TopicCount>,
    pub(in crate::backend) top_components: Vec<ComponentCount>,
}

/// Makes the answer from the totals of the window and of the previous one.
pub(in crate::backend) fn answer(
    scope: &AnswerScope<'_>,
    window: &Window,
    now: WindowTotals,
    before: &GroupTotals,
) -> (MentionStats, Basis) {
    let mut all = GroupTotals::default();
    // A video has one platform, so no video counts twice.
    now.by_platform.iter().for_each(|(_, totals)| all.unite(totals));
    let GroupTotals { videos, tones } = all;
    let mentions = tones.mentions();
    let change_pct = MentionChange {
        mentions: change_pct(mentions, before.tones.mentions()),
        unique_videos: change_pct(videos.count, before.videos.count),
        views: change_pct(videos.views, before.videos.views),
        average_sentiment: change_pct_of_means(tones.mean(), before.tones.mean()),
    };
    let (with_value, value) = now.value;
    let value = Number::rounded(Unit::Usd.value(value), USD_DECIMALS);
    let totals = MentionTotals {
        mentions,
        occurrences: now.occurrences,
        unique_videos: videos.count,
        unique_channels: now.channels,
        views: videos.views,
        likes: now.likes.total,
        comments: now.comments.total,
        estimated_value_usd: (with_value > 0).then_some(value),
        average_sentiment: tones.average(),
    };
    let mut by_platform: Vec<(PlatformCounts, KnownCounts)> = now
        .by_platform
        .into_iter()
        .map(|(key, totals)| {
            let GroupTotals { videos, tones } = &totals;
            let (mentions, views) = (tones.mentions(), videos.views);
            let counts = PlatformCounts { key, mentions, views, average_sentiment: tones.average() };
            (counts, totals.known_counts())
        })
        .collect();
    // A stable sort: ties stay in the order of names.
    order::sort_by_key(&mut by_platform, |(counts, _)| Reverse(counts.mentions));
    let (by_platform, known_by) = by_platform.into_iter().unzip();
    let (likes, comments) = (Some(now.likes.known), Some(now.comments.known));
    let known = KnownCounts { likes, comments, ..all.known_counts() };
    let basis = Basis { known: Some(known), known_by: Some(known_by), ..Basis::default() };
    let stats = MentionStats {
        totals,
        change_pct,
        per_day: per_day(mentions, window.days()),
        by_platform,
        by_brand: by_brand(scope, &now.by_brand, mentions),
        top_topics: now.top_topics,
        top_components: now.top_components,
        meta: analysis_meta(scope, window, mentions),
    };
    (stats, basis)
}

/// Returns the counts of the selected brands with mentions, the most frequent first.
///
/// A mention of two brands is counted in both, so the shares may add up to more than 100.
fn by_brand(scope: &AnswerScope<'_>, of_brands: &[u64], all: u64) -> Vec<BrandCounts> {
    let counts = scope.brands.iter().map(|(brand, monitored)| {
        let mentions = of_brands.get(brand).copied().unwrap_or(0);
        BrandCounts { key: monitored.label.clone(), mentions, share_pct: share_pct(mentions, all) }
    });
    let mut counts: Vec<BrandCounts> = counts.filter(|counts| counts.mentions > 0).collect();
    order::sort_by_key(&mut counts, |counts| Reverse(counts.mentions));
    counts
}
