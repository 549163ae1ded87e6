//! Reasons why an attempt to make a report ends early.

use crate::background_query::BackgroundQueryError;
use overheard::query::QueryError;
use overheard::records::report::FailureCode;
use overheard::spec::answer::ReportError;
use overheard::sql::StoreError;

/// The reason why an attempt ends without a report.
pub enum StopReason {
    /// Another attempt has the lease, or the report has ended.
    LeaseLost,
    /// The report cannot be made.
    Failed(ReportError),
    /// A fault that may be temporary. The text is for the log.
    Fault(FailureCode, String),
}

impl From<StoreError> for StopReason {
    fn from(error: StoreError) -> Self {
        Self::Fault(FailureCode::DataError, format!("{error:?}"))
    }
}

impl From<QueryError> for StopReason {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Invalid(problems) => {
                let message =
                    problems.violations().first().map(|violation| violation.message.clone()).unwrap_or_default();
                Self::Failed(FailureCode::DataError.with(message))
            }
            error => Self::Fault(FailureCode::DataError, format!("{error:?}")),
        }
    }
}

impl From<worker::Error> for StopReason {
    fn from(error: worker::Error) -> Self {
        Self::Fault(FailureCode::RenderError, error.to_string())
    }
}

impl From<BackgroundQueryError> for StopReason {
    fn from(error: BackgroundQueryError) -> Self {
        match error {
            BackgroundQueryError::Query(error) => error.into(),
            BackgroundQueryError::Refused(reason) => Self::Failed(FailureCode::DataError.with(reason)),
            BackgroundQueryError::Part(text) => Self::Fault(FailureCode::DataError, text),
        }
    }
}
