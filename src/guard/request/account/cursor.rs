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
    use crate::spec::limits::{MAX_CURSOR_CHARACTERS, MAX_NAME_CHARACTERS};
    use proptest::prelude::*;

    const ACCOUNT: &str = "acc_0000000001";
    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";
    const ADDRESS: &str = "/v1/mentions?brand=Aurelia&cursor=abc&limit=25&order=desc&sort=views";

    fn position(key: SortKey, id: &str) -> Position {
        Position { key, id: id.to_owned() }
    }

    fn cursor() -> String {
        encode(&position(SortKey::Whole(512_340), "m1"), ACCOUNT, ADDRESS, SECRET).unwrap()
    }

    fn code(cursor: &str, address: &str, secret: &[u8]) -> Code {
        let violation = decode(cursor, ACCOUNT, address, secret).unwrap_err();
        assert_eq!(violation.param, "?cursor");
        violation.code
    }

    #[test]
    fn a_cursor_never_changes() {
        // Computed with Python's hmac: cursors outlive deployments.
        assert_eq!(cursor(), "djF8aTUxMjM0MHxtMXxVd1Uzd2lwbnNjc3wRY_EX3Kex3tBXlgily2Cs");
    }

    #[test]
    fn pages_may_have_other_sizes() {
        let expected = Ok(position(SortKey::Whole(512_340), "m1"));
        for address in [
            "/v1/mentions?brand=Aurelia&limit=100&order=desc&sort=views",
            "/v1/mentions?brand=Aurelia&cursor=other&order=desc&sort=views",
        ] {
            assert_eq!(decode(&cursor(), ACCOUNT, address, SECRET), expected, "{address}");
        }
    }

    #[test]
    fn cursors_of_other_questions_are_told_from_those_of_nobody() {
        for address in [
            "/v1/mentions?brand=Aurelia&order=asc&sort=views",
            "/v1/mentions?brand=Aurelia&order=desc&sort=views&topic=price",
            "/v1/influencers?brand=Aurelia&order=desc&sort=views",
            "/v1/mentions",
        ] {
            assert_eq!(code(&cursor(), address, SECRET), Code::CursorQueryMismatch, "{address}");
        }
        assert_eq!(code(&cursor(), ADDRESS, b"another"), Code::InvalidCursor);
        let message = decode("", ACCOUNT, ADDRESS, SECRET).unwrap_err().message;
        assert_eq!(message, "cursor must be the next_cursor of an answer, unchanged.");
    }

    #[test]
    fn a_cursor_of_another_account_is_none() {
        let violation = decode(&cursor(), "acc_0000000002", ADDRESS, SECRET).unwrap_err();
        assert_eq!(violation.code, Code::InvalidCursor);
    }

    #[test]
    fn a_cursor_that_was_changed_is_none() {
        let cursor = cursor();
        for position in 0..cursor.len() {
            let mut changed = cursor.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last character has bits that mean nothing, and must be zero.
            assert_eq!(code(&changed, ADDRESS, SECRET), Code::InvalidCursor, "{position}");
            let (cut, _) = cursor.split_at(position);
            assert_eq!(code(cut, ADDRESS, SECRET), Code::InvalidCursor, "{position}");
        }
    }

    #[test]
    fn what_was_signed_for_something_else_is_no_cursor() {
        let payload = b"v1|i1|m1|AAAAAAAAAAA|";
        let signature = mac(b"browser-token.", &[ACCOUNT.as_bytes(), b"|", payload].concat(), SECRET)
            .unwrap()
            .finalize()
            .into_bytes();
        let cursor = BASE64URL.encode([payload, &signature[..SIGNATURE_BYTES]].concat());
        assert_eq!(code(&cursor, ADDRESS, SECRET), Code::InvalidCursor);
    }

    #[test]
    fn the_longest_cursor_is_taken_back() {
        let longest = position(SortKey::Real(-f64::MAX / 3.0), &"😀".repeat(MAX_NAME_CHARACTERS));
        let cursor = encode(&longest, ACCOUNT, ADDRESS, SECRET).unwrap();
        assert!(cursor.len() <= MAX_CURSOR_CHARACTERS, "{}", cursor.len());
    }

    fn key() -> impl Strategy<Value = SortKey> {
        let real = proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL | proptest::num::f64::ZERO;
        prop_oneof![Just(SortKey::Missing), any::<i64>().prop_map(SortKey::Whole), real.prop_map(SortKey::Real)]
    }

    proptest! {
        #[test]
        fn positions_are_read_as_they_were_written(key in key(), id in "[a|_é\"]{0,9}|.*") {
            let position = Position { key, id };
            let cursor = encode(&position, ACCOUNT, ADDRESS, SECRET).unwrap();
            prop_assert_eq!(decode(&cursor, ACCOUNT, ADDRESS, SECRET), Ok(position));
        }

        #[test]
        fn any_text_is_refused_quietly(text in ".*") {
            prop_assert!(decode(&text, ACCOUNT, ADDRESS, SECRET).is_err());
        }
    }
}
