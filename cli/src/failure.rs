//! How the command ends when it does not succeed.

use overheard::guard::problem::Problems;
use std::process::ExitCode;

/// The command was misused: something to put right before trying again.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// An error for misuse.
pub fn usage_error(message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(UsageError(message.into()))
}

/// Refuses what the edge would refuse, in its words and before anything is sent.
pub fn validate<T>(read: Result<T, Problems>) -> anyhow::Result<T> {
    read.map_err(|problems| {
        let messages = problems.violations().iter().map(|violation| violation.message.as_str());
        usage_error(messages.collect::<Vec<_>>().join(" "))
    })
}

/// 2 for misuse, 1 for everything else.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
}
