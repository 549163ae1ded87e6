//! The reasons why a query has no answer.

use super::DatasetVersion;
use crate::guard::problem::{Problems, Violation};

/// The reason why a query has no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryError {
    /// The query itself is wrong, or it names an id that does not exist for the caller.
    Invalid(Problems),
    /// The database failed or returned invalid data. The text is for the log, not for callers.
    Unavailable(String),
    /// The database did not answer within the time limit.
    Timeout,
    /// Another version was published between two reads of one query.
    DatasetChanged,
    /// No dataset has been imported yet.
    NoDataset,
    /// The query would exceed the cost limit. The text states the cost.
    OverBudget(String),
    /// The dataset was imported by an older version of the program and lacks data that the query needs.
    Outdated,
    /// The dataset was imported under other text rules, so its tokens differ from the tokens of the query.
    OutdatedText,
    /// The view of the account is not prepared for this version.
    Unprepared(DatasetVersion),
}

impl From<Problems> for QueryError {
    fn from(problems: Problems) -> Self {
        Self::Invalid(problems)
    }
}

impl From<Violation> for QueryError {
    fn from(violation: Violation) -> Self {
        Self::Invalid(violation.into())
    }
}
