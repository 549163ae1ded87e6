//! Checks of a request against its schema.

use super::field_use::{check_field, not_on_index};
use super::filters;
use crate::guard::{Guard, JsonKind, MessageArg, NullHandling, Suggestion, TokenRef};
use crate::spec::request::bodies::{DATES, METRIC, NUMBERS};
use crate::spec::request::{Schema, Type};
use crate::spec::symbol::{Choices, Symbol, SymbolSet, Symbols, Uses};
use crate::spec::{Code, FieldUse, FilterKind, Index, MetricType};

/// Information about the request that the check of a member needs.
#[derive(Debug, Clone, Copy)]
pub struct CheckContext {
    /// Index of the request, if known.
    pub index: Option<Index>,
    /// Field whose values the request names, if known.
    pub field: Symbol,
}

/// Indices with a full-text field.
static WITH_TEXT: Symbols = Symbols::of(&["siv_business_ideas", "siv_info"]);

/// Checks an object against a schema and records violations.
pub fn object(guard: &mut Guard, at: TokenRef, schema: &'static Schema, context: &CheckContext, nulls: NullHandling) {
    let given = guard.members(at, Choices::Symbols(schema.names), nulls, |guard, position, value| {
        if let Some(member) = schema.members.get(position) {
            check_value(guard, member.takes, value, context);
        }
    });
    let Some(given) = given else { return };
    if !given.lacks(schema.required) {
        return;
    }
    for (position, (member, name)) in schema.members.iter().zip(schema.names).enumerate() {
        if !given.has(position) && member.presence.is_required(context.index) {
            guard.missing(at, name.text());
        }
    }
}

/// Returns the index that the body names. Records nothing: other members are checked against this index first.
#[inline(never)]
pub fn named_index(guard: &mut Guard, allowed: &Symbols) -> Option<Index> {
    let at = guard.body.member(TokenRef::BODY, const { Symbol::of("index") })?;
    let word = guard.body.symbol(at);
    if allowed.has(word) { Index::from_symbol(word) } else { None }
}

/// Checks the value of a member.
fn check_value(guard: &mut Guard, takes: Type, at: TokenRef, context: &CheckContext) {
    match takes {
        Type::OneOf(words) => {
            guard.one_of(at, words);
        }
        Type::Field(wanted) => check_field(guard, at, context.index, wanted),
        Type::Filters => check_filters(guard, at, context.index),
        Type::Metric => metric(guard, at, context),
        Type::Objects(schema, max) => objects(guard, at, schema, max),
        Type::Integer(min, max) => {
            guard.whole_number(at, min, max);
        }
        Type::Number => filters::check_number(guard, at),
        Type::Date => {
            guard.date(at);
        }
        Type::Boolean => {
            guard.boolean(at);
        }
        Type::Label => label(guard, at),
        Type::Names(min, max) => {
            let mut items = guard.items(at, min, max);
            while let Some(item) = items.next(&guard.body) {
                let _ = guard.name(item) && guard.searchable(item);
            }
        }
        Type::Values(min, max) => {
            let mut items = guard.items(at, min, max);
            while let Some(item) = items.next(&guard.body) {
                if filters::term(guard, item, context.field) {
                    refuse_twice(guard, at.next(), item);
                }
            }
        }
        Type::FullText => question(guard, at, context.index),
        // Types of the Account API only.
        _ => {}
    }
}

/// Checks the filters of a request. A null filter is invalid. Checks only the type if the index is unknown.
pub fn check_filters(guard: &mut Guard, at: TokenRef, index: Option<Index>) {
    if guard.kind(at) != JsonKind::Object {
        return guard.wrong_type(at, "a JSON object");
    }
    let Some(index) = index else { return };
    let uses = Uses::of(index);
    let mut seen = SymbolSet::EMPTY;
    let (mut name, end) = (at.next(), guard.body.behind(at));
    while name < end {
        let (value, field) = (name.next(), filters::field(guard, name, index));
        if !uses.fields(FieldUse::Filter).has(field) {
            not_on_index(
                guard,
                name,
                "filter '#' is not allowed on index '#'.",
                index,
                uses.fields(FieldUse::Filter).names(),
            );
        } else if seen.has(field) {
            guard.given_twice(name);
        } else {
            match uses.filter_kind(field) {
                FilterKind::Term => filters::terms(guard, value, field),
                FilterKind::Range => range(guard, value, &NUMBERS),
                FilterKind::DateRange => range(guard, value, &DATES),
            }
        }
        seen.insert(field);
        name = guard.body.behind(value);
    }
}

/// Checks a range: one value as both bounds, or an object with at least one bound.
#[inline(always)]
fn range(guard: &mut Guard, at: TokenRef, schema: &'static Schema) {
    let is_date = core::ptr::eq(schema, &DATES);
    match (guard.kind(at), is_date) {
        (JsonKind::Object, _) => {}
        (JsonKind::Text, true) => {
            guard.date(at);
            return;
        }
        (JsonKind::Number, false) => return filters::check_number(guard, at),
        (_, true) => return guard.wrong_type(at, "a date or an object with gte and lte"),
        (_, false) => return guard.wrong_type(at, "a number or an object with gte and lte"),
    }
    let count_before = guard.violation_count();
    object(guard, at, schema, &CheckContext { index: None, field: Symbol::NONE }, NullHandling::AsValues);
    if guard.violation_count() > count_before {
        return;
    }
    match (guard.body.member(at, filters::GTE), guard.body.member(at, filters::LTE)) {
        (None, None) => guard.refuse(Code::MissingField, at, b"", "@ needs gte, lte or both.", &[]),
        (Some(gte), Some(lte)) => filters::order(guard, at, [gte, lte], is_date),
        _ => {}
    }
}

fn metric(guard: &mut Guard, at: TokenRef, context: &CheckContext) {
    let kind = guard.body.member(at, const { Symbol::of("type") });
    let kind = kind.and_then(|kind| MetricType::from_symbol(guard.body.symbol(kind)));
    let has_field = kind.is_some_and(|kind| kind != MetricType::Count);
    // Checks the field against the index only for a valid metric type other than `count`.
    let index = context.index.filter(|_| has_field);
    object(guard, at, &METRIC, &CheckContext { index, ..*context }, NullHandling::AsAbsent);
    if has_field && guard.body.member(at, const { Symbol::of("field") }).is_none() {
        guard.missing(at, b"field");
    }
}

/// Checks a list of objects.
pub fn objects(guard: &mut Guard, at: TokenRef, schema: &'static Schema, max: usize) {
    let context = CheckContext { index: None, field: Symbol::NONE };
    guard.labels.clear();
    let mut items = guard.items(at, 1, max);
    while let Some(item) = items.next(&guard.body) {
        object(guard, item, schema, &context, NullHandling::AsAbsent);
    }
}

/// Checks a label. It must be unique within its list.
fn label(guard: &mut Guard, at: TokenRef) {
    if !guard.name(at) {
        return;
    }
    if guard.labels.mark(guard.body.mark(at)) {
        for place in 0..guard.labels.len() {
            if refuse_equal(guard, guard.labels.at(place), at) {
                return;
            }
        }
    }
    guard.labels.push(at);
}

/// Records a repeated item of a list.
fn refuse_twice(guard: &mut Guard, first: TokenRef, at: TokenRef) {
    let mut earlier = first;
    while earlier < at && !refuse_equal(guard, earlier, at) {
        earlier = guard.body.behind(earlier);
    }
}

/// Records a violation and returns true if two texts are equal.
fn refuse_equal(guard: &mut Guard, earlier: TokenRef, at: TokenRef) -> bool {
    let is_equal = guard.kind(earlier) == JsonKind::Text && guard.body.is_same(earlier, at);
    if is_equal {
        guard.refuse(Code::DuplicateValue, at, b"", "@ '#' is given twice.", &[MessageArg::Echo(at)]);
    }
    is_equal
}

fn question(guard: &mut Guard, at: TokenRef, index: Option<Index>) {
    if !guard.text(at) {
        return;
    }
    if let Some(index @ Index::ContentCreator) = index {
        let (message, args) = ("@ is not allowed on index '#'.", [MessageArg::Text(index.name())]);
        return guard.refuse_choice(
            Code::FieldNotAllowed,
            at,
            b"",
            message,
            &args,
            WITH_TEXT.names(),
            Suggestion::None,
        );
    }
    guard.full_text(at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_with_text_are_those_of_the_catalogue() {
        let with_text = Index::ALL.into_iter().filter(|index| !index.entry().full_text.is_empty()).map(Index::name);
        assert!(with_text.map(str::as_bytes).eq(WITH_TEXT.names().iter()));
        assert!(Index::ContentCreator.entry().full_text.is_empty());
    }
}
