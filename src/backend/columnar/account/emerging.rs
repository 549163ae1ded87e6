//! `GET /v1/trends/emerging`: emerging topics.

use super::super::rows::text;
use super::attribute::Attribute;
use super::counters::value_at;
use super::filters::required_attributes;
use super::meta::trend_meta;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use super::topics::{WindowTopic, count_topics, topic_basis, topic_names};
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

/// Decimals of the criteria in the answer: as many as a request can give.
const CRITERIA_DECIMALS: i32 = 6;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    criteria: EmergingParameters,
    limit: usize,
) -> Result<(EmergingTrends, Basis), QueryError> {
    let window = context.window()?;
    let baseline = window.baseline(context.dates()?.map(|(first, _)| first), BASELINE_WINDOWS);
    let EmergingParameters { min_support, min_videos, min_channels, min_z, max_baseline_share_pct } = criteria;
    let criteria = Criteria { min_support, min_videos, min_channels, min_z, max_baseline_share_pct };
    let counter = count_topics(context, &window, &baseline).await?;
    let mentions = counter.mentions;
    let before = counter.mentions_before();
    let qualifies = |topic: &WindowTopic| topic.trend.qualifies(topic.unique_videos, topic.unique_channels, &criteria);
    let mut emerging: Vec<WindowTopic> = counter.into_topics().into_iter().filter(qualifies).collect();
    // A stable sort: ties stay in the order of names.
    emerging.sort_by(|one, other| {
        one.trend.order(&other.trend, TrendSort::Score).then_with(|| one.trend.order(&other.trend, TrendSort::ZScore))
    });
    emerging.truncate(limit);
    let basis = topic_basis(&emerging, before);
    let first_seen = first_days(context, &emerging, window.to.day()).await?;
    let names = topic_names(context, emerging.iter().map(|topic| topic.topic)).await?;
    let examples = emerging.iter().flat_map(|topic| &topic.examples).copied();
    let videos = context.names_of(Column::VIDEO, examples).await?;
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
    let meta = trend_meta(context, &window, mentions, baseline.len())?;
    let published = EmergingCriteria {
        min_support: criteria.min_support,
        min_videos: criteria.min_videos,
        min_channels: criteria.min_channels,
        min_z: Number::rounded(criteria.min_z, CRITERIA_DECIMALS),
        max_baseline_share_pct: Number::rounded(criteria.max_baseline_share_pct, CRITERIA_DECIMALS),
    };
    Ok((EmergingTrends { data, criteria: published, meta }, basis))
}

/// Returns the first day of each topic among the mentions that pass, up to the day `to`.
///
/// The view stores the first day of each topic in the base segment, without filters. With filters, the search starts at
/// that day.
async fn first_days(
    context: &ReadContext<'_>,
    topics: &[WindowTopic],
    to: i64,
) -> Result<BTreeMap<i64, i64>, QueryError> {
    let generation = context.reader.generation()?;
    let known = part_statement(generation, &context.view, ViewPart::FirstDays, 0);
    let known = single(context.reader.read(vec![known]).await?)?;
    let known = known
        .first()
        .map_or_else(|| Ok(BTreeMap::new()), |row| Ok::<_, QueryError>(unpack_map(text(row, "body")?)?))?;
    let in_base: BTreeMap<i64, i64> =
        topics.iter().filter_map(|topic| Some((topic.topic, *known.get(&topic.topic)?))).collect();
    let superseded = context.manifest.superseded()?;
    let is_all = required_attributes(context.request()).is_empty() && context.brands.is_complete();
    let is_exact = |day: &i64| is_all && superseded.binary_search(day).is_err();
    let (mut first, searched): (BTreeMap<i64, i64>, BTreeMap<i64, i64>) =
        in_base.into_iter().partition(|(_, day)| is_exact(day));
    let mut searched_for: BTreeSet<i64> = searched.keys().copied().collect();
    let from = searched.values().min().copied().unwrap_or(i64::MAX);
    let scan = context.scan(&[Attribute::Topics], Days { first: from.min(to), last: to }).await?;
    let all: BTreeSet<i64> = topics.iter().map(|topic| topic.topic).collect();
    let mut rows = scan.row_range();
    while !searched_for.is_empty() && !rows.is_empty() {
        let next = rows.start + 1;
        for row in scan.read_rows(rows.start..next).await? {
            record_first_days(&scan.unpack_row(&row)?, &mut searched_for, &mut first)?;
        }
        rows.start = next;
    }
    // The delta segment may have earlier days.
    let scan = context.scan(&[Attribute::Topics], Days { first: Days::ALL.first, last: to }).await?;
    if let Some(batch) = scan.read_delta().await? {
        let (mut left, mut in_delta) = (all, BTreeMap::new());
        record_first_days(&batch, &mut left, &mut in_delta)?;
        for (topic, day) in in_delta {
            let known = first.entry(topic).or_insert(day);
            *known = day.min(*known);
        }
    }
    Ok(first)
}

/// Moves each topic of a batch from `left` to `first`, with its day. Batches must be visited in the order of days.
fn record_first_days(
    batch: &ScanBatch,
    left: &mut BTreeSet<i64>,
    first: &mut BTreeMap<i64, i64>,
) -> Result<(), Corrupt> {
    let (days, lists) = (batch.numbers(Attribute::Day)?, batch.mentions.lists(Attribute::Topics)?);
    for position in batch.positions.iter().copied() {
        for topic in lists.get(position) {
            if left.remove(topic) {
                first.insert(*topic, value_at(days, position));
            }
        }
    }
    Ok(())
}
