//! Share of voice: what the mentions of each brand add up to, month by month.

mod calendar;
pub(super) mod context;
mod count;
pub(super) mod terms;
#[cfg(test)]
mod tests;

use super::fetch::fetch;
use super::names::{Named, NamesByNumber, layout, layout_statement, names_statement};
use super::reader::Reader;
use crate::answer::{BrandMonth, Outcome, share_of_voice};
use crate::catalog::Index;
use crate::catalog::limits::TOP_TOPICS;
use crate::data::sector::{SectorRequest, TopicCount};
use crate::pack::{NamesOf, Open};
use crate::plan::{Days, Label, Window, sector};
use crate::store::{Store, StoreError, exactly, single};
use calendar::Calendar;
use count::{Count, Counted};
use std::cmp::Reverse;
use terms::Terms;

pub(super) async fn answer<S: Store>(reader: &Reader<'_, S>, request: &SectorRequest) -> Result<Outcome, StoreError> {
    let statements = vec![layout_statement(reader, Index::BusinessIdeas), Terms::statement(reader, &request.brands)];
    let [layouts, terms] = exactly(reader.read(statements).await?)?;
    let layout = layout(layouts)?;
    let terms = Terms::new(&terms)?;
    let labels: Vec<Label> = request.brands.iter().map(|brand| terms.label(brand)).collect();
    let days = Days { first: request.from_date.day(), last: request.to_date.day() };
    let open = layout.open.as_ref().map(Open::keys).transpose()?.unwrap_or_default();
    let window = Window::new(days, &layout.months, &open);
    let fetched = fetch(reader, &sector(&labels, days, &window, &layout)?).await?;
    let calendar = Calendar::new(days, &window, &open);
    let counted = Count::new(&labels, &calendar, &window).all(&fetched)?;
    Ok(share_of_voice(request, named(reader, counted).await?))
}

/// The months with the names of their most frequent topics.
async fn named<S: Store>(
    reader: &Reader<'_, S>,
    counted: Vec<Vec<Counted>>,
) -> Result<Vec<Vec<BrandMonth>>, StoreError> {
    let topics: Vec<Vec<Vec<(i64, u64)>>> =
        counted.iter().map(|months| months.iter().map(top_topics).collect()).collect();
    let mut numbers = topics.iter().flatten().flatten().map(|(number, _)| *number).peekable();
    let of = Named::Names(NamesOf::Topics);
    let rows = if numbers.peek().is_some() {
        single(reader.read(vec![names_statement(reader.generation()?, of, numbers)]).await?)?
    } else {
        Vec::new()
    };
    let names = NamesByNumber::new(of, rows)?;
    let month = |(counted, topics): (Counted, Vec<(i64, u64)>)| {
        let topics = topics.into_iter().map(|(number, count)| Ok(TopicCount { topic: names.name(number)?, count }));
        Ok(BrandMonth {
            videos: counted.videos,
            mentions: u64::try_from(counted.occurrences).unwrap_or(0),
            views: u64::try_from(counted.views).unwrap_or(0),
            scored: counted.scored,
            score: counted.score,
            top_topics: topics.collect::<Result<_, StoreError>>()?,
        })
    };
    let months = counted.into_iter().zip(topics);
    months.map(|(counted, topics)| counted.into_iter().zip(topics).map(month).collect()).collect()
}

/// The most frequent topics of a month, ties by name.
fn top_topics(counted: &Counted) -> Vec<(i64, u64)> {
    let mut topics: Vec<(i64, u64)> = counted.topics.iter().map(|(number, count)| (*number, *count)).collect();
    topics.sort_unstable_by_key(|(number, count)| (Reverse(*count), *number));
    topics.truncate(TOP_TOPICS);
    topics
}
