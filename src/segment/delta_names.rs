//! Names that mentions of a delta segment have, in one row: they tell which brands its mentions may be of.

use super::registry::{DELTA_NAMES, SEQUENCES};
use super::{ChunkId, Column, Corrupt, TermEntry, pack, unpack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The columns of mentions whose names terms stand for.
pub const TERM_COLUMNS: [Column; 3] = [Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS];

/// Numbers of names of each of [`TERM_COLUMNS`], packed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermNumbers([String; TERM_COLUMNS.len()]);

impl TermNumbers {
    /// Numbers, which ascend.
    pub fn new(numbers: [Vec<i64>; TERM_COLUMNS.len()]) -> Self {
        Self(numbers.map(|numbers| pack(&numbers)))
    }

    /// Bytes of all.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(String::len).sum()
    }

    /// The numbers, ascending.
    ///
    /// # Errors
    /// When they are damaged.
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
    /// Those that the base segment has, too.
    pub numbers: TermNumbers,
    /// What tokens and normal forms of all others stand for, as in the table of terms.
    pub terms: BTreeMap<String, TermEntry>,
}

/// The id of the row of an import.
pub fn delta_names_id(revision: i64) -> ChunkId {
    DELTA_NAMES.id(0, revision, 0)
}

/// The first and the last id of the rows of some imports.
pub fn delta_names_ids(first: i64, last: i64) -> (ChunkId, ChunkId) {
    (DELTA_NAMES.id(0, first, 0), DELTA_NAMES.id(0, last, SEQUENCES - 1))
}
