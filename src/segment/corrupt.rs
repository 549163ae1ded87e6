//! The error of damaged data.

use std::fmt;

/// The reason why a packed value was refused: it is damaged, or has another length than expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrupt(pub &'static str);

impl fmt::Display for Corrupt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a packed value is damaged: {}", self.0)
    }
}

impl std::error::Error for Corrupt {}
