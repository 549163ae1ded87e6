//! The canonical address of a question that passed: defaults filled in, parameters in the order of their names, values
//! sorted and each once, percent-encoded (RFC 3986).

use super::check::{each_part, parameters, value_of};
use super::parameter::{Parameter, Takes, form_of};
use crate::catalog::AccountOperation;
use crate::catalog::limits::MAX_FILTER_VALUES;
use crate::guard::{At, Guard, Sink};

/// What stands for the id of a resource in a path.
const ID: &str = ":id";

/// Puts out the address of a question that passed.
pub fn put_address(guard: &mut Guard, operation: AccountOperation) {
    guard.out.clear();
    put_path(guard, operation);
    let form = form_of(operation);
    let (mut last, mut separator) = ("", b"?");
    // A question has a handful of parameters: looking for the next one is simpler than another order of their names.
    while let Some(next) = parameters(form).filter(|next| next.name > last).min_by_key(|next| next.name) {
        last = next.name;
        let is_given = value_of(guard, next.name).is_some();
        if matches!(next.takes, Takes::Id(_)) || (!is_given && next.otherwise.is_empty()) {
            continue;
        }
        guard.out.put(separator);
        guard.out.put(next.name.as_bytes());
        guard.out.put(b"=");
        separator = b"&";
        match (is_given, next.takes.is_list()) {
            (false, _) => guard.out.put(next.otherwise.as_bytes()),
            (true, true) => put_list(guard, next.name),
            (true, false) => put_value(guard, next),
        }
    }
}

fn put_path(guard: &mut Guard, operation: AccountOperation) {
    let path = operation.access().path;
    let Some((before, behind)) = path.split_once(ID) else { return guard.out.put(path.as_bytes()) };
    guard.out.put(before.as_bytes());
    if let Some(id) = value_of(guard, "id") {
        put_encoded(guard, id);
    }
    guard.out.put(behind.as_bytes());
}

fn put_value(guard: &mut Guard, parameter: &Parameter) {
    let Some(value) = value_of(guard, parameter.name) else { return };
    if matches!(parameter.takes, Takes::Number(..)) {
        let Guard { tape, host, out, .. } = guard;
        return host.rewrite(tape.bytes(value), out);
    }
    put_encoded(guard, value);
}

/// Puts out the values of a parameter: sorted, each once.
fn put_list(guard: &mut Guard, name: &str) {
    let mut values = [At::BODY; MAX_FILTER_VALUES];
    let mut count = 0;
    each_part(guard, name, &mut |guard, at| {
        let text = |at| guard.tape.bytes(at);
        let place = values.iter().take(count).take_while(|earlier| text(**earlier) < text(at)).count();
        let is_new = place == count || values.get(place).is_none_or(|same| text(*same) != text(at));
        if is_new && count < values.len() {
            count += 1;
            let mut moved = at;
            for place in values.iter_mut().take(count).skip(place) {
                core::mem::swap(place, &mut moved);
            }
        }
    });
    for (position, value) in values.into_iter().take(count).enumerate() {
        if position > 0 {
            guard.out.put(b",");
        }
        put_encoded(guard, value);
    }
}

/// Puts out a text with all but unreserved characters percent-encoded.
fn put_encoded(guard: &mut Guard, at: At) {
    let Guard { tape, out, .. } = guard;
    for byte in tape.bytes(at) {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            out.put_byte(*byte);
        } else {
            let digit = |value: u8| b"0123456789ABCDEF".get(usize::from(value)).copied().unwrap_or(b'0');
            out.put(&[b'%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}
