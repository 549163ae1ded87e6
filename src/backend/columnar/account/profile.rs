//! Profiles of influencers: their mentions, videos and tones, and their influence relative to others.

use super::super::names::NameSource;
use super::attribute::Attribute;
use super::counters::{ToneColumns, VideoTotals, value_at};
use super::creators::Creators;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use crate::base::date::Date;
use crate::measure::{Creator, Tones, influence_scores, share_pct};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, Dictionary, MISSING};
use crate::spec::answer::{BrandStats, InfluencerChannel, KnownCounts};

/// The attributes of mentions that profiles are computed from.
pub(super) const ATTRIBUTES: [Attribute; 7] = [
    Attribute::Label,
    Attribute::Score,
    Attribute::Views,
    Attribute::Video,
    Attribute::Platform,
    Attribute::Channel,
    Attribute::Influencer,
];

/// The totals of an influencer's mentions.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    pub(super) mentions: u64,
    pub(super) videos: VideoTotals,
    pub(super) tones: Tones,
    /// The days of the first and the last mention.
    days: Option<(i64, i64)>,
    newest: NewestVideo,
}

/// The newest video of an influencer: the one with the last day, then with the highest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NewestVideo {
    day: i64,
    number: i64,
    channel: i64,
    platform: i64,
}

/// The profiles of the creators of mentions.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    /// One more than the position of each creator's profile in `all`, or 0 if there is none.
    slots: Vec<u32>,
    all: Vec<(i64, Profile)>,
}

impl Profiles {
    /// Adds the mentions of a batch. Mentions without a creator are ignored.
    pub(super) fn add(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        self.add_of_creator(batch, None)
    }

    /// Adds the mentions of a batch, or only those of one creator.
    pub(super) fn add_of_creator(&mut self, batch: &ScanBatch, only: Option<i64>) -> Result<(), Corrupt> {
        let tones = ToneColumns::new(batch)?;
        let column = |attribute| batch.numbers(attribute);
        let (days, videos, views) = (column(Attribute::Day)?, column(Attribute::Video)?, column(Attribute::Views)?);
        let (channels, platforms) = (column(Attribute::Channel)?, column(Attribute::Platform)?);
        let influencers = column(Attribute::Influencer)?;
        for position in batch.positions.iter().copied() {
            let creator = value_at(influencers, position);
            if only.is_some_and(|only| only != creator) {
                continue;
            }
            let Some(profile) = self.of(creator) else { continue };
            let (day, video) = (value_at(days, position), value_at(videos, position));
            profile.mentions += 1;
            profile.videos.add(video, value_at(views, position));
            tones.add_to(&mut profile.tones, position);
            let (first, last) = profile.days.unwrap_or((day, day));
            profile.days = Some((first.min(day), last.max(day)));
            let (channel, platform) = (value_at(channels, position), value_at(platforms, position));
            profile.newest = profile.newest.max(NewestVideo { day, number: video, channel, platform });
        }
        Ok(())
    }

    fn of(&mut self, creator: i64) -> Option<&mut Profile> {
        let creator_at = usize::try_from(creator).ok()?;
        if self.slots.len() <= creator_at {
            self.slots.resize(creator_at + 1, 0);
        }
        let slot = self.slots.get_mut(creator_at)?;
        if *slot == 0 {
            self.all.push((creator, Profile::default()));
            *slot = u32::try_from(self.all.len()).ok()?;
        }
        self.all.get_mut(*slot as usize - 1).map(|(_, profile)| profile)
    }

    /// Returns the creators with their profiles, in the order of creators.
    pub(super) fn into_profiles(mut self) -> Vec<(i64, Profile)> {
        self.all.sort_unstable_by_key(|(creator, _)| *creator);
        self.all
    }
}

impl Profile {
    /// Returns the statistics of the profile. `all` is the number of mentions of all creators.
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

    /// Returns the sample sizes of the statistics.
    pub(super) fn known_counts(&self) -> KnownCounts {
        self.videos.known_counts(&self.tones)
    }

    /// Returns the number of the newest video's channel.
    pub(super) fn newest_channel(&self) -> i64 {
        self.newest.channel
    }
}

impl Default for Profile {
    fn default() -> Self {
        let newest = NewestVideo { day: MISSING, number: MISSING, channel: MISSING, platform: MISSING };
        Self { mentions: 0, videos: VideoTotals::default(), tones: Tones::default(), days: None, newest }
    }
}

/// Reads the channel of each profile's newest video.
pub(super) async fn newest_channels<'p>(
    context: &ReadContext<'_>,
    profiles: impl Iterator<Item = &'p Profile> + Clone,
) -> Result<Vec<InfluencerChannel>, QueryError> {
    let of = NameSource::Names(Dictionary::Channels);
    let names = context.names_of_source(of, profiles.clone().map(Profile::newest_channel)).await?;
    let channel = |profile: &Profile| InfluencerChannel {
        name: names.of_channel(profile.newest.channel, 0).ok(),
        platform: context.tuple_fields.name(Attribute::Platform, profile.newest.platform).map(str::to_owned),
    };
    Ok(profiles.map(channel).collect())
}

/// Computes the influence of each creator relative to the others, unrounded, in the order of `profiles`.
pub(super) fn influence_of(creators: &Creators, profiles: &[(i64, Profile)]) -> Vec<f64> {
    let population = profiles.iter().map(|(creator, profile)| Creator {
        views: profile.videos.views,
        mentions: profile.mentions,
        engagement: creators.value(*creator, Column::ENGAGEMENT_RATE_VIEWERS),
        average_sentiment: profile.tones.mean(),
    });
    influence_scores(&population.collect::<Vec<_>>())
}
