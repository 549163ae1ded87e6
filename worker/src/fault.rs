//! Faults behind the service, as the problems that callers are told of.

use crate::platform::log_error;
use overheard::guard::problem::{Code, Violation};
use overheard::sql::StoreError;

/// Logs a fault behind the service; the caller learns only that there was one (503).
pub fn unavailable(part: &str, error: &dyn std::fmt::Display) -> Violation {
    log_error(format_args!("{part}: {error}"));
    Violation::new(Code::BackendUnavailable, "", "a part behind the service did not answer. Retry shortly.")
}

/// The problem that a caller gets for a fault of the database, after a question with `timeout_ms` milliseconds.
pub fn store_fault(error: StoreError, timeout_ms: u64) -> Violation {
    match error {
        StoreError::Unavailable(reason) => unavailable("DB", &reason),
        StoreError::Timeout => {
            let message = format!(
                "the question took longer than {timeout_ms} ms. Narrow it: fewer brands, a shorter window, one more filter."
            );
            Violation::new(Code::QueryTimeout, "", message)
        }
        StoreError::OverBudget(what) => Violation::new(Code::QueryTimeout, "", what),
        StoreError::Outdated => Violation::new(
            Code::ViewPreparing,
            "",
            "what accounts see cannot be prepared: the dataset was imported by an earlier version. Its operator has to \
             import it again, or to run 'overheard dataset rebuild'.",
        ),
        StoreError::OutdatedText => Violation::new(
            Code::BackendUnavailable,
            "",
            "the words and names of the dataset were indexed by an earlier version, so questions with q or with brands are \
             not answered. Its operator has to run 'overheard dataset rebuild'.",
        ),
        StoreError::NoDataset => Violation::new(Code::BackendUnavailable, "", "no dataset has been imported yet."),
        StoreError::DatasetChanged => {
            Violation::new(Code::BackendUnavailable, "", "the dataset is being replaced. Retry shortly.")
        }
    }
}
