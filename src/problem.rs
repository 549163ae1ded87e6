//! What went wrong, for people and programs: codes, violations and the error body (RFC 9457).
//!
//! In scope: the code owns its status, title and explanation; nothing else maps them.
//! Out of scope: which rule was broken (`data`), headers (the Worker).

use crate::catalog::limits::{MAX_ECHO_CHARACTERS, MAX_VIOLATIONS};
use crate::json::{ObjectWriter, push_list, push_text, push_whole};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The type of problems with limits, as registered with IANA.
const LIMIT_REACHED: &str = "https://iana.org/assignments/http-problem-types#quota-exceeded";

macro_rules! codes {
    ($($variant:ident, $name:literal, $status:literal, $retryable:literal, $explanation:literal;)*) => {
        /// What kind of problem it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $explanation] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name in the error body.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The HTTP status that goes with it.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            /// Whether the same request may succeed later.
            pub const fn retryable(self) -> bool {
                match self { $(Self::$variant => $retryable,)* }
            }

            /// What it means and what to do, for the page that `type` leads to.
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $explanation,)* }
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
    UnknownParameter, "unknown_parameter", 400, false, "A parameter in the address is not known here. Keys and tokens never belong there: they travel in headers.";
    MissingCredentials, "missing_credentials", 401, false, "The request carries no key. Send it in the header that the message names.";
    InvalidCredentials, "invalid_credentials", 403, false, "The key is unknown, mistyped, revoked or expired.";
    InsufficientScope, "insufficient_scope", 403, false, "The key does not have the scope that the operation needs.";
    AccountSuspended, "account_suspended", 403, false, "The account of the key may not ask at present. Its operator can say why.";
    HttpsRequired, "https_required", 403, false, "The request came without encryption. Send it to https://; the secret in it should be replaced.";
    OriginNotAllowed, "origin_not_allowed", 403, false, "The token was made for another page. It is good for requests from the one origin that it was made for.";
    NotFound, "not_found", 404, false, "There is nothing at this path.";
    MethodNotAllowed, "method_not_allowed", 405, false, "The path exists, but not for this method. The header Allow lists those it has.";
    NotAcceptable, "not_acceptable", 406, false, "The header Accept rules out every form in which an answer exists.";
    Conflict, "conflict", 409, true, "The request contradicts something that is under way.";
    PayloadTooLarge, "payload_too_large", 413, false, "The body is larger than the path takes. The message says how large it may be.";
    UnsupportedMediaType, "unsupported_media_type", 415, false, "The body must be sent as Content-Type: application/json.";
    RateLimited, "rate_limited", 429, true, "The key has sent as many requests in this minute as its plan allows. Wait as long as the header Retry-After says, and back off exponentially.";
    QuotaExceeded, "quota_exceeded", 429, true, "The account has used what its plan allows for the day or month. It opens again after the time that the header Retry-After gives; a larger plan opens it at once.";
    InternalError, "internal_error", 500, true, "A fault of ours. The request id helps to find it.";
    BackendUnavailable, "backend_unavailable", 503, true, "A part behind the service did not answer. Retry after the time that the header Retry-After gives.";
    QueryTimeout, "query_timeout", 503, true, "The question took longer than its budget. Retry, or narrow it: fewer brands, a shorter window, one more filter.";
}

impl Code {
    /// The code of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The name as one segment of a path.
    pub fn slug(self) -> String {
        let mut slug = String::new();
        push_words(self.name(), '-', &mut slug);
        slug
    }

    /// The name as people write it.
    pub fn title(self) -> String {
        let mut title = String::new();
        match self {
            Self::InvalidJson => title.push_str("Invalid JSON"),
            _ => push_words(self.name(), ' ', &mut title),
        }
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        title
    }
}

/// Adds the words of a name with something else between them.
fn push_words(name: &str, between: char, out: &mut String) {
    for byte in name.bytes() {
        out.push(if byte == b'_' { between } else { char::from(byte) });
    }
}

/// What would be right in place of something that is not.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Choice {
    /// Nothing that could be listed.
    #[default]
    Free,
    /// One of these, instead of what was given.
    Of(&'static [&'static str], String),
    /// One of these, which are not known before.
    #[cfg(feature = "edge")]
    Among(Vec<String>, String),
}

/// One rule that a request breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// What kind of problem it is.
    pub code: Code,
    /// Where: a JSON Pointer into the body, `?name` of a query parameter or `header:Name`.
    pub param: String,
    /// The rule, the place and the value in one sentence.
    pub message: String,
    /// What would be allowed, where that can be listed.
    choice: Choice,
}

impl Violation {
    /// A violation with a message and nothing to choose from.
    pub fn new(code: Code, param: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, param: param.into(), message: message.into(), choice: Choice::Free }
    }

    /// Adds what would be right; the message lists it.
    pub fn choosing(mut self, choice: Choice) -> Self {
        let mut list = |names: &mut dyn Iterator<Item = &str>| {
            self.message.push_str(" Allowed: [");
            let mut separator = "";
            for name in names {
                self.message.push_str(separator);
                self.message.push_str(name);
                separator = ", ";
            }
            self.message.push(']');
        };
        match &choice {
            Choice::Free => {}
            Choice::Of(names, _) => list(&mut names.iter().copied()),
            #[cfg(feature = "edge")]
            Choice::Among(names, _) => list(&mut names.iter().map(String::as_str)),
        }
        self.choice = choice;
        self
    }

    /// The HTTP status that goes with it: that of its code, but a bearer token that is not good is 401.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::InvalidCredentials if self.param == "header:Authorization" => 401,
            code => code.status(),
        }
    }

    fn write(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        object.text("code", self.code.name()).text("param", &self.param).text("message", &self.message);
        self.write_choice(&mut object);
        object.finish();
    }

    /// What the place would take, and what was perhaps meant there.
    fn write_choice(&self, object: &mut ObjectWriter<'_>) {
        let nearest = match &self.choice {
            Choice::Free => None,
            Choice::Of(names, given) => {
                push_list(names.iter(), object.member("allowed"), &mut |name, out| push_text(name, out));
                nearest(names, given)
            }
            #[cfg(feature = "edge")]
            Choice::Among(names, given) => {
                push_list(names.iter(), object.member("allowed"), &mut |name, out| push_text(name, out));
                nearest(&names.iter().map(String::as_str).collect::<Vec<_>>(), given)
            }
        };
        if let Some(name) = nearest {
            object.text("did_you_mean", name);
        }
    }
}

/// One or more violations: a request that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Problems(Vec<Violation>);

impl Problems {
    /// The violations, in the order in which they were met; the first [`MAX_VIOLATIONS`] of them.
    pub fn from_violations(mut violations: Vec<Violation>) -> Self {
        violations.truncate(MAX_VIOLATIONS);
        Self(violations)
    }

    /// The violations; none of them when it was not asked what they are.
    pub fn violations(&self) -> &[Violation] {
        &self.0
    }
}

impl From<Violation> for Problems {
    fn from(violation: Violation) -> Self {
        Self(vec![violation])
    }
}

/// The error body.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What is told first, and whether all violations are listed besides.
    problems: Problems,
    /// The limits of the plan that were reached, of a request that came too much (draft-ietf-httpapi-ratelimit-headers).
    pub violated_policies: Vec<String>,
    /// The id of the request.
    request_id: String,
}

impl Problem {
    /// The body for a request that is stopped.
    pub fn from_problems(problems: Problems, request_id: &str) -> Self {
        Self { problems, violated_policies: Vec::new(), request_id: request_id.to_owned() }
    }

    /// The body for a request that is stopped by one thing.
    pub fn from_violation(violation: Violation, request_id: &str) -> Self {
        Self::from_problems(Problems::from(violation), request_id)
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.first().map_or(Code::InternalError.status(), Violation::status)
    }

    /// The first violation's place.
    pub fn param(&self) -> Option<&str> {
        self.first().map(|violation| violation.param.as_str())
    }

    fn first(&self) -> Option<&Violation> {
        self.problems.violations().first()
    }

    /// The body as JSON. What else than the body's content is wrong has a place only if it is named, and is no list.
    pub fn write(&self) -> String {
        let unknown = Violation::new(Code::InternalError, "", "the request was refused without a reason");
        let first = self.first().unwrap_or(&unknown);
        let code = first.code;
        let in_body = code.status() == 400;
        let mut out = String::new();
        let mut object = ObjectWriter::new(&mut out);
        let mut kind = String::from(if code.status() == 429 { LIMIT_REACHED } else { "/problems/" });
        if code.status() != 429 {
            push_words(code.name(), '-', &mut kind);
        }
        object.text("type", &kind).text("title", &code.title());
        push_whole(first.status().into(), object.member("status"));
        object.text("detail", &first.message);
        let mut instance = String::from("urn:request:");
        instance.push_str(&self.request_id);
        object.text("instance", &instance);
        object.text("message", &first.message).text("code", code.name());
        if in_body || !first.param.is_empty() {
            object.text("param", &first.param);
        } else {
            object.member("param").push_str("null");
        }
        first.write_choice(&mut object);
        if !self.violated_policies.is_empty() {
            let policies = self.violated_policies.iter();
            push_list(policies, object.member("violated-policies"), &mut |policy, out| push_text(policy, out));
        }
        let errors = if in_body { self.problems.violations() } else { &[] };
        push_list(errors.iter(), object.member("errors"), &mut |error, out| error.write(out));
        object.text("request_id", &self.request_id);
        object.member("retryable").push_str(if code.retryable() { "true" } else { "false" });
        object.finish();
        out
    }
}

/// A refused value as messages repeat it: at most [`MAX_ECHO_CHARACTERS`] characters of it.
pub fn echo(value: &str) -> String {
    // All bytes of a character but its first begin with the bits 10.
    let mut starts = value.bytes().enumerate().filter(|(_, byte)| byte & 0xC0 != 0x80);
    match starts.nth(MAX_ECHO_CHARACTERS) {
        Some((end, _)) => {
            let mut echo = value.get(..end).unwrap_or_default().to_owned();
            echo.push('…');
            echo
        }
        None => value.to_owned(),
    }
}

/// Edits at most between what was given and what was perhaps meant.
const MAX_DISTANCE: usize = 2;

/// The allowed value within edit distance 2 of what was given, ignoring ASCII case; the first of the nearest.
/// A value shorter than its distance is no hint.
fn nearest<'a>(allowed: &[&'a str], given: &str) -> Option<&'a str> {
    // One byte for each character: names are ASCII, so which other character it is makes no difference.
    let bytes = given.bytes().filter(|byte| byte & 0xC0 != 0x80);
    let given: Vec<u8> = bytes.map(|byte| byte.to_ascii_lowercase()).take(MAX_ECHO_CHARACTERS + 1).collect();
    let mut nearest = (MAX_DISTANCE + 1, None);
    for name in allowed {
        let distance = distance(name, &given);
        if distance < nearest.0 && distance < given.len() && given.len() <= MAX_ECHO_CHARACTERS {
            nearest = (distance, Some(*name));
        }
    }
    nearest.1
}

/// The Levenshtein distance of a name to a text in lower case, as far as it matters: more than [`MAX_DISTANCE`] may be
/// any number above. No library that is kept does without what a browser's build does without.
fn distance(name: &str, given: &[u8]) -> usize {
    if name.len().abs_diff(given.len()) > MAX_DISTANCE {
        return MAX_DISTANCE + 1;
    }
    let mut row: Vec<usize> = (1..=given.len()).collect();
    let mut last = given.len();
    for (position, wanted) in name.bytes().enumerate() {
        let (mut diagonal, mut left) = (position, position + 1);
        for (cell, byte) in row.iter_mut().zip(given) {
            let replaced = diagonal + usize::from(wanted.to_ascii_lowercase() != *byte);
            (diagonal, left) = (*cell, replaced.min(left + 1).min(*cell + 1));
            *cell = left;
        }
        last = left;
    }
    last
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

    #[test]
    fn titles_are_sentences_of_the_name() {
        assert_eq!(Code::ValueNotAllowed.title(), "Value not allowed");
        assert_eq!(Code::InvalidJson.title(), "Invalid JSON");
        assert_eq!(Code::ValueNotAllowed.slug(), "value-not-allowed");
    }

    #[test]
    fn a_long_value_is_cut_at_a_character() {
        assert_eq!(echo(&"é".repeat(65)), format!("{}…", "é".repeat(64)));
        assert_eq!(echo(&"é".repeat(64)), "é".repeat(64));
    }

    proptest::proptest! {
        #[test]
        fn distances_are_those_of_the_library(name in "[a-e_]{1,9}", given in "[A-Ea-e_é]{0,9}") {
            let bytes: Vec<u8> = given.chars().map(|character| u8::try_from(character.to_ascii_lowercase()).unwrap()).collect();
            let expected = strsim::levenshtein(&name, &given.to_ascii_lowercase());
            let found = distance(&name, &bytes);
            proptest::prop_assert!(found == expected || (found > MAX_DISTANCE && expected > MAX_DISTANCE));
        }
    }

    #[test]
    fn the_nearest_value_is_at_most_two_edits_away() {
        assert_eq!(nearest(&["youtube", "tiktok"], "YouTub"), Some("youtube"));
        assert_eq!(nearest(&["asc", "desc"], "dsc"), Some("asc"));
        assert_eq!(nearest(&["asc", "desc"], "up"), None);
        assert_eq!(nearest(&["youtube"], "vimeo"), None);
    }

    #[test]
    fn the_first_violation_is_promoted() {
        let problems = Problems::from_violations(vec![
            Violation::new(Code::MissingField, "/index", "index is required."),
            Violation::new(Code::MissingField, "/group_by", "group_by is required."),
        ]);
        let problem: serde_json::Value =
            serde_json::from_str(&Problem::from_problems(problems, "req_1").write()).unwrap();
        assert_eq!(problem["message"], "index is required.");
        assert_eq!(problem["detail"], problem["message"]);
        assert_eq!(problem["errors"].as_array().unwrap().len(), 2);
    }
}
