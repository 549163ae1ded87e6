//! Bodies of the Data API: checks, canonical form and cost, driven by the description of each operation.
//!
//! Out of scope: the descriptions ([`crate::spec::request`]), requests as owned values ([`crate::guard::request`]).

pub(crate) mod canonical;
pub(crate) mod check;
mod field_use;
pub(crate) mod filters;
mod member;
mod sector;

use super::{Guard, NullHandling, TokenRef};
use crate::spec::limits::DEFAULT_SIZE;
use crate::spec::request::bodies::INDICES;
use crate::spec::symbol::{Symbol, Uses};
use crate::spec::{Code, Cost, FieldUse, Index, Operation};
use canonical::put_object;
use check::{CheckContext, named_index};

/// Relation between a request body and its canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanonicalForm {
    /// The canonical form equals the body.
    Same,
    /// The canonical form is the body with its last brace replaced by this many bytes. They hold members with default
    /// values, which the operation and the length determine.
    Appended(usize),
    /// The canonical form is a different text.
    Rewritten,
}

/// Facts found during a check, kept so that later steps do not compute them again.
#[derive(Debug, Clone, Copy)]
pub struct RequestFacts {
    /// Index of the request, if known.
    index: Option<Index>,
    /// Number of calendar months that the window touches; 0 without a window.
    months: u32,
}

/// Checks the parsed body of an operation and records violations. The schema operation has no body: `not_found`.
pub fn check(guard: &mut Guard, operation: Operation) -> RequestFacts {
    let Some(schema) = operation.takes() else {
        guard.refuse(Code::NotFound, TokenRef::BODY, b"", "the schema takes no body.", &[]);
        return RequestFacts { index: None, months: 0 };
    };
    let index = match operation {
        Operation::Aggregate | Operation::Search => named_index(guard, &Index::SYMBOLS),
        Operation::Creators => Some(Index::ContentCreator),
        _ => None,
    };
    let context = match operation {
        Operation::CoMentions => co_mentions_context(guard),
        _ => CheckContext { index, field: Symbol::NONE },
    };
    check::object(guard, TokenRef::BODY, schema, &context, NullHandling::AsAbsent);
    let months = if operation == Operation::Sector { sector::check_window(guard) } else { 0 };
    RequestFacts { index: context.index, months }
}

/// Returns the index of the body, and the field whose values it names.
fn co_mentions_context(guard: &mut Guard) -> CheckContext {
    let index = match guard.body.member(TokenRef::BODY, const { Symbol::of("index") }) {
        None => Some(Index::BusinessIdeas),
        Some(_) => named_index(guard, &INDICES),
    };
    let field = match (index, guard.body.member(TokenRef::BODY, const { Symbol::of("field") })) {
        (Some(Index::BusinessIdeas), None) => const { Symbol::of("brand_name") },
        (Some(index), Some(field)) => {
            let word = guard.body.symbol(field);
            if Uses::of(index).fields(FieldUse::CoMentionField).has(word) { word } else { Symbol::NONE }
        }
        _ => Symbol::NONE,
    };
    CheckContext { index, field }
}

/// Writes the canonical form of a valid request: defaults filled in, keys sorted, numbers in the format of RFC 8785.
pub fn put_canonical(guard: &mut Guard, operation: Operation, checked: RequestFacts) {
    guard.out.clear();
    if let Some(schema) = operation.takes() {
        put_object(guard, schema, TokenRef::BODY, checked.index);
    }
}

/// Compares the canonical form in the output with the body of `length` bytes.
pub fn canonical_form(guard: &Guard, length: usize) -> CanonicalForm {
    let given = length.saturating_sub(1);
    let rest = guard.out.len().saturating_sub(given);
    match guard.body.body(length).last() {
        Some(b'}') if rest > 0 && guard.begins_with_body(given) => {
            if rest == 1 {
                CanonicalForm::Same
            } else {
                CanonicalForm::Appended(rest)
            }
        }
        _ => CanonicalForm::Rewritten,
    }
}

/// Returns the cost of a valid request in cost units. It depends on the request only, so clients can show it up front.
#[inline(never)]
pub fn cost(guard: &Guard, operation: Operation, checked: RequestFacts) -> u32 {
    let member = |name| guard.body.member(TokenRef::BODY, name);
    let count = |name| member(name).map_or(0, |list| guard.body.count(list));
    let rule = operation.cost();
    rule.units(match rule {
        Cost::PlusSize => {
            // The check limits it to 1 to 50.
            let size = member(const { Symbol::of("size") }).map(|size| guard.number_at(size) as u32);
            size.unwrap_or(DEFAULT_SIZE)
        }
        Cost::PlusValues => count(const { Symbol::of("values") }) as u32,
        Cost::PlusBrandMonths => count(const { Symbol::of("brands") }) as u32 * checked.months,
        _ => 0,
    })
}
