//! The response header with the hints of an answer.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The characters that are percent-encoded: control characters, the percent sign, and the separator of hints.
const ENCODED: &AsciiSet = &CONTROLS.add(b'%').add(b',');
/// The maximum length of the header in bytes. The complete hints are in `_meta`.
const MAX_BYTES: usize = 1_000;

/// Returns the value of the header: percent-encoded hints (RFC 3986), separated by a comma and a space.
///
/// The first hint that does not fit is left out, and so are all after it. Returns `None` if no hint remains.
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
