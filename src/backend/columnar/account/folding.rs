//! Reading the mentions of a view batch by batch, so that memory does not grow with the view.

use super::super::preparation::order;
use super::super::rows::{documents, integer, text};
use super::super::statements::statements;
use super::super::word_search::matching_records;
use super::attribute::Attribute;
use super::channels::of_channels;
use super::filters::{Filters, needs};
use super::session::{INDEX, Session};
use super::values::region;
use crate::backend::columnar::plan::{Days, Read};
use crate::backend::columnar::view::{chunks_statement, top_row};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING, RecordBatch, unpack};
use crate::sql::{Row, single};
use std::ops::Range;

/// Rows that are read at once: a column of one has some tens of kilobytes.
const ROWS_AT_ONCE: usize = 16;

/// Rows of a view that are not too many to be read for few channels.
const FEW_ROWS: usize = 2;

/// Mentions of a row: those that pass, by their positions, in the order of day, video and number.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) mentions: RecordBatch<Attribute>,
    pub(super) positions: Vec<usize>,
}

impl Batch {
    /// The numbers of an attribute.
    pub(super) fn numbers(&self, attribute: Attribute) -> Result<&[i64], Corrupt> {
        self.mentions.numbers(attribute)
    }
}

/// The mentions of some days that pass, on their way.
pub(super) struct Folding<'s> {
    session: &'s Session<'s>,
    attributes: Vec<Attribute>,
    columns: Vec<Column>,
    filters: Filters,
    superseded: Vec<i64>,
    days: Days,
    /// The mentions of the base segment, where they were read from the rows of their channels.
    of_channels: Option<Vec<Batch>>,
}

impl<'s> Folding<'s> {
    /// Mentions of brands, given as their bits, with some attributes.
    pub(super) async fn new(
        session: &'s Session<'_>,
        attributes: &[Attribute],
        brands: i64,
        days: Days,
        is_filtered: bool,
    ) -> Result<Self, QueryError> {
        let request = session.request();
        let filtered = if is_filtered { needs(request) } else { Vec::new() };
        let mut attributes = [attributes, &filtered, &[Attribute::Day, Attribute::Brands]].concat();
        attributes.sort_unstable();
        attributes.dedup();
        let mut columns: Vec<Column> = attributes.iter().flat_map(|attribute| attribute.stored()).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        let with_words = match request.selection.filters.q.as_deref().filter(|_| is_filtered) {
            Some(q) => Some(matching_records(&session.reader, INDEX, q).await?),
            None => None,
        };
        if attributes.iter().any(|attribute| attribute.needs_creators()) {
            session.creators().await?;
        }
        let (facts, names, creators) = (&session.facts, &session.names, session.known_creators());
        let filters = if is_filtered {
            Filters::new(request, brands, facts, names, creators, with_words)
        } else {
            Filters::of_brands(brands)
        };
        let superseded = session.manifest.superseded()?;
        let channels = filters.channels(creators);
        let folding = Self { session, attributes, columns, filters, superseded, days, of_channels: None };
        match channels {
            Some(channels) => folding.of_channels(&channels).await,
            None => Ok(folding),
        }
    }

    /// The same of some channels, whose own rows are read if they are fewer than those of the view. Mentions of the delta
    /// segment are those of all channels.
    pub(super) async fn of_channels(mut self, channels: &[i64]) -> Result<Self, QueryError> {
        if self.rows().len() > FEW_ROWS
            && let Some((mentions, brands)) = of_channels(self.session, channels, &self.columns).await?
        {
            let mut batches = Vec::new();
            if !mentions.is_empty() {
                let positions = self.counting(&mentions)?;
                batches.push(self.passing(mentions, brands, positions)?);
            }
            self.of_channels = Some(batches);
        }
        Ok(self)
    }

    /// The mentions of the base segment, where they were read from the rows of their channels.
    pub(super) fn base(&self) -> Option<&[Batch]> {
        self.of_channels.as_deref()
    }

    /// The rows of the base segment that have mentions of the days.
    pub(super) fn rows(&self) -> Range<usize> {
        self.session.head.chunks_of(self.days)
    }

    /// Visits all of them, oldest first but for those of the delta segment, which come last.
    pub(super) async fn each(&self, mut visit: impl FnMut(&Batch) -> Result<(), QueryError>) -> Result<(), QueryError> {
        self.base().into_iter().flatten().try_for_each(&mut visit)?;
        let Range { start, end } = if self.base().is_some() { 0..0 } else { self.rows() };
        for first in (start..end).step_by(ROWS_AT_ONCE) {
            for row in self.read(first..end.min(first + ROWS_AT_ONCE)).await? {
                visit(&self.batch(&row)?)?;
            }
        }
        match self.of_delta().await? {
            Some(batch) => visit(&batch),
            None => Ok(()),
        }
    }

    /// The first mentions of the base segment in an order, if they are kept in a row.
    pub(super) async fn top(&self, column: Column, is_descending: bool) -> Result<Option<Batch>, QueryError> {
        let Session { reader, view, .. } = self.session;
        let Some(place) = top_row(column, is_descending) else { return Ok(None) };
        let statement = chunks_statement(reader.generation()?, view, place..place + 1, &self.columns);
        let rows = single(reader.read(vec![statement]).await?)?;
        rows.first().map(|row| self.batch(row)).transpose()
    }

    /// Some rows of the base segment.
    pub(super) async fn read(&self, rows: Range<usize>) -> Result<Vec<Row>, QueryError> {
        let Session { reader, view, .. } = self.session;
        let statement = chunks_statement(reader.generation()?, view, rows.clone(), &self.columns);
        all_of(single(reader.read(vec![statement]).await?)?, rows.len())
    }

    /// The same of rows that need not follow each other, in ascending order.
    pub(super) async fn read_some(&self, rows: &[usize]) -> Result<Vec<Row>, QueryError> {
        let Session { reader, view, .. } = self.session;
        let generation = reader.generation()?;
        let statement = |run: &[usize]| {
            let (first, last) = (run.first().copied().unwrap_or(0), run.last().copied().unwrap_or(0));
            chunks_statement(generation, view, first..last + 1, &self.columns)
        };
        let runs = rows.chunk_by(|one, other| one + 1 == *other);
        all_of(reader.read(runs.map(statement).collect()).await?.concat(), rows.len())
    }

    /// The mentions of a row that pass.
    pub(super) fn batch(&self, row: &Row) -> Result<Batch, QueryError> {
        let mentions = documents(row, &self.columns)?;
        let brands = unpack(text(row, "brands")?, Some(mentions.len()))?;
        let positions = self.counting(&mentions)?;
        self.passing(mentions, brands, positions)
    }

    /// The positions of mentions of the base segment that count for the days of the question.
    fn counting(&self, mentions: &RecordBatch) -> Result<Vec<usize>, Corrupt> {
        let mut positions = Vec::with_capacity(mentions.len());
        // Most mentions are in the order of days.
        let (mut of_day, mut counts) = (MISSING, false);
        for (position, day) in mentions.numbers(Column::DAY)?.iter().enumerate() {
            if *day != of_day {
                of_day = *day;
                counts = self.days.contains(*day) && self.superseded.binary_search(day).is_err();
            }
            if counts {
                positions.push(position);
            }
        }
        Ok(positions)
    }

    /// The mentions of the delta segment that pass.
    pub(super) async fn of_delta(&self) -> Result<Option<Batch>, QueryError> {
        let Session { reader, of_delta, manifest, .. } = self.session;
        let Some(delta) = manifest.delta.as_ref().filter(|_| !of_delta.positions.is_empty()) else { return Ok(None) };
        let mut columns = [self.columns.as_slice(), &[Column::NUMBER, Column::VIDEO]].concat();
        columns.sort_unstable();
        columns.dedup();
        let read = Read::of_delta(INDEX, delta, columns.clone());
        let mut mentions = RecordBatch::new(0);
        let (mut first, mut wanted) = (0, of_delta.positions.iter().peekable());
        for row in single(reader.read(statements(&read, reader.generation()?)).await?)? {
            let length = integer(&row, "n")?;
            let mut of_row = Vec::new();
            while let Some(position) = wanted.next_if(|position| **position < first + length) {
                of_row.extend(usize::try_from(position - first));
            }
            if !of_row.is_empty() {
                mentions.extend_from(&documents(&row, &columns)?, &of_row);
            }
            first += length;
        }
        if mentions.len() != of_delta.brands.len() {
            return Err(Corrupt("a view has mentions that the delta segment has not").into());
        }
        let order = order(&mentions)?;
        let days = mentions.numbers(Column::DAY)?;
        let in_days = |position: &usize| days.get(*position).is_some_and(|day| self.days.contains(*day));
        let positions: Vec<usize> = order.into_iter().filter(in_days).collect();
        self.passing(mentions, of_delta.brands.clone(), positions).map(Some)
    }

    fn passing(
        &self,
        mut stored: RecordBatch,
        brands: Vec<i64>,
        mut positions: Vec<usize>,
    ) -> Result<Batch, QueryError> {
        let mut mentions = RecordBatch::new(stored.len()).with_numbers(Attribute::Brands, brands);
        let mut own = Vec::new();
        for attribute in &self.attributes {
            match self.following(*attribute, &stored)? {
                Some(numbers) => mentions = mentions.with_numbers(*attribute, numbers),
                None => own.push(*attribute),
            }
        }
        // Nothing more follows from what is taken.
        for attribute in own {
            let [column] = attribute.stored() else { continue };
            mentions = match attribute {
                Attribute::Topics | Attribute::Components => {
                    mentions.with_lists(attribute, stored.take_lists(*column)?)
                }
                _ => mentions.with_numbers(attribute, stored.take_numbers(*column)?),
            };
        }
        self.filters.keep(&mut positions, &mentions)?;
        Ok(Batch { mentions, positions })
    }

    /// The numbers of an attribute that follows from columns, and is none itself.
    fn following(&self, attribute: Attribute, stored: &RecordBatch) -> Result<Option<Vec<i64>>, Corrupt> {
        let facts = &self.session.facts;
        let creators = || self.session.known_creators().ok_or(Corrupt("creators were not read"));
        Ok(Some(match attribute {
            Attribute::Platform | Attribute::Category => facts.positions(attribute, stored.numbers(Column::TUPLE)?),
            Attribute::Label => facts.labels(stored.numbers(Column::TUPLE)?, stored.numbers(Column::SENTIMENT_SCORE)?),
            Attribute::Influencer => {
                let creators = creators()?;
                stored.numbers(Column::CHANNEL)?.iter().map(|channel| creators.of_channel(*channel)).collect()
            }
            Attribute::Region => {
                let creators = creators()?;
                let pairs = stored.numbers(Column::REGION)?.iter().zip(stored.numbers(Column::CHANNEL)?);
                pairs.map(|(own, channel)| region(*own, *channel, creators)).collect()
            }
            // As it is stored, but for what a document without it stands for.
            Attribute::Occurrences => {
                let stored = stored.numbers(Column::OCCURRENCES)?.iter();
                stored.map(|count| if *count == MISSING { 1 } else { *count }).collect()
            }
            _ => return Ok(None),
        }))
    }
}

/// Rows, if they are as many as the head of the view says.
fn all_of(rows: Vec<Row>, wanted: usize) -> Result<Vec<Row>, QueryError> {
    if rows.len() == wanted { Ok(rows) } else { Err(Corrupt("a view lacks rows").into()) }
}
