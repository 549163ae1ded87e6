//! Symbols: small integers for the names of members, fields and enumerated values.
//!
//! Requests repeat a few dozen names. The parser replaces each with a symbol, so a check such as "this field can be
//! grouped by" tests one bit instead of comparing texts. In scope: the symbols, computed at compile time from the lists
//! of the catalogue and of the operations. Out of scope: the meaning of the names.

mod enumerations;
mod names;
mod table;

use crate::spec::{AGE_RANGES, FieldUse, FilterKind, GENDERS, INDEX_ENTRIES, Index, PLATFORMS, SENTIMENTS};
use table::NAMES;
use table::{MEMBERS, MEMBERS_BYTES, STARTS, begin, candidate, uses};

pub use names::Choices;
pub use table::{is_before, order, symbols};

/// Number of a name. Symbols sort like their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol(u8);

/// A list of allowed symbols, in the order in which messages show them.
#[derive(Debug)]
pub struct Symbols {
    /// Symbols, padded with [`Symbol::NONE`].
    list: [Symbol; MAX_SYMBOLS],
    set: SymbolSet,
}

/// Maximum length of a list.
const MAX_SYMBOLS: usize = 9;

/// Matches a symbol against names. The comparisons use numbers known at compile time.
macro_rules! by_symbol {
    ($word:expr, $($name:literal => $value:expr),+) => {{
        $(if $word == const { $crate::spec::symbol::Symbol::of($name) } {
            return Some($value);
        })+
        None
    }};
}
pub(crate) use by_symbol;

/// Uses of the fields of an index.
#[derive(Debug)]
pub struct Uses {
    /// Fields for each use.
    fields: [Symbols; 6],
    /// Fields with number filters.
    numbers: SymbolSet,
    /// Fields with date filters.
    dates: SymbolSet,
}

static USES: [Uses; 3] = [uses(&INDEX_ENTRIES[0]), uses(&INDEX_ENTRIES[1]), uses(&INDEX_ENTRIES[2])];

impl Symbol {
    /// The symbol of no name.
    pub const NONE: Self = Self(0);

    /// Returns the symbol of a name, or [`Symbol::NONE`].
    pub fn from_name(name: &str) -> Self {
        NAMES.iter().position(|known| *known == name).map_or(Self::NONE, |position| Self(position as u8))
    }

    /// Returns the symbol of a name of `length` bytes, or [`Symbol::NONE`]. `eight` returns eight bytes from a
    /// position, little-endian; bytes after the end of the name are ignored.
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

    /// Returns the start of the name in [`MEMBERS`](table::MEMBERS).
    #[inline(always)]
    fn start(self) -> u32 {
        STARTS.get(usize::from(self.0)).copied().unwrap_or(0).into()
    }

    #[inline(always)]
    fn end(self) -> u32 {
        Self(self.0.wrapping_add(1)).start()
    }

    /// Returns the name in the form of a JSON member, `,"name":`: its length, and a function that returns eight bytes
    /// from a position. Bytes after the end are arbitrary.
    #[inline(always)]
    pub fn member(self) -> (u32, impl Fn(u32) -> u64) {
        let start = self.start();
        (self.end() - start, move |at| eight_of_members(start + at))
    }

    /// Returns the name as bytes.
    #[inline(never)]
    pub fn text(self) -> &'static [u8] {
        MEMBERS.get(self.start() as usize + 2..self.end() as usize - 2).unwrap_or_default()
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        NAMES.get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

#[inline(always)]
fn eight_of_members(start: u32) -> u64 {
    let start = start as usize & (MEMBERS_BYTES - 1);
    MEMBERS.get(start..start + 8).and_then(|eight| eight.first_chunk()).map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// Bit set of symbols.
#[derive(Debug, Clone, Copy, Default)]
pub struct SymbolSet([u32; 4]);

impl SymbolSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    /// Returns true if the set contains a symbol. It never contains [`Symbol::NONE`].
    pub fn has(&self, word: Symbol) -> bool {
        self.0.get(word.0 as usize / 32 % 4).is_some_and(|part| part >> (word.0 % 32) & 1 != 0)
    }

    /// Adds a symbol.
    pub fn insert(&mut self, word: Symbol) {
        if let Some(part) = self.0.get_mut(word.0 as usize / 32 % 4) {
            *part |= 1 << (word.0 % 32);
        }
    }

    /// Returns the set with a symbol added.
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
    /// Returns the names.
    pub fn names(&self) -> Choices<'_> {
        let count = self.list.iter().take_while(|word| **word != Symbol::NONE).count();
        Choices::Symbols(self.list.get(..count).unwrap_or_default())
    }

    /// Iterates over the symbols in the order in which messages list them.
    pub fn list(&self) -> impl Iterator<Item = Symbol> {
        self.list.into_iter().take_while(|symbol| *symbol != Symbol::NONE)
    }

    /// Returns true if the list contains a symbol.
    pub fn has(&self, word: Symbol) -> bool {
        self.set.has(word)
    }
}

impl Uses {
    /// Returns the uses of an index.
    pub fn of(index: Index) -> &'static Self {
        let [business_ideas, content_creator, info] = &USES;
        match index {
            Index::BusinessIdeas => business_ideas,
            Index::ContentCreator => content_creator,
            Index::Info => info,
        }
    }

    /// Returns the fields with a use.
    pub fn fields(&self, wanted: FieldUse) -> &Symbols {
        let [filter, group_by, metric, sort, co_mention_field, co_mention_group] = &self.fields;
        match wanted {
            FieldUse::Filter => filter,
            FieldUse::GroupBy => group_by,
            FieldUse::Metric => metric,
            FieldUse::Sort => sort,
            FieldUse::CoMentionField => co_mention_field,
            FieldUse::CoMentionGroup => co_mention_group,
        }
    }

    /// Returns the kind of filter for a field. The field must be filterable.
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

/// Returns the values of an enumerated field. They are the same on all indices.
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
    use crate::guard::{Guard, TokenRef};

    /// Looks up the symbol of a text like the parser does.
    fn word(text: &str) -> Symbol {
        let body = serde_json::to_vec(text).unwrap();
        Guard::check(&body, |guard| Some(guard.body.symbol(TokenRef::BODY))).unwrap()
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
                assert_eq!(uses.fields(FieldUse::Filter).has(word), entry.filterable.contains(&field.name));
                assert_eq!(uses.filter_kind(word), field.filter_kind());
                let values = values_of(word).map_or(Choices::NONE, Symbols::names);
                assert!(values.iter().eq(field.values.iter().map(|value| value.as_bytes())));
            }
        }
    }
}
