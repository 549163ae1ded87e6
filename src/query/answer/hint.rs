//! Hints as a header of the answer.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What stands in a header otherwise than it is: what no header may hold, the sign of what was encoded, and what stands
/// between two hints.
const ENCODED: &AsciiSet = &CONTROLS.add(b'%').add(b',');
/// Bytes of the longest header: it is for a glance, and all hints are in `_meta`.
const MAX_BYTES: usize = 1_000;

/// Hints as a header, percent-encoded (RFC 3986) where they must be, with a comma and a blank between them: as many of
/// the first as fit. `None` when there is none.
pub fn hint_header(hints: &[String]) -> Option<String> {
    let mut header = String::new();
    for hint in hints {
        let between = if header.is_empty() { "" } else { ", " };
        let hint = utf8_percent_encode(hint, ENCODED).to_string();
        if header.len() + between.len() + hint.len() > MAX_BYTES {
            break;
        }
        header += between;
        header += &hint;
    }
    (!header.is_empty()).then_some(header)
}

#[cfg(test)]
mod tests {
    use super::*;
    use percent_encoding::percent_decode_str;
    use proptest::prelude::*;

    fn header(hints: &[&str]) -> Option<String> {
        hint_header(&hints.iter().map(|hint| (*hint).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn hints_read_as_they_are_where_they_can() {
        assert_eq!(header(&[]), None);
        assert_eq!(header(&["a 'B' exists; c"]).as_deref(), Some("a 'B' exists; c"));
        assert_eq!(header(&["100 %, café", "b\n"]).as_deref(), Some("100 %25%2C caf%C3%A9, b%0A"));
    }

    #[test]
    fn as_many_as_fit_are_told() {
        let long = "x".repeat(MAX_BYTES);
        assert_eq!(header(&[&long, "b"]), Some(long.clone()));
        assert_eq!(header(&["b", &long]).as_deref(), Some("b"));
        assert_eq!(header(&[&"é".repeat(MAX_BYTES)]), None);
    }

    proptest! {
        #[test]
        fn hints_are_read_back(hints in prop::collection::vec("\\PC{1,20}", 1..5)) {
            let header = hint_header(&hints).unwrap();
            prop_assert!(header.bytes().all(|byte| (0x20..0x7F).contains(&byte)), "{}", header);
            let decoded = |hint: &str| percent_decode_str(hint).decode_utf8().unwrap().into_owned();
            prop_assert_eq!(header.split(", ").map(decoded).collect::<Vec<_>>(), hints);
        }
    }
}
