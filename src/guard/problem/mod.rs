//! What went wrong, for people and programs: codes, violations and the error body (RFC 9457).
//!
//! In scope: the code owns its status, title and explanation; nothing else maps them. The guardrails know only their own
//! codes where nothing else is built.
//! Out of scope: which rule was broken (`data`), headers (the Worker).

#[cfg(feature = "edge")]
mod edge;

use crate::guard::{Sink, behind_first, characters, put_whole};
use crate::spec::symbol::Names;

#[cfg(feature = "edge")]
pub use edge::{Problem, Problems, Violation, echo, echo_path};

/// The type of problems with limits, as registered with IANA.
#[cfg(feature = "edge")]
const LIMIT_REACHED: &[u8] = b"https://iana.org/assignments/http-problem-types#quota-exceeded";

macro_rules! codes {
    ($($(#[$only:meta])? $variant:ident, $name:literal, $status:literal, $retryable:literal, $explanation:literal;)*) => {
        /// What kind of problem it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $($(#[$only])? #[doc = $explanation] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$($(#[$only])? Self::$variant,)*];

            /// Its name in the error body.
            #[inline(never)]
            pub const fn name(self) -> &'static str {
                match self { $($(#[$only])? Self::$variant => $name,)* }
            }

            /// The HTTP status that goes with it.
            pub const fn status(self) -> u16 {
                match self { $($(#[$only])? Self::$variant => $status,)* }
            }

            /// Whether the same request may succeed later.
            pub const fn retryable(self) -> bool {
                match self { $($(#[$only])? Self::$variant => $retryable,)* }
            }

            /// What it means and what to do, for the page that `type` leads to.
            pub const fn explanation(self) -> &'static str {
                match self { $($(#[$only])? Self::$variant => $explanation,)* }
            }
        }
    };
}

codes! {
    InvalidJson, "invalid_json", 400, false, "The body is not one JSON value in UTF-8, or it is nested too deeply. Send one JSON object.";
    InvalidType, "invalid_type", 400, false, "A member has another type than the operation takes. The message names the member and the type.";
    MissingField, "missing_field", 400, false, "A member that the operation needs is absent. The message names it.";
    UnknownField, "unknown_field", 400, false, "A member is not known to the operation. The message lists those that are; nothing is ignored silently.";
    ValueNotAllowed, "value_not_allowed", 400, false, "A value is not one of those that the member takes. The message lists them.";
    FieldNotAllowed, "field_not_allowed", 400, false, "A field of the dataset may not be used this way on this index. The message lists those that may.";
    LimitViolation, "limit_violation", 400, false, "A number, a length or a count is outside its limits. The message states them.";
    WindowTooLong, "window_too_long", 400, false, "The window of dates is longer than 24 months. Ask for a shorter one.";
    InvalidDate, "invalid_date", 400, false, "A date is not a real calendar date of the form YYYY-MM-DD.";
    InvalidRange, "invalid_range", 400, false, "The start of a range lies after its end.";
    DuplicateValue, "duplicate_value", 400, false, "A value or a member is given twice where it may be given once.";
    #[cfg(feature = "account")] UnknownParameter, "unknown_parameter", 400, false, "A parameter in the address is not known here. Keys and tokens never belong there: they travel in headers.";
    #[cfg(feature = "account")] InvalidUrl, "invalid_url", 400, false, "An address is not one that can be used. The message says why.";
    #[cfg(feature = "edge")] InvalidHeader, "invalid_header", 400, false, "A header has a name or a character that no header may have, or there are too many. The message names it.";
    #[cfg(feature = "account")] InvalidCursor, "invalid_cursor", 400, false, "The cursor is not one that an answer gave. Send next_cursor as it was, or none to begin anew.";
    #[cfg(feature = "edge")] CursorQueryMismatch, "cursor_query_mismatch", 400, false, "The cursor came with the answer to another question. Send it with the same parameters, or leave it out.";
    #[cfg(feature = "edge")] MissingCredentials, "missing_credentials", 401, false, "The request carries no key. Send it in the header that the message names.";
    #[cfg(feature = "edge")] InvalidCredentials, "invalid_credentials", 403, false, "The key is unknown, mistyped, revoked or expired.";
    #[cfg(feature = "edge")] InsufficientScope, "insufficient_scope", 403, false, "The key does not have the scope that the operation needs.";
    #[cfg(feature = "edge")] PlanUpgradeRequired, "plan_upgrade_required", 403, false, "The endpoint is not part of the account's plan. The answer names the plan of the account and the smallest one that has it.";
    #[cfg(feature = "edge")] AccountSuspended, "account_suspended", 403, false, "The account of the key may not ask at present. Its operator can say why.";
    #[cfg(feature = "edge")] HttpsRequired, "https_required", 403, false, "The request came without encryption. Send it to https://; the secret in it should be replaced.";
    #[cfg(feature = "edge")] OriginNotAllowed, "origin_not_allowed", 403, false, "The token was made for another page. It is good for requests from the one origin that it was made for.";
    NotFound, "not_found", 404, false, "There is nothing at this path.";
    #[cfg(feature = "edge")] MethodNotAllowed, "method_not_allowed", 405, false, "The path exists, but not for this method. The header Allow lists those it has.";
    #[cfg(feature = "edge")] NotAcceptable, "not_acceptable", 406, false, "The header Accept rules out every form in which an answer exists.";
    #[cfg(feature = "edge")] Conflict, "conflict", 409, true, "The request contradicts something that is under way.";
    PayloadTooLarge, "payload_too_large", 413, false, "The body is larger than the path takes. The message says how large it may be.";
    #[cfg(feature = "edge")] UnsupportedMediaType, "unsupported_media_type", 415, false, "The body must be sent as Content-Type: application/json, and without a Content-Encoding.";
    #[cfg(feature = "edge")] RateLimited, "rate_limited", 429, true, "The key has sent as many requests in this minute as its plan allows. Wait as long as the header Retry-After says, and back off exponentially.";
    #[cfg(feature = "edge")] QuotaExceeded, "quota_exceeded", 429, true, "The account has used what its plan allows for the day or month. It opens again after the time that the header Retry-After gives; a larger plan opens it at once.";
    #[cfg(feature = "edge")] InternalError, "internal_error", 500, true, "A fault of ours. The request id helps to find it.";
    #[cfg(feature = "edge")] BackendUnavailable, "backend_unavailable", 503, true, "A part behind the service did not answer. Retry after the time that the header Retry-After gives.";
    #[cfg(feature = "edge")] QueryTimeout, "query_timeout", 503, true, "The question took longer than its budget. Retry, or narrow it: fewer brands, a shorter window, one more filter.";
    #[cfg(feature = "edge")] ViewPreparing, "view_preparing", 503, true, "What the account sees of the dataset is still being prepared, which happens once after an import or a change of its brands. The message says how far that is; retry after the time that the header Retry-After gives.";
}

impl Code {
    /// The code of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

/// What an error body begins with: the first violation, as it stands in JSON.
pub struct First<'f> {
    /// What kind of problem it is.
    pub code: Code,
    /// The HTTP status.
    pub status: u16,
    /// Its place, as it stands inside of quotes.
    pub param: Option<&'f [u8]>,
    /// Its message, as it stands inside of quotes.
    pub message: &'f [u8],
    /// What may be chosen: more members, or nothing.
    pub choice: &'f [u8],
}

/// Adds the error body: `errors` is what stands inside of that list, `more` are members before it.
pub fn put_body(first: &First<'_>, more: &[u8], errors: &[u8], request_id: &[u8], out: &mut impl Sink) {
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
    #[cfg(feature = "edge")]
    if code.status() == 429 {
        return out.put(LIMIT_REACHED);
    }
    out.put(b"/problems/");
    put_words(code, b'-', out);
}

/// Adds the words of a code with something between them.
fn put_words(code: Code, between: u8, out: &mut impl Sink) {
    for byte in code.name().bytes() {
        out.put_byte(if byte == b'_' { between } else { byte });
    }
}

/// Adds a code as people write it.
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

/// Adds names to choose from to a message.
pub fn put_allowed(allowed: Names<'_>, out: &mut impl Sink) {
    put_names(allowed, [b" Allowed: [", b", ", b"]"], out);
}

/// Adds names to choose from as a member of a violation, and the one that was perhaps meant.
pub fn put_choice(allowed: Names<'_>, given: &[u8], out: &mut impl Sink) {
    put_names(allowed, [b",\"allowed\":[\"", b"\",\"", b"\"]"], out);
    if let Some(name) = nearest(allowed, given) {
        out.put(b",\"did_you_mean\":\"");
        out.put(name);
        out.put(b"\"");
    }
}

/// Adds names, if there are some, with something before, between and behind them.
#[inline(never)]
fn put_names(names: Names<'_>, [before, between, behind]: [&[u8]; 3], out: &mut impl Sink) {
    for (at, name) in names.iter().enumerate() {
        out.put(if at == 0 { before } else { between });
        out.put(name);
    }
    if names.at(0).is_some() {
        out.put(behind);
    }
}

/// Edits at most between what was given and what was perhaps meant.
const MAX_EDITS: usize = 2;

/// The name with the fewest edits to what was given, ignoring ASCII case; the first of the nearest. What is no longer
/// than its edits is no hint.
fn nearest<'n>(allowed: Names<'n>, given: &[u8]) -> Option<&'n [u8]> {
    (0..characters(given).min(MAX_EDITS + 1))
        .find_map(|edits| allowed.iter().find(|name| is_within(edits, name, given)))
}

/// Whether so many edits make a name of what was given (V. I. Levenshtein, 1966): characters put in, left out, replaced.
/// No library that is kept does without what a browser's build does without.
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

    #[test]
    fn every_code_round_trips_through_its_name() {
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), Some(*code));
            assert!((400..600).contains(&code.status()));
        }
    }

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
        assert_eq!(nearest(Names::Texts(&["youtube", "tiktok"]), b"YouTub"), Some(b"youtube".as_slice()));
        assert_eq!(nearest(Names::Texts(&["asc", "desc"]), b"dsc"), Some(b"asc".as_slice()));
        assert_eq!(nearest(Names::Texts(&["asc", "desc"]), b"up"), None);
        assert_eq!(nearest(Names::Texts(&["youtube"]), b"vimeo"), None);
    }
}
