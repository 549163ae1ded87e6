//! Descriptions of requests as data: members of bodies and query parameters.
//!
//! Each request is described once. Checks, defaults, the canonical form, typed requests and JSON Schemas are derived
//! from the description. Members of bodies are found by their symbol, parameters by their text.

pub mod account;
pub mod bodies;

use super::limits::{MAX_FILTER_VALUES, MAX_NUMBER};
use super::symbol::{Symbol, Symbols};
use super::{FieldUse, Index};

/// Type and default of a body member or a query parameter.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// Type of the value.
    pub takes: Type,
    /// Behaviour if the member is absent.
    pub presence: Presence,
}

/// Type of a body member or a query parameter.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the variants say what is taken")]
pub enum Type {
    /// One of some symbols.
    OneOf(&'static Symbols),
    /// A field of the index with the given use.
    Field(FieldUse),
    /// An object of fields and filter conditions.
    Filters,
    /// A metric that ranks buckets.
    Metric,
    /// A list of objects with a maximum length.
    Objects(&'static Schema, usize),
    /// An integer between a minimum and a maximum.
    Integer(u32, u32),
    Number,
    Date,
    Boolean,
    /// A name that is unique among its siblings.
    Label,
    /// A list of names that contain a letter or a digit, with a minimum and a maximum length.
    Names(usize, usize),
    /// A list of distinct values of the request's field, with a minimum and a maximum length.
    Values(usize, usize),
    /// A full-text query.
    FullText,
    /// A resource id with this prefix, taken from the path.
    Id(&'static str),
    /// One of some names without symbols.
    Choice(&'static [&'static str]),
    /// Some of these names, with a maximum count.
    Choices(&'static [&'static str], usize),
    /// Any of some names. A minus before a name excludes it.
    AnyOf(&'static [&'static str]),
    /// Any names. A minus before a name excludes it.
    AnyNames,
    /// Distinct names whose order matters. A minus before a name excludes it.
    Columns,
    /// Names that cannot be excluded, with a minimum and a maximum count.
    List(usize, usize),
    /// An integer between a minimum and [`MAX_COUNT`].
    Count(u32),
    /// A number between a minimum and a maximum.
    Decimal(u32, u32),
    /// A UTC time.
    Time,
    /// Distinct date windows, with a minimum and a maximum count.
    Periods(usize, usize),
    /// A pagination cursor.
    Cursor,
    /// A list of distinct names without symbols.
    ListOf(&'static [&'static str]),
    /// A list of event names, or one asterisk for all events.
    Events,
    /// A URL for deliveries. Its host must be public.
    Target,
    /// A string with a maximum number of characters.
    Text(usize),
    /// An object of parameters. Each takes one value or a list.
    Parameters(Parameters),
    /// An object of arbitrary names and short texts, with a maximum number of members.
    Pairs(usize),
}

/// Largest integer of a parameter, the same as for numbers in filters of the Data API.
pub const MAX_COUNT: u64 = MAX_NUMBER as u64;

/// Behaviour of an absent member or parameter.
#[derive(Debug, Clone, Copy)]
pub enum Presence {
    /// Its absence is a violation.
    Required,
    /// It has no default.
    Optional,
    /// It has a default: JSON for a member, plain text for a parameter.
    Default(&'static str),
    /// It has a JSON default on one index. On other indices its absence is a violation.
    DefaultOn(Index, &'static str),
}

/// Description of an object in a body.
#[derive(Debug)]
pub struct Schema {
    /// Members in the order in which messages list them.
    pub members: &'static [Member],
    /// Names of the members, in the same order.
    pub names: &'static [Symbol],
    /// Positions of the members in the order of their names, padded with values past the end.
    pub order: [u8; MAX_MEMBERS],
    /// Members that may be required, as a bit set of positions.
    pub required: u32,
}

/// Maximum number of members of an object.
pub const MAX_MEMBERS: usize = 6;

/// Declares the schema of an object, and a constant with its member names that the symbol table is built from.
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

/// Returns the members that may be required, as a bit set of positions.
pub const fn required(members: &[Presence]) -> u32 {
    let (mut required, mut at, mut rest) = (0, 0, members);
    while let [member, behind @ ..] = rest {
        required |= (matches!(member, Presence::Required | Presence::DefaultOn(..)) as u32) << at;
        (at, rest) = (at + 1, behind);
    }
    required
}

impl Presence {
    /// Returns true if absence is a violation. A requirement that depends on the index applies only if the index is
    /// known.
    pub fn is_required(self, index: Option<Index>) -> bool {
        match self {
            Self::Required => true,
            Self::DefaultOn(usual, _) => index.is_some_and(|index| index != usual),
            Self::Optional | Self::Default(_) => false,
        }
    }
}

/// A query parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: &'static str,
    /// Type and default.
    pub member: Member,
}

/// Parameters of an operation, in groups that operations can share.
pub type Parameters = &'static [&'static [Parameter]];

impl Parameter {
    const fn new(name: &'static str, takes: Type, presence: Presence) -> Self {
        Self { name, member: Member { takes, presence } }
    }

    /// Creates an optional parameter.
    pub const fn optional(name: &'static str, takes: Type) -> Self {
        Self::new(name, takes, Presence::Optional)
    }

    /// Creates a required parameter.
    pub const fn required(name: &'static str, takes: Type) -> Self {
        Self::new(name, takes, Presence::Required)
    }

    /// Creates a parameter with a default.
    pub const fn with_default(name: &'static str, takes: Type, value: &'static str) -> Self {
        Self::new(name, takes, Presence::Default(value))
    }
}

impl Type {
    /// Returns the minimum and maximum number of values, for parameters that may be repeated or contain commas.
    pub const fn counts(self) -> Option<(usize, usize)> {
        match self {
            Self::AnyOf(_) | Self::AnyNames | Self::Columns => Some((1, MAX_FILTER_VALUES)),
            Self::List(min, max) | Self::Periods(min, max) => Some((min, max)),
            Self::Choices(_, max) => Some((0, max)),
            _ => None,
        }
    }

    /// Returns true if a repeated value is a violation.
    pub const fn is_each_once(self) -> bool {
        matches!(self, Self::Columns | Self::Periods(..))
    }
}

/// Returns the parameter at a position across all groups.
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

/// Returns the parameters without the id, which is part of the path.
pub const fn in_query(of: Parameters) -> Parameters {
    match of {
        [[Parameter { member: Member { takes: Type::Id(_), .. }, .. }], rest @ ..] => rest,
        _ => of,
    }
}

/// Iterates over the parameters of all groups.
pub fn parameters(of: Parameters) -> impl Iterator<Item = &'static Parameter> {
    (0..).map_while(move |place| parameter(of, place))
}
