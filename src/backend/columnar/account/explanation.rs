//! `GET /v1/_ext/explain-change`: the parts of a change in the number of mentions.

use super::attribute::Attribute;
use super::counters::{for_each_distinct, value_at};
use super::profile::{NewestVideo, video_channels};
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use super::slot_map::SlotMap;
use super::topics::topic_names;
use crate::backend::account::explanation::{ExplainedParts, ExplainedPeriod, LargestParts, PartName};
use crate::backend::account::influencers::influencer_id;
use crate::backend::columnar::plan::Days;
use crate::guard::request::account::ExplanationParameters;
use crate::measure::{MENTION, PartCounts};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::answer::{Basis, ChangeExplanation};

const ATTRIBUTES: [Attribute; 5] =
    [Attribute::Platform, Attribute::Topics, Attribute::Video, Attribute::Influencer, Attribute::Channel];

/// The parts of a dimension by number. Mentions without a value have the number [`MISSING`].
type NumberedParts<T = PartCounts> = Vec<(i64, T)>;

/// Counts the mentions of the period and of its baseline.
struct PartCounter {
    /// The first day of the period.
    first_day: i64,
    mentions: u64,
    all: PartCounts,
    platforms: SlotMap<PartCounts>,
    creators: SlotMap<(PartCounts, NewestVideo)>,
    topics: SlotMap<PartCounts>,
    /// The video of the last mention. The mentions of a video are consecutive, so the others are complete.
    video: (i64, PartCounts),
    videos: LargestParts<i64>,
}

pub(super) async fn answer(
    context: &ReadContext<'_>,
    parameters: ExplanationParameters,
) -> Result<(ChangeExplanation, Basis), QueryError> {
    let period = ExplainedPeriod::new(&context.scope, parameters);
    let days = Days { first: period.first.day(), last: period.window.to.day() };
    let mut counter = PartCounter::new(&period);
    context.for_each_batch(&ATTRIBUTES, days, |batch| Ok(counter.add(batch)?)).await?;
    counter.finish_video();
    let platforms = largest(&period, counter.platforms.into_entries());
    let topics = largest(&period, counter.topics.into_entries());
    let videos = counter.videos.into_parts();
    let mut creators = period.largest_parts();
    for (creator, (counts, newest)) in counter.creators.into_entries() {
        creators.add((creator, newest), counts);
    }
    let platform = |number| context.tuple_fields.name(Attribute::Platform, number).map(str::to_owned);
    let of_topics = topic_names(context, numbers(&topics)).await?;
    let of_videos = context.names_of(Column::VIDEO, numbers(&videos)).await?;
    let parts = ExplainedParts {
        all: counter.all,
        platforms: named(platforms, |number| platform(number).ok_or(Corrupt("a platform has no name").into()))?,
        creators: named_creators(context, creators.into_parts()).await?,
        videos: named(videos, |number| of_videos.name(number))?,
        topics: named(topics, |number| of_topics.name(number))?,
    };
    Ok(period.answer(&context.scope, counter.mentions, parts))
}

impl PartCounter {
    fn new(period: &ExplainedPeriod) -> Self {
        Self {
            first_day: period.window.from.day(),
            mentions: 0,
            all: PartCounts::default(),
            platforms: SlotMap::default(),
            creators: SlotMap::default(),
            topics: SlotMap::default(),
            video: (MISSING, PartCounts::default()),
            videos: period.largest_parts(),
        }
    }

    fn add(&mut self, batch: &ScanBatch) -> Result<(), Corrupt> {
        let column = |attribute| batch.numbers(attribute);
        let (days, videos, platforms) =
            (column(Attribute::Day)?, column(Attribute::Video)?, column(Attribute::Platform)?);
        let (influencers, channels) = (column(Attribute::Influencer)?, column(Attribute::Channel)?);
        let lists = batch.mentions.lists(Attribute::Topics)?;
        for position in batch.positions.iter().copied() {
            let (day, video) = (value_at(days, position), value_at(videos, position));
            let is_now = day >= self.first_day;
            self.mentions += u64::from(is_now);
            self.all.add(is_now, MENTION);
            if self.video.0 != video {
                self.finish_video();
                self.video = (video, PartCounts::default());
            }
            self.video.1.add(is_now, MENTION);
            let platform = value_at(platforms, position);
            if let Some(counts) = self.platforms.entry(platform) {
                counts.add(is_now, MENTION);
            }
            if let Some((counts, newest)) = self.creators.entry(value_at(influencers, position)) {
                counts.add(is_now, MENTION);
                newest.update(NewestVideo { day, number: video, channel: value_at(channels, position), platform });
            }
            self.add_topics(is_now, lists.get(position));
        }
        Ok(())
    }

    /// Divides a mention among its distinct topics.
    fn add_topics(&mut self, is_now: bool, topics: &[i64]) {
        let mut distinct = 0;
        for_each_distinct(topics, |_| distinct += 1);
        let mut add = |topic, units| {
            if let Some(counts) = self.topics.entry(topic) {
                counts.add(is_now, units);
            }
        };
        if distinct == 0 {
            add(MISSING, MENTION);
        }
        for_each_distinct(topics, |topic| add(topic, MENTION / distinct));
    }

    /// Adds the last video, if there is one.
    fn finish_video(&mut self) {
        let (video, counts) = self.video;
        if counts != PartCounts::default() {
            self.videos.add(video, counts);
        }
    }
}

fn largest(period: &ExplainedPeriod, entries: impl Iterator<Item = (i64, PartCounts)>) -> NumberedParts {
    let mut largest = period.largest_parts();
    entries.for_each(|(number, counts)| largest.add(number, counts));
    largest.into_parts()
}

fn numbers(parts: &NumberedParts) -> impl Iterator<Item = i64> {
    parts.iter().map(|(number, _)| *number)
}

fn named(
    parts: NumberedParts,
    name: impl Fn(i64) -> Result<String, QueryError>,
) -> Result<Vec<(PartName, PartCounts)>, QueryError> {
    let named = |(number, counts)| {
        let key = if number == MISSING { None } else { Some(name(number)?) };
        Ok(((key, None), counts))
    };
    parts.into_iter().map(named).collect()
}

/// Returns the ids and channels of creators.
async fn named_creators(
    context: &ReadContext<'_>,
    parts: Vec<((i64, NewestVideo), PartCounts)>,
) -> Result<Vec<(PartName, PartCounts)>, QueryError> {
    let channels = video_channels(context, parts.iter().map(|((_, newest), _)| *newest)).await?;
    let ids = context.creators().await?.ids();
    let name = |(((creator, _), counts), channel)| {
        let id = usize::try_from(creator).ok().and_then(|at| ids.get(at));
        ((id.map(|id| influencer_id(*id)), id.map(|_| channel)), counts)
    };
    Ok(parts.into_iter().zip(channels).map(name).collect())
}
