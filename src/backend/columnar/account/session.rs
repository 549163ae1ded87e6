//! A question under way: whose view is read, which brands and days it is about.

use super::super::names::{NameLookup, NameSource, NamesByNumber, names_statement};
use super::super::preparation::{counting, names_statement as delta_names_statement, read_with_views};
use super::super::reader::Reader;
use super::super::rows::{json, text};
use super::attribute::Attribute;
use super::brands::Asked;
use super::creators::Creators;
use super::facts::Facts;
use super::folding::{Batch, Folding};
use crate::backend::columnar::plan::{Days, NameNumbers};
use crate::backend::columnar::view::{self, Head, OfDelta, Statistics, ViewPart, part_statement};
use crate::base::date::{Date, Window};
use crate::guard::request::account::{AccountParameters, AccountRequest, Selection, window_of};
use crate::query::DatasetVersion;
use crate::query::{AccountQuestion, QueryError};
use crate::segment::{Column, Dictionary, Manifest};
use crate::spec::Index;
use crate::spec::limits::DEFAULT_DAYS;
use crate::sql::{AnyStore, Row, single};
use std::cell::OnceCell;

pub(super) const INDEX: Index = Index::BusinessIdeas;

/// A question under way.
pub(super) struct Session<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) question: AccountQuestion<'a>,
    pub(super) asked: Asked<'a>,
    pub(super) view: String,
    pub(super) head: Head,
    /// What the view has of the delta segment.
    pub(super) of_delta: OfDelta,
    pub(super) manifest: Manifest,
    pub(super) facts: Facts,
    /// The numbers of the names that are filtered by.
    pub(super) names: NameNumbers,
    creators: OnceCell<Creators>,
}

impl<'a> Session<'a> {
    /// Finds the account's view of a version.
    pub(super) async fn begin(
        store: AnyStore<'a>,
        dataset: DatasetVersion,
        question: AccountQuestion<'a>,
    ) -> Result<Self, QueryError> {
        let asked = Asked::new(question.viewer.brands, &question.request.selection.brands)?;
        let view = view::name(question.viewer.brands);
        let generation = dataset.generation;
        let reader = Reader::new(store, Some(dataset.clone()));
        let named = super::filters::named(question.request);
        let wanted = named.iter().map(|(field, names)| (*field, names.as_slice())).collect();
        let more = vec![
            part_statement(generation, &view, ViewPart::Head, 0),
            part_statement(generation, &view, ViewPart::Delta, dataset.revision.into()),
        ];
        let mut read =
            read_with_views(&reader, NameLookup { index: INDEX, names: wanted, extra_statements: more }).await?;
        let unprepared = || reader.version().map_or_else(QueryError::from, QueryError::Unprepared);
        let (head, of_delta) = (read.next_rows(), read.next_rows());
        let head: Head = json(body(&head)?.ok_or_else(unprepared)?, "the head of a view")?;
        let of_delta = match (&read.manifest.delta, body(&of_delta)?) {
            (_, Some(of_delta)) => OfDelta::unpack(of_delta)?,
            (None, None) => OfDelta::default(),
            (Some(_), None) => {
                let names = single(reader.read(vec![delta_names_statement(generation, dataset.revision)]).await?)?;
                match counting(question.viewer.brands, &head, &names)? {
                    Some(_) => return Err(unprepared()),
                    None => OfDelta::default(),
                }
            }
        };
        let facts = Facts::of(&read.manifest.tuples)?;
        let (manifest, names) = (read.manifest, read.names);
        Ok(Self { reader, question, asked, view, head, of_delta, manifest, facts, names, creators: OnceCell::new() })
    }

    /// What the question says.
    pub(super) fn request(&self) -> &'a AccountRequest {
        self.question.request
    }

    /// The first and the last date of the dataset's mentions.
    pub(super) fn dates(&self) -> Result<Option<(Date, Date)>, QueryError> {
        Ok(self.manifest.days()?.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last))))
    }

    /// The window of the question: the usual one is so many days that end with the data, or today.
    pub(super) fn window(&self) -> Result<Window, QueryError> {
        let Selection { from, to, window_days, .. } = &self.request().selection;
        let last = self.dates()?.map(|(_, last)| last);
        let interval = match self.request().parameters {
            AccountParameters::SentimentTimeline { interval } => Some(interval),
            _ => None,
        };
        let days = window_days.unwrap_or(DEFAULT_DAYS);
        Ok(window_of((*from, *to), days, last, self.question.today, interval)?)
    }

    /// The days between `from` and `to` where a list is not cut unless it is asked to be.
    pub(super) fn given_days(&self) -> Days {
        let Selection { from, to, .. } = &self.request().selection;
        let [from, to] = [from, to].map(|date| date.map(Date::day));
        Days { first: from.unwrap_or(Days::ALL.first), last: to.unwrap_or(Days::ALL.last) }
    }

    /// What comes first in each row of the view.
    pub(super) async fn statistics(&self) -> Result<Statistics, QueryError> {
        let statement = part_statement(self.reader.generation()?, &self.view, ViewPart::Statistics, 0);
        let rows = single(self.reader.read(vec![statement]).await?)?;
        Ok(Statistics::unpack(body(&rows)?.unwrap_or_default())?)
    }

    /// Whoever makes mentions.
    pub(super) async fn creators(&self) -> Result<&Creators, QueryError> {
        if let Some(known) = self.creators.get() {
            return Ok(known);
        }
        let read = Creators::read(&self.reader, self.request().operation).await?;
        Ok(self.creators.get_or_init(|| read))
    }

    /// Whoever makes mentions, if that was read.
    pub(super) fn known_creators(&self) -> Option<&Creators> {
        self.creators.get()
    }

    /// The mentions of some days that are of the asked brands and pass the question's filters, batch by batch.
    pub(super) async fn folding(&self, attributes: &[Attribute], days: Days) -> Result<Folding<'_>, QueryError> {
        Folding::new(self, attributes, self.asked.bits(), days, true).await
    }

    /// Visits them all, oldest first but for those of the delta segment, which come last. No day lies in both.
    pub(super) async fn fold(
        &self,
        attributes: &[Attribute],
        days: Days,
        visit: impl FnMut(&Batch) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.folding(attributes, days).await?.each(visit).await
    }

    /// The names of some numbers of a column of mentions.
    pub(super) async fn names_of(
        &self,
        column: Column,
        numbers: impl Iterator<Item = i64>,
    ) -> Result<Names, QueryError> {
        let of = if column == Column::VIDEO {
            NameSource::Videos
        } else {
            NameSource::Names(
                Dictionary::of_column(INDEX, column).ok_or(crate::segment::Corrupt("a column has no names"))?,
            )
        };
        self.names_from(of, numbers).await
    }

    /// The same of numbers of any names.
    pub(super) async fn names_from(
        &self,
        of: NameSource,
        numbers: impl Iterator<Item = i64>,
    ) -> Result<Names, QueryError> {
        let numbers: Vec<i64> = numbers.filter(|number| *number != crate::segment::MISSING).collect();
        if numbers.is_empty() {
            return NamesByNumber::new(of, Vec::new());
        }
        let statement = names_statement(self.reader.generation()?, of, numbers.into_iter());
        NamesByNumber::new(of, single(self.reader.read(vec![statement]).await?)?)
    }
}

/// Names by number.
pub(super) type Names = NamesByNumber;

fn body(rows: &[Row]) -> Result<Option<&str>, QueryError> {
    rows.first().map(|row| text(row, "body")).transpose()
}

/// The days of a window.
pub(super) fn days_of(window: &Window) -> Days {
    Days { first: window.from.day(), last: window.to.day() }
}
