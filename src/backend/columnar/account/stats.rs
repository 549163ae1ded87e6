//! `GET /v1/mentions/stats`: counts of mentions, and their change since the previous window.

use super::attribute::Attribute;
use super::counters::{DistinctCounter, GroupCounter, ItemCounts, ToneColumns, known_count, known_value, value_at};
use super::read_context::{ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::topics::top_topics;
use crate::backend::account::stats::{self, WindowTotals};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};
use crate::spec::answer::{Basis, ComponentCount, MentionStats};

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

/// Counts the mentions of the window.
#[derive(Default)]
struct WindowCounter {
    /// The totals without the following ones.
    totals: WindowTotals,
    channels: DistinctCounter,
    /// The totals of mentions without a platform, then of each platform in order.
    by_platform: Vec<GroupCounter>,
    topics: ItemCounts,
    components: ItemCounts,
}

pub(super) async fn answer(context: &ReadContext<'_>, top: usize) -> Result<(MentionStats, Basis), QueryError> {
    let window = context.scope.window()?;
    let creators = context.creators().await?;
    let (mut now, mut before) = (WindowCounter::default(), GroupCounter::default());
    now.totals.by_brand = vec![0; context.scope.query.viewer.brands.len()];
    context.for_each_batch(&PREVIOUS_ATTRIBUTES, window_days(&window.before()), |batch| Ok(before.add(batch)?)).await?;
    context
        .for_each_batch(&ATTRIBUTES, window_days(&window), |batch| {
            Ok(now.add(batch, |channel| creators.creator_of(channel))?)
        })
        .await?;
    let platforms = (-1..).zip(&now.by_platform).filter(|(_, counted)| counted.tones.mentions() > 0);
    let name = |platform| context.tuple_fields.name(Attribute::Platform, platform).unwrap_or_default().to_owned();
    let by_platform = platforms.map(|(platform, counted)| (name(platform), counted.totals())).collect();
    let top_components = now.components.most_frequent(top);
    let names = context.names_of(Column::COMPONENTS, top_components.iter().map(|(component, _)| *component)).await?;
    let component = |(component, count)| Ok(ComponentCount { component: names.name(component)?, count });
    let totals = WindowTotals {
        channels: now.channels.count(),
        by_platform,
        top_topics: top_topics(context, now.topics, top).await?,
        top_components: top_components.into_iter().map(component).collect::<Result<_, QueryError>>()?,
        ..now.totals
    };
    Ok(stats::answer(&context.scope, &window, totals, &before.totals()))
}

impl WindowCounter {
    /// Returns the totals of a platform.
    fn of_platform(&mut self, platform: i64) -> Option<&mut GroupCounter> {
        let slot = usize::try_from(platform).map_or(0, |position| position + 1);
        if self.by_platform.len() <= slot {
            self.by_platform.resize(slot + 1, GroupCounter::default());
        }
        self.by_platform.get_mut(slot)
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
                self.totals.likes.add(known_count(value_at(likes, position)));
                self.totals.comments.add(known_count(value_at(comments, position)));
                let creator = creator_of(value_at(channels, position));
                if creator != MISSING {
                    self.channels.add(creator);
                }
            }
            self.totals.occurrences += value_at(occurrences, position);
            if let Some(value) = known_value(value_at(values, position)) {
                let (known, sum) = self.totals.value;
                self.totals.value = (known + 1, sum + value);
            }
            let mut bits = value_at(brands, position);
            while bits != 0 {
                if let Some(mentions) = self.totals.by_brand.get_mut(bits.trailing_zeros() as usize) {
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
