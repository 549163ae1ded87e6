//! Share of voice: what the mentions of each brand add up to, month by month.

mod calendar;
pub(super) mod context;
mod count;
pub(super) mod terms;
mod topics;

use super::fetch::fetch;
use super::names::{NameSource, NamesByNumber, ResolvedNames, names_statement, require_current_text};
use super::reader::Reader;
use crate::backend::columnar::plan::{Days, ResolvedBrand, SplitWindow, sector};
use crate::guard::request::SectorRequest;
use crate::query::QueryError;
use crate::query::answer::{BrandMonth, Outcome, share_of_voice};
use crate::segment::{Column, Dictionary};
use crate::spec::Index;
use crate::spec::answer::sector::TopicCount;
use crate::sql::single;
use calendar::Calendar;
use count::{Count, Counted};
use terms::Known;

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &SectorRequest,
    mut read: ResolvedNames,
) -> Result<Outcome, QueryError> {
    require_current_text(&read.manifest)?;
    let known = Known::new(&mut read)?;
    let manifest = read.manifest;
    let (labels, label_of) = each_once(known.labels(&request.brands)?);
    let days = Days { first: request.from_date.day(), last: request.to_date.day() };
    let superseded = manifest.superseded()?;
    let window = SplitWindow::new(days, &manifest.months, &superseded);
    let fetched = fetch(reader, &sector(&labels, days, &window, &manifest, &known.frequencies)?).await?;
    let calendar = Calendar::new(days, &window, &superseded);
    let counted = Count::new(&calendar, &window, &fetched)?.all(&labels)?;
    let months = named(reader, counted).await?;
    let of_brands = label_of.iter().map(|label| months.get(*label).cloned().unwrap_or_default());
    Ok(share_of_voice(request, of_brands.collect()))
}

/// What brands of a question stand for, each meaning once; and for each brand which of these is its.
fn each_once(labels: Vec<ResolvedBrand>) -> (Vec<ResolvedBrand>, Vec<usize>) {
    let mut once: Vec<ResolvedBrand> = Vec::new();
    let of = labels.into_iter().map(|label| {
        once.iter().position(|known| *known == label).unwrap_or_else(|| {
            once.push(label);
            once.len() - 1
        })
    });
    let of = of.collect();
    (once, of)
}

/// The months with the names of their most frequent topics.
async fn named(reader: &Reader<'_>, counted: Vec<Vec<Counted>>) -> Result<Vec<Vec<BrandMonth>>, QueryError> {
    let topics = counted.iter().flatten().flat_map(|month| &month.topics);
    let mut numbers = topics.map(|(number, _)| *number).peekable();
    let of = NameSource::Names(Dictionary::Names(Index::BusinessIdeas, Column::TOPICS));
    let rows = if numbers.peek().is_some() {
        single(reader.read(vec![names_statement(reader.generation()?, of, numbers)]).await?)?
    } else {
        Vec::new()
    };
    let names = NamesByNumber::new(of, rows)?;
    let month = |counted: Counted| {
        let topics = counted.topics.into_iter();
        let topics = topics.map(|(number, count)| Ok(TopicCount { topic: names.name(number)?, count }));
        Ok(BrandMonth {
            videos: counted.videos,
            mentions: u64::try_from(counted.occurrences).unwrap_or(0),
            views: u64::try_from(counted.views).unwrap_or(0),
            viewed: counted.viewed,
            scored: counted.scored,
            score: counted.score,
            top_topics: topics.collect::<Result<_, QueryError>>()?,
        })
    };
    counted.into_iter().map(|months| months.into_iter().map(month).collect()).collect()
}
