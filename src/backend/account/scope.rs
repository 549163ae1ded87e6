//! The scope of an answer: the query, its brands, and the version that answers it.

use super::brands::BrandSelection;
use crate::base::date::{Date, Window};
use crate::guard::request::account::{AccountParameters, AccountRequest, Selection, window_of};
use crate::measure::BASELINE_WINDOWS;
use crate::query::{AccountQuery, DatasetVersion, QueryError};
use crate::spec::limits::DEFAULT_DAYS;

/// A query with the brands that it selects, and the version that answers it.
pub(in crate::backend) struct AnswerScope<'a> {
    pub(in crate::backend) query: AccountQuery<'a>,
    pub(in crate::backend) brands: BrandSelection<'a>,
    pub(in crate::backend) dataset: DatasetVersion,
    /// The dates of the version's first and last mention.
    pub(in crate::backend) dates: Option<(Date, Date)>,
}

impl<'a> AnswerScope<'a> {
    /// Returns the checked request.
    pub(in crate::backend) fn request(&self) -> &'a AccountRequest {
        self.query.request
    }

    /// Returns the window of the query. The default window has [`DEFAULT_DAYS`] days and ends with the data, or today.
    pub(in crate::backend) fn window(&self) -> Result<Window, QueryError> {
        let Selection { from, to, window_days, .. } = &self.request().selection;
        let last = self.dates.map(|(_, last)| last);
        let interval = match self.request().parameters {
            AccountParameters::SentimentTimeline { interval } => Some(interval),
            _ => None,
        };
        let days = window_days.unwrap_or(DEFAULT_DAYS);
        Ok(window_of((*from, *to), days, last, self.query.today, interval)?)
    }

    /// Returns the windows before a window that trends are compared with, the oldest first.
    pub(in crate::backend) fn baseline(&self, window: &Window) -> Vec<Window> {
        window.baseline(self.dates.map(|(first, _)| first), BASELINE_WINDOWS)
    }
}
