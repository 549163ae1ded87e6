//! Browser tokens: short-lived credentials that a page may hold.
//!
//! A token says for itself whose it is, which page may use it, for what and until when, and carries a signature
//! (HMAC-SHA256) over that: `ohb_`, the claims as base64url of JSON, a dot, the signature as base64url. In scope: what a
//! token may be, making and reading one. Out of scope: the signing secret and the time (parameters), the key that it
//! was made with (the Worker looks it up: a revoked key takes its tokens with it, and opens its own interface alone).

mod request;

pub use request::{For, TokenRequest};

use crate::base::mac::mac;
use crate::guard::problem::echo;
use crate::spec::{AccountOperation, Effect};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::Mac;
use serde::{Deserialize, Serialize};

/// Where tokens are made, by `POST`.
pub const PATH: &str = "/v1/_ext/browser-tokens";
/// What every token begins with.
pub const PREFIX: &str = "ohb_";
/// Tells these signatures from others that are made with the same secret.
const PURPOSE: &[u8] = b"browser-token.";
/// What a token says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenClaims {
    /// The id of the key that it was made with.
    #[serde(rename = "k")]
    pub key: String,
    /// The origin of the pages that may use it.
    #[serde(rename = "o")]
    pub origin: String,
    /// Names of the operations that it opens.
    #[serde(rename = "p")]
    pub operations: Vec<String>,
    /// Filters that its requests cannot leave, as a JSON object: fields of an index for the Data API, parameters for the
    /// Account API.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<String>,
    /// Until when it is good, in seconds since 1970.
    #[serde(rename = "x")]
    pub expires_at: i64,
}

/// A token that says this, signed with a secret.
pub fn sign(claims: &TokenClaims, secret: &[u8]) -> Option<String> {
    let payload = BASE64URL.encode(serde_json::to_vec(claims).ok()?);
    let signature = BASE64URL.encode(mac(PURPOSE, payload.as_bytes(), secret)?.finalize().into_bytes());
    Some(format!("{PREFIX}{payload}.{signature}"))
}

/// What a token says, if it was signed with a secret. Whether it is still good is another question.
pub fn read(token: &str, secret: &[u8]) -> Option<TokenClaims> {
    let (payload, signature) = token.strip_prefix(PREFIX)?.split_once('.')?;
    let signature = BASE64URL.decode(signature).ok()?;
    // Compared in constant time.
    mac(PURPOSE, payload.as_bytes(), secret)?.verify_slice(&signature).ok()?;
    serde_json::from_slice(&BASE64URL.decode(payload).ok()?).ok()
}

impl TokenClaims {
    /// Whether it is still good, at a time in seconds since 1970.
    pub fn is_good_at(&self, now: i64) -> bool {
        now < self.expires_at
    }

    /// Returns true if it opens the operation of a name.
    pub fn opens(&self, operation: &str) -> bool {
        self.opened().any(|name| name == operation)
    }

    /// The names of the operations that it opens. Tokens only read: one that was signed for more before opens no more.
    pub fn opened(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(String::as_str).filter(|name| !changes_something(name))
    }
}

/// Returns true if an operation makes, begins or removes something.
fn changes_something(operation: &str) -> bool {
    AccountOperation::from_name(operation).is_some_and(|operation| operation.endpoint().effect != Effect::Reads)
}

/// An origin as messages repeat it.
pub fn shown_origin(origin: Option<&str>) -> String {
    origin.map_or_else(|| "no origin".to_owned(), |origin| format!("origin '{}'", echo(origin)))
}
