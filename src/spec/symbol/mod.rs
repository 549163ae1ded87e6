//! Names of requests as numbers: members, fields and enumerated values.
//!
//! A request repeats the same few dozen names. While it is read each becomes a number, so that whether a field may be
//! grouped by is one bit and no comparison of texts. In scope: the numbers, found at compile time in the lists of the
//! catalogue and of the operations. Out of scope: what the names mean.

mod names;
mod table;

use crate::spec::{AGE_RANGES, FilterKind, GENDERS, INDEX_ENTRIES, Index, PLATFORMS, SENTIMENTS, Use};
use table::NAMES;
use table::{MEMBERS, MEMBERS_BYTES, STARTS, begin, candidate, uses};

pub use names::Choices;
pub use table::{is_before, order, symbols};

/// A name as a number; numbers are in the order of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol(u8);

/// Some names of which a place takes one, in the order in which messages list them.
#[derive(Debug)]
pub struct Symbols {
    /// The words; behind them [`Symbol::NONE`].
    list: [Symbol; MAX_SYMBOLS],
    set: Set,
}

/// Symbols of the longest list.
const MAX_SYMBOLS: usize = 9;

/// What a word stands for, of a few; compared as numbers that are known when this is compiled.
macro_rules! by_symbol {
    ($word:expr, $($name:literal => $value:expr),+) => {{
        $(if $word == const { $crate::spec::symbol::Symbol::of($name) } {
            return Some($value);
        })+
        None
    }};
}
pub(crate) use by_symbol;

/// What the fields of an index may be used for.
#[derive(Debug)]
pub struct Uses {
    /// The fields for each use.
    fields: [Symbols; 6],
    /// Fields that are filtered by numbers.
    numbers: Set,
    /// Fields that are filtered by dates.
    dates: Set,
}

static USES: [Uses; 3] = [uses(&INDEX_ENTRIES[0]), uses(&INDEX_ENTRIES[1]), uses(&INDEX_ENTRIES[2])];

impl Symbol {
    /// No name at all.
    pub const NONE: Self = Self(0);

    /// The number of a name, if it is one.
    pub fn from_name(name: &str) -> Self {
        NAMES.iter().position(|known| *known == name).map_or(Self::NONE, |position| Self(position as u8))
    }

    /// The number of a name of so many bytes, if it is one, given what has eight of them, little-endian, from some on;
    /// what stands behind its end does not matter.
    #[inline(always)]
    pub fn spelt(length: u32, eight: impl Fn(u32) -> u64) -> Self {
        let first = begin(eight(0), length);
        let last = if length < 8 { first } else { eight(length - 8) };
        let word = candidate(first, last);
        let name = word.start() + 2;
        let is_spelt = word.end() - 2 == name + length
            && begin(eight_of_members(name), length) == first
            && (length <= 8 || eight_of_members(name + length - 8) == last)
            && (length <= 16 || eight_of_members(name + 8) == eight(8));
        if is_spelt { word } else { Self::NONE }
    }

    /// Where it begins in the list of members.
    #[inline(always)]
    fn start(self) -> u32 {
        STARTS.get(usize::from(self.0)).copied().unwrap_or(0).into()
    }

    #[inline(always)]
    fn end(self) -> u32 {
        Self(self.0.wrapping_add(1)).start()
    }

    /// As a member is written, `,"name":`: how long that is, and what has eight bytes of it from some on; something else
    /// stands behind it.
    #[inline(always)]
    pub fn member(self) -> (u32, impl Fn(u32) -> u64) {
        let start = self.start();
        (self.end() - start, move |at| eight_of_members(start + at))
    }

    /// The name as bytes.
    #[inline(never)]
    pub fn text(self) -> &'static [u8] {
        MEMBERS.get(self.start() as usize + 2..self.end() as usize - 2).unwrap_or_default()
    }

    /// The name.
    pub fn name(self) -> &'static str {
        NAMES.get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

#[inline(always)]
fn eight_of_members(start: u32) -> u64 {
    let start = start as usize & (MEMBERS_BYTES - 1);
    MEMBERS.get(start..start + 8).and_then(|eight| eight.first_chunk()).map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// Some words, one bit each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Set([u32; 4]);

impl Set {
    /// No word.
    pub const EMPTY: Self = Self([0; 4]);

    /// Whether it has a word. It never has [`Symbol::NONE`].
    pub fn has(&self, word: Symbol) -> bool {
        self.0.get(word.0 as usize / 32 % 4).is_some_and(|part| part >> (word.0 % 32) & 1 != 0)
    }

    /// Adds a word.
    pub fn insert(&mut self, word: Symbol) {
        if let Some(part) = self.0.get_mut(word.0 as usize / 32 % 4) {
            *part |= 1 << (word.0 % 32);
        }
    }

    /// The same with one word more.
    pub const fn with(self, word: Symbol) -> Self {
        let Self([mut first, mut second, mut third, mut fourth]) = self;
        let bit = 1 << (word.0 % 32);
        match word.0 / 32 {
            0 => first |= bit,
            1 => second |= bit,
            2 => third |= bit,
            _ => fourth |= bit,
        }
        Self([first, second, third, fourth])
    }
}

impl Symbols {
    /// The names.
    pub fn names(&self) -> Choices<'_> {
        let count = self.list.iter().take_while(|word| **word != Symbol::NONE).count();
        Choices::Symbols(self.list.get(..count).unwrap_or_default())
    }

    /// The symbols, in the order in which messages list them.
    pub fn list(&self) -> impl Iterator<Item = Symbol> {
        self.list.into_iter().take_while(|symbol| *symbol != Symbol::NONE)
    }

    /// Whether a word is one of them.
    pub fn has(&self, word: Symbol) -> bool {
        self.set.has(word)
    }
}

impl Uses {
    /// Those of an index.
    pub fn of(index: Index) -> &'static Self {
        let [business_ideas, content_creator, info] = &USES;
        match index {
            Index::BusinessIdeas => business_ideas,
            Index::ContentCreator => content_creator,
            Index::Info => info,
        }
    }

    /// The fields for a use.
    pub fn fields(&self, wanted: Use) -> &Symbols {
        let [filter, group_by, metric, sort, co_mention_field, co_mention_group] = &self.fields;
        match wanted {
            Use::Filter => filter,
            Use::GroupBy => group_by,
            Use::Metric => metric,
            Use::Sort => sort,
            Use::CoMentionField => co_mention_field,
            Use::CoMentionGroup => co_mention_group,
        }
    }

    /// How a field is filtered, where that is allowed.
    pub fn filter_kind(&self, field: Symbol) -> FilterKind {
        if self.numbers.has(field) {
            FilterKind::Range
        } else if self.dates.has(field) {
            FilterKind::DateRange
        } else {
            FilterKind::Term
        }
    }
}

/// The values of a field that has a few: the same on every index.
pub fn values_of(field: Symbol) -> Option<&'static Symbols> {
    static PLATFORM: Symbols = Symbols::of(PLATFORMS);
    static SENTIMENT: Symbols = Symbols::of(SENTIMENTS);
    static GENDER: Symbols = Symbols::of(GENDERS);
    static AGE_RANGE: Symbols = Symbols::of(AGE_RANGES);
    by_symbol!(
        field,
        "platform" => &PLATFORM,
        "sentiment" => &SENTIMENT,
        "dominant_gender" => &GENDER,
        "dominant_age_range" => &AGE_RANGE
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{At, Guard};

    /// The word of a text, as it is looked up in a body.
    fn word(text: &str) -> Symbol {
        let body = serde_json::to_vec(text).unwrap();
        Guard::check(&body, |guard| Some(guard.tape.symbol(At::BODY))).unwrap()
    }

    #[test]
    fn every_name_is_found_and_nothing_else() {
        for name in NAMES {
            assert_eq!(word(name).name(), name);
            assert_eq!(word(name).text(), name.as_bytes());
            let (length, eight) = word(name).member();
            let member: Vec<u8> =
                (0..length).step_by(8).flat_map(|at| eight(at).to_le_bytes()).take(length as usize).collect();
            assert_eq!(member, format!(",\"{name}\":").as_bytes());
            assert_eq!(word(name), Symbol::from_name(name));
            for other in
                [format!("{name} "), name.to_uppercase(), name.chars().skip(1).collect(), format!("{name}{name}")]
            {
                let is_name = !other.is_empty() && NAMES.contains(&other.as_str());
                assert_eq!(word(&other) != Symbol::NONE, is_name, "{other}");
            }
        }
        assert_eq!(word(""), Symbol::NONE);
        assert_eq!(word("engagement_rate_viewers_and_more"), Symbol::NONE);
    }

    #[test]
    fn numbers_are_in_the_order_of_names() {
        assert!(NAMES.is_sorted());
        assert!(Symbol::of("avg").0 < Symbol::of("views").0);
    }

    #[test]
    fn uses_say_what_the_catalogue_says() {
        for index in Index::ALL {
            let (entry, uses) = (index.entry(), Uses::of(index));
            for field in entry.fields {
                let word = Symbol::from_name(field.name);
                assert_eq!(uses.fields(Use::Filter).has(word), entry.filterable.contains(&field.name));
                assert_eq!(uses.filter_kind(word), field.filter_kind());
                let values = values_of(word).map_or(Choices::NONE, Symbols::names);
                assert!(values.iter().eq(field.values.iter().map(|value| value.as_bytes())));
            }
        }
    }
}
