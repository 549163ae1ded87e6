//! Filters that select the records of a request.

use super::member::{put_name, put_scalar};
use crate::base::sink::Sink;
use crate::guard::{Guard, Items, JsonKind, MessageArg, TextSet, TokenRef};
use crate::spec::limits::{MAX_FILTER_VALUES, MAX_NUMBER};
use crate::spec::symbol::{Symbol, Uses, values_of};
use crate::spec::{Code, FieldUse, FilterKind, Index};

/// Accepted alias of a filter, and its field.
const ALIAS: (Symbol, Symbol) = (Symbol::of("dominant_country"), Symbol::of("country"));

pub(super) const GTE: Symbol = Symbol::of("gte");
pub(super) const LTE: Symbol = Symbol::of("lte");

/// Returns true if all members of an object are filters of the index.
pub fn are_of(guard: &Guard, at: TokenRef, index: Index) -> bool {
    let (mut name, end) = (at.next(), guard.body.behind(at));
    let filters = Uses::of(index).fields(FieldUse::Filter);
    while name < end && filters.has(field(guard, name, index)) {
        name = guard.body.behind(name.next());
    }
    name >= end && guard.kind(at) == JsonKind::Object
}

/// Returns the field of a filter name.
pub(super) fn field(guard: &Guard, name: TokenRef, index: Index) -> Symbol {
    match guard.body.name(name) {
        word if word == ALIAS.0 && index == Index::ContentCreator => ALIAS.1,
        word => word,
    }
}

/// Checks the value of a term filter: a term or a list of terms.
pub(super) fn terms(guard: &mut Guard, at: TokenRef, field: Symbol) {
    match guard.kind(at) {
        JsonKind::Text => {
            term(guard, at, field);
        }
        JsonKind::List => {
            if guard.length(at, guard.body.count(at), 1, MAX_FILTER_VALUES, "values") {
                let mut items = Items::of(at, &guard.body);
                while let Some(item) = items.next(&guard.body) {
                    term(guard, item, field);
                }
            }
        }
        _ => guard.wrong_type(at, "a string or a list of strings"),
    }
}

/// Checks that a field can hold this term: a value of its enumeration, or a name. Records a violation otherwise.
pub fn term(guard: &mut Guard, at: TokenRef, field: Symbol) -> bool {
    match values_of(field) {
        None => guard.name(at),
        Some(values) => guard.one_of(at, values),
    }
}

/// Records a range whose lower bound is above its upper bound.
pub(super) fn order(guard: &mut Guard, at: TokenRef, [gte, lte]: [TokenRef; 2], is_date: bool) {
    let limit = MessageArg::Member(at, b"lte");
    if is_date {
        // Dates in this format sort like their texts.
        if guard.body.compare(gte, lte).is_gt() {
            let args = [limit, MessageArg::Echo(gte), MessageArg::Echo(lte)];
            guard.refuse(Code::InvalidRange, at, b"gte", "@ must not be after #. Got # to #.", &args);
        }
        return;
    }
    let [gte, lte] = [gte, lte].map(|end| guard.number_at(end));
    if gte > lte {
        let args = [limit, MessageArg::Number(gte), MessageArg::Number(lte)];
        guard.refuse(Code::InvalidRange, at, b"gte", "@ must not be above #. Got # to #.", &args);
    }
}

/// Checks that a value is a number within the limits. Records a violation otherwise.
#[inline(always)]
pub fn check_number(guard: &mut Guard, at: TokenRef) {
    let Some(number) = guard.number(at, "a number") else { return };
    if !(-MAX_NUMBER..=MAX_NUMBER).contains(&number) {
        let args = [-MAX_NUMBER, MAX_NUMBER, number].map(MessageArg::Number);
        guard.refuse(Code::LimitViolation, at, b"", "@ must be between # and #. Got #.", &args);
    }
}

/// Writes the filters of a request in canonical form.
pub fn put(guard: &mut Guard, at: TokenRef, index: Option<Index>) {
    let index = index.unwrap_or(Index::BusinessIdeas);
    let (uses, end) = (Uses::of(index), guard.body.behind(at));
    let mut last = None;
    // Selection sort: a request has only a few filters, so this is faster than a sorted copy.
    loop {
        let (mut name, mut next) = (at.next(), None);
        while name < end {
            let (value, word) = (name.next(), field(guard, name, index));
            if last.is_none_or(|last| word > last) && next.is_none_or(|(next, _)| word < next) {
                next = Some((word, value));
            }
            name = guard.body.behind(value);
        }
        let Some((word, value)) = next else { break };
        put_name(guard, last.is_none(), word);
        match (guard.kind(value), uses.filter_kind(word)) {
            (JsonKind::List, _) => put_terms(guard, value),
            (_, FilterKind::Term) => put_scalar(guard, value),
            _ => put_range(guard, value),
        }
        last = Some(word);
    }
    guard.out.put(if last.is_none() { b"{}" } else { b"}" });
}

/// Writes alternatives sorted and without duplicates. Writes a single one without a list.
fn put_terms(guard: &mut Guard, list: TokenRef) {
    let (mut items, mut terms) = (Items::of(list, &guard.body), TextSet::new());
    while let Some(item) = items.next(&guard.body) {
        terms.insert(&guard.body, item);
    }
    if terms.len() == 1 {
        return put_scalar(guard, list.next());
    }
    for (at, term) in terms.iter().enumerate() {
        guard.out.put(if at == 0 { b"[" } else { b"," });
        put_scalar(guard, term);
    }
    guard.out.put(b"]");
}

/// Writes a range in canonical form.
fn put_range(guard: &mut Guard, at: TokenRef) {
    let is_object = guard.kind(at) == JsonKind::Object;
    let mut is_first = true;
    for name in [GTE, LTE] {
        let end = if is_object { guard.body.member(at, name) } else { Some(at) };
        if let Some(end) = end {
            put_name(guard, is_first, name);
            put_scalar(guard, end);
            is_first = false;
        }
    }
    guard.out.put_byte(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alias_is_the_catalogue_s() {
        for index in Index::ALL {
            let aliases = index.entry().filter_aliases;
            let expected: &[(&str, &str)] =
                if index == Index::ContentCreator { &[(ALIAS.0.name(), ALIAS.1.name())] } else { &[] };
            assert_eq!(aliases, expected);
        }
    }
}
