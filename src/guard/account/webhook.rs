//! Checking a webhook that is registered.

use super::body::check_object;
use super::check::value_of;
use super::target::{Targets, check_target};
use crate::guard::{At, Guard, Items, JsonKind, Nulls, Piece};
use crate::spec::Code;
use crate::spec::limits::MAX_URL_CHARACTERS;
use crate::spec::request::account::choice::WebhookEvent;
use crate::spec::request::account::webhooks::{ALL_EVENTS, BODY};
use crate::spec::symbol::Choices;
use strum::VariantNames;

/// Checks the body of a webhook, which was read; what is wrong is noted.
pub fn check_webhook(guard: &mut Guard, targets: Targets) {
    check_object(guard, At::BODY, BODY, Nulls::AreNothing);
    if guard.kind(At::BODY) != JsonKind::Object {
        return;
    }
    url(guard, targets);
    events(guard);
}

fn url(guard: &mut Guard, targets: Targets) {
    let Some(at) = value_of(guard, "url").filter(|at| guard.kind(*at) == JsonKind::Text) else { return };
    let bytes = guard.tape.bytes(at);
    // What is too long was noted.
    if bytes.len() > MAX_URL_CHARACTERS {
        return;
    }
    let checked = core::str::from_utf8(bytes).map_or(Err("it is no text"), |url| check_target(url, targets));
    if let Err(why) = checked {
        let pieces = [Piece::Echo(at), Piece::Text(why)];
        guard.refuse(Code::ValueNotAllowed, at, b"", "@ '#' is not allowed: #.", &pieces);
    }
}

fn events(guard: &mut Guard) {
    let Some(list) = value_of(guard, "events").filter(|list| guard.kind(*list) == JsonKind::List) else { return };
    let mut items = Items::of(list, &guard.tape);
    while let Some(item) = items.next(&guard.tape) {
        if guard.kind(item) != JsonKind::Text {
            continue;
        }
        let name = guard.tape.bytes(item);
        if name == ALL_EVENTS.as_bytes() {
            if guard.tape.count(list) > 1 {
                let message = "@ '*' stands for all events and must be the only one.";
                guard.refuse(Code::ValueNotAllowed, item, b"", message, &[]);
            }
        } else if !name.is_empty() && !WebhookEvent::VARIANTS.iter().any(|known| known.as_bytes() == name) {
            guard.not_allowed(item, Choices::Texts(WebhookEvent::VARIANTS));
        }
    }
}
