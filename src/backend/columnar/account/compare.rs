//! `GET /v1/trends/compare`: a comparison of the topics of brands or periods.

use super::super::by_number::ByNumber;
use super::super::names::NameLookup;
use super::attribute::Attribute;
use super::brands::{bit, find_brand};
use super::counters::{ToneColumns, VideoTotals, for_each_distinct, known_value, value_at};
use super::mention_scan::MentionScan;
use super::meta::analysis_meta;
use super::read_context::{INDEX, ReadContext, window_days};
use super::scan_batch::ScanBatch;
use super::topics::topic_names;
use crate::base::date::Window;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::account::ComparisonParameters;
use crate::measure::{Tones, change_pct, mean_score, per_day, score, share_pct};
use crate::query::QueryError;
use crate::segment::Corrupt;
use crate::spec::answer::{AnalysisMeta, Basis, ComparedColumn, ComparedTopic, ShareOfVoice, TrendComparison};
use crate::spec::request::account::choice::CompareBy;
use std::cmp::Reverse;

const ATTRIBUTES: [Attribute; 6] =
    [Attribute::Brands, Attribute::Topics, Attribute::Video, Attribute::Label, Attribute::Score, Attribute::Views];

/// The scope of a column: the mentions of one brand, or of all selected brands, in a window.
struct ComparisonScope {
    key: String,
    brand_id: Option<String>,
    /// The bits of the brands.
    brands: i64,
    window: Window,
}

#[derive(Default)]
struct ColumnTotals {
    tones: Tones,
    videos: VideoTotals,
    topics: ByNumber<TopicTotals>,
}

#[derive(Default)]
struct TopicTotals {
    volume: u64,
    scored: u64,
    score: i64,
}

pub(super) async fn answer(
    context: &ReadContext<'_>,
    comparison: &ComparisonParameters,
) -> Result<(TrendComparison, Basis), QueryError> {
    let scopes = scopes(context, comparison)?;
    let whole = Window {
        from: scopes.iter().map(|column| column.window.from).min().unwrap_or(context.query.today),
        to: scopes.iter().map(|column| column.window.to).max().unwrap_or(context.query.today),
    };
    let brands = scopes.iter().fold(0, |bits, column| bits | column.brands);
    let mut totals: Vec<ColumnTotals> = scopes.iter().map(|_| ColumnTotals::default()).collect();
    let scan = MentionScan::new(context, &ATTRIBUTES, brands, window_days(&whole), true).await?;
    let mut count = |batch: &ScanBatch| -> Result<(), Corrupt> {
        scopes.iter().zip(&mut totals).try_for_each(|(column, totals)| totals.add(batch, column))
    };
    scan.for_each(|batch| count(batch).map_err(Into::into)).await?;
    let days: Vec<i64> = scopes.iter().map(|column| column.window.days()).collect();
    let is_uneven = days.windows(2).any(|pair| pair.first() != pair.last());
    let total = |of: fn(&ColumnTotals) -> u64| totals.iter().map(of).sum::<u64>();
    let (mentions, videos, views) =
        (total(|one| one.tones.mentions()), total(|one| one.videos.count), total(|one| one.videos.views));
    let share_of_voice = scopes.iter().zip(&totals).map(|(column, totals)| ShareOfVoice {
        key: column.key.clone(),
        mention_sov: share_pct(totals.tones.mentions(), mentions),
        volume_sov: share_pct(totals.videos.count, videos),
        reach_sov: share_pct(totals.videos.views, views),
    });
    let share_of_voice = share_of_voice.collect();
    let columns = scopes.iter().zip(&totals).map(|(column, totals)| ComparedColumn {
        key: column.key.clone(),
        brand_id: column.brand_id.clone(),
        from: column.window.from,
        to: column.window.to,
        mentions: totals.tones.mentions(),
        views: totals.videos.views,
        average_sentiment: totals.tones.average(),
        per_day: is_uneven.then(|| per_day(totals.tones.mentions(), column.window.days())),
    });
    let columns = columns.collect();
    let topics = topics(context, comparison, &totals).await?;
    let scored_of = |(_, topic): &(String, Option<i64>)| totals.iter().map(|totals| totals.scored(*topic)).collect();
    let basis = Basis {
        known_by: Some(totals.iter().map(|totals| totals.videos.known_counts(&totals.tones)).collect()),
        scored_by_topic: Some(topics.iter().map(scored_of).collect()),
        ..Basis::default()
    };
    let rows = topics.into_iter().map(|(name, topic)| row(name, topic, &totals, is_uneven.then_some(days.as_slice())));
    let today = context.query.today;
    let partial_periods = scopes.iter().flat_map(|column| column.window.partial_periods(today)).take(1).collect();
    let comparison = TrendComparison {
        by: comparison.by,
        columns,
        share_of_voice,
        rows: rows.collect(),
        meta: AnalysisMeta { partial_periods, ..analysis_meta(context, &whole, mentions)? },
    };
    Ok((comparison, basis))
}

/// Returns the columns. Brands are in the order of the request, periods in chronological order.
fn scopes(context: &ReadContext<'_>, comparison: &ComparisonParameters) -> Result<Vec<ComparisonScope>, QueryError> {
    if comparison.by == CompareBy::Brand {
        let window = context.window()?;
        let brands = context.query.viewer.brands;
        let mut positions = Vec::new();
        for name in &comparison.brands {
            let position = find_brand(brands, name)?;
            // Request validation does not know the brands: an id and a label may name the same one.
            if positions.contains(&position) {
                let message = format!("brand '{}' is given twice, by its label and by its id.", echo(name));
                return Err(Violation::new(Code::DuplicateValue, "?brand", message).into());
            }
            positions.push(position);
        }
        let column = |position: usize| {
            let brand = brands.get(position)?;
            let (key, brand_id) = (brand.label.clone(), Some(brand.id.clone()));
            Some(ComparisonScope { key, brand_id, brands: bit(position), window })
        };
        return Ok(positions.into_iter().filter_map(column).collect());
    }
    let mut windows = comparison.periods.clone();
    if windows.is_empty() {
        let window = context.window()?;
        windows = vec![window.before(), window];
    }
    let mut ids = context.brands.ids();
    let brand_id = ids.pop().filter(|_| ids.is_empty());
    let column = |window: Window| ComparisonScope {
        key: window.to_string(),
        brand_id: brand_id.clone(),
        brands: context.brands.bits(),
        window,
    };
    Ok(windows.into_iter().map(column).collect())
}

impl ColumnTotals {
    /// Returns the number of a topic's mentions with a score.
    fn scored(&self, topic: Option<i64>) -> u64 {
        topic.and_then(|topic| self.topics.get(&topic)).map_or(0, |topic| topic.scored)
    }

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
            tones.add_to(&mut self.tones, position);
            self.videos.add(value_at(videos, position), value_at(views, position));
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

/// Returns the names of the compared topics, each with its number if the topic occurs.
///
/// They are the topics of the request, or else those with the most mentions in all columns.
async fn topics(
    context: &ReadContext<'_>,
    comparison: &ComparisonParameters,
    totals: &[ColumnTotals],
) -> Result<Vec<(String, Option<i64>)>, QueryError> {
    let requested = comparison.topics.as_slice();
    if !requested.is_empty() {
        let read = NameLookup { index: INDEX, names: vec![("topics", requested)], extra_statements: Vec::new() }
            .read(&context.reader)
            .await?;
        let number = |topic: &String| read.names.get(&("topics", topic.clone()))?.first().map(|value| value.number);
        return Ok(requested.iter().map(|topic| (topic.clone(), number(topic))).collect());
    }
    let mut volumes: ByNumber<u64> = ByNumber::default();
    for (topic, totals) in totals.iter().flat_map(|totals| &totals.topics) {
        *volumes.entry(*topic).or_default() += totals.volume;
    }
    let mut topics: Vec<(i64, u64)> = volumes.into_iter().collect();
    topics.sort_unstable_by_key(|(topic, volume)| (Reverse(*volume), *topic));
    topics.truncate(comparison.limit);
    let names = topic_names(context, topics.iter().map(|(topic, _)| *topic)).await?;
    topics.into_iter().map(|(topic, _)| Ok((names.name(topic)?, Some(topic)))).collect()
}

fn row(name: String, topic: Option<i64>, totals: &[ColumnTotals], uneven: Option<&[i64]>) -> ComparedTopic {
    let cells: Vec<Option<&TopicTotals>> =
        totals.iter().map(|totals| topic.and_then(|topic| totals.topics.get(&topic))).collect();
    let volume: Vec<u64> = cells.iter().map(|cell| cell.map_or(0, |cell| cell.volume)).collect();
    let ends = volume.first().copied().zip(volume.last().copied());
    let average = |cell: &Option<&TopicTotals>| cell.and_then(|cell| mean_score(cell.scored, cell.score)).map(score);
    let shares = volume.iter().zip(totals).map(|(volume, totals)| share_pct(*volume, totals.tones.mentions()));
    let rates = |days: &[i64]| volume.iter().zip(days).map(|(volume, days)| per_day(*volume, *days)).collect();
    ComparedTopic {
        topic: name,
        share_pct: shares.collect(),
        average_sentiment: cells.iter().map(average).collect(),
        delta_pct: ends.and_then(|(first, last)| change_pct(last, first)),
        per_day: uneven.map(rates),
        volume,
    }
}
