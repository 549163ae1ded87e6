//! `GET /v1/trends/compare`: topics of brands, or of periods, side by side.

use super::AccountFault;
use super::brands::{bit, find};
use super::meta::meta;
use super::session::{Passing, Session, days_of};
use super::tally::{ToneColumns, Videos, at, distinct, present};
use crate::base::date::Window;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::account::AccountRequest;
use crate::measure::{Tones, change_pct, mean_score, per_day, score, share_pct};
use crate::query::plan::Days;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::answer::{AnalysisMeta, ComparedColumn, ComparedTopic, ShareOfVoice, TrendComparison};
use crate::spec::request::account::choice::CompareBy;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

const COLUMNS: [ViewColumn; 6] = [
    ViewColumn::Brands,
    ViewColumn::Topics,
    ViewColumn::Video,
    ViewColumn::Label,
    ViewColumn::Score,
    ViewColumn::Views,
];

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
    topics: FxHashMap<i64, TopicCounted>,
}

#[derive(Default)]
struct TopicCounted {
    volume: u64,
    scored: u64,
    score: i64,
}

pub(super) async fn answer(session: &Session<'_>) -> Result<TrendComparison, AccountFault> {
    let (by, compared) = (session.given("by")?, compared(session)?);
    let whole = Window {
        from: compared.iter().map(|column| column.window.from).min().unwrap_or(session.question.today),
        to: compared.iter().map(|column| column.window.to).max().unwrap_or(session.question.today),
    };
    let brands = compared.iter().fold(0, |bits, column| bits | column.brands);
    let passing = session.passing_of(brands, &COLUMNS, &[NamesOf::Topics], days_of(&whole)).await?;
    let counted: Vec<Counted> =
        compared.iter().map(|column| count(&passing, column)).collect::<Result<_, Corrupt>>()?;
    let days: Vec<i64> = compared.iter().map(|column| column.window.days()).collect();
    let is_uneven = days.windows(2).any(|pair| pair.first() != pair.last());
    let total = |of: fn(&Counted) -> u64| counted.iter().map(of).sum::<u64>();
    let (mentions, videos, views) =
        (total(|one| one.tones.mentions()), total(|one| one.videos.len()), total(|one| one.videos.views));
    let share_of_voice = compared.iter().zip(&counted).map(|(column, counted)| ShareOfVoice {
        key: column.key.clone(),
        mention_sov: share_pct(counted.tones.mentions(), mentions),
        volume_sov: share_pct(counted.videos.len(), videos),
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
    let rows = topics(session.request(), session.given("limit")?, &passing.view, &counted)
        .into_iter()
        .map(|(name, topic)| row(name, topic, &counted, is_uneven.then_some(days.as_slice())));
    let today = session.question.today;
    let partial_periods = compared.iter().flat_map(|column| column.window.partial_periods(today)).take(1).collect();
    Ok(TrendComparison {
        by,
        columns,
        share_of_voice,
        rows: rows.collect(),
        meta: AnalysisMeta { partial_periods, ..meta(session, &whole, mentions)? },
    })
}

/// The columns: of brands in the order in which they were asked for, of periods in that of time.
fn compared(session: &Session<'_>) -> Result<Vec<Compared>, AccountFault> {
    if session.given::<CompareBy>("by")? == CompareBy::Brand {
        let window = session.window()?;
        let brands = session.question.viewer.brands;
        let mut positions = Vec::new();
        for name in session.request().values("brand") {
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
    let mut windows = session.request().periods();
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

fn count(Passing { view, positions }: &Passing, column: &Compared) -> Result<Counted, Corrupt> {
    let (days, brands) = (view.numbers(ViewColumn::Day)?, view.numbers(ViewColumn::Brands)?);
    let (videos, views, scores) =
        (view.numbers(ViewColumn::Video)?, view.numbers(ViewColumn::Views)?, view.numbers(ViewColumn::Score)?);
    let (lists, tones) = (view.lists(ViewColumn::Topics)?, ToneColumns::of(view)?);
    let of_window: Days = days_of(&column.window);
    let mut counted = Counted::default();
    for position in positions {
        if !of_window.contains(at(days, *position)) || at(brands, *position) & column.brands == 0 {
            continue;
        }
        tones.add_to(&mut counted.tones, *position);
        counted.videos.add(at(videos, *position), at(views, *position));
        let score = present(at(scores, *position));
        distinct(lists.get(*position), |topic| {
            let topic = counted.topics.entry(topic).or_default();
            topic.volume += 1;
            topic.scored += u64::from(score.is_some());
            topic.score += score.unwrap_or(0);
        });
    }
    Ok(counted)
}

/// The topics that are compared, with their positions where they occur: those that are asked for, or those with the
/// most mentions in all columns.
fn topics(request: &AccountRequest, limit: usize, view: &View, counted: &[Counted]) -> Vec<(String, Option<i64>)> {
    let asked = request.values("topics");
    if !asked.is_empty() {
        return asked.iter().map(|topic| (topic.clone(), view.position(NamesOf::Topics, topic))).collect();
    }
    let mut volumes: FxHashMap<i64, u64> = FxHashMap::default();
    for (topic, counted) in counted.iter().flat_map(|counted| &counted.topics) {
        *volumes.entry(*topic).or_default() += counted.volume;
    }
    let mut topics: Vec<(i64, u64)> = volumes.into_iter().collect();
    topics.sort_unstable_by_key(|(topic, volume)| (Reverse(*volume), *topic));
    topics.truncate(limit);
    let named = |(topic, _)| (view.text(NamesOf::Topics, topic), Some(topic));
    topics.into_iter().map(named).collect()
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
