//! `GET /v1/trends/compare`: topics of brands, or of periods, side by side.

use super::super::by_number::ByNumber;
use super::super::names::NameLookup;
use super::attribute::Attribute;
use super::brands::{bit, find};
use super::folding::{Batch, Folding};
use super::meta::meta;
use super::session::{INDEX, Session, days_of};
use super::tally::{ToneColumns, Videos, at, distinct, present};
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

/// What is compared: a brand or all that are asked for, in a window.
struct Compared {
    key: String,
    brand_id: Option<String>,
    brands: i64,
    window: Window,
}

/// What the mentions of a column add up to.
#[derive(Default)]
struct Counted {
    tones: Tones,
    videos: Videos,
    topics: ByNumber<TopicCounted>,
}

#[derive(Default)]
struct TopicCounted {
    volume: u64,
    scored: u64,
    score: i64,
}

pub(super) async fn answer(
    session: &Session<'_>,
    comparison: &ComparisonParameters,
) -> Result<(TrendComparison, Basis), QueryError> {
    let compared = compared(session, comparison)?;
    let whole = Window {
        from: compared.iter().map(|column| column.window.from).min().unwrap_or(session.question.today),
        to: compared.iter().map(|column| column.window.to).max().unwrap_or(session.question.today),
    };
    let brands = compared.iter().fold(0, |bits, column| bits | column.brands);
    let mut counted: Vec<Counted> = compared.iter().map(|_| Counted::default()).collect();
    let folding = Folding::new(session, &ATTRIBUTES, brands, days_of(&whole), true).await?;
    let mut count = |batch: &Batch| -> Result<(), Corrupt> {
        compared.iter().zip(&mut counted).try_for_each(|(column, counted)| counted.add(batch, column))
    };
    folding.each(|batch| count(batch).map_err(Into::into)).await?;
    let days: Vec<i64> = compared.iter().map(|column| column.window.days()).collect();
    let is_uneven = days.windows(2).any(|pair| pair.first() != pair.last());
    let total = |of: fn(&Counted) -> u64| counted.iter().map(of).sum::<u64>();
    let (mentions, videos, views) =
        (total(|one| one.tones.mentions()), total(|one| one.videos.count), total(|one| one.videos.views));
    let share_of_voice = compared.iter().zip(&counted).map(|(column, counted)| ShareOfVoice {
        key: column.key.clone(),
        mention_sov: share_pct(counted.tones.mentions(), mentions),
        volume_sov: share_pct(counted.videos.count, videos),
        reach_sov: share_pct(counted.videos.views, views),
    });
    let share_of_voice = share_of_voice.collect();
    let columns = compared.iter().zip(&counted).map(|(column, counted)| ComparedColumn {
        key: column.key.clone(),
        brand_id: column.brand_id.clone(),
        from: column.window.from,
        to: column.window.to,
        mentions: counted.tones.mentions(),
        views: counted.videos.views,
        average_sentiment: counted.tones.average(),
        per_day: is_uneven.then(|| per_day(counted.tones.mentions(), column.window.days())),
    });
    let columns = columns.collect();
    let topics = topics(session, comparison, &counted).await?;
    let scored_of = |(_, topic): &(String, Option<i64>)| counted.iter().map(|counted| counted.scored(*topic)).collect();
    let basis = Basis {
        known_by: Some(counted.iter().map(|counted| counted.videos.known(&counted.tones)).collect()),
        scored_by_topic: Some(topics.iter().map(scored_of).collect()),
        ..Basis::default()
    };
    let rows = topics.into_iter().map(|(name, topic)| row(name, topic, &counted, is_uneven.then_some(days.as_slice())));
    let today = session.question.today;
    let partial_periods = compared.iter().flat_map(|column| column.window.partial_periods(today)).take(1).collect();
    let comparison = TrendComparison {
        by: comparison.by,
        columns,
        share_of_voice,
        rows: rows.collect(),
        meta: AnalysisMeta { partial_periods, ..meta(session, &whole, mentions)? },
    };
    Ok((comparison, basis))
}

/// The columns: of brands in the order in which they were asked for, of periods in that of time.
fn compared(session: &Session<'_>, comparison: &ComparisonParameters) -> Result<Vec<Compared>, QueryError> {
    if comparison.by == CompareBy::Brand {
        let window = session.window()?;
        let brands = session.question.viewer.brands;
        let mut positions = Vec::new();
        for name in &comparison.brands {
            let position = find(brands, name)?;
            // The guardrails know no brands: an id and a label may name the same one.
            if positions.contains(&position) {
                let message = format!("brand '{}' is given twice, by its label and by its id.", echo(name));
                return Err(Violation::new(Code::DuplicateValue, "?brand", message).into());
            }
            positions.push(position);
        }
        let column = |position: usize| {
            let brand = brands.get(position)?;
            let (key, brand_id) = (brand.label.clone(), Some(brand.id.clone()));
            Some(Compared { key, brand_id, brands: bit(position), window })
        };
        return Ok(positions.into_iter().filter_map(column).collect());
    }
    let mut windows = comparison.periods.clone();
    if windows.is_empty() {
        let window = session.window()?;
        windows = vec![window.before(), window];
    }
    let mut ids = session.asked.ids();
    let brand_id = ids.pop().filter(|_| ids.is_empty());
    let column = |window: Window| Compared {
        key: window.to_string(),
        brand_id: brand_id.clone(),
        brands: session.asked.bits(),
        window,
    };
    Ok(windows.into_iter().map(column).collect())
}

impl Counted {
    /// The number of a topic's mentions that have a score.
    fn scored(&self, topic: Option<i64>) -> u64 {
        topic.and_then(|topic| self.topics.get(&topic)).map_or(0, |topic| topic.scored)
    }

    /// Adds the mentions of a column.
    fn add(&mut self, batch: &Batch, column: &Compared) -> Result<(), Corrupt> {
        let numbers = |attribute| batch.numbers(attribute);
        let (days, brands, scores) =
            (numbers(Attribute::Day)?, numbers(Attribute::Brands)?, numbers(Attribute::Score)?);
        let (videos, views) = (numbers(Attribute::Video)?, numbers(Attribute::Views)?);
        let (lists, tones) = (batch.mentions.lists(Attribute::Topics)?, ToneColumns::of(batch)?);
        let of_window = days_of(&column.window);
        for position in batch.positions.iter().copied() {
            if !of_window.contains(at(days, position)) || at(brands, position) & column.brands == 0 {
                continue;
            }
            tones.add_to(&mut self.tones, position);
            self.videos.add(at(videos, position), at(views, position));
            let score = present(at(scores, position));
            distinct(lists.get(position), |topic| {
                let topic = self.topics.entry(topic).or_default();
                topic.volume += 1;
                topic.scored += u64::from(score.is_some());
                topic.score += score.unwrap_or(0);
            });
        }
        Ok(())
    }
}

/// The topics that are compared, with their numbers where they occur: those that are asked for, or those with the most
/// mentions in all columns.
async fn topics(
    session: &Session<'_>,
    comparison: &ComparisonParameters,
    counted: &[Counted],
) -> Result<Vec<(String, Option<i64>)>, QueryError> {
    let asked = comparison.topics.as_slice();
    if !asked.is_empty() {
        let read = NameLookup { index: INDEX, names: vec![("topics", asked)], extra_statements: Vec::new() }
            .read(&session.reader)
            .await?;
        let number = |topic: &String| read.names.get(&("topics", topic.clone()))?.first().map(|value| value.number);
        return Ok(asked.iter().map(|topic| (topic.clone(), number(topic))).collect());
    }
    let mut volumes: ByNumber<u64> = ByNumber::default();
    for (topic, counted) in counted.iter().flat_map(|counted| &counted.topics) {
        *volumes.entry(*topic).or_default() += counted.volume;
    }
    let mut topics: Vec<(i64, u64)> = volumes.into_iter().collect();
    topics.sort_unstable_by_key(|(topic, volume)| (Reverse(*volume), *topic));
    topics.truncate(comparison.limit);
    let names = topic_names(session, topics.iter().map(|(topic, _)| *topic)).await?;
    topics.into_iter().map(|(topic, _)| Ok((names.name(topic)?, Some(topic)))).collect()
}

fn row(name: String, topic: Option<i64>, counted: &[Counted], uneven: Option<&[i64]>) -> ComparedTopic {
    let cells: Vec<Option<&TopicCounted>> =
        counted.iter().map(|counted| topic.and_then(|topic| counted.topics.get(&topic))).collect();
    let volume: Vec<u64> = cells.iter().map(|cell| cell.map_or(0, |cell| cell.volume)).collect();
    let ends = volume.first().copied().zip(volume.last().copied());
    let average = |cell: &Option<&TopicCounted>| cell.and_then(|cell| mean_score(cell.scored, cell.score)).map(score);
    let shares = volume.iter().zip(counted).map(|(volume, counted)| share_pct(*volume, counted.tones.mentions()));
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
