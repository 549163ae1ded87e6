//! Cursors: their format, and the account and query that they are valid for.

use overheard::guard::problem::Code;
use overheard::guard::request::account::cursor::{Position, SortKey, decode, encode};
use overheard::spec::limits::{MAX_CURSOR_CHARACTERS, MAX_NAME_CHARACTERS};
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
    // Computed with Python's hmac, because cursors must stay valid across deployments.
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
        // The last character has unused bits, which must be zero.
        assert_eq!(code(&changed, ADDRESS, SECRET), Code::InvalidCursor, "{position}");
        let (cut, _) = cursor.split_at(position);
        assert_eq!(code(cut, ADDRESS, SECRET), Code::InvalidCursor, "{position}");
    }
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
