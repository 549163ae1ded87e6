//! Tells which records an import may clean of personal data. The oracle does not repeat the rules of an import, so
//! comparisons leave these records out.

use serde_json::{Map, Value};

/// Digits that may be a phone number.
const PHONE_DIGITS: usize = 7;
/// Other characters between two digits of a phone number.
const PHONE_GAP: usize = 3;
/// Quotation marks. An apostrophe is none.
const QUOTATION_MARKS: [char; 12] = ['"', '“', '”', '„', '‟', '«', '»', '‹', '›', '‘', '‚', '＂'];
/// Quoted words from which an import drops a context.
const QUOTED_WORDS: usize = 6;
/// Columns whose values are no free text.
const NO_TEXTS: [&str; 7] =
    ["video_id", "mention_id", "channel_uid", "creator_id", "upload_date", "snapshot_date", "indexed_at"];

/// Returns true if an import may remove something from a text of a record. Never false if it does.
pub fn may_be_cleaned(record: &Map<String, Value>) -> bool {
    record.iter().filter(|(column, _)| !NO_TEXTS.contains(&column.as_str())).any(|(column, value)| {
        let texts = match value {
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            value => Vec::from_iter(value.as_str()),
        };
        texts.into_iter().any(|text| may_be_personal(text) || (column == "context" && may_quote(text)))
    })
}

/// An e-mail address, a handle, a URL or a phone number.
fn may_be_personal(text: &str) -> bool {
    let small = text.to_lowercase();
    let is_path = |word: &str| word.split_once('.').is_some_and(|(_, behind)| behind.contains('/'));
    ["@", "＠", "://", "www."].iter().any(|sign| small.contains(sign))
        || small.split_whitespace().any(is_path)
        || may_have_phone(&small)
}

fn may_have_phone(text: &str) -> bool {
    let (mut digits, mut gap) = (0, 0);
    text.chars().any(|character| {
        if character.is_ascii_digit() {
            digits = if gap > PHONE_GAP { 1 } else { digits + 1 };
            gap = 0;
        } else {
            gap += 1;
        }
        digits >= PHONE_DIGITS
    })
}

fn may_quote(text: &str) -> bool {
    text.matches(QUOTATION_MARKS).count() > 0 && text.split_whitespace().count() >= QUOTED_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn records_that_an_import_cleans_are_known() {
        let is_known = |record: Value| may_be_cleaned(record.as_object().expect("an object"));
        for text in ["Morgan: 865-351-6290Instagram", "by @someone", "see bit.ly/x", "WWW.example.org", "a@b.org"] {
            assert!(is_known(json!({"title": text})) && is_known(json!({"tags": ["a", text]})), "{text}");
        }
        for text in ["612 likes", "vs. the 2020 team", "and/or"] {
            assert!(!is_known(json!({"title": text})), "{text}");
        }
        assert!(!is_known(json!({"upload_date": "2020-10-10", "video_id": "12345678"})));
        assert!(is_known(json!({"context": "She says “it is the best of all creams”"})));
        assert!(!is_known(json!({"title": "She says “it is the best of all creams”"})));
    }
}
