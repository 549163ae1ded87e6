//! The ids of rows: which codes of a table each kind of row has. The compiler checks that no two kinds of a table share
//! a code.
//!
//! An id is `code << 46 | key << 12 | sequence`. Rows of one key are adjacent, and so are rows of neighbouring keys.

use super::FieldStorage;
use super::column::entry;
use crate::spec::{Field, FieldUse, Index};

/// The id of a row. It is below 2^53 and so exact in JavaScript.
pub type ChunkId = i64;

const KEY_BITS: u32 = 34;
const SEQUENCE_BITS: u32 = 12;
const CODE_BITS: u32 = 7;

/// The most rows of one key.
pub const SEQUENCES: usize = 1 << SEQUENCE_BITS;
/// The largest key.
pub(super) const MAX_KEY: i64 = (1 << KEY_BITS) - 1;

/// The codes of a kind of row: one code for each number. A number identifies an index, or is a slot (see
/// [`Field::slot`]).
#[derive(Clone, Copy)]
pub(super) struct Codes {
    first: i64,
    /// The numbers that have consecutive codes beginning at `first`.
    given: &'static [i64],
    /// The code of number 0 and the count of numbers, for all numbers that are not in `given`.
    others: Option<(i64, i64)>,
}

/// The number of slots that fields may have.
const SLOTS: i64 = 16;

impl Codes {
    const fn new(first: i64, given: &'static [i64]) -> Self {
        Self { first, given, others: None }
    }

    /// Adds codes for the numbers below `numbers` that are not in `given`.
    const fn and(self, first: i64, numbers: i64) -> Self {
        Self { others: Some((first, numbers)), ..self }
    }

    /// Returns the code of a number. A number without a code has no rows: it gets a code that no row has.
    fn code(self, number: i64) -> i64 {
        let given = (self.first..).zip(self.given).find(|(_, given)| **given == number).map(|(code, _)| code);
        let other = self.others.filter(|(_, numbers)| (0..*numbers).contains(&number)).map(|(first, _)| first + number);
        given.or(other).unwrap_or((1 << CODE_BITS) - 1)
    }

    /// Returns the id of a row.
    pub(super) fn id(self, number: i64, key: i64, sequence: usize) -> ChunkId {
        let sequence = i64::try_from(sequence).unwrap_or(i64::MAX).min(SEQUENCES as i64 - 1);
        self.code(number) << (KEY_BITS + SEQUENCE_BITS) | key.clamp(0, MAX_KEY) << SEQUENCE_BITS | sequence
    }

    /// Returns both ranges of codes, each from its first code to the one after its last.
    const fn ranges(self) -> [(i64, i64); 2] {
        let others = match self.others {
            Some((first, numbers)) => (first, first + numbers),
            None => (0, 0),
        };
        [(self.first, self.first + self.given.len() as i64), others]
    }
}

/// Returns the key in a row's id.
pub const fn key_of(id: ChunkId) -> i64 {
    (id >> SEQUENCE_BITS) & MAX_KEY
}

/// Returns the number of an index in row ids.
pub(super) const fn number_of(index: Index) -> i64 {
    match index {
        Index::BusinessIdeas => 0,
        Index::ContentCreator => 1,
        Index::Info => 2,
    }
}

const INDICES: &[i64] = &[0, 1, 2];

// Codes of chunks: [`super::ChunkKind`].
pub(super) const ALL: Codes = Codes::new(0, INDICES);
pub(super) const MONTHS: Codes = Codes::new(3, INDICES);
pub(super) const CHANNELS: Codes = Codes::new(6, &[0]);
pub(super) const VALUES: Codes = Codes::new(7, &[0, 1, 2, 3, 4, 5]).and(40, SLOTS);
pub(super) const DELTAS: Codes = Codes::new(13, INDICES);
/// The number is twice the slot, plus one for ascending order.
pub(super) const TOP_K: Codes =
    Codes::new(16, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).and(64, 2 * SLOTS);
pub(super) const SORTED: Codes = Codes::new(32, &[0, 1, 2, 3, 4, 5, 6, 7]).and(96, SLOTS);
pub(super) const NEWEST_SNAPSHOTS: Codes = Codes::new(56, &[0]);
pub(super) const PUBLIC_IDS: Codes = Codes::new(57, &[0]);

// Codes of cubes: [`super::CubeKind`].
pub(super) const BY_TUPLE: Codes = Codes::new(0, &[0, 1, 3, 6, 4, 5]).and(32, SLOTS);
pub(super) const OVERALL: Codes = Codes::new(8, &[0, 1, 3, 6, 4, 5]).and(48, SLOTS);
pub(super) const TOTALS: Codes = Codes::new(16, INDICES);
/// The number is twice the slot, plus one for pairs with videos.
pub(super) const PAIRS: Codes = Codes::new(20, &[0, 1, 2, 3, 4, 5, 8]).and(64, 2 * SLOTS);

// Codes of names: [`super::Dictionary`].
pub(super) const NAMES: Codes = Codes::new(0, &[0, 1, 2, 4, 7]).and(32, SLOTS);
pub(super) const CHANNEL_NAMES: Codes = Codes::new(5, &[0]);
/// Names that delta segments inserted.
pub(super) const LATER_NAMES: Codes = Codes::new(16, &[0, 1, 2, 4, 7]).and(48, SLOTS);
pub(super) const LATER_CHANNEL_NAMES: Codes = Codes::new(21, &[0]);

// Codes of roll-ups: [`super::RollupOf`].
pub(super) const ROLLUPS: Codes = Codes::new(0, &[0, 1]);

// Codes of words of delta segments: [`super::delta_words_id`].
pub(super) const DELTA_WORDS: Codes = Codes::new(0, &[0]);
/// Names of delta segments: [`super::delta_names_id`].
pub(super) const DELTA_NAMES: Codes = Codes::new(1, &[0]);

/// All codes, table by table.
const TABLES: [&[Codes]; 5] = [
    &[ALL, MONTHS, CHANNELS, VALUES, DELTAS, TOP_K, SORTED, NEWEST_SNAPSHOTS, PUBLIC_IDS],
    &[BY_TUPLE, OVERALL, TOTALS, PAIRS],
    &[NAMES, CHANNEL_NAMES, LATER_NAMES, LATER_CHANNEL_NAMES],
    &[ROLLUPS],
    &[DELTA_WORDS, DELTA_NAMES],
];

const _: () = {
    let mut tables: &[&[Codes]] = &TABLES;
    while let [kinds, others @ ..] = tables {
        let mut kinds = *kinds;
        while let [kind, behind @ ..] = kinds {
            assert!(is_apart(kind.ranges(), behind), "two kinds of rows of a table have the same code");
            kinds = behind;
        }
        tables = others;
    }
};

/// Returns true if the code ranges are disjoint from each other and from the ranges of `others`, and fit into the
/// registry.
const fn is_apart([first, second]: [(i64, i64); 2], mut others: &[Codes]) -> bool {
    // The last code stays free for numbers that have no rows.
    let limit = (1 << CODE_BITS) - 1;
    let mut apart = !meet(first, second) && first.1 <= limit && second.1 <= limit;
    while let [other, behind @ ..] = others {
        let [third, fourth] = other.ranges();
        apart &= !meet(first, third) && !meet(first, fourth) && !meet(second, third) && !meet(second, fourth);
        others = behind;
    }
    apart
}

const fn meet(one: (i64, i64), other: (i64, i64)) -> bool {
    one.0 < other.1 && other.0 < one.1
}

const _: () = {
    let mut names = 0_u64;
    let mut values = 0_u64;
    let mut indices: &[Index] = &Index::ALL;
    while let [index, others @ ..] = indices {
        let mut fields = entry(*index).columns;
        while let [field, behind @ ..] = fields {
            (names, values) = with_slot(*index, field, names, values);
            fields = behind;
        }
        indices = others;
    }
};

/// Returns the slots in use with the slot of a field added. `names` and `values` are the slots of names and of values,
/// as bits.
const fn with_slot(index: Index, field: &Field, names: u64, values: u64) -> (u64, u64) {
    let is_dated = !matches!(index, Index::ContentCreator);
    let (needs_slot, is_name) = match FieldStorage::of(index, field) {
        FieldStorage::Names => (true, true),
        FieldStorage::Channel | FieldStorage::Video => (false, true),
        FieldStorage::Number | FieldStorage::Day => (is_dated && field.has(FieldUse::Sort), false),
        FieldStorage::Id | FieldStorage::Tuple | FieldStorage::Time | FieldStorage::Nowhere => (false, false),
    };
    let Some(slot) = field.slot else {
        assert!(!needs_slot, "a field of names, or one to sort by, has no slot");
        return (names, values);
    };
    assert!((slot as i64) < SLOTS, "a slot is too large");
    let (taken, bit) = (if is_name { names } else { values }, 1 << slot);
    assert!(taken & bit == 0, "two fields have one slot");
    if is_name { (names | bit, values) } else { (names, values | bit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_its_key() {
        let id = VALUES.id(2, 4_096, 3);
        assert_eq!((id, key_of(id)), (9 << 46 | 4_096 << 12 | 3, 4_096));
        assert_eq!(key_of(VALUES.id(2, i64::MAX, 0)), MAX_KEY);
        assert!(TOP_K.id(2 * SLOTS - 1, i64::MAX, usize::MAX) < 1 << 53);
    }

    #[test]
    fn slots_have_the_codes_that_they_always_had() {
        let codes =
            |codes: Codes, numbers: std::ops::Range<i64>| numbers.map(|number| codes.code(number)).collect::<Vec<_>>();
        assert_eq!(codes(VALUES, 0..8), [7, 8, 9, 10, 11, 12, 46, 47]);
        assert_eq!(codes(TOP_K, 14..18), [30, 31, 80, 81]);
        assert_eq!(codes(SORTED, 6..9), [38, 39, 104]);
        assert_eq!(codes(BY_TUPLE, 0..8), [0, 1, 34, 2, 4, 5, 3, 39]);
        assert_eq!(codes(PAIRS, 0..9), [20, 21, 22, 23, 24, 25, 70, 71, 26]);
        assert_eq!(codes(NAMES, 0..8), [0, 1, 2, 35, 3, 37, 38, 4]);
        assert_eq!(codes(NAMES, 8..10), [40, 41]);
        assert_eq!([NEWEST_SNAPSHOTS, PUBLIC_IDS].map(|codes| codes.code(0)), [56, 57]);
        assert_eq!(ALL.code(3), 127);
    }
}
