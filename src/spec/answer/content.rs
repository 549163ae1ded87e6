//! The content of a dataset: its version and its size.

use serde::{Deserialize, Serialize};

/// The version of a dataset and the number of its records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The content hash: `ds_` and 8 hexadecimal digits.
    pub version: String,
    /// The number of videos.
    pub videos: u64,
    /// The number of profile snapshots.
    pub snapshots: u64,
    /// The number of mentions.
    pub mentions: u64,
}

impl Content {
    /// Returns true if the version is `ds_` and 8 lowercase hexadecimal digits.
    pub fn is_well_formed(&self) -> bool {
        let digits = self.version.strip_prefix("ds_").filter(|digits| digits.len() == 8);
        digits.is_some_and(|digits| digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
    }
}
