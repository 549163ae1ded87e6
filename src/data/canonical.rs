//! The canonical form of a request that passed (RFC 8785): defaults filled in, keys sorted, numbers as ECMAScript writes
//! them, lists of alternatives sorted and without repetition.

use super::aggregate::METRIC;
use super::filters;
use super::form::{Form, Otherwise, Takes};
use crate::catalog::Index;
use crate::host::Host;
use crate::json::{Kind, ObjectWriter, Value, push_list};
use alloc::string::String;

/// Adds an object by its form.
pub fn write_object(form: &Form, object: Value<'_>, index: Option<Index>, host: &Host, out: &mut String) {
    let mut writer = ObjectWriter::new(out);
    for position in form.order.iter().take(form.members.len()) {
        let position = usize::from(*position);
        let (Some(member), Some(name)) = (form.members.get(position), form.names.get(position)) else { continue };
        match (object.member(name), member.otherwise) {
            (Some(value), _) => write(member.takes, value, index, host, writer.member(name)),
            (None, Otherwise::Is(json)) => writer.member(name).push_str(json),
            (None, Otherwise::On(usual, json)) if index == Some(usual) => writer.member(name).push_str(json),
            _ => {}
        }
    }
    writer.finish();
}

fn write(takes: Takes, value: Value<'_>, index: Option<Index>, host: &Host, out: &mut String) {
    match (value.kind(), takes) {
        (Kind::Text, _) => value.write(out),
        (Kind::Number, _) => host.rewrite(value.text(), out),
        (Kind::True, _) => out.push_str("true"),
        (Kind::False, _) => out.push_str("false"),
        (_, Takes::Filters) => filters::write(value, index, host, out),
        // With count the field says nothing.
        (_, Takes::Metric) if value.member("type").is_some_and(|kind| kind.bytes() == b"count") => {
            out.push_str("{\"type\":\"count\"}");
        }
        (_, Takes::Metric) => write_object(&METRIC, value, index, host, out),
        (_, Takes::Objects(form, _)) => {
            push_list(value.children(), out, &mut |item, out| write_object(form, item, index, host, out));
        }
        _ => push_list(value.children(), out, &mut |item, out| item.write(out)),
    }
}
