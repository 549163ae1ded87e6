//! Pagination cursors. A cursor holds the position of the last item of a page.
//!
//! A cursor is base64url of `v1|sort key|id|question|` and the first half of its signature (HMAC-SHA256). It holds the
//! sort key and the id of an item, never a row position. So it is valid in every dataset version, and items that were
//! added or removed do not shift the pages. `question` is a hash of the canonical URL without `cursor` and `limit`, so
//! a cursor cannot be used with another request. The signature covers the account, so a cursor is invalid for other
//! accounts. In scope: encoding and decoding. Out of scope: the signing secret (a parameter) and the items themselves.

use crate::base::mac::mac;
use crate::guard::account::CURSOR_RULE;
use crate::guard::problem::{Code, Violation};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// Prefix with the version of the format.
const VERSION: &str = "v1";
/// Separator of the parts of a cursor. Only the id may contain it.
const BETWEEN: &str = "|";
/// Prefix of signed payloads. It separates cursors from other uses of the same secret.
const PURPOSE: &[u8] = b"cursor.";
/// Number of stored signature bytes.
const SIGNATURE_BYTES: usize = 16;
/// Number of stored bytes of the request hash. Short, because the signature protects it.
const QUESTION_BYTES: usize = 8;
/// Parameters that may differ between pages.
const OF_PAGES: [&str; 2] = ["cursor", "limit"];

/// Position of the last item of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// Sort key of the last item.
    pub key: SortKey,
    /// Id of the last item. It orders items with equal sort keys and is stable across dataset versions.
    pub id: String,
}

/// Sort key of an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SortKey {
    /// The item has no value to sort by.
    Missing,
    /// A count, a day number, a time in seconds, or another stored integer.
    Whole(i64),
    /// A mean or a score, unrounded and finite.
    Real(f64),
}

/// Encodes a position as a cursor for an account's request with this canonical URL.
pub fn encode(position: &Position, account: &str, address: &str, secret: &[u8]) -> Option<String> {
    let Position { key, id } = position;
    let question = question(address);
    let mut bytes = format!("{VERSION}{BETWEEN}{key}{BETWEEN}{id}{BETWEEN}{question}{BETWEEN}").into_bytes();
    let signature = signature(account, &bytes, secret)?.finalize().into_bytes();
    bytes.extend(signature.iter().take(SIGNATURE_BYTES));
    Some(BASE64URL.encode(bytes))
}

/// Decodes a cursor for an account's request with this canonical URL.
///
/// # Errors
/// `invalid_cursor` if the signature does not match the secret and the account, `cursor_query_mismatch` if the cursor
/// belongs to another request.
pub fn decode(cursor: &str, account: &str, address: &str, secret: &[u8]) -> Result<Position, Violation> {
    let invalid = || Violation::new(Code::InvalidCursor, "?cursor", CURSOR_RULE.replace('@', "cursor"));
    let (of, position) = signed(cursor, account, secret).ok_or_else(invalid)?;
    if of != question(address) {
        let message =
            "cursor came with the answer to another question. Send it with the same parameters, or leave it out.";
        return Err(Violation::new(Code::CursorQueryMismatch, "?cursor", message));
    }
    Ok(position)
}

/// Verifies the signature of a cursor. Returns its request hash and its position.
fn signed(cursor: &str, account: &str, secret: &[u8]) -> Option<(String, Position)> {
    let bytes = BASE64URL.decode(cursor).ok()?;
    let (payload, signed) = bytes.split_last_chunk::<SIGNATURE_BYTES>()?;
    // Constant-time comparison.
    signature(account, payload, secret)?.verify_truncated_left(signed).ok()?;
    let payload = str::from_utf8(payload).ok()?.strip_suffix(BETWEEN)?;
    let (rest, question) = payload.rsplit_once(BETWEEN)?;
    let (key, id) = rest.strip_prefix(VERSION)?.strip_prefix(BETWEEN)?.split_once(BETWEEN)?;
    Some((question.to_owned(), Position { key: SortKey::parse(key)?, id: id.to_owned() }))
}

/// Computes the signature of a payload for an account. Account ids do not contain the separator.
fn signature(account: &str, payload: &[u8], secret: &[u8]) -> Option<Hmac<Sha256>> {
    mac(PURPOSE, &[account.as_bytes(), BETWEEN.as_bytes(), payload].concat(), secret)
}

/// Returns a short hash of a canonical URL without the parameters that may differ between pages.
fn question(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut hash = Sha256::new_with_prefix(path);
    let is_of_pages = |parameter: &str| OF_PAGES.iter().any(|name| parameter.split('=').next() == Some(name));
    for parameter in query.split('&').filter(|parameter| !is_of_pages(parameter)) {
        hash.update("&");
        hash.update(parameter);
    }
    let hash = hash.finalize();
    BASE64URL.encode(hash.first_chunk::<QUESTION_BYTES>().copied().unwrap_or_default())
}

impl SortKey {
    fn parse(text: &str) -> Option<Self> {
        match text.split_at_checked(1) {
            None => Some(Self::Missing),
            Some(("i", number)) => number.parse().ok().map(Self::Whole),
            Some(("f", number)) => number.parse().ok().map(Self::Real),
            Some(_) => None,
        }
    }
}

/// Formats a sort key. Parsing the text gives the same number.
impl fmt::Display for SortKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Whole(number) => write!(formatter, "i{number}"),
            Self::Real(number) => write!(formatter, "f{number:e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_signed_for_something_else_is_no_cursor() {
        let (account, secret) = ("acc_0000000001", &b"0123456789abcdef0123456789abcdef"[..]);
        let payload = b"v1|i1|m1|AAAAAAAAAAA|";
        let signature = mac(b"browser-token.", &[account.as_bytes(), b"|", payload].concat(), secret)
            .unwrap()
            .finalize()
            .into_bytes();
        let cursor = BASE64URL.encode([payload, &signature[..SIGNATURE_BYTES]].concat());
        assert_eq!(decode(&cursor, account, "/v1/mentions", secret).unwrap_err().code, Code::InvalidCursor);
    }
}
