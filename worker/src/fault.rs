//! Converts backend errors into the problems that callers receive.

use crate::platform::log_error;
use overheard::guard::problem::{Code, Violation};
use overheard::query::QueryError;
use overheard::sql::StoreError;

/// Logs a backend error. Returns the 503 that the caller receives, without details.
pub fn unavailable(part: &str, error: &dyn std::fmt::Display) -> Violation {
    log_error(format_args!("{part}: {error}"));
    Violation::new(Code::BackendUnavailable, "", "a part behind the service did not answer. Retry shortly.")
}

/// Returns the problem for a database error. `timeout_ms` is the time limit of the query in milliseconds.
pub fn store_fault(error: StoreError, timeout_ms: u64) -> Violation {
    query_fault(error.into(), timeout_ms)
}

/// Returns the problem for a query without an answer. `timeout_ms` is its time limit in milliseconds. An invalid query
/// gets the first of its problems.
pub fn query_fault(error: QueryError, timeout_ms: u64) -> Violation {
    match error {
        QueryError::Invalid(problems) => match problems.violations().first() {
            Some(first) => first.clone(),
            None => unavailable("DB", &"an invalid question without a problem"),
        },
        QueryError::Unavailable(reason) => unavailable("DB", &reason),
        QueryError::Timeout => {
            let message = format!(
                "the question took longer than {timeout_ms} ms. Narrow it: fewer brands, a shorter window, one more filter."
            );
            Violation::new(Code::QueryTimeout, "", message)
        }
        QueryError::OverBudget(reason) => Violation::new(Code::QueryTooExpensive, "", reason),
        QueryError::Outdated => Violation::new(
            Code::ViewPreparing,
            "",
            "what accounts see cannot be prepared: the dataset was imported by an earlier version. Its operator has to \
             import it again, or to run 'overheard dataset rebuild'.",
        ),
        QueryError::OutdatedText => Violation::new(
            Code::BackendUnavailable,
            "",
            "the words and names of the dataset were indexed by an earlier version, so questions with q or with brands are \
             not answered. Its operator has to run 'overheard dataset rebuild'.",
        ),
        QueryError::NoDataset => Violation::new(Code::BackendUnavailable, "", "no dataset has been imported yet."),
        QueryError::DatasetChanged | QueryError::Unprepared(_) => {
            Violation::new(Code::BackendUnavailable, "", "the dataset is being replaced. Retry shortly.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_is_too_expensive_is_refused_and_one_that_is_late_may_be_repeated() {
        let status = |error| query_fault(error, 5_000).code.status();
        assert_eq!(status(QueryError::OverBudget("narrow it".to_owned())), 400);
        assert_eq!(status(QueryError::Timeout), 503);
    }
}
