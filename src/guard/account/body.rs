//! Checking a body whose members are described as parameters are.

use super::check::{MAX_PARAMETERS, check_part};
use crate::base::characters::characters;
use crate::guard::{At, Guard, JsonKind, Nulls, Piece};
use crate::spec::Code;
use crate::spec::limits::{MAX_FILTER_VALUES, MAX_METADATA_CHARACTERS, MAX_METADATA_NAME_CHARACTERS};
use crate::spec::request::{Parameters, Presence, Type, parameter, parameters};
use crate::spec::symbol::Choices;

/// Checks an object; what is wrong is noted.
pub fn check_object(guard: &mut Guard, at: At, known: Parameters, nulls: Nulls) {
    let (mut names, mut count) = ([""; MAX_PARAMETERS], 0);
    for (place, parameter) in names.iter_mut().zip(parameters(known)) {
        *place = parameter.name;
        count += 1;
    }
    let names = Choices::Texts(names.get(..count).unwrap_or_default());
    let given = guard.members(at, names, nulls, |guard, position, value| {
        if let Some(known) = parameter(known, position) {
            member(guard, value, known.member.takes);
        }
    });
    let Some(given) = given else { return };
    for (position, parameter) in parameters(known).enumerate() {
        if matches!(parameter.member.presence, Presence::Required) && !given.has(position) {
            guard.missing(at, parameter.name.as_bytes());
        }
    }
}

/// Checks the value of a member.
fn member(guard: &mut Guard, at: At, takes: Type) {
    match takes {
        Type::Integer(min, max) => {
            guard.whole_number(at, min, max);
        }
        Type::Count(_) if guard.kind(at) == JsonKind::Number => check_part(guard, at, takes),
        Type::Count(_) => guard.wrong_type(at, "a whole number"),
        Type::List(min, max) => {
            let mut items = guard.items(at, min, max);
            while let Some(item) = items.next(&guard.tape) {
                let _ = guard.name(item) && !is_given_before(guard, at, item);
            }
        }
        // What narrows must not open when it is not set.
        Type::Parameters(known) => check_object(guard, at, known, Nulls::AreValues),
        Type::Pairs(max) => pairs(guard, at, max),
        Type::Text(max) => {
            let _ = guard.text(at) && guard.characters(at, max);
        }
        Type::AnyOf(_) | Type::AnyNames if guard.kind(at) == JsonKind::List => {
            let mut items = guard.items(at, 1, MAX_FILTER_VALUES);
            while let Some(item) = items.next(&guard.tape) {
                value(guard, item, takes);
            }
        }
        Type::AnyOf(_) | Type::AnyNames => value(guard, at, takes),
        _ => {
            if guard.text(at) {
                check_part(guard, at, takes);
            }
        }
    }
}

/// One value of a parameter, as addresses take it.
fn value(guard: &mut Guard, at: At, takes: Type) {
    if !guard.text(at) {
        return;
    }
    if guard.tape.bytes(at).contains(&b',') {
        let message = "@ '#' has a comma, which stands between values. Send a list.";
        guard.refuse(Code::ValueNotAllowed, at, b"", message, &[Piece::Echo(at)]);
        return;
    }
    check_part(guard, at, takes);
}

/// Whether an item of a list stands in it before; notes if it does.
fn is_given_before(guard: &mut Guard, list: At, item: At) -> bool {
    let mut items = crate::guard::Items::of(list, &guard.tape);
    while let Some(earlier) = items.next(&guard.tape).filter(|earlier| *earlier < item) {
        if guard.kind(earlier) == JsonKind::Text && guard.tape.is_same(earlier, item) {
            guard.refuse(Code::DuplicateValue, item, b"", "@ '#' is given twice.", &[Piece::Echo(item)]);
            return true;
        }
    }
    false
}

/// Names and texts.
fn pairs(guard: &mut Guard, at: At, max: usize) {
    if guard.kind(at) != JsonKind::Object {
        return guard.wrong_type(at, "a JSON object");
    }
    let (mut name, end, mut count) = (at.next(), guard.tape.behind(at), 0);
    while name < end {
        let value = name.next();
        count += 1;
        let length = characters(guard.tape.bytes(name));
        if !(1..=MAX_METADATA_NAME_CHARACTERS).contains(&length) {
            let pieces = [1, MAX_METADATA_NAME_CHARACTERS, length].map(Piece::Whole);
            let message = "names of metadata must be between # and # characters. Got #.";
            guard.refuse(Code::LimitViolation, name, b"", message, &pieces);
        }
        if guard.text(value) {
            guard.characters(value, MAX_METADATA_CHARACTERS);
        }
        // Beyond the limit nothing is told but that.
        let (mut earlier, mut is_again) = (at.next(), false);
        while count <= max && earlier < name {
            is_again |= guard.tape.is_same(earlier, name);
            earlier = guard.tape.behind(earlier.next());
        }
        if is_again {
            guard.given_twice(name);
        }
        name = guard.tape.behind(value);
    }
    guard.length(at, count, 0, max, "members");
}
