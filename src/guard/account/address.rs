//! Canonical URL of a valid request: defaults filled in, parameters sorted by name, values percent-encoded (RFC 3986).
//! Values are sorted and without duplicates unless their order matters.

use super::list::needs_quotes;
use super::values::{each_part, value_of};
use crate::base::sink::{Out, Sink};
use crate::guard::{Guard, TextSet, TokenRef};
use crate::spec::AccountOperation;
use crate::spec::request::{Parameter, Presence, Type, parameters};

/// Placeholder of a resource id in a path, after the colon.
const ID: &[u8] = b"id";

/// Writes the canonical URL of a valid request.
pub fn put_address(guard: &mut Guard, operation: AccountOperation) {
    guard.out.clear();
    put_path(guard, operation);
    let known = operation.takes();
    let (mut last, mut separator) = ("", b"?");
    // Selection sort: a request has only a few parameters.
    while let Some(next) = parameters(known).filter(|next| next.name > last).min_by_key(|next| next.name) {
        last = next.name;
        let value = value_of(guard, next.name);
        let default = if let Presence::Default(text) = next.member.presence { text } else { "" };
        if matches!(next.member.takes, Type::Id(_)) || (value.is_none() && default.is_empty()) {
            continue;
        }
        guard.out.put(separator);
        guard.out.put(next.name.as_bytes());
        guard.out.put(b"=");
        separator = b"&";
        match value {
            None => guard.out.put(default.as_bytes()),
            Some(_) if matches!(next.member.takes, Type::Columns) => put_columns(guard, next.name),
            Some(_) if next.member.takes.counts().is_some() => put_list(guard, next.name),
            Some(value) => put_value(guard, next, value),
        }
    }
}

fn put_path(guard: &mut Guard, operation: AccountOperation) {
    let mut parts = operation.endpoint().path.as_bytes().split(|byte| *byte == b':');
    guard.out.put(parts.next().unwrap_or_default());
    let (Some(behind), Some(id)) = (parts.next(), value_of(guard, "id")) else { return };
    put_encoded(guard, id);
    guard.out.put(behind.strip_prefix(ID).unwrap_or_default());
}

fn put_value(guard: &mut Guard, parameter: &Parameter, value: TokenRef) {
    if matches!(parameter.member.takes, Type::Decimal(..)) {
        let Guard { body, host, out, .. } = guard;
        return host.rewrite(body.bytes(value), out);
    }
    put_encoded(guard, value);
}

/// Writes the values of a parameter sorted and without duplicates.
fn put_list(guard: &mut Guard, name: &str) {
    let mut terms = TextSet::new();
    each_part(guard, name, &mut |guard, part| terms.insert(&guard.body, part));
    for (position, term) in terms.iter().enumerate() {
        if position > 0 {
            guard.out.put(b",");
        }
        put_list_value(guard, term);
    }
}

/// Writes the values of a parameter in the given order.
fn put_columns(guard: &mut Guard, name: &str) {
    let mut is_first = true;
    each_part(guard, name, &mut |guard, part| {
        if !is_first {
            guard.out.put(b",");
        }
        is_first = false;
        put_list_value(guard, part);
    });
}

/// Writes a value of a list, in quotation marks if it needs them.
fn put_list_value(guard: &mut Guard, at: TokenRef) {
    if !needs_quotes(guard.body.bytes(at)) {
        return put_encoded(guard, at);
    }
    let Guard { body, out, .. } = guard;
    put_encoded_byte(out, b'"');
    for byte in body.bytes(at) {
        put_encoded_byte(out, *byte);
        if *byte == b'"' {
            put_encoded_byte(out, b'"');
        }
    }
    put_encoded_byte(out, b'"');
}

/// Writes a text with every character percent-encoded that is not unreserved.
fn put_encoded(guard: &mut Guard, at: TokenRef) {
    let Guard { body, out, .. } = guard;
    body.bytes(at).iter().for_each(|byte| put_encoded_byte(out, *byte));
}

fn put_encoded_byte(out: &mut Out, byte: u8) {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        out.put_byte(byte);
    } else {
        let digit = |value: u8| b"0123456789ABCDEF".get(usize::from(value)).copied().unwrap_or(b'0');
        out.put(&[b'%', digit(byte >> 4), digit(byte & 15)]);
    }
}
