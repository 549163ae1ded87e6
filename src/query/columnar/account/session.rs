//! A question under way: whose view is read, which brands and days it is about.

use super::super::reader::Reader;
use super::brands::Asked;
use super::filters::{Filters, needs};
use super::{AccountFault, AccountQuestion, tally};
use crate::base::date::{Date, Window};
use crate::guard::problem::{Code, Violation};
use crate::guard::request::account::{AccountRequest, window_of};
use crate::query::answer::Dataset;
use crate::query::plan::Days;
use crate::query::view::{self, Head, Known, NamesOf, View, ViewColumn};
use crate::spec::Index;
use crate::spec::limits::DEFAULT_DAYS;
use crate::sql::{AnyStore, StoreError, single};
use std::str::FromStr;

/// A question under way.
pub(super) struct Session<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) question: AccountQuestion<'a>,
    pub(super) asked: Asked<'a>,
    pub(super) head: Head,
    name: String,
}

/// Mentions that pass, and what is known of them.
pub(super) struct Passing {
    /// The columns.
    pub(super) view: View,
    /// The positions of those that pass, oldest first.
    pub(super) positions: Vec<usize>,
}

impl<'a> Session<'a> {
    /// Finds the account's view of a version.
    pub(super) async fn begin(
        store: AnyStore<'a>,
        dataset: Dataset,
        question: AccountQuestion<'a>,
    ) -> Result<Self, AccountFault> {
        let asked = Asked::new(question.viewer.brands, question.request.choice("brand"))?;
        let name = view::name(question.viewer.brands, &dataset);
        let reader = Reader::new(store, Some(dataset));
        let rows = single(reader.read(vec![view::head_statement(&name)]).await?)?;
        let head = match Known::from_rows(&rows)? {
            Known::Prepared(head) => head,
            Known::TooLarge => return Err(Violation::new(Code::QueryTimeout, "", view::too_large()).into()),
            Known::Nothing => return Err(AccountFault::Unprepared(reader.dataset()?)),
        };
        Ok(Self { reader, question, asked, head, name })
    }

    /// What the question says.
    pub(super) fn request(&self) -> &'a AccountRequest {
        self.question.request
    }

    /// The value of a parameter that always has one.
    pub(super) fn given<T: FromStr>(&self, name: &str) -> Result<T, StoreError> {
        let missing =
            || StoreError::Unavailable(format!("{} does not take {name}", self.request().operation.endpoint()));
        self.request().parsed(name).ok_or_else(missing)
    }

    /// The first and the last date of the dataset's mentions.
    pub(super) fn dates(&self) -> Option<(Date, Date)> {
        let (first, last) = self.head.days?;
        Some((Date::of_day(first)?, Date::of_day(last)?))
    }

    /// The window of the question: the usual one is so many days that end with the data, or today.
    pub(super) fn window(&self) -> Result<Window, AccountFault> {
        let (request, last) = (self.request(), self.dates().map(|(_, last)| last));
        let days = request.parsed("window_days").unwrap_or(DEFAULT_DAYS);
        let given = (request.date("from"), request.date("to"));
        Ok(window_of(given, days, last, self.question.today, request.value("interval"))?)
    }

    /// The days between `from` and `to` where a list is not cut unless it is asked to be.
    pub(super) fn given_days(&self) -> Days {
        let [from, to] = ["from", "to"].map(|name| self.request().date(name).map(Date::day));
        Days { first: from.unwrap_or(Days::ALL.first), last: to.unwrap_or(Days::ALL.last) }
    }

    /// Columns and names of the view.
    pub(super) async fn view(&self, columns: &[ViewColumn], names: &[NamesOf], days: Days) -> Result<View, StoreError> {
        let statements = view::rows_of(&self.name, &self.head, columns, names, days);
        View::read(self.head.clone(), columns, names, days, self.reader.read(statements).await?)
    }

    /// The mentions of some days that are of the asked brands and pass the question's filters, with some columns and
    /// names.
    pub(super) async fn passing(
        &self,
        columns: &[ViewColumn],
        names: &[NamesOf],
        days: Days,
    ) -> Result<Passing, StoreError> {
        self.passing_of(self.asked.bits(), columns, names, days).await
    }

    /// The question's window, and the mentions in it and in the one of as many days just before.
    pub(super) async fn passing_twice(
        &self,
        columns: &[ViewColumn],
        names: &[NamesOf],
    ) -> Result<(Window, View, [Vec<usize>; 2]), AccountFault> {
        let window = self.window()?;
        let days = Days { first: window.before().from.day(), last: window.to.day() };
        let Passing { view, positions } = self.passing(columns, names, days).await?;
        let of_days = view.numbers(ViewColumn::Day)?;
        let (now, before) = positions.into_iter().partition(|at| days_of(&window).contains(tally::at(of_days, *at)));
        Ok((window, view, [now, before]))
    }

    /// The same of other brands, given as their bits.
    pub(super) async fn passing_of(
        &self,
        brands: i64,
        columns: &[ViewColumn],
        names: &[NamesOf],
        days: Days,
    ) -> Result<Passing, StoreError> {
        let (filter_columns, filter_names) = needs(self.question.request);
        let mut columns = [columns, filter_columns.as_slice(), &[ViewColumn::Day, ViewColumn::Brands]].concat();
        columns.sort_unstable();
        columns.dedup();
        let mut names = [names, filter_names.as_slice()].concat();
        names.sort_unstable();
        names.dedup();
        let with_words = match self.request().value("q") {
            Some(q) => Some(super::super::words::having(&self.reader, Index::BusinessIdeas, q).await?),
            None => None,
        };
        let view = self.view(&columns, &names, days).await?;
        let filters = Filters::new(self.question.request, &view, brands, with_words);
        let positions = filters.positions(&view, days)?;
        Ok(Passing { view, positions })
    }
}

/// The days of a window.
pub(super) fn days_of(window: &Window) -> Days {
    Days { first: window.from.day(), last: window.to.day() }
}
