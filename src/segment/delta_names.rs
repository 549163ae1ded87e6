//! The names that the mentions of a delta segment have, in one row. It shows the brands to which these mentions may
//! belong.

use super::registry::{DELTA_NAMES, SEQUENCES};
use super::{ChunkId, Column, Corrupt, TermEntry, pack, unpack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The columns of mentions whose names are terms.
pub const TERM_COLUMNS: [Column; 3] = [Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS];

/// The numbers of the names of each of [`TERM_COLUMNS`], packed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermNumbers([String; TERM_COLUMNS.len()]);

impl TermNumbers {
    /// Packs numbers, which must ascend.
    pub fn new(numbers: [Vec<i64>; TERM_COLUMNS.len()]) -> Self {
        Self(numbers.map(|numbers| pack(&numbers)))
    }

    /// Returns the total size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(String::len).sum()
    }

    /// Returns the numbers, ascending.
    ///
    /// # Errors
    /// If the packed numbers are damaged or do not ascend.
    pub fn unpack(&self) -> Result<[Vec<i64>; TERM_COLUMNS.len()], Corrupt> {
        let mut numbers: [Vec<i64>; TERM_COLUMNS.len()] = Default::default();
        for (numbers, packed) in numbers.iter_mut().zip(&self.0) {
            *numbers = unpack(packed, None)?;
            if !numbers.is_sorted_by(|one, next| one < next) {
                return Err(Corrupt("numbers of names do not ascend"));
            }
        }
        Ok(numbers)
    }
}

/// The names of a delta segment's mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeltaNames {
    /// The names that the base segment has too.
    pub numbers: TermNumbers,
    /// The terms of all other names, by token or normal form, as in the table of terms.
    pub terms: BTreeMap<String, TermEntry>,
}

/// Returns the id of the row of an import.
pub fn delta_names_id(revision: i64) -> ChunkId {
    DELTA_NAMES.id(0, revision, 0)
}

/// Returns the first and the last id of the rows of a range of imports.
pub fn delta_names_ids(first: i64, last: i64) -> (ChunkId, ChunkId) {
    (DELTA_NAMES.id(0, first, 0), DELTA_NAMES.id(0, last, SEQUENCES - 1))
}
