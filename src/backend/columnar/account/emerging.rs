//! `GET /v1/trends/emerging`: emerging topics.

use super::super::rows::text;
use super::attribute::Attribute;
use super::counters::value_at;
use super::filters::required_attributes;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use super::topics::{count_topics, topic_names};
use crate::backend::account::emerging::{EmergingTopics, TopicOrigin};
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::{ViewPart, part_statement, unpack_map};
use crate::base::date::Date;
use crate::guard::request::account::EmergingParameters;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::answer::{Basis, EmergingTrends};
use crate::sql::single;
use std::collections::{BTreeMap, BTreeSet};

pub(super) async fn answer(
    context: &ReadContext<'_>,
    criteria: EmergingParameters,
    limit: usize,
) -> Result<(EmergingTrends, Basis), QueryError> {
    let scope = &context.scope;
    let window = scope.window()?;
    let baseline = scope.baseline(&window);
    let counted = count_topics(context, &window, &baseline).await?.into_topics();
    let emerging = EmergingTopics::new(scope, &window, baseline.len(), counted, (criteria, limit));
    let keys = || emerging.topics.iter().map(|topic| &topic.topic);
    let numbers: Vec<i64> = keys().map(|key| key.number).collect();
    let first_seen = first_days(context, &numbers, window.to.day()).await?;
    let names = topic_names(context, numbers.into_iter()).await?;
    let videos = context.names_of(Column::VIDEO, keys().flat_map(|key| &key.examples).copied()).await?;
    let origins = keys().map(|key| {
        Ok(TopicOrigin {
            name: names.name(key.number)?,
            first_seen: first_seen.get(&key.number).and_then(|day| Date::of_day(*day)),
            examples: key.examples.iter().map(|video| videos.name(*video)).collect::<Result<_, _>>()?,
        })
    });
    let origins = origins.collect::<Result<_, QueryError>>()?;
    Ok(emerging.answer(origins))
}

/// Returns the first day of each topic among the mentions that pass, up to the day `to`.
///
/// The view stores the first day of each topic in the base segment, without filters. With filters, the search starts at
/// that day.
async fn first_days(context: &ReadContext<'_>, topics: &[i64], to: i64) -> Result<BTreeMap<i64, i64>, QueryError> {
    let generation = context.reader.generation()?;
    let known = part_statement(generation, &context.view, ViewPart::FirstDays, 0);
    let known = single(context.reader.read(vec![known]).await?)?;
    let known = known
        .first()
        .map_or_else(|| Ok(BTreeMap::new()), |row| Ok::<_, QueryError>(unpack_map(text(row, "body")?)?))?;
    let in_base: BTreeMap<i64, i64> = topics.iter().filter_map(|topic| Some((*topic, *known.get(topic)?))).collect();
    let superseded = context.manifest.superseded()?;
    let is_all = required_attributes(context.request()).is_empty() && context.scope.brands.is_complete();
    let is_exact = |day: &i64| is_all && superseded.binary_search(day).is_err();
    let (mut first, searched): (BTreeMap<i64, i64>, BTreeMap<i64, i64>) =
        in_base.into_iter().partition(|(_, day)| is_exact(day));
    let mut searched_for: BTreeSet<i64> = searched.keys().copied().collect();
    let from = searched.values().min().copied().unwrap_or(i64::MAX);
    let scan = context.scan(&[Attribute::Topics], Days { first: from.min(to), last: to }).await?;
    let all: BTreeSet<i64> = topics.iter().copied().collect();
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
