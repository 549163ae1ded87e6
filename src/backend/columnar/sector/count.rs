//! Counting: roll-ups and mentions become the monthly counts of each brand.
//!
//! Brands are counted one after the other, and the rows of a brand one after the other. Memory holds one bit for each
//! mention and video, and the topics of one brand's months.

use super::super::plan_rows::PlanRows;
use super::super::postings::WordReader;
use super::super::rows::{self, integer, text};
use super::super::set::Set;
use super::calendar::{WindowCalendar, WindowDay};
use super::context::{ContextFilter, ContextReader};
use super::mention_names::MentionNames;
use super::topics::TopicMentions;
use crate::backend::columnar::plan::{Operator, PlanStep, ResolvedBrand, RowOrigin, SplitWindow, TableRead};
use crate::base::order;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Corrupt, MISSING, RecordBatch, RollupOf, unpack_days, unpack_topics};
use crate::sql::Row;

/// The maximum number of topics over all months of a brand: about a hundred thousand for each of ten months.
const MAX_TOPICS: usize = 1 << 20;

/// The counts of a brand in one month.
#[derive(Debug, Clone, Default)]
pub(super) struct MonthCounts {
    /// Distinct videos.
    pub(super) videos: u64,
    pub(super) occurrences: i64,
    /// Known views of these videos, summed.
    pub(super) views: i64,
    /// Videos with known views.
    pub(super) viewed: u64,
    /// Mentions with a sentiment score.
    pub(super) scored: u64,
    /// The sum of their scores.
    pub(super) score: i64,
    /// The most frequent topics, with their numbers of mentions.
    pub(super) topics: Vec<(i64, u64)>,
}

/// Counts the mentions of brands in fetched rows.
pub(super) struct MentionCounter<'a> {
    calendar: &'a WindowCalendar,
    window: &'a SplitWindow,
    fetched: &'a PlanRows,
    words: WordReader<'a>,
    /// True if the topics of partial months are read from the rows of these months, not from the rows of the brands.
    topics_by_month: bool,
}

impl<'a> MentionCounter<'a> {
    pub(super) fn new(
        calendar: &'a WindowCalendar,
        window: &'a SplitWindow,
        fetched: &'a PlanRows,
    ) -> Result<Self, QueryError> {
        let by_month =
            |(step, _): (&PlanStep, _)| matches!(step.operator, Operator::Documents { origin: RowOrigin::Base, .. });
        let topics_by_month = fetched.steps().any(by_month);
        Ok(Self { calendar, window, fetched, words: WordReader::new(fetched)?, topics_by_month })
    }

    /// Returns the months of each brand.
    pub(super) fn count_all(&self, brands: &[ResolvedBrand]) -> Result<Vec<Vec<MonthCounts>>, QueryError> {
        // Brands with similar context come one after the other, so that its words are unpacked once.
        let mut by_context: Vec<(usize, &ResolvedBrand)> = brands.iter().enumerate().collect();
        order::sort_by_key(&mut by_context, |(_, brand)| &brand.context);
        let mut words = ContextReader::new(&self.words);
        let mut months = vec![Vec::new(); brands.len()];
        for (position, brand) in by_context {
            let context = words.filter(&brand.context)?;
            if let Some(months) = months.get_mut(position) {
                *months = self.count_brand(brand, &context)?;
            }
        }
        Ok(months)
    }

    /// Returns the months of one brand.
    fn count_brand(&self, brand: &ResolvedBrand, context: &ContextFilter) -> Result<Vec<MonthCounts>, QueryError> {
        let mut counter = BrandCounter::new(brand, context, self.calendar.months());
        for (step, rows) in self.fetched.steps() {
            for row in rows {
                match step.operator {
                    Operator::Rollups { topics } => self.add_rollup(&mut counter, row, topics)?,
                    Operator::Documents { origin: RowOrigin::Value, .. } => {
                        self.add_value_row(&mut counter, step, row)?
                    }
                    Operator::Documents { origin: RowOrigin::Base, .. } => {
                        self.add_month_row(&mut counter, step, row)?
                    }
                    Operator::Documents { origin: RowOrigin::Delta, .. } => {
                        self.add_delta_row(&mut counter, step, row)?
                    }
                    _ => {}
                }
                counter.check_topics()?;
            }
        }
        Ok(counter.finish())
    }

    /// Adds the days of a roll-up, and its topics in whole months. Rows with all topics are for brands with several
    /// roll-ups; rows with the first topics of each month are for brands with one.
    fn add_rollup(&self, counter: &mut BrandCounter<'_>, row: &Row, all_topics: bool) -> Result<(), QueryError> {
        let brand = counter.brand;
        let is_single = brand.has_single_rollup();
        let first = RollupOf::first_id(integer(row, "id")?);
        if !brand.has_only_brand_names() || is_single == all_topics || !brand.rollups.contains(&first) {
            return Ok(());
        }
        for of_day in unpack_days(text(row, "days")?)? {
            let Some(day) = self.calendar.day(of_day.day).filter(|day| !day.is_superseded) else { continue };
            let Some(month) = counter.months.get_mut(day.month) else { continue };
            month.occurrences += of_day.occurrences;
            month.scored += u64::try_from(of_day.scored).unwrap_or(0);
            month.score += of_day.score;
            // Brands of two roll-ups can be in the same video.
            if is_single {
                month.videos += u64::try_from(of_day.videos).unwrap_or(0);
                month.views += of_day.views;
                month.viewed += u64::try_from(of_day.viewed).unwrap_or(0);
            }
        }
        for topic in unpack_topics(text(row, "topics")?)? {
            let is_whole = self.window.whole_months.binary_search(&topic.month).is_ok();
            let month = self.calendar.month(topic.month).filter(|_| is_whole);
            if let Some(topics) = month.and_then(|month| counter.topics.get_mut(month)) {
                topics.add(topic.topic, u64::try_from(topic.mentions).unwrap_or(0));
            }
        }
        Ok(())
    }

    /// Adds the mentions of a value.
    fn add_value_row(&self, counter: &mut BrandCounter<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let TableRead::Chunks { kind: ChunkKind::Value(_, column), .. } = step.read else {
            return Err(Corrupt("a row is of no value").into());
        };
        let brand = counter.brand;
        let with_topics = !self.topics_by_month && !self.window.partial_months.is_empty();
        let columns = brand.columns(with_topics);
        if columns.is_empty() || !brand.has_value(column, rows::key(row)?) {
            return Ok(());
        }
        let documents = self.fetched.documents(row, &columns)?;
        let mut days = self.days_in_window(&documents, |day| !day.is_superseded)?;
        if !brand.has_only_brand_names() {
            if brand.needs_numbers() {
                counter.keep_new(&documents, &mut days)?;
            }
            return counter.count(&documents, &days);
        }
        if !brand.has_single_rollup() {
            counter.count_videos(&documents, &days)?;
        }
        if with_topics {
            counter.add_topics(&documents, days.iter().filter(|(_, day)| day.is_partial))?;
        }
        Ok(())
    }

    /// Adds the topics of a partial month.
    fn add_month_row(&self, counter: &mut BrandCounter<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let brand = counter.brand;
        if !brand.has_only_brand_names() {
            return Ok(());
        }
        let documents = self.fetched.documents(row, step.columns())?;
        let brands = documents.numbers(Column::BRAND_NAME)?;
        let is_of_brand =
            |position: &usize| brands.get(*position).is_some_and(|number| brand.has_value(Column::BRAND_NAME, *number));
        let days = self.days_in_window(&documents, |day| !day.is_superseded)?;
        counter.add_topics(&documents, days.iter().filter(|(position, _)| is_of_brand(position)))
    }

    /// Adds the mentions of the delta segment.
    fn add_delta_row(&self, counter: &mut BrandCounter<'_>, step: &PlanStep, row: &Row) -> Result<(), QueryError> {
        let brand = counter.brand;
        let documents = self.fetched.documents(row, step.columns())?;
        let names = MentionNames::new(&documents)?;
        let mut days = self.days_in_window(&documents, |day| day.is_superseded)?;
        days.retain(|(position, _)| names.has_name_of(brand, *position));
        counter.keep_new(&documents, &mut days)?;
        counter.count(&documents, &days)
    }

    /// Returns the positions of a row's records within the window, with their days.
    fn days_in_window(
        &self,
        documents: &RecordBatch,
        counts: impl Fn(&WindowDay) -> bool,
    ) -> Result<Vec<(usize, WindowDay)>, QueryError> {
        let days = documents.numbers(Column::DAY)?.iter().enumerate();
        let in_window = days.filter_map(|(position, day)| self.calendar.day(*day).map(|day| (position, day)));
        Ok(in_window.filter(|(_, day)| counts(day)).collect())
    }
}

/// The counts of one brand, while its rows are read.
struct BrandCounter<'a> {
    brand: &'a ResolvedBrand,
    context: &'a ContextFilter,
    months: Vec<MonthCounts>,
    /// The topics of each month.
    topics: Vec<TopicMentions>,
    /// The mentions counted so far, where several names may match one mention.
    mentions: Set,
    /// The videos counted so far.
    videos: Set,
}

impl<'a> BrandCounter<'a> {
    fn new(brand: &'a ResolvedBrand, context: &'a ContextFilter, months: usize) -> Self {
        let topics = (0..months).map(|_| TopicMentions::default()).collect();
        let months = vec![MonthCounts::default(); months];
        Self { brand, context, months, topics, mentions: Set::default(), videos: Set::default() }
    }

    /// Keeps the mentions of a row that are new and meet the context condition.
    fn keep_new(&mut self, documents: &RecordBatch, found: &mut Vec<(usize, WindowDay)>) -> Result<(), QueryError> {
        let (numbers, videos) = (documents.numbers(Column::NUMBER)?, documents.numbers(Column::VIDEO)?);
        found.retain(|(position, _)| {
            let (number, video) = (value_at(numbers, *position), value_at(videos, *position));
            self.mentions.insert(number) && self.context.passes(number, video)
        });
        Ok(())
    }

    /// Counts mentions of a row.
    fn count(&mut self, documents: &RecordBatch, found: &[(usize, WindowDay)]) -> Result<(), QueryError> {
        self.count_videos(documents, found)?;
        self.add_topics(documents, found.iter())?;
        let (occurrences, scores) =
            (documents.numbers(Column::OCCURRENCES)?, documents.numbers(Column::SENTIMENT_SCORE)?);
        for (position, day) in found {
            let Some(month) = self.months.get_mut(day.month) else { continue };
            month.occurrences += value_at(occurrences, *position);
            let score = value_at(scores, *position);
            if score != MISSING {
                month.scored += 1;
                month.score += score;
            }
        }
        Ok(())
    }

    /// Counts the videos of mentions of a row, each once: all mentions of a video have the same day.
    fn count_videos(&mut self, documents: &RecordBatch, found: &[(usize, WindowDay)]) -> Result<(), QueryError> {
        let (videos, views) = (documents.numbers(Column::VIDEO)?, documents.numbers(Column::VIEWS)?);
        for (position, day) in found {
            if self.videos.insert(value_at(videos, *position))
                && let Some(month) = self.months.get_mut(day.month)
            {
                let views = value_at(views, *position);
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
        found: impl Iterator<Item = &'f (usize, WindowDay)>,
    ) -> Result<(), QueryError> {
        let topics = documents.lists(Column::TOPICS)?;
        for (position, day) in found {
            if let Some(month) = self.topics.get_mut(day.month) {
                topics.get(*position).iter().for_each(|topic| month.add(*topic, 1));
            }
        }
        Ok(())
    }

    /// Returns an error if there are more topics than memory may hold.
    fn check_topics(&self) -> Result<(), QueryError> {
        let topics: usize = self.topics.iter().map(TopicMentions::len).sum();
        if topics <= MAX_TOPICS {
            return Ok(());
        }
        Err(QueryError::OverBudget(format!(
            "the months of a brand have more than {MAX_TOPICS} topics, which is what is counted."
        )))
    }

    fn finish(mut self) -> Vec<MonthCounts> {
        for (month, topics) in self.months.iter_mut().zip(&self.topics) {
            month.topics = topics.first();
        }
        self.months
    }
}

fn value_at(column: &[i64], position: usize) -> i64 {
    column.get(position).copied().unwrap_or(MISSING)
}
