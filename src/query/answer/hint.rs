//! The hint about a full-text query, and the response header with the hints of an answer.

use crate::base::boolean::{QueryParts, parse};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The characters that are percent-encoded: control characters, the percent sign, and the separator of hints.
const ENCODED: &AsciiSet = &CONTROLS.add(b'%').add(b',');
/// The maximum length of the header in bytes. The complete hints are in `_meta`.
const MAX_BYTES: usize = 1_000;

/// The operators of full-text queries.
const OPERATORS: [&str; 3] = ["AND", "NOT", "OR"];

/// Returns a hint if operators of a full-text query are not in upper case: such words are searched. It depends on the
/// spelling of the query, and not on its answer.
pub fn operator_hint(q: &str) -> Option<String> {
    let mut words = SmallOperators::default();
    parse(q.as_bytes(), &mut words).ok()?;
    let found = || OPERATORS.into_iter().zip(words.0).filter(|(_, is_found)| *is_found).map(|(operator, _)| operator);
    let list = |spell: fn(&str) -> String| found().map(spell).collect::<Vec<_>>().join(" and ");
    let is_any = found().next().is_some();
    is_any.then(|| {
        let words = list(|operator| format!("'{}'", operator.to_lowercase()));
        format!("q searches {words} like any word; operators are upper case: {}", list(str::to_owned))
    })
}

/// True for each of [`OPERATORS`] that a query has as a word.
#[derive(Default)]
struct SmallOperators([bool; OPERATORS.len()]);

impl QueryParts for SmallOperators {
    fn word(&mut self, text: &[u8]) {
        for (is_found, operator) in self.0.iter_mut().zip(OPERATORS) {
            *is_found |= operator.as_bytes().eq_ignore_ascii_case(text);
        }
    }

    fn prefix(&mut self, _: &[u8]) {}
    fn phrase(&mut self, _: &[u8]) {}
    fn near(&mut self, _: &[u8], _: u8) {}
    fn not(&mut self) {}
    fn all(&mut self, _: usize) {}
    fn any(&mut self, _: usize) {}
}

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
