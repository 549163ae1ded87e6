//! Scans over the mentions of a view, batch by batch. Memory use does not grow with the view.

use super::super::preparation::order;
use super::super::rows::{documents, integer, text};
use super::super::statements::statements;
use super::super::word_search::matching_records;
use super::attribute::Attribute;
use super::channel_rows::read_channel_mentions;
use super::filters::{MentionPredicate, required_attributes};
use super::read_context::{INDEX, ReadContext};
use super::region::region_number;
use super::scan_batch::ScanBatch;
use crate::backend::columnar::plan::{Days, TableRead};
use crate::backend::columnar::view::{chunks_statement, top_row};
use crate::base::order;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING, RecordBatch, unpack};
use crate::sql::{Row, single};
use std::ops::Range;

/// The number of rows per read.
const ROWS_PER_READ: usize = 16;
/// Approximate bytes of a column of a row, which is in memory twice while it is parsed.
const COLUMN_BYTES: u64 = 48 << 10;

/// If a scan has no more rows of the view than this, it reads them even for few channels.
const FEW_ROWS: usize = 2;

/// A scan over the mentions of some days that pass the filters.
pub(super) struct MentionScan<'s> {
    context: &'s ReadContext<'s>,
    attributes: Vec<Attribute>,
    columns: Vec<Column>,
    predicate: MentionPredicate,
    superseded: Vec<i64>,
    days: Days,
    /// The mentions of the base segment, if they were read from the rows of their channels.
    channel_batches: Option<Vec<ScanBatch>>,
}

impl<'s> MentionScan<'s> {
    /// Prepares a scan that reads some attributes of the mentions of brands, given as bits. If `is_filtered` is false,
    /// the filters of the query do not apply.
    pub(super) async fn new(
        context: &'s ReadContext<'_>,
        attributes: &[Attribute],
        brands: i64,
        days: Days,
        is_filtered: bool,
    ) -> Result<Self, QueryError> {
        let request = context.request();
        let filtered = if is_filtered { required_attributes(request) } else { Vec::new() };
        let mut attributes = [attributes, &filtered, &[Attribute::Day, Attribute::Brands]].concat();
        order::sort(&mut attributes);
        attributes.dedup();
        let mut columns: Vec<Column> = attributes.iter().flat_map(|attribute| attribute.columns()).copied().collect();
        order::sort(&mut columns);
        columns.dedup();
        let word_matches = match request.selection.filters.q.as_deref().filter(|_| is_filtered) {
            Some(q) => Some(matching_records(&context.reader, INDEX, q).await?),
            None => None,
        };
        if attributes.iter().any(|attribute| attribute.needs_creators()) {
            context.creators().await?;
        }
        let (tuple_fields, names, creators) = (&context.tuple_fields, &context.names, context.cached_creators());
        let predicate = if is_filtered {
            MentionPredicate::new(request, brands, tuple_fields, names, creators, word_matches)
        } else {
            MentionPredicate::brands_only(brands)
        };
        let superseded = context.manifest.superseded()?;
        let channels = predicate.channels(creators);
        let scan = Self { context, attributes, columns, predicate, superseded, days, channel_batches: None };
        match channels {
            Some(channels) => scan.restrict_to_channels(&channels).await,
            None => Ok(scan),
        }
    }

    /// Reads the base segment's mentions from the rows of some channels, if that takes fewer reads than the view. The
    /// mentions of the delta segment are not restricted.
    pub(super) async fn restrict_to_channels(mut self, channels: &[i64]) -> Result<Self, QueryError> {
        if self.row_range().len() > FEW_ROWS
            && let Some((mentions, brands)) = read_channel_mentions(self.context, channels, &self.columns).await?
        {
            let mut batches = Vec::new();
            if !mentions.is_empty() {
                let positions = self.positions_in_days(&mentions)?;
                batches.push(self.filter_batch(mentions, brands, positions)?);
            }
            self.channel_batches = Some(batches);
        }
        Ok(self)
    }

    /// Returns the mentions of the base segment if they were read from the rows of their channels.
    pub(super) fn channel_batches(&self) -> Option<&[ScanBatch]> {
        self.channel_batches.as_deref()
    }

    /// Returns the rows of the base segment with mentions of the days.
    pub(super) fn row_range(&self) -> Range<usize> {
        self.context.head.chunks_of(self.days)
    }

    /// Visits all batches, the oldest first and the delta segment's last.
    pub(super) async fn for_each(
        &self,
        mut visit: impl FnMut(&ScanBatch) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.channel_batches().into_iter().flatten().try_for_each(&mut visit)?;
        let Range { start, end } = if self.channel_batches().is_some() { 0..0 } else { self.row_range() };
        let values = ROWS_PER_READ.min(end - start) * (self.columns.len() + 1);
        self.context.make_room(values as u64 * COLUMN_BYTES);
        for first in (start..end).step_by(ROWS_PER_READ) {
            for row in self.read_rows(first..end.min(first + ROWS_PER_READ)).await? {
                visit(&self.unpack_row(&row)?)?;
            }
        }
        match self.read_delta().await? {
            Some(batch) => visit(&batch),
            None => Ok(()),
        }
    }

    /// Reads the first mentions of the base segment in a sort order, if the view has a row of them.
    pub(super) async fn read_top(&self, column: Column, is_descending: bool) -> Result<Option<ScanBatch>, QueryError> {
        let ReadContext { reader, view, .. } = self.context;
        let Some(row) = top_row(column, is_descending) else { return Ok(None) };
        let statement = chunks_statement(reader.generation()?, view, row..row + 1, &self.columns);
        let rows = single(reader.read(vec![statement]).await?)?;
        rows.first().map(|row| self.unpack_row(row)).transpose()
    }

    /// Reads consecutive rows of the base segment.
    pub(super) async fn read_rows(&self, rows: Range<usize>) -> Result<Vec<Row>, QueryError> {
        let ReadContext { reader, view, .. } = self.context;
        let statement = chunks_statement(reader.generation()?, view, rows.clone(), &self.columns);
        check_row_count(single(reader.read(vec![statement]).await?)?, rows.len())
    }

    /// Reads rows of the base segment, given in ascending order.
    pub(super) async fn read_rows_at(&self, rows: &[usize]) -> Result<Vec<Row>, QueryError> {
        let ReadContext { reader, view, .. } = self.context;
        let generation = reader.generation()?;
        let statement = |run: &[usize]| {
            let (first, last) = (run.first().copied().unwrap_or(0), run.last().copied().unwrap_or(0));
            chunks_statement(generation, view, first..last + 1, &self.columns)
        };
        let runs = rows.chunk_by(|one, other| one + 1 == *other);
        check_row_count(reader.read(runs.map(statement).collect()).await?.concat(), rows.len())
    }

    /// Unpacks a row and filters its mentions.
    pub(super) fn unpack_row(&self, row: &Row) -> Result<ScanBatch, QueryError> {
        let mentions = documents(row, &self.columns)?;
        let brands = unpack(text(row, "brands")?, Some(mentions.len()))?;
        let positions = self.positions_in_days(&mentions)?;
        self.filter_batch(mentions, brands, positions)
    }

    /// Returns the positions of the base segment's mentions that are in the days and not superseded.
    fn positions_in_days(&self, mentions: &RecordBatch) -> Result<Vec<usize>, Corrupt> {
        let mut positions = Vec::with_capacity(mentions.len());
        // Consecutive mentions mostly have the same day.
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

    /// Reads the mentions of the delta segment and filters them.
    pub(super) async fn read_delta(&self) -> Result<Option<ScanBatch>, QueryError> {
        let ReadContext { reader, delta: view_delta, manifest, .. } = self.context;
        let Some(delta) = manifest.delta.as_ref().filter(|_| !view_delta.positions.is_empty()) else { return Ok(None) };
        let mut columns = [self.columns.as_slice(), &[Column::NUMBER, Column::VIDEO]].concat();
        order::sort(&mut columns);
        columns.dedup();
        let read = TableRead::of_delta(INDEX, delta, columns.clone());
        let mut mentions = RecordBatch::new(0);
        let (mut first, mut wanted) = (0, view_delta.positions.iter().peekable());
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
        if mentions.len() != view_delta.brands.len() {
            return Err(Corrupt("a view has mentions that the delta segment has not").into());
        }
        let order = order(&mentions)?;
        let days = mentions.numbers(Column::DAY)?;
        let in_days = |position: &usize| days.get(*position).is_some_and(|day| self.days.contains(*day));
        let positions: Vec<usize> = order.into_iter().filter(in_days).collect();
        self.filter_batch(mentions, view_delta.brands.clone(), positions).map(Some)
    }

    fn filter_batch(
        &self,
        mut stored: RecordBatch,
        brands: Vec<i64>,
        mut positions: Vec<usize>,
    ) -> Result<ScanBatch, QueryError> {
        let mut mentions = RecordBatch::new(stored.len()).with_numbers(Attribute::Brands, brands);
        let mut own = Vec::new();
        for attribute in &self.attributes {
            match self.derive(*attribute, &stored)? {
                Some(numbers) => mentions = mentions.with_numbers(*attribute, numbers),
                None => own.push(*attribute),
            }
        }
        // Columns are moved out last, because no derived attribute reads them any more.
        for attribute in own {
            let [column] = attribute.columns() else { continue };
            mentions = match attribute {
                Attribute::Topics | Attribute::Components => {
                    mentions.with_lists(attribute, stored.take_lists(*column)?)
                }
                _ => mentions.with_numbers(attribute, stored.take_numbers(*column)?),
            };
        }
        self.predicate.retain(&mut positions, &mentions)?;
        Ok(ScanBatch { mentions, positions })
    }

    /// Derives an attribute from columns. Returns `None` if the attribute is itself a column.
    fn derive(&self, attribute: Attribute, stored: &RecordBatch) -> Result<Option<Vec<i64>>, Corrupt> {
        let tuple_fields = &self.context.tuple_fields;
        let creators = || self.context.cached_creators().ok_or(Corrupt("creators were not read"));
        Ok(Some(match attribute {
            Attribute::Platform | Attribute::Category => {
                tuple_fields.positions(attribute, stored.numbers(Column::TUPLE)?)
            }
            Attribute::Label => {
                tuple_fields.labels(stored.numbers(Column::TUPLE)?, stored.numbers(Column::SENTIMENT_SCORE)?)
            }
            Attribute::Influencer => {
                let creators = creators()?;
                stored.numbers(Column::CHANNEL)?.iter().map(|channel| creators.creator_of(*channel)).collect()
            }
            Attribute::Region => {
                let creators = creators()?;
                let pairs = stored.numbers(Column::REGION)?.iter().zip(stored.numbers(Column::CHANNEL)?);
                pairs.map(|(own, channel)| region_number(*own, *channel, creators)).collect()
            }
            // A mention without a stored count has one occurrence.
            Attribute::Occurrences => {
                let stored = stored.numbers(Column::OCCURRENCES)?.iter();
                stored.map(|count| if *count == MISSING { 1 } else { *count }).collect()
            }
            _ => return Ok(None),
        }))
    }
}

impl ReadContext<'_> {
    /// Returns a scan of the mentions of the selected brands and some days that pass the filters.
    pub(super) async fn scan(&self, attributes: &[Attribute], days: Days) -> Result<MentionScan<'_>, QueryError> {
        MentionScan::new(self, attributes, self.scope.brands.bits(), days, true).await
    }

    /// Visits the batches of [`Self::scan`], the oldest first and the delta segment's last. No day is in both
    /// segments.
    pub(super) async fn for_each_batch(
        &self,
        attributes: &[Attribute],
        days: Days,
        visit: impl FnMut(&ScanBatch) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.scan(attributes, days).await?.for_each(visit).await
    }
}

/// Returns the rows if none is missing.
fn check_row_count(rows: Vec<Row>, wanted: usize) -> Result<Vec<Row>, QueryError> {
    if rows.len() == wanted { Ok(rows) } else { Err(Corrupt("a view lacks rows").into()) }
}
