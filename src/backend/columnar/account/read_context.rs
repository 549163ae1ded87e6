//! The context in which a query reads: its view, and the brands and days that it selects.

use super::super::names::{NameLookup, NameSource, NamesByNumber, names_statement};
use super::super::preparation::{names_statement as delta_names_statement, read_with_views, resolve_delta};
use super::super::reader::Reader;
use super::super::rows::{json, text};
use super::creators::Creators;
use super::tuple_fields::TupleFields;
use crate::backend::account::brands::BrandSelection;
use crate::backend::account::scope::AnswerScope;
use crate::backend::columnar::plan::{Days, NameNumbers};
use crate::backend::columnar::view::{self, DeltaMentions, RowStatistics, ViewHead, ViewPart, part_statement};
use crate::base::date::{Date, Window};
use crate::guard::request::account::{AccountRequest, Selection};
use crate::query::DatasetVersion;
use crate::query::{AccountQuery, QueryError};
use crate::segment::{Column, Dictionary, Manifest};
use crate::spec::Index;
use crate::sql::{Row, single};
use std::cell::OnceCell;
use std::rc::Rc;

pub(super) const INDEX: Index = Index::BusinessIdeas;

/// The context of the reads of a query: its scope, view, names and creators.
pub(super) struct ReadContext<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) scope: AnswerScope<'a>,
    pub(super) view: String,
    pub(super) head: ViewHead,
    /// The view's mentions in the delta segment.
    pub(super) delta: DeltaMentions,
    pub(super) manifest: Rc<Manifest>,
    pub(super) tuple_fields: TupleFields,
    /// The numbers of the names in the filters.
    pub(super) names: NameNumbers,
    creators: OnceCell<Creators>,
}

impl<'a> ReadContext<'a> {
    /// Reads the head of the account's view of the reader's version.
    ///
    /// Fails with [`QueryError::Unprepared`] if the view is not prepared.
    pub(super) async fn load(
        reader: Reader<'a>,
        dataset: DatasetVersion,
        query: AccountQuery<'a>,
    ) -> Result<Self, QueryError> {
        let brands = BrandSelection::new(query.viewer.brands, &query.request.selection.brands)?;
        let view = view::view_name(query.viewer.brands);
        let generation = dataset.generation;
        let named = super::filters::dictionary_names(query.request);
        let wanted = named.iter().map(|(field, names)| (*field, names.as_slice())).collect();
        let more = vec![
            part_statement(generation, &view, ViewPart::Head, 0),
            part_statement(generation, &view, ViewPart::Delta, dataset.revision.into()),
        ];
        let mut read =
            read_with_views(&reader, NameLookup { index: INDEX, names: wanted, extra_statements: more }).await?;
        let unprepared = || reader.version().map_or_else(QueryError::from, QueryError::Unprepared);
        let (head, delta) = (read.next_rows(), read.next_rows());
        let head: ViewHead = json(body(&head)?.ok_or_else(unprepared)?, "the head of a view")?;
        let delta = match (&read.manifest.delta, body(&delta)?) {
            (_, Some(delta)) => DeltaMentions::unpack(delta)?,
            (None, None) => DeltaMentions::default(),
            (Some(_), None) => {
                let names = single(reader.read(vec![delta_names_statement(generation, dataset.revision)]).await?)?;
                match resolve_delta(query.viewer.brands, &head, &names)? {
                    Some(_) => return Err(unprepared()),
                    None => DeltaMentions::default(),
                }
            }
        };
        let tuple_fields = TupleFields::new(&read.manifest.tuples)?;
        let (manifest, names) = (read.manifest, read.names);
        let dates = manifest.days()?.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)));
        let scope = AnswerScope { query, brands, dataset, dates };
        Ok(Self { reader, scope, view, head, delta, manifest, tuple_fields, names, creators: OnceCell::new() })
    }

    /// Returns the checked request.
    pub(super) fn request(&self) -> &'a AccountRequest {
        self.scope.request()
    }

    /// Returns the days from `from` to `to`. A missing bound leaves that side open.
    pub(super) fn list_days(&self) -> Days {
        let Selection { from, to, .. } = &self.request().selection;
        let [from, to] = [from, to].map(|date| date.map(Date::day));
        Days { first: from.unwrap_or(Days::ALL.first), last: to.unwrap_or(Days::ALL.last) }
    }

    /// Reads the statistics of the view: the first mention of each row in each sort order.
    pub(super) async fn statistics(&self) -> Result<RowStatistics, QueryError> {
        let statement = part_statement(self.reader.generation()?, &self.view, ViewPart::Statistics, 0);
        let rows = single(self.reader.read(vec![statement]).await?)?;
        Ok(RowStatistics::unpack(body(&rows)?.unwrap_or_default())?)
    }

    /// Returns the creators of mentions. They are read once per query.
    pub(super) async fn creators(&self) -> Result<&Creators, QueryError> {
        if let Some(known) = self.creators.get() {
            return Ok(known);
        }
        self.reader.decoded_values().make_room(self.creator_bytes());
        let read = Creators::read(&self.reader, self.request().operation).await?;
        Ok(self.creators.get_or_init(|| read))
    }

    /// Evicts cached values and rows for which a scan of so many bytes, beside the creators, leaves no room.
    pub(super) fn make_room(&self, bytes: u64) {
        let of_creators = self.creators.get().map_or(0, |_| self.creator_bytes());
        self.reader.decoded_values().make_room(bytes.saturating_add(of_creators));
    }

    fn creator_bytes(&self) -> u64 {
        Creators::bytes(self.manifest.channels, self.request().operation)
    }

    /// Returns the creators if they were read already.
    pub(super) fn cached_creators(&self) -> Option<&Creators> {
        self.creators.get()
    }

    /// Reads the names of numbers in a column of mentions.
    pub(super) async fn names_of(
        &self,
        column: Column,
        numbers: impl Iterator<Item = i64>,
    ) -> Result<NamesByNumber, QueryError> {
        let of = if column == Column::VIDEO {
            NameSource::Videos
        } else {
            NameSource::Names(
                Dictionary::of_column(INDEX, column).ok_or(crate::segment::Corrupt("a column has no names"))?,
            )
        };
        self.names_of_source(of, numbers).await
    }

    /// Reads the names of numbers of any source.
    pub(super) async fn names_of_source(
        &self,
        of: NameSource,
        numbers: impl Iterator<Item = i64>,
    ) -> Result<NamesByNumber, QueryError> {
        let numbers: Vec<i64> = numbers.filter(|number| *number != crate::segment::MISSING).collect();
        if numbers.is_empty() {
            return Ok(NamesByNumber::none(of));
        }
        let statement = names_statement(self.reader.generation()?, of, numbers.into_iter());
        NamesByNumber::new(&self.reader, of, single(self.reader.read(vec![statement]).await?)?)
    }
}

fn body(rows: &[Row]) -> Result<Option<&str>, QueryError> {
    rows.first().map(|row| text(row, "body")).transpose()
}

pub(super) fn window_days(window: &Window) -> Days {
    Days { first: window.from.day(), last: window.to.day() }
}
