//! What went wrong, for people and programs: codes, violations and the error body (RFC 9457).
//!
//! In scope: the code owns its status, title and explanation; nothing else maps them.
//! Out of scope: which rule was broken (`data`), headers (the Worker).

use crate::catalog::limits::{MAX_ECHO_CHARACTERS, MAX_VIOLATIONS};
use serde::{Deserialize, Serialize};

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
        self.name().replace('_', "-")
    }

    /// The name as people write it.
    pub fn title(self) -> String {
        let words = self.name().replace('_', " ");
        let mut characters = words.chars();
        match characters.next() {
            Some(first) if words == "invalid json" => format!("{}nvalid JSON", first.to_uppercase()),
            Some(first) => first.to_uppercase().chain(characters).collect(),
            None => words,
        }
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| serde::de::Error::custom(format!("unknown code {name}")))
    }
}

/// One rule that a request breaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    /// What kind of problem it is.
    pub code: Code,
    /// Where: a JSON Pointer into the body, `?name` of a query parameter or `header:Name`.
    pub param: String,
    /// The rule, the place and the value in one sentence.
    pub message: String,
    /// What would be allowed, where that can be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
    /// The allowed value that was perhaps meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
}

impl Violation {
    /// A violation with a message and nothing to choose from.
    pub fn new(code: Code, param: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, param: param.into(), message: message.into(), allowed: None, did_you_mean: None }
    }

    /// Adds what would be allowed, and the nearest of it to what was given.
    pub fn allowing(mut self, allowed: &[&str], given: &str) -> Self {
        self.did_you_mean = nearest(allowed, given).map(str::to_owned);
        self.allowed = Some(allowed.iter().map(|value| (*value).to_owned()).collect());
        self
    }
}

impl Violation {
    /// The HTTP status that goes with it: that of its code, but a bearer token that is not good is 401.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::InvalidCredentials if self.param == "header:Authorization" => 401,
            code => code.status(),
        }
    }
}

/// One or more violations: a request that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Problems(Vec<Violation>);

impl Problems {
    /// The violations, in the order in which they were met; the first [`MAX_VIOLATIONS`] of them.
    /// `None` when there are none.
    pub fn from_violations(mut violations: Vec<Violation>) -> Option<Self> {
        violations.truncate(MAX_VIOLATIONS);
        if violations.is_empty() { None } else { Some(Self(violations)) }
    }

    /// The violations, at least one.
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Leads to a page that explains the problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The problem's kind as people write it.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The first violation's message.
    pub detail: String,
    /// This occurrence.
    pub instance: String,
    /// The same as `detail`.
    pub message: String,
    /// The first violation's code.
    pub code: Code,
    /// The first violation's place.
    pub param: Option<String>,
    /// What the first violation's place would take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
    /// What was perhaps meant there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    /// The limits of the plan that were reached, of a request that came too much (draft-ietf-httpapi-ratelimit-headers).
    #[serde(default, rename = "violated-policies", skip_serializing_if = "Vec::is_empty")]
    pub violated_policies: Vec<String>,
    /// Every violation of a request that failed validation.
    pub errors: Vec<Violation>,
    /// The id of the request.
    pub request_id: String,
    /// Whether the same request may succeed later.
    pub retryable: bool,
}

impl Problem {
    /// The body for a request that breaks rules.
    pub fn from_problems(problems: &Problems, request_id: &str) -> Self {
        let violations = problems.violations();
        let first = violations
            .first()
            .cloned()
            .unwrap_or_else(|| Violation::new(Code::InternalError, "", "the request was refused without a reason"));
        Self { errors: violations.to_vec(), ..Self::from_violation(first, request_id) }
    }

    /// The body for anything else that stops a request. An empty place is left out.
    pub fn from_violation(violation: Violation, request_id: &str) -> Self {
        let status = violation.status();
        let Violation { code, param, message, allowed, did_you_mean } = violation;
        let in_body = code.status() == 400;
        Self {
            kind: if code.status() == 429 { LIMIT_REACHED.to_owned() } else { format!("/problems/{}", code.slug()) },
            title: code.title(),
            status,
            detail: message.clone(),
            instance: format!("urn:request:{request_id}"),
            message,
            code,
            param: (in_body || !param.is_empty()).then_some(param),
            allowed,
            did_you_mean,
            violated_policies: Vec::new(),
            errors: Vec::new(),
            request_id: request_id.to_owned(),
            retryable: code.retryable(),
        }
    }
}

/// A refused value as messages repeat it: at most [`MAX_ECHO_CHARACTERS`] characters of it.
pub fn echo(value: &str) -> String {
    match value.char_indices().nth(MAX_ECHO_CHARACTERS) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

/// The allowed value within edit distance 2 of what was given, ignoring ASCII case; the first of the nearest.
/// A value shorter than its distance is no hint.
fn nearest<'a>(allowed: &[&'a str], given: &str) -> Option<&'a str> {
    const MAX_DISTANCE: usize = 2;
    let given = given.to_ascii_lowercase();
    let length = given.chars().count();
    if length > MAX_ECHO_CHARACTERS {
        return None;
    }
    allowed
        .iter()
        .map(|value| (strsim::levenshtein(&value.to_ascii_lowercase(), &given), *value))
        .filter(|(distance, _)| *distance <= MAX_DISTANCE && *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, value)| value)
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
        ])
        .unwrap();
        let problem = Problem::from_problems(&problems, "req_1");
        assert_eq!(problem.message, "index is required.");
        assert_eq!(problem.detail, problem.message);
        assert_eq!(problem.errors.len(), 2);
    }
}
