//! Values of the parameters of a query string.

use super::list::is_unclosed;
use crate::base::date::Date;
use crate::guard::{Guard, TokenRef};

/// Callback for a part.
type Visit<'v> = &'v mut dyn FnMut(&mut Guard, TokenRef);

/// Returns the first value of a parameter.
#[inline(never)]
pub fn value_of(guard: &Guard, name: &str) -> Option<TokenRef> {
    value_from(guard, name, TokenRef::BODY.next())
}

/// Returns the first value of a parameter at or after the name `name`.
fn value_from(guard: &Guard, wanted: &str, mut name: TokenRef) -> Option<TokenRef> {
    while name < guard.body.behind(TokenRef::BODY) {
        if guard.body.bytes(name) == wanted.as_bytes() {
            return Some(name.next());
        }
        name = guard.body.behind(name.next());
    }
    None
}

/// Visits the parts of all values of a parameter.
#[inline(never)]
pub fn each_part(guard: &mut Guard, name: &str, visit: Visit<'_>) {
    let mut next = value_of(guard, name);
    while let Some(value) = next {
        for part in guard.body.parts(value) {
            visit(guard, part);
        }
        next = value_from(guard, name, guard.body.behind(value));
    }
}

/// Returns the first value of a list parameter that has an opening quotation mark without a closing one.
#[inline(never)]
pub fn unclosed_value(guard: &Guard, name: &str) -> Option<TokenRef> {
    let first = value_of(guard, name);
    core::iter::successors(first, |value| value_from(guard, name, guard.body.behind(*value)))
        .find(|value| is_unclosed(guard.body.bytes(*value)))
}

/// Returns the total number of parts of all values of a parameter.
pub fn part_count(guard: &mut Guard, name: &str) -> usize {
    let mut count = 0;
    each_part(guard, name, &mut |_, _| count += 1);
    count
}

/// Parses the value of a parameter as a date.
pub fn date_of(guard: &Guard, name: &str) -> Option<Date> {
    Date::parse(guard.body.bytes(value_of(guard, name)?))
}
