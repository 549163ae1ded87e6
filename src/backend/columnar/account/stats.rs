//! `GET /v1/mentions/stats`: counts of mentions, and their change since the previous window.

use super::attribute::Attribute;
use super::counters::{DistinctCounter, ItemCounts, ToneColumns, VideoTotals, known_count, known_value, value_at};
use super::meta::analysis_meta;
use super::read_context::{ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::topics::top_topics;
use crate::base::number::Number;
use crate::measure::{Tones, change_pct, change_pct_of_means, per_day, share_pct};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::Unit;
use crate::spec::answer::{
    Basis, BrandCounts, ComponentCount, KnownCounts, MentionChange, MentionStats, MentionTotals, PlatformCounts,
};
use std::cmp::Reverse;

const ATTRIBUTES: [Attribute; 13] = [
    Attribute::Brands,
    Attribute::Platform,
    Attribute::Label,
    Attribute::Score,
    Attribute::Value,
    Attribute::Occurrences,
    Attribute::Topics,
    Attribute::Components,
    Attribute::Video,
    Attribute::Views,
    Attribute::Likes,
    Attribute::Comments,
    Attribute::Channel,
];
/// The attributes that are read of mentions in the previous window.
const PREVIOUS_ATTRIBUTES: [Attribute; 4] = [Attribute::Label, Attribute::Score, Attribute::Video, Attribute::Views];
const USD_DECIMALS: i32 = 2;

/// The totals of all mentions, or of the mentions of one platform.
#[derive(Clone, Copy, Default)]
struct GroupTotals {
    videos: VideoTotals,
    tones: Tones,
}

/// A sum over the videos with a known count.
#[derive(Default)]
struct KnownSum {
    total: u64,
    known: u64,
}

impl KnownSum {
    fn add(&mut self, value: Option<u64>) {
        if let Some(value) = value {
            self.total += value;
            self.known += 1;
        }
    }
}

/// The totals of the mentions of the window.
#[derive(Default)]
struct WindowTotals {
    occurrences: i64,
    /// The number of mentions with a value, and the sum of the values in cents.
    value: (u64, i64),
    likes: KnownSum,
    comments: KnownSum,
    channels: DistinctCounter,
    /// The totals of mentions without a platform, then of each platform in order.
    by_platform: Vec<GroupTotals>,
    by_brand: Vec<u64>,
    topics: ItemCounts,
    components: ItemCounts,
}

pub(super) async fn answer(context: &ReadContext<'_>, top: usize) -> Result<(MentionStats, Basis), QueryError> {
    let window = context.window()?;
    let creators = context.creators().await?;
    let (mut now, mut before) = (WindowTotals::default(), GroupTotals::default());
    now.by_brand = vec![0; context.query.viewer.brands.len()];
    context.for_each_batch(&PREVIOUS_ATTRIBUTES, window_days(&window.before()), |batch| Ok(before.add(batch)?)).await?;
    context
        .for_each_batch(&ATTRIBUTES, window_days(&window), |batch| {
            Ok(now.add(batch, |channel| creators.creator_of(channel))?)
        })
        .await?;
    let GroupTotals { videos, tones } = now.total();
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
        unique_channels: now.channels.count(),
        views: videos.views,
        likes: now.likes.total,
        comments: now.comments.total,
        estimated_value_usd: (with_value > 0).then_some(value),
        average_sentiment: tones.average(),
    };
    let by_brand = by_brand(context, &now.by_brand, mentions);
    let platforms = (-1..).zip(&now.by_platform).filter(|(_, counted)| counted.tones.mentions() > 0);
    let mut by_platform: Vec<(PlatformCounts, KnownCounts)> = platforms
        .map(|(platform, GroupTotals { videos, tones })| {
            let counts = PlatformCounts {
                key: context.tuple_fields.name(Attribute::Platform, platform).unwrap_or_default().to_owned(),
                mentions: tones.mentions(),
                views: videos.views,
                average_sentiment: tones.average(),
            };
            (counts, videos.known_counts(tones))
        })
        .collect();
    // A stable sort: ties stay in the order of names.
    by_platform.sort_by_key(|(counts, _)| Reverse(counts.mentions));
    let (by_platform, known_by) = by_platform.into_iter().unzip();
    let (likes, comments) = (Some(now.likes.known), Some(now.comments.known));
    let known = KnownCounts { likes, comments, ..videos.known_counts(&tones) };
    let basis = Basis { known: Some(known), known_by: Some(known_by), ..Basis::default() };
    let top_components = now.components.most_frequent(top);
    let names = context.names_of(Column::COMPONENTS, top_components.iter().map(|(component, _)| *component)).await?;
    let component = |(component, count)| Ok(ComponentCount { component: names.name(component)?, count });
    let stats = MentionStats {
        totals,
        change_pct,
        per_day: per_day(mentions, window.days()),
        by_platform,
        by_brand,
        top_topics: top_topics(context, now.topics, top).await?,
        top_components: top_components.into_iter().map(component).collect::<Result<_, QueryError>>()?,
        meta: analysis_meta(context, &window, mentions)?,
    };
    Ok((stats, basis))
}

impl GroupTotals {
    fn add(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        let tones = ToneColumns::new(batch)?;
        let (videos, views) = (batch.numbers(Attribute::Video)?, batch.numbers(Attribute::Views)?);
        for position in batch.positions.iter().copied() {
            self.videos.add(value_at(videos, position), value_at(views, position));
            tones.add_to(&mut self.tones, position);
        }
        Ok(())
    }
}

impl WindowTotals {
    /// Returns the totals of a platform.
    fn of_platform(&mut self, platform: i64) -> Option<&mut GroupTotals> {
        let slot = usize::try_from(platform).map_or(0, |position| position + 1);
        if self.by_platform.len() <= slot {
            self.by_platform.resize(slot + 1, GroupTotals::default());
        }
        self.by_platform.get_mut(slot)
    }

    /// Returns the totals of all platforms. A video has one platform, so no video counts twice.
    fn total(&self) -> GroupTotals {
        let mut all = GroupTotals::default();
        for GroupTotals { videos, tones } in &self.by_platform {
            all.tones.unite(tones);
            all.videos.count += videos.count;
            all.videos.views += videos.views;
            all.videos.with_views += videos.with_views;
        }
        all
    }

    /// Adds the mentions of a batch. `creator_of` returns the creator of a channel.
    fn add(&mut self, batch: &ScanBatch, creator_of: impl Fn(i64) -> i64) -> Result<(), Corrupt> {
        let column = |attribute| batch.numbers(attribute);
        let tones = ToneColumns::new(batch)?;
        let (videos, views) = (column(Attribute::Video)?, column(Attribute::Views)?);
        let (likes, comments) = (column(Attribute::Likes)?, column(Attribute::Comments)?);
        let (occurrences, values) = (column(Attribute::Occurrences)?, column(Attribute::Value)?);
        let (brands, platforms, channels) =
            (column(Attribute::Brands)?, column(Attribute::Platform)?, column(Attribute::Channel)?);
        let (topics, components) =
            (batch.mentions.lists(Attribute::Topics)?, batch.mentions.lists(Attribute::Components)?);
        for position in batch.positions.iter().copied() {
            let (video, of_video) = (value_at(videos, position), value_at(views, position));
            let Some(of_platform) = self.of_platform(value_at(platforms, position)) else { continue };
            tones.add_to(&mut of_platform.tones, position);
            if of_platform.videos.add(video, of_video) {
                self.likes.add(known_count(value_at(likes, position)));
                self.comments.add(known_count(value_at(comments, position)));
                let creator = creator_of(value_at(channels, position));
                if creator != MISSING {
                    self.channels.add(creator);
                }
            }
            self.occurrences += value_at(occurrences, position);
            if let Some(value) = known_value(value_at(values, position)) {
                self.value = (self.value.0 + 1, self.value.1 + value);
            }
            let mut bits = value_at(brands, position);
            while bits != 0 {
                if let Some(mentions) = self.by_brand.get_mut(bits.trailing_zeros() as usize) {
                    *mentions += 1;
                }
                bits &= bits - 1;
            }
            self.topics.add(topics.get(position));
            self.components.add(components.get(position));
        }
        Ok(())
    }
}

/// Returns the counts of the selected brands with mentions, the most frequent first.
///
/// A mention of two brands is counted in both, so the shares may add up to more than 100.
fn by_brand(context: &ReadContext<'_>, of_brands: &[u64], all: u64) -> Vec<BrandCounts> {
    let counts = context.brands.iter().map(|(brand, monitored)| {
        let mentions = of_brands.get(brand).copied().unwrap_or(0);
        BrandCounts { key: monitored.label.clone(), mentions, share_pct: share_pct(mentions, all) }
    });
    let mut counts: Vec<BrandCounts> = counts.filter(|counts| counts.mentions > 0).collect();
    counts.sort_by_key(|counts| Reverse(counts.mentions));
    counts
}
