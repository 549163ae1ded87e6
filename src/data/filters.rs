//! Filters: which documents a question is about.

use super::check::not_on_index;
use crate::catalog::limits::{MAX_FILTER_VALUES, MAX_NUMBER};
use crate::catalog::{FilterKind, Index};
use crate::guard::{Given, Guard, Piece, Visit};
use crate::host::Host;
use crate::json::{Kind, ObjectWriter, Value, push_list};
use crate::problem::Code;
use crate::word::{Set, Uses, Word, values_of};
use alloc::string::String;
use alloc::vec::Vec;

/// Names of the ends of a range.
pub(crate) const RANGE_MEMBERS: &[&str] = &["gte", "lte"];

/// The other name that is understood for a filter, and the field that it stands for.
const ALIAS: (Word, Word) = (Word::of("dominant_country"), Word::of("country"));

/// Checks the filters of a request. Without a known index only their type is checked.
pub fn check(guard: &mut Guard, value: Value<'_>, index: Option<Index>) {
    if value.kind() != Kind::Object {
        return guard.wrong_type(value, "a JSON object");
    }
    let Some(index) = index else { return };
    let uses = Uses::of(index);
    let mut seen = Set::EMPTY;
    let mut children = value.children();
    while let (Some(name), Some(value)) = (children.next(), children.next()) {
        let field = field(name, index);
        if !uses.filterable.has(field) {
            not_on_index(guard, name, "filter '#' is not allowed on index '#'.", index, uses.filterable.texts());
            continue;
        }
        if seen.has(field) {
            guard.given_twice(name);
            continue;
        }
        seen = seen.with(field);
        if value.is_null() {
            continue;
        }
        match uses.filter_kind(field) {
            FilterKind::Term => terms(guard, value, field),
            FilterKind::Range => range(guard, value),
            FilterKind::DateRange => dates(guard, value),
        }
    }
}

/// The field that a filter's name stands for.
fn field(name: Value<'_>, index: Index) -> Word {
    let word = name.word();
    if (index, word) == (Index::ContentCreator, ALIAS.0) { ALIAS.1 } else { word }
}

/// Adds the filters of a request in canonical form.
pub fn write(value: Value<'_>, index: Option<Index>, host: &Host, out: &mut String) {
    let index = index.unwrap_or(Index::BusinessIdeas);
    let mut filters: Vec<(Word, Value<'_>)> = Vec::with_capacity(value.count());
    let mut children = value.children();
    while let (Some(name), Some(value)) = (children.next(), children.next()) {
        let field = field(name, index);
        let place = filters.iter().take_while(|(earlier, _)| *earlier < field).count();
        filters.insert(place, (field, value));
    }
    let mut object = ObjectWriter::new(out);
    for (field, value) in filters {
        match (value.kind(), Uses::of(index).filter_kind(field)) {
            (Kind::Null, _) => {}
            (Kind::List, _) => write_terms(value, object.member(field.name())),
            (_, FilterKind::Term) => value.write(object.member(field.name())),
            _ => write_range(value, host, object.member(field.name())),
        }
    }
    object.finish();
}

/// Adds alternatives: sorted, each once, and one alone without its list.
fn write_terms(list: Value<'_>, out: &mut String) {
    let mut terms: Vec<Value<'_>> = Vec::with_capacity(list.count());
    for item in list.children() {
        let place = terms.iter().take_while(|earlier| earlier.bytes() < item.bytes()).count();
        if terms.get(place).is_none_or(|same| same.bytes() != item.bytes()) {
            terms.insert(place, item);
        }
    }
    match terms.as_slice() {
        [term] => term.write(out),
        terms => push_list(terms.iter(), out, &mut |term, out| term.write(out)),
    }
}

fn terms(guard: &mut Guard, value: Value<'_>, field: Word) {
    if value.kind() == Kind::Text {
        term(guard, value, Some(field));
    } else if value.kind() != Kind::List {
        guard.wrong_type(value, "a string or a list of strings");
    } else if guard.length(value, value.count(), 1, MAX_FILTER_VALUES, "values") {
        for item in value.children() {
            term(guard, item, Some(field));
        }
    }
}

/// A term that a field could hold: of its enumeration, or of a name's length.
pub fn term(guard: &mut Guard, value: Value<'_>, field: Option<Word>) -> bool {
    match field.and_then(values_of) {
        None => guard.name(value),
        Some(values) => guard.one_of(value, values).is_some(),
    }
}

fn range(guard: &mut Guard, value: Value<'_>) {
    let (mut gte, mut lte) = (f64::NEG_INFINITY, f64::INFINITY);
    ends(guard, value, Kind::Number, "a number or an object with gte and lte", &mut |guard, position, value| {
        if let Some(number) = number(guard, value) {
            *(if position == 0 { &mut gte } else { &mut lte }) = number;
        }
    });
    if gte > lte {
        refuse_order(guard, value, "@ must not be above #. Got # to #.");
    }
}

fn dates(guard: &mut Guard, value: Value<'_>) {
    let mut dates = [None, None];
    ends(guard, value, Kind::Text, "a date or an object with gte and lte", &mut |guard, position, value| {
        if let Some(end) = dates.get_mut(position) {
            *end = guard.date(value);
        }
    });
    if let [Some(gte), Some(lte)] = dates
        && gte > lte
    {
        refuse_order(guard, value, "@ must not be after #. Got # to #.");
    }
}

#[cold]
fn refuse_order(guard: &mut Guard, range: Value<'_>, message: &str) {
    let host = guard.host();
    let end = |name| match range.member(name) {
        Some(end) if end.kind() == Kind::Number => Piece::Number(host.number(end.text()), host),
        end => Piece::Text(end.map(Value::text).unwrap_or_default()),
    };
    let name = range.name("lte");
    guard.refuse(Code::InvalidRange, range, "gte", message, &[Piece::Text(&name), end("gte"), end("lte")]);
}

/// Visits the ends of a range: of one value that is both, or of an object with at least one of them.
fn ends<'t>(guard: &mut Guard, value: Value<'t>, kind: Kind, expected: &str, visit: Visit<'_, 't>) {
    if value.kind() == kind {
        return visit(guard, 0, value);
    }
    if value.kind() != Kind::Object {
        return guard.wrong_type(value, expected);
    }
    let noted = guard.noted();
    let given = guard.members(value, &RANGE_MEMBERS, visit);
    // A misspelled end is one problem, not two.
    if given.is_some_and(Given::is_empty) && guard.noted() == noted {
        guard.refuse(Code::MissingField, value, "", "@ needs gte, lte or both.", &[]);
    }
}

fn number(guard: &mut Guard, value: Value<'_>) -> Option<f64> {
    let number = guard.number(value, "a number")?;
    if !(-MAX_NUMBER..=MAX_NUMBER).contains(&number) {
        let host = guard.host();
        let pieces = [-MAX_NUMBER, MAX_NUMBER, number].map(|number| Piece::Number(number, host));
        guard.refuse(Code::LimitViolation, value, "", "@ must be between # and #. Got #.", &pieces);
        return None;
    }
    Some(number)
}

/// Adds a range in canonical form.
fn write_range(range: Value<'_>, host: &Host, out: &mut String) {
    let mut object = ObjectWriter::new(out);
    for name in RANGE_MEMBERS {
        let end = if range.kind() == Kind::Object { range.member(name) } else { Some(range) };
        match end {
            Some(end) if end.kind() == Kind::Number => host.rewrite(end.text(), object.member(name)),
            Some(end) => end.write(object.member(name)),
            None => {}
        }
    }
    object.finish();
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
