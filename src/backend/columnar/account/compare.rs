//! `GET /v1/trends/compare`: a comparison of the topics of brands or periods.

use super::super::by_number::ByNumber;
use super::super::names::NameLookup;
use super::attribute::Attribute;
use super::counters::{GroupCounter, ToneColumns, for_each_distinct, known_value, value_at};
use super::mention_scan::MentionScan;
use super::read_context::{INDEX, ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::topics::topic_names;
use crate::backend::account::compare::{self, ComparisonScope, TopicCell, TopicRow, scopes, whole_window};
use crate::backend::account::counts::GroupTotals;
use crate::guard::request::account::ComparisonParameters;
use crate::query::QueryError;
use crate::segment::Corrupt;
use crate::spec::answer::{Basis, TrendComparison};
use std::cmp::Reverse;

const ATTRIBUTES: [Attribute; 6] =
    [Attribute::Brands, Attribute::Topics, Attribute::Video, Attribute::Label, Attribute::Score, Attribute::Views];

/// Counts the mentions of a column.
#[derive(Default)]
struct ColumnCounter {
    group: GroupCounter,
    topics: ByNumber<TopicCell>,
}

pub(super) async fn answer(
    context: &ReadContext<'_>,
    comparison: &ComparisonParameters,
) -> Result<(TrendComparison, Basis), QueryError> {
    let columns = scopes(&context.scope, comparison)?;
    let whole = whole_window(&context.scope, &columns);
    let brands = columns.iter().fold(0, |bits, column| bits | column.brands);
    let mut counters: Vec<ColumnCounter> = columns.iter().map(|_| ColumnCounter::default()).collect();
    let scan = MentionScan::new(context, &ATTRIBUTES, brands, window_days(&whole), true).await?;
    let mut count = |batch: &ScanBatch| -> Result<(), Corrupt> {
        columns.iter().zip(&mut counters).try_for_each(|(column, counter)| counter.add(batch, column))
    };
    scan.for_each(|batch| count(batch).map_err(Into::into)).await?;
    let topics = topics(context, comparison, &counters).await?;
    let totals: Vec<GroupTotals> = counters.iter().map(|counter| counter.group.totals()).collect();
    Ok(compare::answer(&context.scope, comparison.by, &columns, &totals, topics))
}

impl ColumnCounter {
    /// Adds the mentions of a batch that belong to a column.
    fn add(&mut self, batch: &ScanBatch, column: &ComparisonScope) -> Result<(), Corrupt> {
        let numbers = |attribute| batch.numbers(attribute);
        let (days, brands, scores) =
            (numbers(Attribute::Day)?, numbers(Attribute::Brands)?, numbers(Attribute::Score)?);
        let (videos, views) = (numbers(Attribute::Video)?, numbers(Attribute::Views)?);
        let (lists, tones) = (batch.mentions.lists(Attribute::Topics)?, ToneColumns::new(batch)?);
        let of_window = window_days(&column.window);
        for position in batch.positions.iter().copied() {
            if !of_window.contains(value_at(days, position)) || value_at(brands, position) & column.brands == 0 {
                continue;
            }
            tones.add_to(&mut self.group.tones, position);
            self.group.videos.add(value_at(videos, position), value_at(views, position));
            let score = known_value(value_at(scores, position));
            for_each_distinct(lists.get(position), |topic| {
                let topic = self.topics.entry(topic).or_default();
                topic.volume += 1;
                topic.scored += u64::from(score.is_some());
                topic.score += score.unwrap_or(0);
            });
        }
        Ok(())
    }
}

/// Returns the compared topics.
///
/// They are the topics of the request, or else those with the most mentions in all columns.
async fn topics(
    context: &ReadContext<'_>,
    comparison: &ComparisonParameters,
    counters: &[ColumnCounter],
) -> Result<Vec<TopicRow>, QueryError> {
    let row = |name: String, topic: Option<i64>| {
        let cell = |counter: &ColumnCounter| topic.and_then(|topic| counter.topics.get(&topic)).copied();
        (name, counters.iter().map(|counter| cell(counter).unwrap_or_default()).collect())
    };
    let requested = comparison.topics.as_slice();
    if !requested.is_empty() {
        let read = NameLookup { index: INDEX, names: vec![("topics", requested)], extra_statements: Vec::new() }
            .read(&context.reader)
            .await?;
        let number = |topic: &String| read.names.get(&("topics", topic.clone()))?.first().map(|value| value.number);
        return Ok(requested.iter().map(|topic| row(topic.clone(), number(topic))).collect());
    }
    let mut volumes: ByNumber<u64> = ByNumber::default();
    for (topic, cell) in counters.iter().flat_map(|counter| &counter.topics) {
        *volumes.entry(*topic).or_default() += cell.volume;
    }
    let mut topics: Vec<(i64, u64)> = volumes.into_iter().collect();
    topics.sort_unstable_by_key(|(topic, volume)| (Reverse(*volume), *topic));
    topics.truncate(comparison.limit);
    let names = topic_names(context, topics.iter().map(|(topic, _)| *topic)).await?;
    topics.into_iter().map(|(topic, _)| Ok(row(names.name(topic)?, Some(topic)))).collect()
}
