//! What counts for influencers: their mentions, videos and tones, and how they stand among others.

use super::session::Passing;
use super::tally::{ToneColumns, Videos, at, count, present};
use crate::base::date::Date;
use crate::measure::{Creator, Tones, influence_scores, share_pct};
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::{Corrupt, MISSING};
use crate::spec::answer::{BrandStats, InfluencerChannel};
use std::collections::BTreeMap;

/// What profiles need of mentions and influencers.
pub(super) const COLUMNS: [ViewColumn; 11] = [
    ViewColumn::Label,
    ViewColumn::Score,
    ViewColumn::Views,
    ViewColumn::Video,
    ViewColumn::Platform,
    ViewColumn::Channel,
    ViewColumn::Influencer,
    ViewColumn::InfluencerId,
    ViewColumn::Country,
    ViewColumn::Subscribers,
    ViewColumn::Engagement,
];
/// The names that they need.
pub(super) const NAMES: [NamesOf; 3] = [NamesOf::Platforms, NamesOf::Channels, NamesOf::Regions];

/// What the mentions of an influencer add up to.
#[derive(Debug, Clone, Default)]
pub(super) struct Profile {
    pub(super) mentions: u64,
    pub(super) videos: Videos,
    pub(super) tones: Tones,
    /// The days of the first and the last mention.
    days: Option<(i64, i64)>,
    /// Day, number, channel and platform of the newest video.
    newest: (i64, i64, i64, i64),
}

/// The profiles of whoever made some mentions, by position among the influencers.
pub(super) fn profiles(Passing { view, positions }: &Passing) -> Result<BTreeMap<i64, Profile>, Corrupt> {
    let tones = ToneColumns::of(view)?;
    let [days, videos, views, influencers, channels, platforms] = [
        ViewColumn::Day,
        ViewColumn::Video,
        ViewColumn::Views,
        ViewColumn::Influencer,
        ViewColumn::Channel,
        ViewColumn::Platform,
    ]
    .map(|column| view.numbers(column));
    let (days, videos, views) = (days?, videos?, views?);
    let (influencers, channels, platforms) = (influencers?, channels?, platforms?);
    let mut profiles: BTreeMap<i64, Profile> = BTreeMap::new();
    for position in positions.iter().filter(|position| at(influencers, **position) != MISSING) {
        let profile = profiles.entry(at(influencers, *position)).or_default();
        let (day, video) = (at(days, *position), at(videos, *position));
        profile.mentions += 1;
        profile.videos.add(video, at(views, *position));
        tones.add_to(&mut profile.tones, *position);
        let (first, last) = profile.days.unwrap_or((day, day));
        profile.days = Some((first.min(day), last.max(day)));
        profile.newest = profile.newest.max((day, video, at(channels, *position), at(platforms, *position)));
    }
    Ok(profiles)
}

impl Profile {
    /// The numbers, of so many mentions in all.
    pub(super) fn stats(&self, all: u64) -> BrandStats {
        let date = |day| Date::of_day(day);
        BrandStats {
            mentions: self.mentions,
            unique_videos: self.videos.len(),
            views: self.videos.views,
            average_sentiment: self.tones.average(),
            share_of_brand_mentions_pct: share_pct(self.mentions, all),
            first_mention: self.days.and_then(|(first, _)| date(first)),
            last_mention: self.days.and_then(|(_, last)| date(last)),
        }
    }

    /// The channel of the newest mention's video.
    pub(super) fn channel(&self, view: &View) -> InfluencerChannel {
        let (.., channel, platform) = self.newest;
        let name = |of, position| view.name(of, position).map(str::to_owned);
        InfluencerChannel { name: name(NamesOf::Channels, channel), platform: name(NamesOf::Platforms, platform) }
    }
}

/// The influence of each of some influencers among them, in their order, unrounded.
pub(super) fn influence(view: &View, profiles: &BTreeMap<i64, Profile>) -> Result<Vec<f64>, Corrupt> {
    let engagement = view.numbers(ViewColumn::Engagement)?;
    let population: Vec<Creator> = profiles
        .iter()
        .map(|(influencer, profile)| Creator {
            views: profile.videos.views,
            mentions: profile.mentions,
            engagement: value(engagement, *influencer),
            average_sentiment: profile.tones.mean(),
        })
        .collect();
    Ok(influence_scores(&population))
}

/// The value of an influencer in a column, if there is one.
pub(super) fn value(column: &[i64], influencer: i64) -> Option<i64> {
    usize::try_from(influencer).ok().and_then(|influencer| present(at(column, influencer)))
}

/// The same of a count.
pub(super) fn count_of(column: &[i64], influencer: i64) -> Option<u64> {
    value(column, influencer).and_then(count)
}
