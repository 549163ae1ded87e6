//! Errors of the writer.

use crate::segment::RowKind;
use std::error::Error;
use std::{fmt, io};

/// The reason why a dataset was not packed.
#[derive(Debug)]
pub enum WriteError {
    /// The spool cannot be written or read.
    Spool(io::Error),
    /// An imported row is damaged: its kind, and a description of the damage.
    Damaged(RowKind, String),
    /// A record cannot be compressed.
    Compressor(io::Error),
    /// There are more of something than ids can number.
    TooMany(String),
    /// The receiver of the packed rows failed.
    Sink(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spool(error) => write!(formatter, "the file of segment rows: {error}"),
            Self::Damaged(table, reason) => {
                write!(formatter, "a segment row of {} is damaged: {reason}", table.name())
            }
            Self::Compressor(error) => write!(formatter, "a document cannot be compressed: {error}"),
            Self::TooMany(what) => write!(formatter, "too many {what} for one dataset"),
            Self::Sink(error) => error.fmt(formatter),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Spool(error) | Self::Compressor(error) => Some(error),
            Self::Sink(error) => error.source(),
            Self::Damaged(..) | Self::TooMany(_) => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Spool(error)
    }
}

impl From<Box<dyn Error + Send + Sync>> for WriteError {
    fn from(error: Box<dyn Error + Send + Sync>) -> Self {
        Self::Sink(error)
    }
}
