//! Counting: rows of roll-ups and rows of mentions become the months of each brand.
//!
//! One brand of the question is counted after the other, and of its rows one after the other: what is held meanwhile is
//! a bit for each mention and video, and the topics of its months.

use super::super::fetch::PlanRows;
use super::super::postings::WordReader;
use super::super::rows::{self, integer, text};
use super::super::set::Set;
use super::calendar::{Calendar, Day};
use super::context::{Context, ContextReader};
use super::topics::Topics;
use crate::backend::columnar::plan::{Operator, PlanStep, Read, ResolvedBrand, RowsOf, SplitWindow};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, MISSING, RecordBatch, RollupOf, unpack_days, unpack_topics};
use crate::sql::Row;

/// Topics of all months of a brand that are counted: a hundred thousand for each of ten months.
const MAX_TOPICS: usize = 1 << 20;

/// What counts for a brand of the question in a month.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    /// Distinct videos.
    pub(super) videos: u64,
    /// Occurrences.
    pub(super) occurrences: i64,
    /// Views of the videos, as far as they are known.
    pub(super) views: i64,
    /// Videos of which the views are known.
    pub(super) viewed: u64,
    /// Mentions with a score.
    pub(super) scored: u64,
    /// The sum of their scores.
    pub(super) score: i64,
    /// The most frequent topics, with their mentions.
    pub(super) topics: Vec<(i64, u64)>,
}

/// Counts what rows say for the brands of a question.
pub(super) struct Count<'a> {
    calendar: &'a Calendar,
    window: &'a SplitWindow,
    fetched: &'a PlanRows,
    words: WordReader<'a>,
    /// Whether the topics of months that are cut are in the rows of these months, not in those of the brands.
    topics_by_month: bool,
}

impl<'a> Count<'a> {
    pub(super) fn new(
        calendar: &'a Calendar,
        window: &'a SplitWindow,
        fetched: &'a PlanRows,
    ) -> Result<Self, QueryError> {
        let by_month =
            |(step, _): (&PlanStep, _)| matches!(step.operator, Operator::Documents { of: RowsOf::Base, .. });
        let topics_by_month = fetched.steps().any(by_month);
        Ok(Self { calendar, window, fetched, words: WordReader::new(fetched)?, topics_by_month })
    }

    /// The months of each brand.
    pub(super) fn all(&self, labels: &[ResolvedBrand]) -> Result<Vec<Vec<Counted>>, QueryError> {
        // Brands with similar context come one after the other, so that its words are unpacked once.
        let mut by_context: Vec<(usize, &ResolvedBrand)> = labels.iter().enumerate().collect();
        by_context.sort_by_key(|(_, label)| &label.context);
        let mut words = ContextReader::new(&self.words);
        let mut months = vec![Vec::new(); labels.len()];
        for (position, label) in by_context {
            let context = words.context(&label.context)?;
            if let Some(months) = months.get_mut(position) {
                *months = self.months(label, &context)?;
            }
        }
        Ok(months)
    }

    /// The months of a brand.
    fn months(&self, label: &ResolvedBrand, context: &Context) -> Result<Vec<Counted>, QueryError> {
        let mut brand = Brand::new(label, context, self.calendar.months());
        for (step, rows) in self.fetched.steps() {
            for row in rows {
                match step.operator {
                    Operator::Rollups { topics } => self.rollup(&mut brand, row, topics)?,
                    Operator::Documents { of: RowsOf::Value, .. } => self.value(&mut brand, step, row)?,
                    Operator::Documents { of: RowsOf::Base, .. } => self.month(&mut brand, step, row)?,
                    Operator::Documents { of: RowsOf::Delta, .. } => self.delta(&mut brand, step, row)?,
                    _ => {}
                }
                brand.check_topics()?;
            }
        }
        Ok(brand.finish())
    }

    /// The days of a roll-up, and its topics in whole months: all of them, for brands of the question that several
    /// roll-ups add up to, or the first of each month, for those of one.
    fn rollup(&self, brand: &mut Brand<'_>, row: &Row, all_topics: bool) -> Result<(), QueryError> {
        let label = brand.label;
        let is_one = label.is_one_rollup();
        let first = RollupOf::first_id(integer(row, "id")?);
        if !label.is_brands_alone() || is_one == all_topics || !label.rollups.contains(&first) {
            return Ok(());
        }
        for of_day in unpack_days(text(row, "days")?)? {
            let Some(day) = self.calendar.day(of_day.day).filter(|day| !day.is_superseded) else { continue };
            let Some(month) = brand.months.get_mut(day.month) else { continue };
            month.occurrences += of_day.occurrences;
            month.scored += u64::try_from(of_day.scored).unwrap_or(0);
            month.score += of_day.score;
            // Brands of two roll-ups can be in the same video.
            if is_one {
                month.videos += u64::try_from(of_day.videos).unwrap_or(0);
                month.views += of_day.views;
                month.viewed += u64::try_from(of_day.viewed).unwrap_or(0);
            }
        }
        for topic in unpack_topics(text(row, "topics")?)? {
            let is_whole = self.window.whole.binary_search(&topic.month).is_ok();
            let month = self.calendar.month(topic.month).filter(|_| is_whole);
            if let Some(topics) = month.and_then(|month| brand.topics.get_mut(month)) {
                topics.add(topic.topic, u64::try_from(topic.mentions).unwrap_or(0));
            }
        }
        Ok(())
    }

    /// The mentions of a value.
    fn value(&self, brand: &mut Brand<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let Read::Chunks { kind: ChunkKind::Value(_, column), .. } = step.read else {
            return Err(Corrupt("a row is of no value").into());
        };
        let label = brand.label;
        let with_topics = !self.topics_by_month && !self.window.edges.is_empty();
        let columns = label.columns(with_topics);
        if columns.is_empty() || !label.has(column, rows::key(row)?) {
            return Ok(());
        }
        let documents = rows::documents(row, &columns)?;
        let mut days = self.days(&documents, |day| !day.is_superseded)?;
        if !label.is_brands_alone() {
            if label.needs_numbers() {
                brand.keep_new(&documents, &mut days)?;
            }
            return brand.count(&documents, &days);
        }
        if !label.is_one_rollup() {
            brand.see(&documents, &days)?;
        }
        if with_topics {
            brand.add_topics(&documents, days.iter().filter(|(_, day)| day.is_edge))?;
        }
        Ok(())
    }

    /// The topics of a month that is cut.
    fn month(&self, brand: &mut Brand<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let label = brand.label;
        if !label.is_brands_alone() {
            return Ok(());
        }
        let documents = rows::documents(row, step.columns())?;
        let brands = documents.numbers(Column::BRAND_NAME)?;
        let is_of_brand =
            |position: &usize| brands.get(*position).is_some_and(|number| label.has(Column::BRAND_NAME, *number));
        let days = self.days(&documents, |day| !day.is_superseded)?;
        brand.add_topics(&documents, days.iter().filter(|(position, _)| is_of_brand(position)))
    }

    /// The mentions of the delta.
    fn delta(&self, brand: &mut Brand<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let label = brand.label;
        let documents = rows::documents(row, step.columns())?;
        let brands = documents.numbers(Column::BRAND_NAME)?;
        let (components, topics) = (documents.lists(Column::COMPONENTS)?, documents.lists(Column::TOPICS)?);
        let counts = |position: usize| {
            brands.get(position).is_some_and(|number| label.has(Column::BRAND_NAME, *number))
                || components.get(position).iter().any(|number| label.has(Column::COMPONENTS, *number))
                || topics.get(position).iter().any(|number| label.has(Column::TOPICS, *number))
        };
        let mut days = self.days(&documents, |day| day.is_superseded)?;
        days.retain(|(position, _)| counts(*position));
        brand.keep_new(&documents, &mut days)?;
        brand.count(&documents, &days)
    }

    /// The positions of a row's documents within the window, with their days.
    fn days(&self, documents: &RecordBatch, counts: impl Fn(&Day) -> bool) -> Result<Vec<(usize, Day)>, QueryError> {
        let days = documents.numbers(Column::DAY)?.iter().enumerate();
        let in_window = days.filter_map(|(position, day)| self.calendar.day(*day).map(|day| (position, day)));
        Ok(in_window.filter(|(_, day)| counts(day)).collect())
    }
}

/// What is counted for a brand of the question.
struct Brand<'a> {
    label: &'a ResolvedBrand,
    context: &'a Context,
    months: Vec<Counted>,
    /// The topics of each month.
    topics: Vec<Topics>,
    /// The mentions that were counted, where several names may lead to one.
    mentions: Set,
    /// The videos that were counted.
    videos: Set,
}

impl<'a> Brand<'a> {
    fn new(label: &'a ResolvedBrand, context: &'a Context, months: usize) -> Self {
        let topics = (0..months).map(|_| Topics::default()).collect();
        let months = vec![Counted::default(); months];
        Self { label, context, months, topics, mentions: Set::default(), videos: Set::default() }
    }

    /// Keeps the mentions of a row that were not counted yet and have the words that are required.
    fn keep_new(&mut self, documents: &RecordBatch, found: &mut Vec<(usize, Day)>) -> Result<(), QueryError> {
        let (numbers, videos) = (documents.numbers(Column::NUMBER)?, documents.numbers(Column::VIDEO)?);
        found.retain(|(position, _)| {
            let (number, video) = (at(numbers, *position), at(videos, *position));
            self.mentions.insert(number) && self.context.passes(number, video)
        });
        Ok(())
    }

    /// Counts mentions of a row.
    fn count(&mut self, documents: &RecordBatch, found: &[(usize, Day)]) -> Result<(), QueryError> {
        self.see(documents, found)?;
        self.add_topics(documents, found.iter())?;
        let (occurrences, scores) =
            (documents.numbers(Column::OCCURRENCES)?, documents.numbers(Column::SENTIMENT_SCORE)?);
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

    /// Counts the videos of mentions of a row, each once: all mentions of a video are of one day.
    fn see(&mut self, documents: &RecordBatch, found: &[(usize, Day)]) -> Result<(), QueryError> {
        let (videos, views) = (documents.numbers(Column::VIDEO)?, documents.numbers(Column::VIEWS)?);
        for (position, day) in found {
            if self.videos.insert(at(videos, *position))
                && let Some(month) = self.months.get_mut(day.month)
            {
                let views = at(views, *position);
                month.videos += 1;
                if views != MISSING {
                    month.views += views;
                    month.viewed += 1;
                }
            }
        }
        Ok(())
    }

    /// Counts the topics of mentions of a row.
    fn add_topics<'f>(
        &mut self,
        documents: &RecordBatch,
        found: impl Iterator<Item = &'f (usize, Day)>,
    ) -> Result<(), QueryError> {
        let topics = documents.lists(Column::TOPICS)?;
        for (position, day) in found {
            if let Some(month) = self.topics.get_mut(day.month) {
                topics.get(*position).iter().for_each(|topic| month.add(*topic, 1));
            }
        }
        Ok(())
    }

    /// Ends the question when there are more topics than are held.
    fn check_topics(&self) -> Result<(), QueryError> {
        let topics: usize = self.topics.iter().map(Topics::len).sum();
        if topics <= MAX_TOPICS {
            return Ok(());
        }
        Err(QueryError::OverBudget(format!(
            "the months of a brand have more than {MAX_TOPICS} topics, which is what is counted."
        )))
    }

    fn finish(mut self) -> Vec<Counted> {
        for (month, topics) in self.months.iter_mut().zip(&self.topics) {
            month.topics = topics.first();
        }
        self.months
    }
}

fn at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}
