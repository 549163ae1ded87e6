//! Checks of bodies whose members are described like query parameters.

use super::check::{MAX_PARAMETERS, check_part};
use crate::base::characters::characters;
use crate::guard::{Guard, JsonKind, MessageArg, NullHandling, TokenRef};
use crate::spec::Code;
use crate::spec::limits::{
    MAX_FILTER_VALUES, MAX_METADATA_CHARACTERS, MAX_METADATA_NAME_CHARACTERS, MAX_TARGET_CHARACTERS, MAX_WEBHOOK_EVENTS,
};
use crate::spec::request::account::webhooks::{ALL_EVENTS, EVENTS};
use crate::spec::request::{MAX_COUNT, Parameters, Presence, Type, parameter, parameters};
use crate::spec::symbol::Choices;

/// Checks an object and records violations.
pub fn check_object(guard: &mut Guard, at: TokenRef, known: Parameters, nulls: NullHandling) {
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
fn member(guard: &mut Guard, at: TokenRef, takes: Type) {
    match takes {
        Type::Integer(min, max) => {
            guard.whole_number(at, min, max);
        }
        Type::Boolean => {
            guard.boolean(at);
        }
        Type::Count(min) => {
            guard.count(at, min, MAX_COUNT);
        }
        Type::List(min, max) => {
            let mut items = guard.items(at, min, max);
            while let Some(item) = items.next(&guard.body) {
                if guard.name(item) {
                    once(guard, at, item);
                }
            }
        }
        Type::ListOf(names) => {
            let mut items = guard.items(at, 1, names.len());
            while let Some(item) = items.next(&guard.body) {
                one_of(guard, at, item, names);
            }
        }
        Type::Events => events(guard, at),
        // `check_webhook` checks the URL itself.
        Type::Target => text(guard, at, MAX_TARGET_CHARACTERS),
        // A null filter must not count as absent, because that would widen the selection.
        Type::Parameters(known) => check_object(guard, at, known, NullHandling::AsValues),
        Type::Pairs(max) => pairs(guard, at, max),
        Type::Text(max) => {
            guard.given_name(at, max);
        }
        Type::AnyOf(_) | Type::AnyNames if guard.kind(at) == JsonKind::List => {
            let mut items = guard.items(at, 1, MAX_FILTER_VALUES);
            while let Some(item) = items.next(&guard.body) {
                part(guard, item, takes);
            }
        }
        Type::AnyOf(_) | Type::AnyNames => value(guard, at, takes),
        _ => part(guard, at, takes),
    }
}

/// Checks that an item is one of some names and is not repeated in its list.
fn one_of(guard: &mut Guard, list: TokenRef, item: TokenRef, names: &'static [&'static str]) {
    if !guard.text(item) {
        return;
    }
    if names.iter().any(|name| name.as_bytes() == guard.body.bytes(item)) {
        once(guard, list, item);
    } else {
        guard.not_allowed(item, Choices::Texts(names));
    }
}

/// Records a repeated item of a list.
fn once(guard: &mut Guard, list: TokenRef, item: TokenRef) {
    if is_given_before(guard, list, item) {
        guard.refuse(Code::DuplicateValue, item, b"", "@ '#' is given twice.", &[MessageArg::Echo(item)]);
    }
}

/// Checks a list of event names, or the wildcard for all events.
fn events(guard: &mut Guard, at: TokenRef) {
    let mut items = guard.items(at, 1, MAX_WEBHOOK_EVENTS);
    while let Some(item) = items.next(&guard.body) {
        one_of(guard, at, item, EVENTS);
        let is_all = guard.kind(item) == JsonKind::Text && guard.body.bytes(item) == ALL_EVENTS.as_bytes();
        if is_all && guard.body.count(at) > 1 {
            let message = "@ '#' stands for all events, so it must be alone.";
            guard.refuse(Code::ValueNotAllowed, item, b"", message, &[MessageArg::Echo(item)]);
        }
    }
}

/// Checks a text by the rules for query strings.
fn part(guard: &mut Guard, at: TokenRef, takes: Type) {
    if guard.text(at) {
        check_part(guard, at, takes);
    }
}

/// Checks the only value of a filter. In a query string, a comma in it would separate values, so a list is required.
fn value(guard: &mut Guard, at: TokenRef, takes: Type) {
    if guard.kind(at) == JsonKind::Text && guard.body.bytes(at).contains(&b',') {
        let message = "@ '#' has a comma, which stands between values. Send a list.";
        return guard.refuse(Code::ValueNotAllowed, at, b"", message, &[MessageArg::Echo(at)]);
    }
    part(guard, at, takes);
}

/// Returns true if an earlier item of the list, or an earlier member name of the object, has the same text.
fn is_given_before(guard: &Guard, around: TokenRef, at: TokenRef) -> bool {
    let (body, is_object) = (&guard.body, guard.kind(around) == JsonKind::Object);
    let mut earlier = around.next();
    while earlier < at {
        if guard.kind(earlier) == JsonKind::Text && body.compare(earlier, at).is_eq() {
            return true;
        }
        let behind = body.behind(earlier);
        earlier = if is_object { body.behind(behind) } else { behind };
    }
    false
}

/// Checks an object of names and texts.
fn pairs(guard: &mut Guard, at: TokenRef, max: usize) {
    if guard.kind(at) != JsonKind::Object {
        return guard.wrong_type(at, "a JSON object");
    }
    if !guard.length(at, guard.body.count(at), 0, max, "members") {
        return;
    }
    let (mut name, end) = (at.next(), guard.body.behind(at));
    while name < end {
        let value = name.next();
        let length = characters(guard.body.bytes(name));
        if !(1..=MAX_METADATA_NAME_CHARACTERS).contains(&length) {
            let args = [1, MAX_METADATA_NAME_CHARACTERS, length].map(MessageArg::Whole);
            let message = "names of metadata must be between # and # characters. Got #.";
            guard.refuse(Code::LimitViolation, name, b"", message, &args);
        }
        if is_given_before(guard, at, name) {
            guard.given_twice(name);
        }
        text(guard, value, MAX_METADATA_CHARACTERS);
        name = guard.body.behind(value);
    }
}

fn text(guard: &mut Guard, at: TokenRef, max: usize) {
    let _ = guard.text(at) && guard.characters(at, max);
}
