//! Browser tokens: short-lived credentials that a page may hold.
//!
//! A token contains its claims (key, origin, operations, expiry) and their signature (HMAC-SHA256). Its format is
//! `ohb_`, the claims as base64url of JSON, a dot, and the signature as base64url. In scope: the rules for tokens,
//! creating and reading them. Out of scope: the signing secret and the time (parameters), and the key of the token. The
//! Worker looks up the key: a token is valid as long as its key, and only for the API of that key.

mod request;

pub use request::{TokenApi, TokenRequest};

use crate::base::mac::mac;
use crate::guard::problem::echo;
use crate::spec::{AccountOperation, Effect};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::Mac;
use serde::{Deserialize, Serialize};

/// The path at which `POST` creates tokens.
pub const PATH: &str = "/v1/_ext/browser-tokens";
/// The prefix of every token.
pub const PREFIX: &str = "ohb_";
/// The label that separates these signatures from others made with the same secret.
const PURPOSE: &[u8] = b"browser-token.";

/// The claims of a token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenClaims {
    /// The id of the key that created the token.
    #[serde(rename = "k")]
    pub key: String,
    /// The origin of the pages that may use the token.
    #[serde(rename = "o")]
    pub origin: String,
    /// Names of the operations that the token permits.
    #[serde(rename = "p")]
    pub operations: Vec<String>,
    /// Filters that the token forces on its requests, as a JSON object. They are index fields for the Data API and
    /// parameters for the Account API.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<String>,
    /// Expiry, in seconds since 1970.
    #[serde(rename = "x")]
    pub expires_at: i64,
}

/// Creates a token with these claims, signed with a secret.
pub fn sign(claims: &TokenClaims, secret: &[u8]) -> Option<String> {
    let payload = BASE64URL.encode(serde_json::to_vec(claims).ok()?);
    let signature = BASE64URL.encode(mac(PURPOSE, payload.as_bytes(), secret)?.finalize().into_bytes());
    Some(format!("{PREFIX}{payload}.{signature}"))
}

/// Returns the claims of a token if its signature matches a secret. Does not check the expiry.
pub fn read(token: &str, secret: &[u8]) -> Option<TokenClaims> {
    let (payload, signature) = token.strip_prefix(PREFIX)?.split_once('.')?;
    let signature = BASE64URL.decode(signature).ok()?;
    // The signature is compared in constant time.
    mac(PURPOSE, payload.as_bytes(), secret)?.verify_slice(&signature).ok()?;
    serde_json::from_slice(&BASE64URL.decode(payload).ok()?).ok()
}

impl TokenClaims {
    /// Returns true if the token has not expired at a time in seconds since 1970.
    pub fn is_valid_at(&self, now: i64) -> bool {
        now < self.expires_at
    }

    /// Returns true if the token permits the named operation.
    pub fn permits(&self, operation: &str) -> bool {
        self.permitted().any(|name| name == operation)
    }

    /// Returns the names of the operations that the token permits. Tokens only read, so older claims for writing
    /// operations have no effect.
    pub fn permitted(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(String::as_str).filter(|name| !changes_something(name))
    }
}

/// Returns true if an operation creates, starts or removes something.
fn changes_something(operation: &str) -> bool {
    AccountOperation::from_name(operation).is_some_and(|operation| operation.endpoint().effect != Effect::Reads)
}

/// Returns an origin as messages repeat it.
pub fn describe_origin(origin: Option<&str>) -> String {
    origin.map_or_else(|| "no origin".to_owned(), |origin| format!("origin '{}'", echo(origin)))
}
