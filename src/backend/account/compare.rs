//! `GET /v1/trends/compare`: a comparison of the topics of brands or periods.

use super::brands::{bit, find_brand};
use super::counts::GroupTotals;
use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::Window;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::account::ComparisonParameters;
use crate::measure::{change_pct, mean_score, per_day, score, share_pct};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, Basis, ComparedColumn, ComparedTopic, ShareOfVoice, TrendComparison};
use crate::spec::request::account::choice::CompareBy;

/// The scope of a column: the mentions of one brand, or of all selected brands, in a window.
pub(in crate::backend) struct ComparisonScope {
    key: String,
    brand_id: Option<String>,
    /// The bits of the brands.
    pub(in crate::backend) brands: i64,
    pub(in crate::backend) window: Window,
}

/// The totals of a topic in a column.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::backend) struct TopicCell {
    pub(in crate::backend) volume: u64,
    /// The mentions with a score, and the sum of the scores.
    pub(in crate::backend) scored: u64,
    pub(in crate::backend) score: i64,
}

/// A topic with its totals in each column.
pub(in crate::backend) type TopicRow = (String, Vec<TopicCell>);

/// Returns the columns. Brands are in the order of the request, periods in chronological order.
pub(in crate::backend) fn scopes(
    scope: &AnswerScope<'_>,
    comparison: &ComparisonParameters,
) -> Result<Vec<ComparisonScope>, QueryError> {
    if comparison.by == CompareBy::Brand {
        let window = scope.window()?;
        let brands = scope.query.viewer.brands;
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
        let window = scope.window()?;
        windows = vec![window.before(), window];
    }
    let mut ids = scope.brands.ids();
    let brand_id = ids.pop().filter(|_| ids.is_empty());
    let column = |window: Window| ComparisonScope {
        key: window.to_string(),
        brand_id: brand_id.clone(),
        brands: scope.brands.bits(),
        window,
    };
    Ok(windows.into_iter().map(column).collect())
}

/// Returns the window from the first to the last day of all columns.
pub(in crate::backend) fn whole_window(scope: &AnswerScope<'_>, columns: &[ComparisonScope]) -> Window {
    let today = scope.query.today;
    Window {
        from: columns.iter().map(|column| column.window.from).min().unwrap_or(today),
        to: columns.iter().map(|column| column.window.to).max().unwrap_or(today),
    }
}

/// Makes the answer from the totals of each column and of each topic.
pub(in crate::backend) fn answer(
    scope: &AnswerScope<'_>,
    by: CompareBy,
    scopes: &[ComparisonScope],
    totals: &[GroupTotals],
    topics: Vec<TopicRow>,
) -> (TrendComparison, Basis) {
    let days: Vec<i64> = scopes.iter().map(|column| column.window.days()).collect();
    let is_uneven = days.windows(2).any(|pair| pair.first() != pair.last());
    let total = |of: fn(&GroupTotals) -> u64| totals.iter().map(of).sum::<u64>();
    let (mentions, videos, views) =
        (total(|one| one.tones.mentions()), total(|one| one.videos.count), total(|one| one.videos.views));
    let share_of_voice = scopes.iter().zip(totals).map(|(column, totals)| ShareOfVoice {
        key: column.key.clone(),
        mention_sov: share_pct(totals.tones.mentions(), mentions),
        volume_sov: share_pct(totals.videos.count, videos),
        reach_sov: share_pct(totals.videos.views, views),
    });
    let columns = scopes.iter().zip(totals).map(|(column, totals)| ComparedColumn {
        key: column.key.clone(),
        brand_id: column.brand_id.clone(),
        from: column.window.from,
        to: column.window.to,
        mentions: totals.tones.mentions(),
        views: totals.videos.views,
        average_sentiment: totals.tones.average(),
        per_day: is_uneven.then(|| per_day(totals.tones.mentions(), column.window.days())),
    });
    let scored_of = |(_, cells): &TopicRow| cells.iter().map(|cell| cell.scored).collect();
    let basis = Basis {
        known_by: Some(totals.iter().map(GroupTotals::known_counts).collect()),
        scored_by_topic: Some(topics.iter().map(scored_of).collect()),
        ..Basis::default()
    };
    let rows = topics.into_iter().map(|topic| row(topic, totals, is_uneven.then_some(days.as_slice())));
    let today = scope.query.today;
    let partial_periods = scopes.iter().flat_map(|column| column.window.partial_periods(today)).take(1).collect();
    let comparison = TrendComparison {
        by,
        columns: columns.collect(),
        share_of_voice: share_of_voice.collect(),
        rows: rows.collect(),
        meta: AnalysisMeta { partial_periods, ..analysis_meta(scope, &whole_window(scope, scopes), mentions) },
    };
    (comparison, basis)
}

fn row((topic, cells): TopicRow, totals: &[GroupTotals], uneven: Option<&[i64]>) -> ComparedTopic {
    let volume: Vec<u64> = cells.iter().map(|cell| cell.volume).collect();
    let ends = volume.first().copied().zip(volume.last().copied());
    let average = |cell: &TopicCell| mean_score(cell.scored, cell.score).map(score);
    let shares = volume.iter().zip(totals).map(|(volume, totals)| share_pct(*volume, totals.tones.mentions()));
    let rates = |days: &[i64]| volume.iter().zip(days).map(|(volume, days)| per_day(*volume, *days)).collect();
    ComparedTopic {
        topic,
        share_pct: shares.collect(),
        average_sentiment: cells.iter().map(average).collect(),
        delta_pct: ends.and_then(|(first, last)| change_pct(last, first)),
        per_day: uneven.map(rates),
        volume,
    }
}
