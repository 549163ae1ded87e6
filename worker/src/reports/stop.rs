//! Reasons to end an attempt at a report.

use crate::asking::AskFault;
use overheard::query::QueryError;
use overheard::records::report::FailureCode;
use overheard::spec::answer::ReportError;
use overheard::sql::StoreError;

/// The reason why an attempt ends without a report.
pub enum Stop {
    /// Somebody else has the lease, or the report is over.
    Lost,
    /// The report cannot be made.
    Failed(ReportError),
    /// A fault that may pass; the text is for the log.
    Fault(FailureCode, String),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Fault(FailureCode::DataError, format!("{error:?}"))
    }
}

impl From<QueryError> for Stop {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Invalid(problems) => {
                let message = problems.violations().first().map(|wrong| wrong.message.clone()).unwrap_or_default();
                Self::Failed(FailureCode::DataError.with(message))
            }
            error => Self::Fault(FailureCode::DataError, format!("{error:?}")),
        }
    }
}

impl From<worker::Error> for Stop {
    fn from(error: worker::Error) -> Self {
        Self::Fault(FailureCode::RenderError, error.to_string())
    }
}

impl From<AskFault> for Stop {
    fn from(fault: AskFault) -> Self {
        match fault {
            AskFault::Query(error) => error.into(),
            AskFault::Refused(why) => Self::Failed(FailureCode::DataError.with(why)),
            AskFault::Part(text) => Self::Fault(FailureCode::DataError, text),
        }
    }
}
