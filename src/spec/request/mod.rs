//! What requests may say, as data: members of bodies and parameters of addresses, in one language.
//!
//! A request is described once. Checks, defaults, the canonical form, typed requests and JSON Schemas follow from that
//! description, for all operations alike. Members of bodies are looked up by their symbol, parameters by their text.

pub mod account;
pub mod bodies;

use super::limits::{MAX_FILTER_VALUES, MAX_NUMBER};
use super::symbol::{Symbol, Symbols};
use super::{Index, Use};

/// What a member of a body or a parameter of an address takes, and what it is when it is not given.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// What it takes.
    pub takes: Type,
    /// What it is when it is not given.
    pub presence: Presence,
}

/// What a member or a parameter takes.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the variants say what is taken")]
pub enum Type {
    /// One of some names.
    OneOf(&'static Symbols),
    /// A field that the index allows for a use.
    Field(Use),
    /// Fields that may be filtered, and what they must be.
    Filters,
    /// What buckets are ranked by.
    Metric,
    /// Objects, from 1 to so many.
    Objects(&'static Schema, usize),
    /// A whole number between two limits.
    Integer(u32, u32),
    Number,
    Date,
    Boolean,
    /// A name that none of its siblings has.
    Label,
    /// Names with at least one letter or digit, between so many and so many.
    Names(usize, usize),
    /// Different values of the field in question, between so many and so many.
    Values(usize, usize),
    /// Free text.
    FullText,
    /// The id of a resource with this prefix, which stands in the path.
    Id(&'static str),
    /// One of some names that are no symbols.
    Choice(&'static [&'static str]),
    /// Some of these names, so many at most.
    Choices(&'static [&'static str], usize),
    /// Any of some names; each may be excluded by a minus before it.
    AnyOf(&'static [&'static str]),
    /// Any names; each may be excluded by a minus before it.
    AnyNames,
    /// Any names, each once, whose order counts; each may be excluded by a minus before it.
    Columns,
    /// Names, between so many and so many, of which none can be excluded.
    List(usize, usize),
    /// A whole number from so much on, up to [`MAX_COUNT`].
    Count(u32),
    /// A number between two limits.
    Decimal(u32, u32),
    /// A time in UTC.
    Time,
    /// Windows of dates, each once, between so many and so many.
    Periods(usize, usize),
    /// Where a list goes on.
    Cursor,
    /// Different ones of some names that are no symbols, in a list.
    ListOf(&'static [&'static str]),
    /// Names of events, or one asterisk for all of them.
    Events,
    /// Where deliveries go: an address that everybody can reach.
    Target,
    /// A text of at most so many characters.
    Text(usize),
    /// An object of parameters, each of which takes one value or a list of them.
    Parameters(Parameters),
    /// An object whose members have any names, so many at most, and short texts for values.
    Pairs(usize),
}

/// The largest whole number that a parameter takes: that of numbers in filters of the Data API.
pub const MAX_COUNT: u64 = MAX_NUMBER as u64;

/// What a member or a parameter is when it is not given.
#[derive(Debug, Clone, Copy)]
pub enum Presence {
    /// It must be given.
    Required,
    /// Nothing.
    Optional,
    /// This text: JSON of a member, a value of a parameter.
    Default(&'static str),
    /// On one index this JSON text; on another it must be given.
    DefaultOn(Index, &'static str),
}

/// The members of an object of a body.
#[derive(Debug)]
pub struct Schema {
    /// The members, in the order in which messages list them.
    pub members: &'static [Member],
    /// Their names, in the same order.
    pub names: &'static [Symbol],
    /// Where the members stand, in the order of their names; behind them where none does.
    pub order: [u8; MAX_MEMBERS],
    /// The members that may be required: bits by where they stand.
    pub required: u32,
}

/// Members of the largest object.
pub const MAX_MEMBERS: usize = 6;

/// The schema of an object, and the names of its members as a constant of their own, from which symbols are made.
macro_rules! schema {
    ($schema:ident, $names:ident, $($name:literal: $takes:expr, $presence:expr;)+) => {
        pub(crate) static $schema: $crate::spec::request::Schema = $crate::spec::request::Schema {
            members: &[$($crate::spec::request::Member { takes: $takes, presence: $presence },)+],
            names: &$crate::spec::symbol::symbols::<{ $names.len() }>($names),
            order: $crate::spec::symbol::order($names),
            required: $crate::spec::request::required(&[$($presence,)+]),
        };
        pub(crate) const $names: &[&str] = &[$($name,)+];
    };
}
pub(crate) use schema;

/// The members that may be required: bits by where they stand.
pub const fn required(members: &[Presence]) -> u32 {
    let (mut required, mut at, mut rest) = (0, 0, members);
    while let [member, behind @ ..] = rest {
        required |= (matches!(member, Presence::Required | Presence::DefaultOn(..)) as u32) << at;
        (at, rest) = (at + 1, behind);
    }
    required
}

impl Presence {
    /// Whether it must be given. Where that depends on the index, it is not asked for before the index is known.
    pub fn is_required(self, index: Option<Index>) -> bool {
        match self {
            Self::Required => true,
            Self::DefaultOn(usual, _) => index.is_some_and(|index| index != usual),
            Self::Optional | Self::Default(_) => false,
        }
    }
}

/// A parameter of an address.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes, and what it is when it is not given.
    pub member: Member,
}

/// The parameters of a question: groups that others have too, and its own.
pub type Parameters = &'static [&'static [Parameter]];

impl Parameter {
    const fn new(name: &'static str, takes: Type, presence: Presence) -> Self {
        Self { name, member: Member { takes, presence } }
    }

    /// One that need not be given.
    pub const fn optional(name: &'static str, takes: Type) -> Self {
        Self::new(name, takes, Presence::Optional)
    }

    /// One that must be given.
    pub const fn required(name: &'static str, takes: Type) -> Self {
        Self::new(name, takes, Presence::Required)
    }

    /// One that is something when it is not given.
    pub const fn with_default(name: &'static str, takes: Type, value: &'static str) -> Self {
        Self::new(name, takes, Presence::Default(value))
    }
}

impl Type {
    /// How few and how many values a parameter has, where it may be given more than once, or with commas.
    pub const fn counts(self) -> Option<(usize, usize)> {
        match self {
            Self::AnyOf(_) | Self::AnyNames | Self::Columns => Some((1, MAX_FILTER_VALUES)),
            Self::List(min, max) | Self::Periods(min, max) => Some((min, max)),
            Self::Choices(_, max) => Some((0, max)),
            _ => None,
        }
    }

    /// Whether a value that is given again is a mistake.
    pub const fn is_each_once(self) -> bool {
        matches!(self, Self::Columns | Self::Periods(..))
    }
}

/// The parameter at a place.
#[inline(never)]
pub fn parameter(of: Parameters, mut place: usize) -> Option<&'static Parameter> {
    for group in of {
        match group.get(place) {
            None => place -= group.len(),
            found => return found,
        }
    }
    None
}

/// Those that stand in the query: an id stands in the path.
pub const fn in_query(of: Parameters) -> Parameters {
    match of {
        [[Parameter { member: Member { takes: Type::Id(_), .. }, .. }], rest @ ..] => rest,
        _ => of,
    }
}

/// All of them, one after the other.
pub fn parameters(of: Parameters) -> impl Iterator<Item = &'static Parameter> {
    (0..).map_while(move |place| parameter(of, place))
}
