//! Browser tokens: short-lived credentials that a page may hold.
//!
//! A token says for itself whose it is, which page may use it, for what and until when, and carries a signature
//! (HMAC-SHA256) over that: `ohb_`, the claims as base64url of JSON, a dot, the signature as base64url. In scope: what a
//! token may be, making and reading one. Out of scope: the signing secret and the time (parameters), the key that it
//! was made with (the Worker looks it up: a revoked key takes its tokens with it).

use crate::account::request::origin;
use crate::catalog::Operation;
use crate::data::forced;
use crate::guard::{At, Guard, Piece};
use crate::mac::mac;
use crate::problem::{Code, Problems, echo};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::Mac;
use serde::{Deserialize, Serialize};

/// What every token begins with.
pub const PREFIX: &str = "ohb_";
/// Tells these signatures from others that are made with the same secret.
const PURPOSE: &[u8] = b"browser-token.";
/// Seconds for which a token is good: unless asked otherwise, at least and at most.
const USUAL_SECONDS: u32 = 15 * 60;
const MIN_SECONDS: u32 = 60;
const MAX_SECONDS: u32 = 24 * 60 * 60;

/// A token that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRequest {
    /// The origin of the pages that may use it.
    pub origin: String,
    /// Names of the operations that it opens.
    pub operations: Vec<String>,
    /// Filters that its requests cannot leave, as a JSON object.
    pub filters: Option<String>,
    /// Seconds for which it is good.
    pub expires_in: u32,
}

/// What a token says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claims {
    /// The id of the key that it was made with.
    #[serde(rename = "k")]
    pub key: String,
    /// The origin of the pages that may use it.
    #[serde(rename = "o")]
    pub origin: String,
    /// Names of the operations that it opens.
    #[serde(rename = "p")]
    pub operations: Vec<String>,
    /// Filters that its requests cannot leave, as a JSON object.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<String>,
    /// Until when it is good, in seconds since 1970.
    #[serde(rename = "x")]
    pub expires_at: i64,
}

impl TokenRequest {
    /// Reads `{"origin", "operations"?, "filters"?, "expires_in"?}`.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub fn parse(body: &[u8]) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            let (mut page, mut operations, mut forced, mut expires_in) = (None, None, None, Some(USUAL_SECONDS));
            let noted = guard.noted();
            const MEMBERS: &[&str] = &["origin", "operations", "filters", "expires_in"];
            guard.members_of(At::BODY, MEMBERS, &["origin"], |guard, name, value| match name {
                "origin" => page = origin(guard, value),
                "operations" => operations = parse_operations(guard, value),
                "filters" => forced = parse_filters(guard, value),
                _ => expires_in = guard.whole_number(value, MIN_SECONDS, MAX_SECONDS),
            })?;
            let is_open = |operation: &Operation| forced.is_none() || takes_filters(*operation);
            for operation in operations.iter().flatten().filter(|operation| !is_open(operation)) {
                let message = "@ '#' takes no filters, so none can be forced on it.";
                let name = [Piece::Text(operation.access().name)];
                guard.refuse(Code::ValueNotAllowed, At::BODY, b"operations", message, &name);
            }
            if guard.noted() > noted {
                return None;
            }
            let operations = operations.unwrap_or_else(|| Operation::ALL.into_iter().filter(is_open).collect());
            let operations = operations.into_iter().map(|operation| operation.access().name.to_owned()).collect();
            Some(Self { origin: page?, operations, filters: forced, expires_in: expires_in? })
        })
    }
}

/// Whether filters mean something to an operation, or do it no harm.
fn takes_filters(operation: Operation) -> bool {
    !matches!(operation, Operation::CoMentions | Operation::Sector)
}

fn parse_operations(guard: &mut Guard, at: At) -> Option<Vec<Operation>> {
    let mut operations = Vec::new();
    let mut items = guard.items(at, 1, Operation::ALL.len());
    while let Some(item) = items.next(&guard.tape) {
        operations.extend(guard.choice(item, Operation::NAMES).and_then(Operation::from_name));
    }
    Some(operations)
}

/// Filters of any index: which index they are for is known with each request.
fn parse_filters(guard: &mut Guard, at: At) -> Option<String> {
    let text = forced::of_any_index(guard, at);
    if text.is_none() {
        let rule = "@ must be a JSON object of filters that one index has, with values that they take.";
        guard.refuse(Code::ValueNotAllowed, at, b"", rule, &[]);
    }
    text
}

/// A token that says this, signed with a secret.
pub fn sign(claims: &Claims, secret: &[u8]) -> Option<String> {
    let payload = BASE64URL.encode(serde_json::to_vec(claims).ok()?);
    let signature = BASE64URL.encode(mac(PURPOSE, payload.as_bytes(), secret)?.finalize().into_bytes());
    Some(format!("{PREFIX}{payload}.{signature}"))
}

/// What a token says, if it was signed with a secret and is good at a time in seconds since 1970.
pub fn verify(token: &str, secret: &[u8], now: i64) -> Option<Claims> {
    let (payload, signature) = token.strip_prefix(PREFIX)?.split_once('.')?;
    let signature = BASE64URL.decode(signature).ok()?;
    // Compared in constant time.
    mac(PURPOSE, payload.as_bytes(), secret)?.verify_slice(&signature).ok()?;
    let claims: Claims = serde_json::from_slice(&BASE64URL.decode(payload).ok()?).ok()?;
    (now < claims.expires_at).then_some(claims)
}

impl Claims {
    /// Whether it opens an operation.
    pub fn opens(&self, operation: Operation) -> bool {
        self.operations.iter().any(|name| name == operation.access().name)
    }
}

/// An origin as messages repeat it.
pub fn shown_origin(origin: Option<&str>) -> String {
    origin.map_or_else(|| "no origin".to_owned(), |origin| format!("origin '{}'", echo(origin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

    fn claims() -> Claims {
        Claims {
            key: "tok_1".to_owned(),
            origin: "https://dashboard.example".to_owned(),
            operations: vec!["search".to_owned()],
            filters: Some(r#"{"category":"Beauty"}"#.to_owned()),
            expires_at: 1_000,
        }
    }

    #[test]
    fn a_token_says_what_was_signed_until_it_expires() {
        let token = sign(&claims(), SECRET).unwrap();
        assert_eq!(verify(&token, SECRET, 999), Some(claims()));
        assert_eq!(verify(&token, SECRET, 1_000), None);
        assert_eq!(verify(&token, b"another", 999), None);
        assert!(claims().opens(Operation::Search) && !claims().opens(Operation::Sector));
    }

    #[test]
    fn a_token_that_was_changed_says_nothing() {
        let token = sign(&claims(), SECRET).unwrap();
        for position in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last character of a base64 text has bits that mean nothing, and must be zero.
            assert_eq!(verify(&changed, SECRET, 999), None, "{position}");
        }
    }

    fn messages(body: &str) -> Vec<String> {
        let problems = TokenRequest::parse(body.as_bytes()).unwrap_err();
        problems.violations().iter().map(|violation| violation.message.clone()).collect()
    }

    #[test]
    fn a_token_opens_everything_that_its_filters_can_narrow() {
        let plain = TokenRequest::parse(br#"{"origin": "https://a.example"}"#).unwrap();
        assert_eq!((plain.operations.len(), plain.expires_in), (6, 900));
        let forced =
            TokenRequest::parse(br#"{"origin": "https://a.example", "filters": {"category": "Beauty"}}"#).unwrap();
        assert_eq!(forced.operations, ["aggregate", "search", "creators", "schema"]);
        assert_eq!(forced.filters.as_deref(), Some(r#"{"category":"Beauty"}"#));
    }

    #[test]
    fn what_is_asked_for_wrongly_is_said() {
        assert_eq!(messages("{}"), ["origin is required."]);
        let body = r#"{"origin": "https://a.example", "operations": ["sector"], "filters": {"category": "Beauty"}}"#;
        assert_eq!(messages(body), ["operations 'sector' takes no filters, so none can be forced on it."]);
        assert_eq!(messages(r#"{"origin": "https://a.example", "filters": {"nothing": 1}}"#).len(), 1);
        assert_eq!(messages(r#"{"origin": "*", "expires_in": 100000, "operations": ["delete"]}"#).len(), 3);
    }
}
