//! What counts for influencers: their mentions, videos and tones, and how they stand among others.

use super::super::names::NameSource;
use super::attribute::Attribute;
use super::creators::Creators;
use super::folding::Batch;
use super::session::Session;
use super::tally::{ToneColumns, Videos, at};
use crate::base::date::Date;
use crate::measure::{Creator, Tones, influence_scores, share_pct};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, Dictionary, MISSING};
use crate::spec::answer::{BrandStats, InfluencerChannel, KnownCounts};

/// What profiles need of mentions.
pub(super) const ATTRIBUTES: [Attribute; 7] = [
    Attribute::Label,
    Attribute::Score,
    Attribute::Views,
    Attribute::Video,
    Attribute::Platform,
    Attribute::Channel,
    Attribute::Influencer,
];

/// What the mentions of an influencer add up to.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    pub(super) mentions: u64,
    pub(super) videos: Videos,
    pub(super) tones: Tones,
    /// The days of the first and the last mention.
    days: Option<(i64, i64)>,
    /// Day, number, channel and platform of the newest video.
    newest: (i64, i64, i64, i64),
}

/// The profiles of whoever made some mentions.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    /// Where the profile of each creator lies among all, and one more.
    places: Vec<u32>,
    all: Vec<(i64, Profile)>,
}

impl Profiles {
    /// Adds mentions; what has no creator is left out.
    pub(super) fn add(&mut self, batch: &Batch) -> Result<(), Corrupt> {
        self.add_of(batch, None)
    }

    /// The same of one creator alone.
    pub(super) fn add_of(&mut self, batch: &Batch, only: Option<i64>) -> Result<(), Corrupt> {
        let tones = ToneColumns::of(batch)?;
        let column = |attribute| batch.numbers(attribute);
        let (days, videos, views) = (column(Attribute::Day)?, column(Attribute::Video)?, column(Attribute::Views)?);
        let (channels, platforms) = (column(Attribute::Channel)?, column(Attribute::Platform)?);
        let influencers = column(Attribute::Influencer)?;
        for position in batch.positions.iter().copied() {
            let creator = at(influencers, position);
            if only.is_some_and(|only| only != creator) {
                continue;
            }
            let Some(profile) = self.of(creator) else { continue };
            let (day, video) = (at(days, position), at(videos, position));
            profile.mentions += 1;
            profile.videos.add(video, at(views, position));
            tones.add_to(&mut profile.tones, position);
            let (first, last) = profile.days.unwrap_or((day, day));
            profile.days = Some((first.min(day), last.max(day)));
            profile.newest = profile.newest.max((day, video, at(channels, position), at(platforms, position)));
        }
        Ok(())
    }

    fn of(&mut self, creator: i64) -> Option<&mut Profile> {
        let creator_at = usize::try_from(creator).ok()?;
        if self.places.len() <= creator_at {
            self.places.resize(creator_at + 1, 0);
        }
        let place = self.places.get_mut(creator_at)?;
        if *place == 0 {
            self.all.push((creator, Profile::default()));
            *place = u32::try_from(self.all.len()).ok()?;
        }
        self.all.get_mut(*place as usize - 1).map(|(_, profile)| profile)
    }

    /// All of them with their creators, in the order of these.
    pub(super) fn finish(mut self) -> Vec<(i64, Profile)> {
        self.all.sort_unstable_by_key(|(creator, _)| *creator);
        self.all
    }
}

impl Profile {
    /// The numbers, of so many mentions in all.
    pub(super) fn stats(&self, all: u64) -> BrandStats {
        let date = |day| Date::of_day(day);
        BrandStats {
            mentions: self.mentions,
            unique_videos: self.videos.count,
            views: self.videos.views,
            average_sentiment: self.tones.average(),
            share_of_brand_mentions_pct: share_pct(self.mentions, all),
            first_mention: self.days.and_then(|(first, _)| date(first)),
            last_mention: self.days.and_then(|(_, last)| date(last)),
        }
    }

    /// The numbers of values that the numbers rest on.
    pub(super) fn known(&self) -> KnownCounts {
        self.videos.known(&self.tones)
    }

    /// The number of the channel of the newest mention's video.
    pub(super) fn newest_channel(&self) -> i64 {
        self.newest.2
    }
}

impl Default for Profile {
    fn default() -> Self {
        let newest = (MISSING, MISSING, MISSING, MISSING);
        Self { mentions: 0, videos: Videos::default(), tones: Tones::default(), days: None, newest }
    }
}

/// The channel of the newest mention's video of each of some profiles.
pub(super) async fn channels<'p>(
    session: &Session<'_>,
    profiles: impl Iterator<Item = &'p Profile> + Clone,
) -> Result<Vec<InfluencerChannel>, QueryError> {
    let of = NameSource::Names(Dictionary::Channels);
    let names = session.names_from(of, profiles.clone().map(Profile::newest_channel)).await?;
    let channel = |profile: &Profile| InfluencerChannel {
        name: names.of_channel(profile.newest.2, 0).ok(),
        platform: session.facts.name(Attribute::Platform, profile.newest.3).map(str::to_owned),
    };
    Ok(profiles.map(channel).collect())
}

/// The influence of each of some creators among them, in their order, unrounded.
pub(super) fn influence(creators: &Creators, profiles: &[(i64, Profile)]) -> Vec<f64> {
    let population = profiles.iter().map(|(creator, profile)| Creator {
        views: profile.videos.views,
        mentions: profile.mentions,
        engagement: creators.value(*creator, Column::ENGAGEMENT_RATE_VIEWERS),
        average_sentiment: profile.tones.mean(),
    });
    influence_scores(&population.collect::<Vec<_>>())
}
