//! How the command ends when it does not succeed.

use overheard::guard::problem::Problems;
use std::process::ExitCode;

/// The command was misused: something to put right before trying again.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error for misuse.
pub fn usage(message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(Usage(message.into()))
}

/// Refuses what the edge would refuse, in its words and before anything is sent.
pub fn checked<T>(read: Result<T, Problems>) -> anyhow::Result<T> {
    read.map_err(|problems| {
        let messages = problems.violations().iter().map(|violation| violation.message.as_str());
        usage(messages.collect::<Vec<_>>().join(" "))
    })
}

/// 2 for misuse, 1 for everything else.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.is::<Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
}
