//! Counting: rows of presence and rows of mentions become the months of each brand.

use super::super::fetch::Fetched;
use super::super::postings::Words;
use super::super::rows::{self, integer, text};
use super::calendar::{Calendar, Day};
use super::context::passing;
use crate::pack::{Column, Corrupt, Documents, MISSING, PageId, PageKind, PresenceOf, unpack_days, unpack_topics};
use crate::plan::{Into, Label, Read, RowsOf, Step, Window};
use crate::store::{Row, StoreError};
use rustc_hash::FxHashMap;

/// What counts for a brand of the question in a month.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    /// Distinct videos.
    pub(super) videos: u64,
    /// Occurrences.
    pub(super) occurrences: i64,
    /// Views of the videos.
    pub(super) views: i64,
    /// Mentions with a score.
    pub(super) scored: u64,
    /// The sum of their scores.
    pub(super) score: i64,
    /// Mentions by topic.
    pub(super) topics: FxHashMap<i64, u64>,
}

/// A mention that may count: its number, the row that it is in, and its position there.
type Found = (i64, usize, usize);
/// A video that counts: its number, the position of its month, its views.
type Video = (i64, usize, i64);

/// What is found for a brand of the question.
#[derive(Debug, Default)]
struct Brand {
    months: Vec<Counted>,
    /// Mentions to be counted one by one; several times when several names led to them.
    mentions: Vec<Found>,
    /// Videos of mentions whose other figures come from presence; several times when several mentions are in them.
    videos: Vec<Video>,
}

/// Counts what rows say for the brands of a question.
pub(super) struct Count<'a> {
    labels: &'a [Label],
    calendar: &'a Calendar,
    window: &'a Window,
    /// The brands of the question that a value counts for, by column and number.
    of_value: FxHashMap<(Column, i64), Vec<usize>>,
    /// The brands of the question that a presence counts for, by its first row.
    of_presence: FxHashMap<PageId, Vec<usize>>,
    brands: Vec<Brand>,
    /// The rows in which [`Brand::mentions`] are.
    rows: Vec<Documents>,
}

impl<'a> Count<'a> {
    pub(super) fn new(labels: &'a [Label], calendar: &'a Calendar, window: &'a Window) -> Self {
        let mut of_value: FxHashMap<(Column, i64), Vec<usize>> = FxHashMap::default();
        let mut of_presence: FxHashMap<PageId, Vec<usize>> = FxHashMap::default();
        for (position, label) in labels.iter().enumerate() {
            for row in label.presences.iter().filter(|_| label.is_present()) {
                of_presence.entry(*row).or_default().push(position);
            }
            for (column, values) in label.values() {
                for value in values {
                    of_value.entry((column, value.number)).or_default().push(position);
                }
            }
        }
        let months = vec![Counted::default(); calendar.months()];
        let brands = labels.iter().map(|_| Brand { months: months.clone(), ..Brand::default() });
        Self { labels, calendar, window, of_value, of_presence, brands: brands.collect(), rows: Vec::new() }
    }

    /// The months of each brand, from all that was read.
    pub(super) fn all(mut self, fetched: &Fetched) -> Result<Vec<Vec<Counted>>, StoreError> {
        let by_month = |(step, _): (&Step, _)| matches!(step.into, Into::Documents { of: RowsOf::Sealed, .. });
        let topics_by_month = fetched.steps().any(by_month);
        for (step, rows) in fetched.steps() {
            for row in rows {
                match step.into {
                    Into::Presence { topics } => self.presence(row, topics)?,
                    Into::Documents { of: RowsOf::Value, .. } => self.value(step, row, !topics_by_month)?,
                    Into::Documents { of: RowsOf::Sealed, .. } => self.month(step, row)?,
                    Into::Documents { of: RowsOf::Open, .. } => self.open(step, row)?,
                    _ => {}
                }
            }
        }
        let words = Words::new(fetched)?;
        let Self { labels, calendar, brands, rows, .. } = self;
        let pairs = labels.iter().zip(brands);
        pairs.map(|(label, brand)| brand.finish(label, calendar, &rows, &words)).collect()
    }

    /// The days of a presence, and its topics in whole months: all of them, for brands of the question that several
    /// presences add up to, or the first of each month, for those of one.
    fn presence(&mut self, row: &Row, all_topics: bool) -> Result<(), StoreError> {
        let (days, topics) = (unpack_days(text(row, "days")?)?, unpack_topics(text(row, "topics")?)?);
        let first = PresenceOf::first_id(integer(row, "id")?);
        for position in self.of_presence.get(&first).into_iter().flatten().copied() {
            let is_one = self.labels.get(position).is_some_and(Label::is_one_presence);
            let Some(brand) = self.brands.get_mut(position).filter(|_| is_one != all_topics) else { continue };
            for of_day in &days {
                let Some(day) = self.calendar.day(of_day.day).filter(|day| !day.is_open) else { continue };
                let Some(month) = brand.months.get_mut(day.month) else { continue };
                month.occurrences += of_day.occurrences;
                month.scored += u64::try_from(of_day.scored).unwrap_or(0);
                month.score += of_day.score;
                // Brands of two presences can be in the same video.
                if is_one {
                    month.videos += u64::try_from(of_day.videos).unwrap_or(0);
                    month.views += of_day.views;
                }
            }
            for topic in &topics {
                let is_whole = self.window.whole.binary_search(&topic.month).is_ok();
                let month = self.calendar.month(topic.month).filter(|_| is_whole);
                if let Some(month) = month.and_then(|month| brand.months.get_mut(month)) {
                    *month.topics.entry(topic.topic).or_default() += u64::try_from(topic.mentions).unwrap_or(0);
                }
            }
        }
        Ok(())
    }

    /// The brands of the question for which presence of a brand counts.
    fn present(&self, brand: i64) -> Vec<usize> {
        let is_present = |position: &usize| self.labels.get(*position).is_some_and(Label::is_present);
        self.of(Column::BrandName, brand).iter().copied().filter(is_present).collect()
    }

    /// The brands of the question that a value counts for.
    fn of(&self, column: Column, number: i64) -> &[usize] {
        self.of_value.get(&(column, number)).map_or(&[], Vec::as_slice)
    }

    /// The mentions of a value.
    fn value(&mut self, step: &Step, row: &Row, with_topics: bool) -> Result<(), StoreError> {
        let Read::Pages { kind: PageKind::Value(_, column), .. } = step.read else {
            return Err(Corrupt("a row is of no value").into());
        };
        let documents = rows::documents(row, step.columns())?;
        let days = self.days(&documents, |day| !day.is_open)?;
        let mut is_kept = false;
        for position in self.of(column, rows::key(row)?).to_vec() {
            let (Some(label), Some(brand)) = (self.labels.get(position), self.brands.get_mut(position)) else {
                continue;
            };
            if !label.is_present() && label.needs_numbers() {
                brand.find(&documents, self.rows.len(), &days)?;
                is_kept = true;
                continue;
            }
            if !label.is_present() {
                brand.count(&documents, &days)?;
                continue;
            }
            if !label.is_one_presence() {
                brand.see(&documents, &days)?;
            }
            if with_topics && !self.window.edges.is_empty() {
                brand.add_topics(&documents, days.iter().filter(|(_, day)| day.is_edge))?;
            }
        }
        if is_kept {
            self.rows.push(documents);
        }
        Ok(())
    }

    /// The topics of all brands in a month that is cut.
    fn month(&mut self, step: &Step, row: &Row) -> Result<(), StoreError> {
        let documents = rows::documents(row, step.columns())?;
        let brands = documents.numbers(Column::BrandName)?;
        for found in self.days(&documents, |day| !day.is_open)? {
            let Some(number) = brands.get(found.0) else { continue };
            for position in self.present(*number) {
                if let Some(brand) = self.brands.get_mut(position) {
                    brand.add_topics(&documents, std::iter::once(&found))?;
                }
            }
        }
        Ok(())
    }

    /// The mentions of what is open.
    fn open(&mut self, step: &Step, row: &Row) -> Result<(), StoreError> {
        let documents = rows::documents(row, step.columns())?;
        let brands = documents.numbers(Column::BrandName)?;
        let (components, topics) = (documents.lists(Column::Components)?, documents.lists(Column::Topics)?);
        for found in self.days(&documents, |day| day.is_open)? {
            let name = brands.get(found.0).map(|number| (Column::BrandName, number));
            let components = components.get(found.0).iter().map(|number| (Column::Components, number));
            let topics = topics.get(found.0).iter().map(|number| (Column::Topics, number));
            let values = name.into_iter().chain(components).chain(topics);
            let positions: Vec<usize> = values.flat_map(|(column, number)| self.of(column, *number)).copied().collect();
            for position in positions {
                if let Some(brand) = self.brands.get_mut(position) {
                    brand.find(&documents, self.rows.len(), std::slice::from_ref(&found))?;
                }
            }
        }
        self.rows.push(documents);
        Ok(())
    }

    /// The positions of a row's documents within the window, with their days.
    fn days(&self, documents: &Documents, counts: impl Fn(&Day) -> bool) -> Result<Vec<(usize, Day)>, StoreError> {
        let days = documents.numbers(Column::Day)?.iter().enumerate();
        let in_window = days.filter_map(|(position, day)| self.calendar.day(*day).map(|day| (position, day)));
        Ok(in_window.filter(|(_, day)| counts(day)).collect())
    }
}

impl Brand {
    /// Notes mentions of a row, to be counted when all are known.
    fn find(&mut self, documents: &Documents, row: usize, found: &[(usize, Day)]) -> Result<(), StoreError> {
        let numbers = documents.numbers(Column::Number)?;
        let mentions = found.iter().filter_map(|(position, _)| Some((*numbers.get(*position)?, row, *position)));
        self.mentions.extend(mentions);
        Ok(())
    }

    /// Notes the videos of mentions of a row.
    fn see(&mut self, documents: &Documents, found: &[(usize, Day)]) -> Result<(), StoreError> {
        let (videos, views) = (documents.numbers(Column::Video)?, documents.numbers(Column::Views)?);
        let video = |(position, day): &(usize, Day)| Some((*videos.get(*position)?, day.month, *views.get(*position)?));
        self.videos.extend(found.iter().filter_map(video));
        Ok(())
    }

    /// Counts the topics of mentions of a row.
    fn add_topics<'f>(
        &mut self,
        documents: &Documents,
        found: impl Iterator<Item = &'f (usize, Day)>,
    ) -> Result<(), StoreError> {
        let topics = documents.lists(Column::Topics)?;
        for (position, day) in found {
            if let Some(month) = self.months.get_mut(day.month) {
                topics.get(*position).iter().for_each(|topic| *month.topics.entry(*topic).or_default() += 1);
            }
        }
        Ok(())
    }

    /// Counts the mentions and videos that were noted, each once.
    fn finish(
        mut self,
        label: &Label,
        calendar: &Calendar,
        rows: &[Documents],
        words: &Words,
    ) -> Result<Vec<Counted>, StoreError> {
        let mut mentions = std::mem::take(&mut self.mentions);
        mentions.sort_unstable();
        mentions.dedup_by_key(|(number, ..)| *number);
        if !label.context.is_empty() {
            let videos = mentions.iter().map(|(number, row, position)| {
                let documents = rows.get(*row).ok_or(Corrupt("a row is not there"))?;
                Ok((*number, at(documents.numbers(Column::Video)?, *position)))
            });
            let passing = passing(&label.context, words, &videos.collect::<Result<Vec<_>, Corrupt>>()?);
            let mut passing = passing.into_iter();
            mentions.retain(|_| passing.next() == Some(true));
        }
        for (_, row, position) in mentions {
            let documents = rows.get(row).ok_or(Corrupt("a row is not there"))?;
            let day = calendar.day(at(documents.numbers(Column::Day)?, position));
            self.count(documents, day.map(|day| (position, day)).as_slice())?;
        }
        self.videos.sort_unstable();
        self.videos.dedup_by_key(|(video, ..)| *video);
        for (_, month, views) in self.videos {
            if let Some(month) = self.months.get_mut(month) {
                month.videos += 1;
                month.views += if views == MISSING { 0 } else { views };
            }
        }
        Ok(self.months)
    }

    /// Counts mentions of a row.
    fn count(&mut self, documents: &Documents, found: &[(usize, Day)]) -> Result<(), StoreError> {
        self.see(documents, found)?;
        self.add_topics(documents, found.iter())?;
        let (occurrences, scores) =
            (documents.numbers(Column::Occurrences)?, documents.numbers(Column::SentimentScore)?);
        for (position, day) in found {
            let Some(month) = self.months.get_mut(day.month) else { continue };
            month.occurrences += at(occurrences, *position);
            let score = at(scores, *position);
            if score != MISSING {
                month.scored += 1;
                month.score += score;
            }
        }
        Ok(())
    }
}

fn at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}
