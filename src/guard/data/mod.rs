//! The operations of the Data API: one folder each, with its request and its answer, both directions.
//!
//! In scope: what a request may say (guardrails), its canonical form, what it costs, and what an answer holds.
//! Out of scope: how the answer is found (`plan`), who may ask (`credential`), the envelope (`envelope`).
//!
//! A request is described once, as data (`form`); reading, defaults and the canonical form follow from that
//! description for all operations alike.

pub mod aggregate;
pub(crate) mod canonical;
pub(crate) mod check;
pub mod co_mentions;
pub mod creators;
pub mod filters;
#[cfg(feature = "edge")]
pub(crate) mod forced;
pub(crate) mod form;
#[cfg(feature = "edge")]
pub(crate) mod request;
#[cfg(feature = "edge")]
pub mod schema;
pub mod search;
pub mod sector;

use crate::guard::problem::Code;
use crate::guard::{At, Guard, Nulls};
use crate::spec::limits::DEFAULT_SIZE;
use crate::spec::symbol::Word;
use crate::spec::{Index, Operation};
use canonical::put_object;
use check::{Context, named_index};
use form::Form;

#[cfg(feature = "edge")]
pub use {
    aggregate::{AggregateAnswer, AggregateRequest, Bucket},
    co_mentions::{CoMention, CoMentionsAnswer, CoMentionsRequest},
    creators::CreatorsAnswer,
    request::{Condition, Filter, Range, Request},
    search::{SearchAnswer, SearchRequest},
    sector::{SectorAnswer, SectorRequest},
};

/// How the canonical form of a request follows from its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// It is the body.
    Same,
    /// It is the body with this many bytes in place of its last brace: members with their defaults. Which members these
    /// are follows from the operation and their length.
    Appended(usize),
    /// It is another text.
    Rewritten,
}

/// What a check finds out besides: it is not looked for once more.
#[derive(Debug, Clone, Copy)]
pub struct Checked {
    /// The index that the request is about, when that is known.
    index: Option<Index>,
    /// The months that its window touches, if it has one.
    months: u32,
}

/// Checks the body of an operation, which was read; what is wrong is noted. The schema takes no body: `not_found`.
pub fn check(guard: &mut Guard, operation: Operation) -> Checked {
    let Some(form) = Form::of(operation) else {
        guard.refuse(Code::NotFound, At::BODY, b"", "the schema takes no body.", &[]);
        return Checked { index: None, months: 0 };
    };
    let index = match operation {
        Operation::Aggregate | Operation::Search => named_index(guard, &Index::WORDS),
        Operation::Creators => Some(Index::ContentCreator),
        _ => None,
    };
    let context = match operation {
        Operation::CoMentions => co_mentions::context(guard),
        _ => Context { index, field: Word::NONE },
    };
    check::object(guard, At::BODY, form, &context, Nulls::AreNothing);
    let months = if operation == Operation::Sector { sector::check_window(guard) } else { 0 };
    Checked { index: context.index, months }
}

/// Puts out the canonical form of a request that passed: defaults filled in, keys sorted, numbers as RFC 8785 writes
/// them.
pub fn put_canonical(guard: &mut Guard, operation: Operation, checked: Checked) {
    guard.out.clear();
    if let Some(form) = Form::of(operation) {
        put_object(guard, form, At::BODY, checked.index);
    }
}

/// How the canonical form that was put out follows from the body of so many bytes.
pub fn shape(guard: &Guard, length: usize) -> Shape {
    let given = length.saturating_sub(1);
    let rest = guard.out.len().saturating_sub(given);
    match guard.tape.body(length).last() {
        Some(b'}') if rest > 0 && guard.begins_with_body(given) => {
            if rest == 1 {
                Shape::Same
            } else {
                Shape::Appended(rest)
            }
        }
        _ => Shape::Rewritten,
    }
}

/// What a request that passed costs: a function of the request alone, so that it can be shown before sending.
#[inline(never)]
pub fn cost(guard: &Guard, operation: Operation, checked: Checked) -> u32 {
    let member = |name| guard.tape.member(At::BODY, name);
    let count = |name| member(name).map_or(0, |list| guard.tape.count(list));
    match operation {
        Operation::Aggregate | Operation::Schema => BASE_COST,
        Operation::Search | Operation::Creators => {
            // Between 1 and 50, as it passed.
            let size = member(const { Word::of("size") }).map(|size| guard.number_at(size) as u32);
            search_cost(size.unwrap_or(DEFAULT_SIZE))
        }
        Operation::CoMentions => co_mentions_cost(count(const { Word::of("values") })),
        Operation::Sector => sector_cost(count(const { Word::of("brands") }), checked.months),
    }
}

/// Cost units of any question.
const BASE_COST: u32 = 10;

const fn search_cost(size: u32) -> u32 {
    BASE_COST + size
}

const fn co_mentions_cost(values: usize) -> u32 {
    BASE_COST + 2 * values as u32
}

const fn sector_cost(brands: usize, months: u32) -> u32 {
    BASE_COST + brands as u32 * months
}
