//! The bodies of the Data API: checks, canonical form and cost, each by the description of the operation.
//!
//! Out of scope: what may be asked ([`crate::spec::request`]), requests in their own right ([`crate::guard::request`]).

pub(crate) mod canonical;
pub(crate) mod check;
pub(crate) mod filters;
mod sector;

use super::{At, Guard, Nulls};
use crate::spec::limits::DEFAULT_SIZE;
use crate::spec::request::bodies::INDICES;
use crate::spec::symbol::{Symbol, Uses};
use crate::spec::{Code, Cost, Index, Operation, Use};
use canonical::put_object;
use check::{Context, named_index};

/// How the canonical form of a request follows from its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanonicalForm {
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
    let Some(schema) = operation.takes() else {
        guard.refuse(Code::NotFound, At::BODY, b"", "the schema takes no body.", &[]);
        return Checked { index: None, months: 0 };
    };
    let index = match operation {
        Operation::Aggregate | Operation::Search => named_index(guard, &Index::SYMBOLS),
        Operation::Creators => Some(Index::ContentCreator),
        _ => None,
    };
    let context = match operation {
        Operation::CoMentions => co_mentions_context(guard),
        _ => Context { index, field: Symbol::NONE },
    };
    check::object(guard, At::BODY, schema, &context, Nulls::AreNothing);
    let months = if operation == Operation::Sector { sector::check_window(guard) } else { 0 };
    Checked { index: context.index, months }
}

/// The index that a body is about, and the field whose values it names.
fn co_mentions_context(guard: &mut Guard) -> Context {
    let index = match guard.tape.member(At::BODY, const { Symbol::of("index") }) {
        None => Some(Index::BusinessIdeas),
        Some(_) => named_index(guard, &INDICES),
    };
    let field = match (index, guard.tape.member(At::BODY, const { Symbol::of("field") })) {
        (Some(Index::BusinessIdeas), None) => const { Symbol::of("brand_name") },
        (Some(index), Some(field)) => {
            let word = guard.tape.symbol(field);
            if Uses::of(index).fields(Use::CoMentionField).has(word) { word } else { Symbol::NONE }
        }
        _ => Symbol::NONE,
    };
    Context { index, field }
}

/// Puts out the canonical form of a request that passed: defaults filled in, keys sorted, numbers as RFC 8785 writes
/// them.
pub fn put_canonical(guard: &mut Guard, operation: Operation, checked: Checked) {
    guard.out.clear();
    if let Some(schema) = operation.takes() {
        put_object(guard, schema, At::BODY, checked.index);
    }
}

/// How the canonical form that was put out follows from the body of so many bytes.
pub fn canonical_form(guard: &Guard, length: usize) -> CanonicalForm {
    let given = length.saturating_sub(1);
    let rest = guard.out.len().saturating_sub(given);
    match guard.tape.body(length).last() {
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

/// What a request that passed costs: a function of the request alone, so that it can be shown before sending.
#[inline(never)]
pub fn cost(guard: &Guard, operation: Operation, checked: Checked) -> u32 {
    let member = |name| guard.tape.member(At::BODY, name);
    let count = |name| member(name).map_or(0, |list| guard.tape.count(list));
    let rule = operation.cost();
    rule.units(match rule {
        Cost::PlusSize => {
            // Between 1 and 50, as it passed.
            let size = member(const { Symbol::of("size") }).map(|size| guard.number_at(size) as u32);
            size.unwrap_or(DEFAULT_SIZE)
        }
        Cost::PlusValues => count(const { Symbol::of("values") }) as u32,
        Cost::PlusBrandMonths => count(const { Symbol::of("brands") }) as u32 * checked.months,
        _ => 0,
    })
}
