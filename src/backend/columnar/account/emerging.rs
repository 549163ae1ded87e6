//! `GET /v1/trends/emerging`: topics that come up.

use super::super::rows::text;
use super::attribute::Attribute;
use super::filters::needs;
use super::folding::Batch;
use super::meta::trend_meta;
use super::session::Session;
use super::tally::at;
use super::topics::{Topic, basis, count, topic_names};
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::{ViewPart, part_statement, unpack_map};
use crate::base::date::Date;
use crate::base::number::Number;
use crate::guard::request::account::EmergingParameters;
use crate::measure::{BASELINE_WINDOWS, Criteria};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::answer::{Basis, EmergingCriteria, EmergingTopic, EmergingTrends};
use crate::spec::request::account::choice::TrendSort;
use crate::sql::single;
use std::collections::{BTreeMap, BTreeSet};

/// Decimals of the criteria: those that were given.
const CRITERIA_DECIMALS: i32 = 6;

pub(super) async fn answer(
    session: &Session<'_>,
    criteria: EmergingParameters,
    limit: usize,
) -> Result<(EmergingTrends, Basis), QueryError> {
    let window = session.window()?;
    let baseline = window.baseline(session.dates()?.map(|(first, _)| first), BASELINE_WINDOWS);
    let EmergingParameters { min_support, min_videos, min_channels, min_z, max_baseline_share_pct } = criteria;
    let criteria = Criteria { min_support, min_videos, min_channels, min_z, max_baseline_share_pct };
    let counter = count(session, &window, &baseline).await?;
    let mentions = counter.mentions;
    let before = counter.mentions_before();
    let qualifies = |topic: &Topic| topic.trend.qualifies(topic.unique_videos, topic.unique_channels, &criteria);
    let mut emerging: Vec<Topic> = counter.finish().into_iter().filter(qualifies).collect();
    // A stable sort: ties stay in the order of names.
    emerging.sort_by(|one, other| {
        one.trend.order(&other.trend, TrendSort::Score).then_with(|| one.trend.order(&other.trend, TrendSort::ZScore))
    });
    emerging.truncate(limit);
    let basis = basis(&emerging, before);
    let first_seen = first_days(session, &emerging, window.to.day()).await?;
    let names = topic_names(session, emerging.iter().map(|topic| topic.topic)).await?;
    let examples = emerging.iter().flat_map(|topic| &topic.examples).copied();
    let videos = session.names_of(Column::VIDEO, examples).await?;
    let data = emerging.into_iter().map(|topic| {
        Ok(EmergingTopic {
            topic: names.name(topic.topic)?,
            stage: topic.trend.stage(),
            movement: topic.movement(),
            first_seen: first_seen.get(&topic.topic).and_then(|day| Date::of_day(*day)),
            average_sentiment: topic.average_sentiment,
            example_video_ids: topic.examples.iter().map(|video| videos.name(*video)).collect::<Result<_, _>>()?,
            baseline: topic.baseline,
        })
    });
    let data = data.collect::<Result<_, QueryError>>()?;
    let meta = trend_meta(session, &window, mentions, baseline.len())?;
    let published = EmergingCriteria {
        min_support: criteria.min_support,
        min_videos: criteria.min_videos,
        min_channels: criteria.min_channels,
        min_z: Number::rounded(criteria.min_z, CRITERIA_DECIMALS),
        max_baseline_share_pct: Number::rounded(criteria.max_baseline_share_pct, CRITERIA_DECIMALS),
    };
    Ok((EmergingTrends { data, criteria: published, meta }, basis))
}

/// The day on which each of some topics was seen first among all mentions that pass, up to a day. The view knows on
/// which day each is in the base segment for the first time, whatever is filtered by: it is looked for from there on.
async fn first_days(session: &Session<'_>, topics: &[Topic], to: i64) -> Result<BTreeMap<i64, i64>, QueryError> {
    let generation = session.reader.generation()?;
    let known = part_statement(generation, &session.view, ViewPart::FirstDays, 0);
    let known = single(session.reader.read(vec![known]).await?)?;
    let known = known
        .first()
        .map_or_else(|| Ok(BTreeMap::new()), |row| Ok::<_, QueryError>(unpack_map(text(row, "body")?)?))?;
    let in_base: BTreeMap<i64, i64> =
        topics.iter().filter_map(|topic| Some((topic.topic, *known.get(&topic.topic)?))).collect();
    let superseded = session.manifest.superseded()?;
    let is_all = needs(session.request()).is_empty() && session.asked.are_all();
    let is_exact = |day: &i64| is_all && superseded.binary_search(day).is_err();
    let (mut first, searched): (BTreeMap<i64, i64>, BTreeMap<i64, i64>) =
        in_base.into_iter().partition(|(_, day)| is_exact(day));
    let mut searched_for: BTreeSet<i64> = searched.keys().copied().collect();
    let from = searched.values().min().copied().unwrap_or(i64::MAX);
    let folding = session.folding(&[Attribute::Topics], Days { first: from.min(to), last: to }).await?;
    let all: BTreeSet<i64> = topics.iter().map(|topic| topic.topic).collect();
    let mut rows = folding.rows();
    while !searched_for.is_empty() && !rows.is_empty() {
        let next = rows.start + 1;
        for row in folding.read(rows.start..next).await? {
            see(&folding.batch(&row)?, &mut searched_for, &mut first)?;
        }
        rows.start = next;
    }
    // Days of the delta segment may come before all of them.
    let folding = session.folding(&[Attribute::Topics], Days { first: Days::ALL.first, last: to }).await?;
    if let Some(batch) = folding.of_delta().await? {
        let (mut left, mut in_delta) = (all, BTreeMap::new());
        see(&batch, &mut left, &mut in_delta)?;
        for (topic, day) in in_delta {
            let known = first.entry(topic).or_insert(day);
            *known = day.min(*known);
        }
    }
    Ok(first)
}

/// Notes the days of topics that are looked for, which are found in the order of days.
fn see(batch: &Batch, left: &mut BTreeSet<i64>, first: &mut BTreeMap<i64, i64>) -> Result<(), Corrupt> {
    let (days, lists) = (batch.numbers(Attribute::Day)?, batch.mentions.lists(Attribute::Topics)?);
    for position in batch.positions.iter().copied() {
        for topic in lists.get(position) {
            if left.remove(topic) {
                first.insert(*topic, at(days, position));
            }
        }
    }
    Ok(())
}
