//! Violations and the error body (RFC 9457).
//!
//! Out of scope: the kinds of problems ([`crate::spec::Code`]), the rules, headers (the Worker).

#[cfg(feature = "std")]
mod edge;

use crate::base::characters::{behind_first, characters};
use crate::base::sink::{Sink, put_text, put_whole};
use crate::spec::symbol::Choices;

pub use crate::spec::Code;

#[cfg(feature = "std")]
pub use edge::{Problem, Problems, Violation, echo, echo_path};

/// Type of problems caused by limits, registered with IANA.
const LIMIT_REACHED: &[u8] = b"https://iana.org/assignments/http-problem-types#quota-exceeded";

/// First violation, as written at the start of an error body.
pub struct FirstViolation<'f> {
    /// Kind of problem.
    pub code: Code,
    /// HTTP status.
    pub status: u16,
    /// Location, escaped for a JSON string.
    pub param: Option<&'f [u8]>,
    /// Message, escaped for a JSON string.
    pub message: &'f [u8],
    /// JSON members with the allowed values and the suggestion; may be empty.
    pub choice: &'f [u8],
}

/// Writes the error body. `errors` holds the items of the list `errors`; `more` holds members to write before it.
pub fn put_body(first: &FirstViolation<'_>, more: &[u8], errors: &[u8], request_id: &[u8], out: &mut impl Sink) {
    let code = first.code;
    out.put(b"{\"type\":\"");
    put_type(code, out);
    out.put(b"\",\"title\":\"");
    put_title(code, out);
    out.put(b"\",\"status\":");
    put_whole(first.status.into(), out);
    out.put(b",\"detail\":\"");
    out.put(first.message);
    out.put(b"\",\"instance\":\"urn:request:");
    out.put(request_id);
    out.put(b"\",\"message\":\"");
    out.put(first.message);
    out.put(b"\",\"code\":\"");
    out.put(code.name().as_bytes());
    out.put(b"\",\"param\":");
    match first.param {
        Some(param) => {
            out.put(b"\"");
            out.put(param);
            out.put(b"\"");
        }
        None => out.put(b"null"),
    }
    out.put(first.choice);
    out.put(more);
    out.put(b",\"errors\":[");
    out.put(errors);
    out.put(b"],\"request_id\":\"");
    out.put(request_id);
    out.put(b"\",\"retryable\":");
    out.put(if code.retryable() { b"true}" } else { b"false}" });
}

fn put_type(code: Code, out: &mut impl Sink) {
    if code.status() == 429 {
        return out.put(LIMIT_REACHED);
    }
    out.put(b"/problems/");
    put_words(code, b'-', out);
}

/// Writes the words of a code, separated by `between`.
fn put_words(code: Code, between: u8, out: &mut impl Sink) {
    for byte in code.name().bytes() {
        out.put_byte(if byte == b'_' { between } else { byte });
    }
}

/// Writes a code in words.
fn put_title(code: Code, out: &mut impl Sink) {
    let is_upper = |at| at == 0 || (code == Code::InvalidJson && at > "invalid".len());
    for (at, byte) in code.name().bytes().enumerate() {
        out.put_byte(match byte {
            b'_' => b' ',
            _ if is_upper(at) => byte.to_ascii_uppercase(),
            _ => byte,
        });
    }
}

/// Writes the allowed names as part of a message.
pub fn put_allowed(allowed: Choices<'_>, out: &mut impl Sink) {
    put_names(allowed, [b" Allowed: [", b", ", b"]"], out);
}

/// Writes the allowed names and the suggestion as members of a violation.
pub fn put_choice(allowed: Choices<'_>, suggestion: Option<&[u8]>, out: &mut impl Sink) {
    put_names(allowed, [b",\"allowed\":[\"", b"\",\"", b"\"]"], out);
    if let Some(text) = suggestion {
        out.put(b",\"did_you_mean\":\"");
        put_text(text, out);
        out.put(b"\"");
    }
}

/// Writes names with a prefix, a separator and a suffix. Writes nothing if there are no names.
#[inline(never)]
fn put_names(names: Choices<'_>, [before, between, behind]: [&[u8]; 3], out: &mut impl Sink) {
    for (at, name) in names.iter().enumerate() {
        out.put(if at == 0 { before } else { between });
        out.put(name);
    }
    if names.at(0).is_some() {
        out.put(behind);
    }
}

/// Maximum edit distance of a suggestion.
const MAX_EDITS: usize = 2;

/// Returns the first allowed name with the smallest edit distance to `given`, ignoring ASCII case.
///
/// A name that is no longer than its edit distance is not suggested.
pub fn nearest<'n>(allowed: Choices<'n>, given: &[u8]) -> Option<&'n [u8]> {
    (0..characters(given).min(MAX_EDITS + 1))
        .find_map(|edits| allowed.iter().find(|name| is_within(edits, name, given)))
}

/// Returns true if the edit distance (V. I. Levenshtein, 1966) is at most `edits`: insertions, deletions, replacements.
/// No maintained library works under the constraints of the browser build.
fn is_within(edits: usize, name: &[u8], given: &[u8]) -> bool {
    let (name_rest, given_rest) = (name.get(1..).unwrap_or_default(), behind_first(given));
    match (name.first(), given.first()) {
        (None, None) => true,
        (Some(wanted), Some(byte)) if wanted.eq_ignore_ascii_case(byte) => is_within(edits, name_rest, given_rest),
        _ if edits == 0 => false,
        _ => {
            is_within(edits - 1, name_rest, given_rest)
                || is_within(edits - 1, name_rest, given)
                || is_within(edits - 1, name, given_rest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn edits_are_those_of_the_library(name in "[a-e_]{1,9}", given in "[A-Ea-e_é]{0,9}") {
            let distance = strsim::levenshtein(&name, &given.to_ascii_lowercase());
            for edits in 0..=MAX_EDITS {
                proptest::prop_assert_eq!(is_within(edits, name.as_bytes(), given.as_bytes()), distance <= edits);
            }
        }
    }

    #[test]
    fn the_nearest_value_is_at_most_two_edits_away() {
        assert_eq!(nearest(Choices::Texts(&["youtube", "tiktok"]), b"YouTub"), Some(b"youtube".as_slice()));
        assert_eq!(nearest(Choices::Texts(&["asc", "desc"]), b"dsc"), Some(b"asc".as_slice()));
        assert_eq!(nearest(Choices::Texts(&["asc", "desc"]), b"up"), None);
        assert_eq!(nearest(Choices::Texts(&["youtube"]), b"vimeo"), None);
    }
}
