//! What analyses say of themselves.

use super::session::Session;
use crate::base::date::Date;
use crate::base::date::Window;
use crate::measure::is_low_confidence;
use crate::sql::Store;
use crate::sql::StoreError;
use serde::Serialize;
use serde_json::{Map, Value};

/// The meta object of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Meta {
    from: Date,
    to: Date,
    timezone: &'static str,
    filters: Map<String, Value>,
    brands: Vec<String>,
    mentions: u64,
    low_confidence: bool,
    dataset_version: String,
    generated_at: String,
    partial_periods: Vec<String>,
}

impl Meta {
    /// That of an analysis of a window, in which so many mentions pass.
    pub(super) fn new<S: Store>(session: &Session<'_, S>, window: &Window, mentions: u64) -> Result<Self, StoreError> {
        Ok(Self {
            from: window.from,
            to: window.to,
            timezone: "UTC",
            filters: session.question.request.scope.filters(),
            brands: session.asked.ids(),
            mentions,
            low_confidence: is_low_confidence(mentions),
            dataset_version: session.reader.dataset()?.version,
            generated_at: generated_at(&session.head.published_at, session.question.today),
            partial_periods: window.partial_periods(session.question.today),
        })
    }

    /// With the names of other periods that are not over or not whole.
    pub(super) fn with_partial_periods(self, partial_periods: Vec<String>) -> Self {
        Self { partial_periods, ..self }
    }

    /// Not to be relied on for another reason, too.
    pub(super) fn with_low_confidence(self, low_confidence: bool) -> Self {
        Self { low_confidence: self.low_confidence || low_confidence, ..self }
    }
}

/// Since when this is the answer: the dataset was published, and the day began, on which alone it depends. It is the
/// same however often it is computed, so that validators of answers last.
fn generated_at(published_at: &str, today: Date) -> String {
    let midnight = format!("{today}T00:00:00Z");
    if published_at > midnight.as_str() { published_at.to_owned() } else { midnight }
}
