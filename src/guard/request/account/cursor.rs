//! Cursors: where a page of a list ended, so that the next one goes on behind it.
//!
//! A cursor is base64url of `v1|sort key|id|question|` and the first half of its signature (HMAC-SHA256). It holds
//! values and the id of the last item, never a place in the dataset: it is good in every version, and items that came
//! or went before it move nothing. `question` is a hash of the canonical address without `cursor` and `limit`, so that
//! pages of another question are not mistaken for more of this one. The signature is over the account as well: to
//! another account, it is a cursor that nobody gave. In scope: making and reading one. Out of scope: the
//! signing secret (a parameter), and what lies behind a position.

use crate::base::mac::mac;
use crate::guard::account::CURSOR_RULE;
use crate::guard::problem::{Code, Violation};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// What a cursor of this form begins with.
const VERSION: &str = "v1";
/// Between the parts of a cursor. Only the id may contain it.
const BETWEEN: &str = "|";
/// Tells these signatures from others that are made with the same secret.
const PURPOSE: &[u8] = b"cursor.";
/// Bytes of a signature that are kept.
const SIGNATURE_BYTES: usize = 16;
/// Bytes of the hash of a question that are kept: it tells questions apart, the signature protects it.
const QUESTION_BYTES: usize = 8;
/// Parameters that may change from page to page.
const OF_PAGES: [&str; 2] = ["cursor", "limit"];

/// Where a page ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// What the last item was sorted by.
    pub key: SortKey,
    /// What tells the last item from others with the same key, in every version of the dataset.
    pub id: String,
}

/// What an item was sorted by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SortKey {
    /// Nothing: it has no such value.
    Missing,
    /// A count, the number of a day, a time in seconds, a stored integer.
    Whole(i64),
    /// A mean or a score, unrounded and finite.
    Real(f64),
}

/// The cursor of a position, in the pages of an account's question with this canonical address.
pub fn encode(position: &Position, account: &str, address: &str, secret: &[u8]) -> Option<String> {
    let Position { key, id } = position;
    let question = question(address);
    let mut bytes = format!("{VERSION}{BETWEEN}{key}{BETWEEN}{id}{BETWEEN}{question}{BETWEEN}").into_bytes();
    let signature = signature(account, &bytes, secret)?.finalize().into_bytes();
    bytes.extend(signature.iter().take(SIGNATURE_BYTES));
    Some(BASE64URL.encode(bytes))
}

/// The position of a cursor, for an account's question with this canonical address.
///
/// # Errors
/// `invalid_cursor` for one that was not signed with this secret or for this account, `cursor_query_mismatch` for one of
/// another question.
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

/// The question and the position that were signed.
fn signed(cursor: &str, account: &str, secret: &[u8]) -> Option<(String, Position)> {
    let bytes = BASE64URL.decode(cursor).ok()?;
    let (payload, signed) = bytes.split_last_chunk::<SIGNATURE_BYTES>()?;
    // Compared in constant time.
    signature(account, payload, secret)?.verify_truncated_left(signed).ok()?;
    let payload = str::from_utf8(payload).ok()?.strip_suffix(BETWEEN)?;
    let (rest, question) = payload.rsplit_once(BETWEEN)?;
    let (key, id) = rest.strip_prefix(VERSION)?.strip_prefix(BETWEEN)?.split_once(BETWEEN)?;
    Some((question.to_owned(), Position { key: SortKey::parse(key)?, id: id.to_owned() }))
}

/// What tells a payload that was made for an account from all others. Ids of accounts have no mark between parts.
fn signature(account: &str, payload: &[u8], secret: &[u8]) -> Option<Hmac<Sha256>> {
    mac(PURPOSE, &[account.as_bytes(), BETWEEN.as_bytes(), payload].concat(), secret)
}

/// A short hash of a canonical address without what may change from page to page.
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

/// Texts of numbers are those from which the same number is read.
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
