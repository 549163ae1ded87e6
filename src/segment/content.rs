//! What a dataset holds.

use serde::{Deserialize, Serialize};

/// What a dataset holds: its version and its documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Content hash: `ds_` and 8 hexadecimal digits.
    pub version: String,
    /// Videos.
    pub videos: u64,
    /// Profile snapshots.
    pub snapshots: u64,
    /// Mentions.
    pub mentions: u64,
}

impl Content {
    /// Whether the version has the form of one.
    pub fn is_well_formed(&self) -> bool {
        let digits = self.version.strip_prefix("ds_").filter(|digits| digits.len() == 8);
        digits.is_some_and(|digits| digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
    }
}
