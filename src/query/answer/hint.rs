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
