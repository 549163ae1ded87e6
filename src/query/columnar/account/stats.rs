//! `GET /v1/mentions/stats`: counts of mentions, and how they changed.

use super::AccountFault;
use super::brands::bit;
use super::meta::meta;
use super::session::Session;
use super::tally::{ToneColumns, Videos, at, count, frequencies, present, top_topics};
use crate::base::number::Number;
use crate::measure::{Tones, change_pct, change_pct_of_means, per_day, share_pct};
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::Unit;
use crate::spec::answer::{BrandCounts, ComponentCount, MentionChange, MentionStats, MentionTotals, PlatformCounts};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;

const COLUMNS: [ViewColumn; 13] = [
    ViewColumn::Brands,
    ViewColumn::Platform,
    ViewColumn::Label,
    ViewColumn::Score,
    ViewColumn::Value,
    ViewColumn::Occurrences,
    ViewColumn::Topics,
    ViewColumn::Components,
    ViewColumn::Video,
    ViewColumn::Views,
    ViewColumn::Likes,
    ViewColumn::Comments,
    ViewColumn::Influencer,
];
const NAMES: [NamesOf; 3] = [NamesOf::Platforms, NamesOf::Topics, NamesOf::Components];
const USD_DECIMALS: i32 = 2;

/// What is compared with the window before.
struct Compared {
    videos: Videos,
    tones: Tones,
}

impl Compared {
    fn of(view: &View, positions: &[usize]) -> Result<Self, Corrupt> {
        let (numbers, views) = (view.numbers(ViewColumn::Video)?, view.numbers(ViewColumn::Views)?);
        let mut videos = Videos::default();
        for position in positions {
            videos.add(at(numbers, *position), at(views, *position));
        }
        Ok(Self { videos, tones: ToneColumns::of(view)?.tones(positions) })
    }
}

pub(super) async fn answer(session: &Session<'_>) -> Result<MentionStats, AccountFault> {
    let top = session.given("top")?;
    let (window, view, [now, earlier]) = session.passing_twice(&COLUMNS, &NAMES).await?;
    let (compared, compared_before) = (Compared::of(&view, &now)?, Compared::of(&view, &earlier)?);
    let mentions = now.len() as u64;
    let Compared { videos, tones } = &compared;
    let change_pct = MentionChange {
        mentions: change_pct(mentions, earlier.len() as u64),
        unique_videos: change_pct(videos.len(), compared_before.videos.len()),
        views: change_pct(videos.views, compared_before.videos.views),
        average_sentiment: change_pct_of_means(tones.mean(), compared_before.tones.mean()),
    };
    let components = frequencies(&view, ViewColumn::Components, &now)?.into_iter().take(top);
    let component = |(component, count)| ComponentCount { component: view.text(NamesOf::Components, component), count };
    Ok(MentionStats {
        totals: totals(&view, &now, &compared)?,
        change_pct,
        per_day: per_day(mentions, window.days()),
        by_platform: by_platform(&view, &now)?,
        by_brand: by_brand(session, &view, &now)?,
        top_topics: top_topics(&view, &now, top)?,
        top_components: components.map(component).collect(),
        meta: meta(session, &window, mentions)?,
    })
}

fn totals(view: &View, positions: &[usize], Compared { videos, tones }: &Compared) -> Result<MentionTotals, Corrupt> {
    let column = |column| view.numbers(column);
    let (occurrences, values) = (column(ViewColumn::Occurrences)?, column(ViewColumn::Value)?);
    let (numbers, likes, comments) =
        (column(ViewColumn::Video)?, column(ViewColumn::Likes)?, column(ViewColumn::Comments)?);
    let influencers = column(ViewColumn::Influencer)?;
    let mut seen = FxHashSet::default();
    let mut of_videos = [0; 2];
    for position in positions {
        if seen.insert(at(numbers, *position)) {
            for (sum, column) in of_videos.iter_mut().zip([likes, comments]) {
                *sum += count(at(column, *position)).unwrap_or(0);
            }
        }
    }
    let channels: FxHashSet<i64> =
        positions.iter().filter_map(|position| present(at(influencers, *position))).collect();
    let values: Vec<i64> = positions.iter().filter_map(|position| present(at(values, *position))).collect();
    let [likes, comments] = of_videos;
    let value = Number::rounded(Unit::Usd.value(values.iter().sum()), USD_DECIMALS);
    Ok(MentionTotals {
        mentions: positions.len() as u64,
        occurrences: positions.iter().map(|position| at(occurrences, *position)).sum(),
        unique_videos: videos.len(),
        unique_channels: channels.len() as u64,
        views: videos.views,
        likes,
        comments,
        estimated_value_usd: (!values.is_empty()).then_some(value),
        average_sentiment: tones.average(),
    })
}

/// The platforms that have mentions: the one with the most first.
fn by_platform(view: &View, positions: &[usize]) -> Result<Vec<PlatformCounts>, Corrupt> {
    let platforms = view.numbers(ViewColumn::Platform)?;
    let mut by_platform: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for position in positions {
        by_platform.entry(at(platforms, *position)).or_default().push(*position);
    }
    let counts = by_platform.into_iter().map(|(platform, positions)| {
        let Compared { videos, tones } = Compared::of(view, &positions)?;
        Ok(PlatformCounts {
            key: view.text(NamesOf::Platforms, platform),
            mentions: positions.len() as u64,
            views: videos.views,
            average_sentiment: tones.average(),
        })
    });
    let mut counts = counts.collect::<Result<Vec<_>, Corrupt>>()?;
    // A stable sort: ties stay in the order of names.
    counts.sort_by_key(|counts| Reverse(counts.mentions));
    Ok(counts)
}

/// The asked brands that have mentions. A mention of two brands counts for both, so shares may add up to more than 100.
fn by_brand(session: &Session<'_>, view: &View, positions: &[usize]) -> Result<Vec<BrandCounts>, Corrupt> {
    let brands = view.numbers(ViewColumn::Brands)?;
    let counts = session.asked.each().map(|(brand, monitored)| {
        let is_of = |position: &&usize| at(brands, **position) & bit(brand) != 0;
        let mentions = positions.iter().filter(is_of).count() as u64;
        let share_pct = share_pct(mentions, positions.len() as u64);
        BrandCounts { key: monitored.label.clone(), mentions, share_pct }
    });
    let mut counts: Vec<BrandCounts> = counts.filter(|counts| counts.mentions > 0).collect();
    counts.sort_by_key(|counts| Reverse(counts.mentions));
    Ok(counts)
}
