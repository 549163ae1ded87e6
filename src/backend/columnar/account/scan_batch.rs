//! A batch of scanned mentions.

use super::attribute::Attribute;
use crate::segment::{Corrupt, RecordBatch};

/// The mentions of a row, with the positions of those that pass, in the order of day, video and number.
#[derive(Debug)]
pub(super) struct ScanBatch {
    pub(super) mentions: RecordBatch<Attribute>,
    pub(super) positions: Vec<usize>,
}

impl ScanBatch {
    /// Returns the column of an attribute.
    pub(super) fn numbers(&self, attribute: Attribute) -> Result<&[i64], Corrupt> {
        self.mentions.numbers(attribute)
    }
}
