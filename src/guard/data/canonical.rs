//! Canonical form of a valid request (RFC 8785): defaults filled in, optional lists without items left out, keys
//! sorted, numbers in ECMAScript format, lists of alternatives sorted and without duplicates.

use super::filters;
use super::member::{put_name, put_scalar};
use crate::base::sink::Sink;
use crate::guard::{Guard, Items, JsonKind, TokenRef};
use crate::spec::Index;
use crate::spec::request::bodies::METRIC;
use crate::spec::request::{MAX_MEMBERS, Presence, Schema, Type};
use crate::spec::symbol::Symbol;

/// Writes an object that was checked against this schema.
pub fn put_object(guard: &mut Guard, schema: &Schema, object: TokenRef, index: Option<Index>) {
    let values = guard.body.values::<MAX_MEMBERS>(object);
    let mut is_first = true;
    for position in schema.order {
        let position = usize::from(position);
        let (Some(member), Some(name)) = (schema.members.get(position), schema.names.get(position)) else { break };
        let value = values.get(position).copied().unwrap_or(TokenRef::BODY);
        if value != TokenRef::BODY {
            if matches!(member.presence, Presence::Optional) && is_empty_list(guard, value) {
                continue;
            }
            put_name(guard, is_first, *name);
            is_first = false;
            put(guard, member.takes, value, index);
            continue;
        }
        let default = match member.presence {
            Presence::Default(json) => json,
            Presence::DefaultOn(usual, json) if index == Some(usual) => json,
            _ => "",
        };
        if !default.is_empty() {
            put_name(guard, is_first, *name);
            is_first = false;
            guard.out.put(default.as_bytes());
        }
    }
    guard.out.put_byte(b'}');
}

fn is_empty_list(guard: &Guard, value: TokenRef) -> bool {
    guard.kind(value) == JsonKind::List && guard.body.count(value) == 0
}

/// Writes the items of a list: objects of a schema, or scalars.
#[inline]
fn put_list(guard: &mut Guard, list: TokenRef, schema: Option<&Schema>, index: Option<Index>) {
    let mut items = Items::of(list, &guard.body);
    guard.out.put_byte(b'[');
    while let Some(item) = items.next(&guard.body) {
        if item != list.next() {
            guard.out.put_byte(b',');
        }
        match schema {
            Some(schema) => put_object(guard, schema, item, index),
            None => put_scalar(guard, item),
        }
    }
    guard.out.put_byte(b']');
}

fn put(guard: &mut Guard, takes: Type, value: TokenRef, index: Option<Index>) {
    match takes {
        Type::Filters => filters::put(guard, value, index),
        Type::Metric => {
            // A `count` metric has no field.
            let kind = guard.body.member(value, const { Symbol::of("type") }).map(|kind| guard.body.symbol(kind));
            if kind == Some(const { Symbol::of("count") }) {
                return guard.out.put(b"{\"type\":\"count\"}");
            }
            put_object(guard, &METRIC, value, index);
        }
        Type::Objects(schema, _) => put_list(guard, value, Some(schema), index),
        Type::Names(..) | Type::Values(..) => put_list(guard, value, None, index),
        _ => put_scalar(guard, value),
    }
}
