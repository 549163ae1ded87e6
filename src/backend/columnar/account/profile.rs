//! Profiles of influencers: their mentions, videos and tones.

use super::super::names::NameSource;
use super::attribute::Attribute;
use super::counters::{GroupCounter, ToneColumns, value_at};
use super::creators::Creators;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use crate::backend::account::influencers::{Influencer, ProfileTotals};
use crate::base::date::Date;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, Dictionary, MISSING};
use crate::spec::answer::InfluencerChannel;

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
#[derive(Debug, Clone, Default)]
pub(super) struct Profile {
    group: GroupCounter,
    /// The days of the first and the last mention.
    days: Option<(i64, i64)>,
    newest: NewestVideo,
}

/// The newest video of an influencer: the one with the last day, then with the highest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NewestVideo {
    pub(super) day: i64,
    pub(super) number: i64,
    pub(super) channel: i64,
    pub(super) platform: i64,
}

impl NewestVideo {
    /// Replaces the video if another one is newer.
    pub(super) fn update(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl Default for NewestVideo {
    fn default() -> Self {
        Self { day: MISSING, number: MISSING, channel: MISSING, platform: MISSING }
    }
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
            profile.group.videos.add(video, value_at(views, position));
            tones.add_to(&mut profile.group.tones, position);
            let (first, last) = profile.days.unwrap_or((day, day));
            profile.days = Some((first.min(day), last.max(day)));
            let (channel, platform) = (value_at(channels, position), value_at(platforms, position));
            profile.newest.update(NewestVideo { day, number: video, channel, platform });
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
    /// Returns the totals.
    fn totals(&self) -> ProfileTotals {
        let days = self.days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)));
        ProfileTotals { group: self.group.totals(), days }
    }

    /// Returns the newest video.
    pub(super) fn newest(&self) -> NewestVideo {
        self.newest
    }
}

/// Reads the channels of videos.
pub(super) async fn video_channels(
    context: &ReadContext<'_>,
    videos: impl Iterator<Item = NewestVideo> + Clone,
) -> Result<Vec<InfluencerChannel>, QueryError> {
    let of = NameSource::Names(Dictionary::Channels);
    let names = context.names_of_source(of, videos.clone().map(|video| video.channel)).await?;
    let channel = |video: NewestVideo| InfluencerChannel {
        name: names.of_channel(video.channel, 0).ok(),
        platform: context.tuple_fields.name(Attribute::Platform, video.platform).map(str::to_owned),
    };
    Ok(videos.map(channel).collect())
}

/// Returns the creators with their profiles and values of their newest snapshots. A creator's key is its position among
/// all creators, and its profile.
pub(super) fn influencers(
    creators: &Creators,
    profiles: Profiles,
) -> Result<Vec<Influencer<'_, (i64, Profile)>>, Corrupt> {
    let influencer = |(creator, profile): (i64, Profile)| {
        let id = usize::try_from(creator).ok().and_then(|at| creators.ids().get(at)).copied();
        Ok(Influencer {
            id: id.ok_or(Corrupt("a creator has no id"))?,
            totals: profile.totals(),
            country: creators.country_name(creator),
            subscriber_count: creators.value(creator, Column::SUBSCRIBER_COUNT),
            engagement: creators.value(creator, Column::ENGAGEMENT_RATE_VIEWERS),
            key: (creator, profile),
        })
    };
    profiles.into_profiles().into_iter().map(influencer).collect()
}
