//! Share of voice: the counts of each brand's mentions, month by month.

mod calendar;
pub(super) mod context;
mod count;
pub(super) mod mention_names;
mod preview;
pub(super) mod terms;
mod topics;

use super::fetch::fetch;
use super::names::{NameSource, NamesByNumber, ResolvedNames, names_statement, require_current_text};
use super::reader::Reader;
use crate::backend::columnar::plan::{Days, ResolvedBrand, SplitWindow, sector_plan};
use crate::guard::request::SectorRequest;
use crate::query::QueryError;
use crate::query::answer::{BrandMonth, Outcome, share_of_voice};
use crate::segment::{Column, Dictionary};
use crate::spec::Index;
use crate::spec::answer::sector::TopicCount;
use crate::sql::single;
pub(super) use preview::preview;

use calendar::WindowCalendar;
use count::{MentionCounter, MonthCounts};
use terms::TermIndex;

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &SectorRequest,
    mut read: ResolvedNames,
) -> Result<Outcome, QueryError> {
    require_current_text(&read.manifest)?;
    let terms = TermIndex::new(&mut read)?;
    let manifest = read.manifest;
    let (brands, brand_of) = deduplicate(terms.resolve_all(&request.brands)?);
    let days = Days { first: request.from_date.day(), last: request.to_date.day() };
    let superseded = manifest.superseded()?;
    let window = SplitWindow::new(days, &manifest.months, &superseded);
    let plan = sector_plan(&brands, days, &window, &manifest, &terms.frequencies)?;
    let fetched = fetch(reader, plan).await?;
    let calendar = WindowCalendar::new(days, &window, &superseded);
    let months = MentionCounter::new(&calendar, &window, &fetched)?.count_all(&brands)?;
    let months = with_topic_names(reader, months).await?;
    if brand_of.len() == months.len() {
        return Ok(share_of_voice(request, months));
    }
    let of_brands = brand_of.iter().map(|brand| months.get(*brand).cloned().unwrap_or_default());
    Ok(share_of_voice(request, of_brands.collect()))
}

/// Removes duplicates among resolved brands. Returns the distinct ones, and for each brand the index of its own.
fn deduplicate(brands: Vec<ResolvedBrand>) -> (Vec<ResolvedBrand>, Vec<usize>) {
    let mut distinct: Vec<ResolvedBrand> = Vec::new();
    let positions = brands.into_iter().map(|brand| {
        distinct.iter().position(|other| *other == brand).unwrap_or_else(|| {
            distinct.push(brand);
            distinct.len() - 1
        })
    });
    let positions = positions.collect();
    (distinct, positions)
}

/// Replaces the numbers of the most frequent topics by their names.
async fn with_topic_names(
    reader: &Reader<'_>,
    months: Vec<Vec<MonthCounts>>,
) -> Result<Vec<Vec<BrandMonth>>, QueryError> {
    let topics = months.iter().flatten().flat_map(|month| &month.topics);
    let mut numbers = topics.map(|(number, _)| *number).peekable();
    let of = NameSource::Names(Dictionary::Names(Index::BusinessIdeas, Column::TOPICS));
    let names = if numbers.peek().is_some() {
        let rows = single(reader.read(vec![names_statement(reader.generation()?, of, numbers)]).await?)?;
        NamesByNumber::new(reader, of, rows)?
    } else {
        NamesByNumber::none(of)
    };
    let month = |counts: MonthCounts| {
        let topics = counts.topics.into_iter();
        let topics = topics.map(|(number, count)| Ok(TopicCount { topic: names.name(number)?, count }));
        Ok(BrandMonth {
            videos: counts.videos,
            mentions: u64::try_from(counts.occurrences).unwrap_or(0),
            views: u64::try_from(counts.views).unwrap_or(0),
            viewed: counts.viewed,
            scored: counts.scored,
            score: counts.score,
            top_topics: topics.collect::<Result<_, QueryError>>()?,
        })
    };
    months.into_iter().map(|months| months.into_iter().map(month).collect()).collect()
}
