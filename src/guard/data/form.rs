//! What requests may say, as data: the members of each object and what each takes.

use super::{aggregate, co_mentions, creators, search, sector};
use crate::spec::symbol::{Use, Word, Words};
use crate::spec::{Index, Operation};

/// The members of an object.
#[derive(Debug)]
pub struct Form {
    /// The members, in the order in which messages list them.
    pub members: &'static [Member],
    /// Their names, in the same order.
    pub names: &'static [Word],
    /// Where the members stand, in the order of their names; behind them where none does.
    pub order: [u8; MAX_MEMBERS],
    /// The members that may be required: bits by where they stand.
    pub required: u32,
}

/// Members of the largest form.
pub const MAX_MEMBERS: usize = 6;

/// A member of an object.
#[derive(Debug)]
pub struct Member {
    /// What it takes.
    pub takes: Takes,
    /// What it is when it is not given.
    pub otherwise: Otherwise,
}

/// What a member takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// One of some names.
    OneOf(&'static Words),
    /// A field that the index allows for a use.
    Field(Use),
    /// Fields that may be filtered, and what they must be.
    Filters,
    /// What buckets are ranked by.
    Metric,
    /// Objects, from 1 to so many.
    Objects(&'static Form, usize),
    /// A whole number, from 1 to so much.
    Whole(u32),
    /// A number, within the limits of one.
    Number,
    /// A calendar date.
    Date,
    /// True or false.
    Flag,
    /// A name that none of its siblings has.
    Label,
    /// Names with at least one letter or digit, between so many and so many.
    Names(usize, usize),
    /// Different values of the field in question, between so many and so many.
    Values(usize, usize),
    /// Free text, for an index that has some.
    Question,
}

/// What a member is when it is not given.
#[derive(Debug, Clone, Copy)]
pub enum Otherwise {
    /// It must be given.
    Required,
    /// Nothing.
    Nothing,
    /// This JSON text.
    Is(&'static str),
    /// On one index this JSON text; on another it must be given.
    On(Index, &'static str),
}

/// The form of an object, and the names of its members as a constant of their own, from which words are made.
macro_rules! form {
    ($form:ident, $names:ident, $($name:literal: $takes:expr, $otherwise:expr;)+) => {
        pub(crate) static $form: $crate::guard::data::form::Form = $crate::guard::data::form::Form {
            members: &[$($crate::guard::data::form::Member {
                takes: $takes,
                otherwise: $otherwise,
            },)+],
            names: &$crate::spec::symbol::words::<{ $names.len() }>($names),
            order: $crate::spec::symbol::order($names),
            required: $crate::guard::data::form::required(&[$($otherwise,)+]),
        };
        pub(crate) const $names: &[&str] = &[$($name,)+];
    };
}
pub(crate) use form;

/// The members that may be required: bits by where they stand.
pub const fn required(members: &[Otherwise]) -> u32 {
    let (mut required, mut at, mut rest) = (0, 0, members);
    while let [member, behind @ ..] = rest {
        required |= (matches!(member, Otherwise::Required | Otherwise::On(..)) as u32) << at;
        (at, rest) = (at + 1, behind);
    }
    required
}

impl Form {
    /// The form of an operation's body, if it takes one.
    pub fn of(operation: Operation) -> Option<&'static Self> {
        match operation {
            Operation::Aggregate => Some(&aggregate::FORM),
            Operation::Search => Some(&search::FORM),
            Operation::Creators => Some(&creators::FORM),
            Operation::CoMentions => Some(&co_mentions::FORM),
            Operation::Sector => Some(&sector::FORM),
            Operation::Schema => None,
        }
    }
}

impl Otherwise {
    /// Whether it must be given. Where that depends on the index, it is not asked for before the index is known.
    pub fn is_required(self, index: Option<Index>) -> bool {
        match self {
            Self::Required => true,
            Self::On(usual, _) => index.is_some_and(|index| index != usual),
            Self::Nothing | Self::Is(_) => false,
        }
    }
}
