//! Dictionaries: the names that numbers in columns stand for.

use super::registry::{Codes, MAX_KEY};
use super::{ChunkId, Column, FieldStorage, SEQUENCES, SPACING, key_of, number_at, position_of, registry};
use crate::base::order;
use crate::spec::Index;

/// A dictionary of a column's names, by position. Its rows are JSON arrays of [`Dictionary::capacity`] texts; for
/// channels, of pairs of name and uid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dictionary {
    /// The names of a column.
    Names(Index, Column),
    /// The channels, which all indices share.
    Channels,
}

/// The most names of one dictionary in a base segment. The limit is that of row ids, whose keys are numbers of names.
pub const MAX_NAMES: usize = ((MAX_KEY + 1) / SPACING - 1) as usize;

impl Dictionary {
    /// Returns all dictionaries, in the order of their rows.
    pub fn all() -> Vec<Self> {
        let names = |index: Index| Column::of(index).map(move |column| Self::Names(index, column));
        let mut all: Vec<Self> = Index::ALL.into_iter().flat_map(names).filter(|of| of.is_one()).collect();
        all.push(Self::Channels);
        order::sort_by_key(&mut all, |dictionary| dictionary.id(0));
        all
    }

    /// Returns the dictionary of a column, if its values are numbers of names.
    pub fn of_column(index: Index, column: Column) -> Option<Self> {
        let of = if column == Column::CHANNEL { Self::Channels } else { Self::Names(index, column) };
        of.is_one().then_some(of)
    }

    fn is_one(self) -> bool {
        let Self::Names(index, column) = self else { return true };
        let mut fields = index.entry().columns.iter();
        fields.any(|field| field.name == column.name() && FieldStorage::of(index, field) == FieldStorage::Names)
    }

    /// Returns the number of names of one row.
    ///
    /// Channels are many, and each channel of an answer is usually in a row of its own, so their rows are small.
    pub const fn capacity(self) -> usize {
        match self {
            Self::Channels => 64,
            Self::Names(..) => 1_024,
        }
    }

    /// Returns the id ranges of the names of the base segment and of the names that delta segments inserted, and the
    /// number to use there.
    fn codes(self) -> ([Codes; 2], i64) {
        match self {
            Self::Channels => ([registry::CHANNEL_NAMES, registry::LATER_CHANNEL_NAMES], 0),
            Self::Names(index, column) => ([registry::NAMES, registry::LATER_NAMES], column.slot(index)),
        }
    }

    /// Returns the id of a row of the base segment, given how many rows come before it.
    pub fn id(self, rows_before: usize) -> ChunkId {
        let ([anew, _], number) = self.codes();
        anew.id(number, rows_before as i64, 0)
    }

    /// Returns the row with the name of a number, and the name's position in the row. A name that a delta segment
    /// inserted has a row of its own.
    pub fn place(self, number: i64) -> (ChunkId, usize) {
        if number % SPACING == 0 {
            let position = position_of(number);
            (self.id(position / self.capacity()), position % self.capacity())
        } else {
            let ([_, later], slot) = self.codes();
            (later.id(slot, number, 0), 0)
        }
    }

    /// Returns the first and the last id that rows can have: for names of the base segment, and for inserted names.
    pub fn ids(self) -> [(ChunkId, ChunkId); 2] {
        let (codes, number) = self.codes();
        codes.map(|codes| (codes.id(number, 0, 0), codes.id(number, i64::MAX, SEQUENCES - 1)))
    }

    /// Returns the number of the name at a position of a row.
    pub fn number(self, row: ChunkId, position: usize) -> i64 {
        let [(_, last), _] = self.ids();
        if row <= last { number_at(key_of(row) as usize * self.capacity() + position) } else { key_of(row) }
    }
}
