//! `GET /v1/mentions/stats`: counts of mentions, and how they changed.

use super::attribute::Attribute;
use super::folding::Batch;
use super::meta::meta;
use super::session::{Session, days_of};
use super::tally::{Distinct, Frequencies, ToneColumns, Videos, at, count, present};
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
/// What is asked of mentions before the window.
const BEFORE: [Attribute; 4] = [Attribute::Label, Attribute::Score, Attribute::Video, Attribute::Views];
const USD_DECIMALS: i32 = 2;

/// What is counted of all mentions, and of those of a platform.
#[derive(Clone, Copy, Default)]
struct Counted {
    videos: Videos,
    tones: Tones,
}

/// A sum over the videos of which a count is known.
#[derive(Default)]
struct Sum {
    total: u64,
    known: u64,
}

impl Sum {
    fn add(&mut self, value: Option<u64>) {
        if let Some(value) = value {
            self.total += value;
            self.known += 1;
        }
    }
}

/// What is counted of the mentions of the window.
#[derive(Default)]
struct Stats {
    occurrences: i64,
    /// Mentions with a value, and the sum of the values.
    value: (u64, i64),
    likes: Sum,
    comments: Sum,
    channels: Distinct,
    /// Behind what has no platform, in the order of platforms.
    by_platform: Vec<Counted>,
    by_brand: Vec<u64>,
    topics: Frequencies,
    components: Frequencies,
}

pub(super) async fn answer(session: &Session<'_>) -> Result<(MentionStats, Basis), QueryError> {
    let top = session.given("top")?;
    let window = session.window()?;
    let creators = session.creators().await?;
    let (mut now, mut before) = (Stats::default(), Counted::default());
    now.by_brand = vec![0; session.question.viewer.brands.len()];
    session.fold(&BEFORE, days_of(&window.before()), |batch| Ok(before.add(batch)?)).await?;
    session
        .fold(&ATTRIBUTES, days_of(&window), |batch| Ok(now.add(batch, |channel| creators.of_channel(channel))?))
        .await?;
    let Counted { videos, tones } = now.counted();
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
    let by_brand = by_brand(session, &now.by_brand, mentions);
    let platforms = (-1..).zip(&now.by_platform).filter(|(_, counted)| counted.tones.mentions() > 0);
    let mut by_platform: Vec<(PlatformCounts, KnownCounts)> = platforms
        .map(|(platform, Counted { videos, tones })| {
            let counts = PlatformCounts {
                key: session.facts.name(Attribute::Platform, platform).unwrap_or_default().to_owned(),
                mentions: tones.mentions(),
                views: videos.views,
                average_sentiment: tones.average(),
            };
            (counts, videos.known(tones))
        })
        .collect();
    // A stable sort: ties stay in the order of names.
    by_platform.sort_by_key(|(counts, _)| Reverse(counts.mentions));
    let (by_platform, known_by) = by_platform.into_iter().unzip();
    let (likes, comments) = (Some(now.likes.known), Some(now.comments.known));
    let known = KnownCounts { likes, comments, ..videos.known(&tones) };
    let basis = Basis { known: Some(known), known_by: Some(known_by), ..Basis::default() };
    let top_components = now.components.first(top);
    let names = session.names_of(Column::COMPONENTS, top_components.iter().map(|(component, _)| *component)).await?;
    let component = |(component, count)| Ok(ComponentCount { component: names.name(component)?, count });
    let stats = MentionStats {
        totals,
        change_pct,
        per_day: per_day(mentions, window.days()),
        by_platform,
        by_brand,
        top_topics: top_topics(session, now.topics, top).await?,
        top_components: top_components.into_iter().map(component).collect::<Result<_, QueryError>>()?,
        meta: meta(session, &window, mentions)?,
    };
    Ok((stats, basis))
}

impl Counted {
    fn add(&mut self, batch: &Batch) -> Result<(), Corrupt> {
        let tones = ToneColumns::of(batch)?;
        let (videos, views) = (batch.numbers(Attribute::Video)?, batch.numbers(Attribute::Views)?);
        for position in batch.positions.iter().copied() {
            self.videos.add(at(videos, position), at(views, position));
            tones.add_to(&mut self.tones, position);
        }
        Ok(())
    }
}

impl Stats {
    /// What is counted of a platform's mentions.
    fn of_platform(&mut self, platform: i64) -> Option<&mut Counted> {
        let place = usize::try_from(platform).map_or(0, |position| position + 1);
        if self.by_platform.len() <= place {
            self.by_platform.resize(place + 1, Counted::default());
        }
        self.by_platform.get_mut(place)
    }

    /// What is counted of all mentions: a video has one platform.
    fn counted(&self) -> Counted {
        let mut all = Counted::default();
        for Counted { videos, tones } in &self.by_platform {
            all.tones.unite(tones);
            all.videos.count += videos.count;
            all.videos.views += videos.views;
            all.videos.viewed += videos.viewed;
        }
        all
    }

    /// Adds mentions of the window.
    fn add(&mut self, batch: &Batch, creator_of: impl Fn(i64) -> i64) -> Result<(), Corrupt> {
        let column = |attribute| batch.numbers(attribute);
        let tones = ToneColumns::of(batch)?;
        let (videos, views) = (column(Attribute::Video)?, column(Attribute::Views)?);
        let (likes, comments) = (column(Attribute::Likes)?, column(Attribute::Comments)?);
        let (occurrences, values) = (column(Attribute::Occurrences)?, column(Attribute::Value)?);
        let (brands, platforms, channels) =
            (column(Attribute::Brands)?, column(Attribute::Platform)?, column(Attribute::Channel)?);
        let (topics, components) =
            (batch.mentions.lists(Attribute::Topics)?, batch.mentions.lists(Attribute::Components)?);
        for position in batch.positions.iter().copied() {
            let (video, of_video) = (at(videos, position), at(views, position));
            let Some(of_platform) = self.of_platform(at(platforms, position)) else { continue };
            tones.add_to(&mut of_platform.tones, position);
            if of_platform.videos.add(video, of_video) {
                self.likes.add(count(at(likes, position)));
                self.comments.add(count(at(comments, position)));
                let creator = creator_of(at(channels, position));
                if creator != MISSING {
                    self.channels.add(creator);
                }
            }
            self.occurrences += at(occurrences, position);
            if let Some(value) = present(at(values, position)) {
                self.value = (self.value.0 + 1, self.value.1 + value);
            }
            let mut bits = at(brands, position);
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

/// The asked brands that have mentions. A mention of two brands counts for both, so shares may add up to more than 100.
fn by_brand(session: &Session<'_>, of_brands: &[u64], all: u64) -> Vec<BrandCounts> {
    let counts = session.asked.each().map(|(brand, monitored)| {
        let mentions = of_brands.get(brand).copied().unwrap_or(0);
        BrandCounts { key: monitored.label.clone(), mentions, share_pct: share_pct(mentions, all) }
    });
    let mut counts: Vec<BrandCounts> = counts.filter(|counts| counts.mentions > 0).collect();
    counts.sort_by_key(|counts| Reverse(counts.mentions));
    counts
}
