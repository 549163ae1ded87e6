//! Errors of usage and exit codes.

use overheard::guard::problem::Problems;
use std::process::ExitCode;

/// A usage error, which the user can correct.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Creates a usage error.
pub fn usage_error(message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(UsageError(message.into()))
}

/// Converts the violations that the edge would report into a usage error, before anything is sent.
pub fn validate<T>(read: Result<T, Problems>) -> anyhow::Result<T> {
    read.map_err(|problems| {
        let messages = problems.violations().iter().map(|violation| violation.message.as_str());
        usage_error(messages.collect::<Vec<_>>().join(" "))
    })
}

/// Returns 2 for a usage error and 1 for any other error.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
}
