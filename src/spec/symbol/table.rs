//! Lookup table of the symbols, computed at compile time.
#![expect(clippy::indexing_slicing, clippy::panic, reason = "all of it runs while compiling")]

use super::{MAX_SYMBOLS, Symbol, SymbolSet, Symbols, Uses};
use crate::spec::request::bodies;
use crate::spec::{
    AGE_RANGES, FilterKind, GENDERS, INDEX_ENTRIES, Index, IndexEntry, MetricType, Order, PLATFORMS, SENTIMENTS,
};

/// Logarithm of the number of slots. Large enough to find a multiplier without collisions quickly.
const SLOT_BITS: u32 = 9;
const SLOTS: usize = 1 << SLOT_BITS;

/// All lists whose names have symbols.
const LISTS: &[&[&str]] = &[
    Index::NAMES,
    MetricType::NAMES,
    Order::NAMES,
    PLATFORMS,
    SENTIMENTS,
    GENDERS,
    AGE_RANGES,
    bodies::AGGREGATE_NAMES,
    bodies::METRIC_NAMES,
    bodies::SEARCH_NAMES,
    bodies::CREATORS_NAMES,
    bodies::CO_MENTIONS_NAMES,
    bodies::SECTOR_NAMES,
    bodies::BRAND_NAMES,
    bodies::RANGE_NAMES,
    INDEX_ENTRIES[0].filterable,
    INDEX_ENTRIES[0].group_by,
    INDEX_ENTRIES[0].metrics,
    INDEX_ENTRIES[0].sortable,
    INDEX_ENTRIES[1].filterable,
    INDEX_ENTRIES[1].group_by,
    INDEX_ENTRIES[1].metrics,
    INDEX_ENTRIES[1].sortable,
    INDEX_ENTRIES[2].filterable,
    INDEX_ENTRIES[2].group_by,
    INDEX_ENTRIES[2].metrics,
    INDEX_ENTRIES[2].sortable,
    &[INDEX_ENTRIES[1].filter_aliases[0].0],
    // The empty name sorts first, so its number 0 is `Symbol::NONE`.
    &[""],
];

const SORTED: ([&str; 256], usize) = sorted();
pub const COUNT: usize = SORTED.1;
pub const NAMES: [&str; COUNT] = names();
/// Every name in the form of a JSON member, `,"name":`, concatenated and padded with zeros. The padding allows reads of
/// eight bytes from every position.
pub static MEMBERS: [u8; MEMBERS_BYTES + 8] = members().0;
pub static STARTS: [u16; 256] = members().1;
pub const MEMBERS_BYTES: usize = members_length().next_power_of_two();
const MULTIPLIER: u64 = multiplier();
static TABLE: [Symbol; SLOTS] = table();

/// Moves the first `length` bytes to the end of the eight and fills the start with zeros.
#[inline(always)]
pub const fn begin(eight: u64, length: u32) -> u64 {
    if length < 8 { eight.wrapping_shl(64 - 8 * length) } else { eight }
}

/// Returns the only symbol whose name may begin and end with these bytes. A name shorter than eight bytes is given
/// twice in the form of [`begin`].
#[inline(always)]
pub fn candidate(first: u64, last: u64) -> Symbol {
    TABLE.get(slot(first, last, MULTIPLIER) & (SLOTS - 1)).copied().unwrap_or(Symbol::NONE)
}

const fn slot(first: u64, last: u64, multiplier: u64) -> usize {
    ((first ^ last.rotate_left(23)).wrapping_mul(multiplier) >> (u64::BITS - SLOT_BITS)) as usize
}

/// Returns the distinct names of all lists, sorted, and their number.
const fn sorted() -> ([&'static str; 256], usize) {
    let (mut names, mut count, mut list) = ([""; 256], 0, 0);
    while list < LISTS.len() {
        let mut at = 0;
        while at < LISTS[list].len() {
            (names, count) = with(names, count, LISTS[list][at]);
            at += 1;
        }
        list += 1;
    }
    (names, count)
}

const fn with(mut names: [&'static str; 256], count: usize, name: &'static str) -> ([&'static str; 256], usize) {
    let mut place = 0;
    while place < count && is_before(names[place], name) {
        place += 1;
    }
    if place < count && !is_before(name, names[place]) {
        return (names, count);
    }
    let mut last = count;
    while last > place {
        names[last] = names[last - 1];
        last -= 1;
    }
    names[place] = name;
    (names, count + 1)
}

/// Returns true if a text sorts before another in byte order.
pub const fn is_before(one: &str, other: &str) -> bool {
    let (one, other, mut at) = (one.as_bytes(), other.as_bytes(), 0);
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

const fn names() -> [&'static str; COUNT] {
    // The number of bits of a set.
    const { assert!(COUNT <= 128) };
    let (mut names, mut at) = ([""; COUNT], 0);
    while at < COUNT {
        names[at] = SORTED.0[at];
        at += 1;
    }
    names
}

const fn position(name: &str) -> Option<usize> {
    let mut at = 0;
    while at < COUNT {
        if !is_before(NAMES[at], name) && !is_before(name, NAMES[at]) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the positions of the names in a list, sorted by name and padded with positions past the end.
pub const fn order<const N: usize>(list: &[&str]) -> [u8; N] {
    let (mut order, mut at) = ([u8::MAX; N], 0);
    while at < list.len() {
        let (mut place, mut other) = (0, 0);
        while other < list.len() {
            place += is_before(list[other], list[at]) as usize;
            other += 1;
        }
        order[place] = at as u8;
        at += 1;
    }
    order
}

/// Returns the first and the last eight bytes of each name.
const fn ends() -> [(u64, u64); COUNT] {
    let (mut ends, mut at) = ([(0, 0); COUNT], 0);
    while at < COUNT {
        let bytes = NAMES[at].as_bytes();
        let first = begin(eight(bytes, 0), bytes.len() as u32);
        ends[at] = (first, if bytes.len() < 8 { first } else { eight(bytes, bytes.len() - 8) });
        at += 1;
    }
    ends
}

const fn members_length() -> usize {
    let (mut length, mut at) = (0, 0);
    while at < COUNT {
        length += NAMES[at].len() + 4;
        at += 1;
    }
    length
}

const fn members() -> ([u8; MEMBERS_BYTES + 8], [u16; 256]) {
    let (mut members, mut starts, mut length, mut at) = ([0; MEMBERS_BYTES + 8], [0; 256], 0, 0);
    while at < COUNT {
        let parts = [b",\"", NAMES[at].as_bytes(), b"\":"];
        let mut part = 0;
        while part < parts.len() {
            let mut place = 0;
            while place < parts[part].len() {
                members[length] = parts[part][place];
                length += 1;
                place += 1;
            }
            part += 1;
        }
        at += 1;
        starts[at] = length as u16;
    }
    (members, starts)
}

const fn eight(bytes: &[u8], start: usize) -> u64 {
    let (mut eight, mut place) = (0, 0);
    while place < 8 && start + place < bytes.len() {
        eight |= (bytes[start + place] as u64) << (8 * place);
        place += 1;
    }
    eight
}

/// Returns the symbols of names.
pub const fn symbols<const N: usize>(names: &[&str]) -> [Symbol; N] {
    let (mut words, mut at) = ([Symbol::NONE; N], 0);
    while at < N {
        words[at] = Symbol::of(names[at]);
        at += 1;
    }
    words
}

/// Finds the first odd multiple of the golden ratio's fraction that maps every name to its own slot.
const fn multiplier() -> u64 {
    let ends = ends();
    let mut multiplier: u64 = 0x9E37_79B9_7F4A_7C15;
    loop {
        let (mut taken, mut at, mut is_good) = ([0u64; SLOTS / 64], 0, true);
        while at < COUNT && is_good {
            let slot = slot(ends[at].0, ends[at].1, multiplier);
            is_good = taken[slot / 64] & (1 << (slot % 64)) == 0;
            taken[slot / 64] |= 1 << (slot % 64);
            at += 1;
        }
        if is_good {
            return multiplier;
        }
        multiplier = multiplier.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

const fn table() -> [Symbol; SLOTS] {
    let (mut table, mut at) = ([Symbol::NONE; SLOTS], 0);
    let ends = ends();
    while at < COUNT {
        table[slot(ends[at].0, ends[at].1, MULTIPLIER)] = Symbol(at as u8);
        at += 1;
    }
    table
}

impl Symbol {
    /// Returns the symbol of a name, for constants. An unknown name is a compile error.
    pub const fn of(name: &str) -> Self {
        match position(name) {
            Some(position) => Self(position as u8),
            None => panic!("no list has this name"),
        }
    }
}

impl Symbols {
    /// Returns the symbols of a list of names.
    pub const fn of(texts: &[&str]) -> Self {
        let (mut list, mut set, mut at) = ([Symbol::NONE; MAX_SYMBOLS], SymbolSet::EMPTY, 0);
        while at < texts.len() {
            list[at] = Symbol::of(texts[at]);
            set = set.with(list[at]);
            at += 1;
        }
        Self { list, set }
    }
}

pub const fn uses(entry: &IndexEntry) -> Uses {
    let (mut numbers, mut dates, mut at) = (SymbolSet::EMPTY, SymbolSet::EMPTY, 0);
    while at < entry.fields.len() {
        let field = &entry.fields[at];
        if let Some(word) = position(field.name) {
            match field.filter_kind() {
                FilterKind::Term => {}
                FilterKind::Range => numbers = numbers.with(Symbol(word as u8)),
                FilterKind::DateRange => dates = dates.with(Symbol(word as u8)),
            }
        }
        at += 1;
    }
    Uses {
        fields: [
            Symbols::of(entry.filterable),
            Symbols::of(entry.group_by),
            Symbols::of(entry.metrics),
            Symbols::of(entry.sortable),
            Symbols::of(entry.co_mention_fields),
            Symbols::of(entry.co_mention_groups),
        ],
        numbers,
        dates,
    }
}
