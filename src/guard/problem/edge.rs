//! Violations and problems as owned values, for the Worker.

use super::{Code, FirstViolation, nearest, put_allowed, put_body, put_title, put_words};
use crate::base::name::{BLANK, HIDDEN, NameError, code_point, name_error};
use crate::base::sink::{Sink, put_text};
use crate::guard::{cut, is_secret_byte, secret_begins};
use crate::spec::limits::MAX_VIOLATIONS;
use crate::spec::request::account::choice::ReportStatus;
use crate::spec::symbol::Choices;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Deserializer};

/// A violated rule.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Violation {
    /// Kind of problem.
    pub code: Code,
    /// Location: a JSON Pointer into the body, `?name` for a query parameter or `header:Name`.
    pub param: String,
    /// One sentence with the rule, the location and the value.
    pub message: String,
    /// Allowed values, if they can be listed.
    pub allowed: Option<Vec<String>>,
    /// Allowed value that is most similar to the given one.
    pub did_you_mean: Option<String>,
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| serde::de::Error::custom(format!("unknown code {name}")))
    }
}

impl Code {
    /// Returns the name as a path segment.
    pub fn slug(self) -> String {
        text(|out| put_words(self, b'-', out))
    }

    /// Returns the name in words.
    pub fn title(self) -> String {
        text(|out| put_title(self, out))
    }
}

fn text(put: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    put(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

impl Violation {
    /// Creates a violation without allowed values. Credentials are removed from `param` and `message`.
    pub fn new(code: Code, param: impl Into<String>, message: impl Into<String>) -> Self {
        let (param, message) = (without_secrets(param.into()), without_secrets(message.into()));
        Self { code, param, message, allowed: None, did_you_mean: None }
    }

    /// Adds the allowed values to the message and to `allowed`, and the one most similar to `given` as a suggestion.
    pub fn allowing(mut self, allowed: &[&str], given: &str) -> Self {
        self.message += &text(|out| put_allowed(Choices::Texts(allowed), out));
        self.did_you_mean =
            nearest(Choices::Texts(allowed), given.as_bytes()).map(|name| String::from_utf8_lossy(name).into_owned());
        self.allowed = Some(allowed.iter().map(|name| (*name).to_owned()).collect());
        self
    }

    /// Returns the HTTP status of the code. Invalid bearer tokens and sessions are 401.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::InvalidCredentials if matches!(self.param.as_str(), "header:Authorization" | "header:Cookie") => 401,
            code => code.status(),
        }
    }

    /// Checks a user-defined name and returns its violation with the message of the guard. `field` is the name in the
    /// message, `max` the maximum number of characters.
    pub fn of_name(field: &str, param: &str, name: &str, max: usize) -> Option<Self> {
        let characters = name.chars().count();
        if !(1..=max).contains(&characters) {
            let message = format!("{field} must be between 1 and {max} characters. Got {characters}.");
            return Some(Self::new(Code::LimitViolation, param, message));
        }
        let message = match name_error(name.as_bytes())? {
            NameError::Blank => BLANK.replace('@', field),
            NameError::Hidden(character) => {
                HIDDEN.replace('@', field).replace("#####", &code_point(character).concat())
            }
        };
        Some(Self::new(Code::ValueNotAllowed, param, message))
    }

    fn choice(&self) -> String {
        let mut members = String::new();
        if let Some(allowed) = &self.allowed {
            members += &format!(",\"allowed\":{}", serde_json::json!(allowed));
        }
        if let Some(name) = &self.did_you_mean {
            members += &format!(",\"did_you_mean\":{}", serde_json::json!(name));
        }
        members
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(b"{\"code\":\"");
        out.put(self.code.name().as_bytes());
        out.put(b"\",\"param\":\"");
        put_text(self.param.as_bytes(), out);
        out.put(b"\",\"message\":\"");
        put_text(self.message.as_bytes(), out);
        out.put(b"\"");
        out.put(self.choice().as_bytes());
        out.put(b"}");
    }
}

/// One or more violations of a refused request.
#[derive(Debug, Clone, PartialEq)]
pub struct Problems(Vec<Violation>);

impl Problems {
    /// Creates problems from violations, in the given order. Keeps the first [`MAX_VIOLATIONS`].
    pub fn from_violations(mut violations: Vec<Violation>) -> Self {
        violations.truncate(MAX_VIOLATIONS);
        Self(violations)
    }

    /// Parses the items of a JSON list of violations.
    pub(crate) fn from_list(list: &[u8]) -> Self {
        let list = [b"[", list, b"]"].concat();
        let violations = serde_json::from_slice(&list);
        violations.map_or_else(|error| Self::from(Violation::new(Code::InternalError, "", error.to_string())), Self)
    }

    /// Returns the violations; at least one.
    pub fn violations(&self) -> &[Violation] {
        &self.0
    }
}

impl From<Violation> for Problems {
    fn from(violation: Violation) -> Self {
        Self(vec![violation])
    }
}

/// An error body (RFC 9457).
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    problems: Problems,
    /// Limits of the plan that a rate-limited request exceeded (draft-ietf-httpapi-ratelimit-headers).
    pub violated_policies: Vec<String>,
    /// Plan of the account, and the smallest plan that includes the operation.
    pub plans: Option<(String, &'static str)>,
    /// Status of the requested report.
    pub report_status: Option<ReportStatus>,
    /// Id of the request.
    request_id: String,
}

impl Problem {
    /// Creates the error body for a refused request.
    pub fn from_problems(problems: Problems, request_id: &str) -> Self {
        Self {
            problems,
            violated_policies: Vec::new(),
            plans: None,
            report_status: None,
            request_id: request_id.to_owned(),
        }
    }

    /// Creates the error body for one violation.
    pub fn from_violation(violation: Violation, request_id: &str) -> Self {
        Self::from_problems(Problems::from(violation), request_id)
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.first().map_or(Code::InternalError.status(), Violation::status)
    }

    /// Returns the location of the first violation.
    pub fn param(&self) -> Option<&str> {
        self.first().map(|violation| violation.param.as_str())
    }

    fn first(&self) -> Option<&Violation> {
        self.problems.violations().first()
    }

    /// Serializes the body as JSON. If the status is not 400, `errors` is left out and `param` may be missing.
    pub fn write(&self) -> String {
        let unknown = Violation::new(Code::InternalError, "", "the request was refused without a reason");
        let violation = self.first().unwrap_or(&unknown);
        let in_request = violation.code.status() == 400;
        let [param, message] =
            [&violation.param, &violation.message].map(|part| text(|out| put_text(part.as_bytes(), out)));
        let mut more = String::new();
        if !self.violated_policies.is_empty() {
            more = format!(",\"violated-policies\":{}", serde_json::json!(self.violated_policies));
        }
        if let Some((current, required)) = &self.plans {
            more = format!(
                ",\"current_plan\":{},\"required_plan\":{}",
                serde_json::json!(current),
                serde_json::json!(required)
            );
        }
        if let Some(status) = self.report_status {
            more = format!(",\"report_status\":\"{}\"", status.name());
        }
        let choice = violation.choice();
        let mut errors = Vec::new();
        for (at, violation) in self.problems.violations().iter().enumerate().filter(|_| in_request) {
            errors.put(if at > 0 { b"," } else { b"" });
            violation.write(&mut errors);
        }
        let first = FirstViolation {
            code: violation.code,
            status: violation.status(),
            param: (in_request || !param.is_empty()).then_some(param.as_bytes()),
            message: message.as_bytes(),
            choice: choice.as_bytes(),
        };
        text(|out| put_body(&first, more.as_bytes(), &errors, self.request_id.as_bytes(), out))
    }
}

/// Cuts a refused value for use in a message: at most [`crate::spec::limits::MAX_ECHO_CHARACTERS`] characters, and
/// nothing from a credential on.
pub fn echo(value: &str) -> String {
    let (shown, is_cut) = cut(value.as_bytes());
    let shown = std::str::from_utf8(shown).unwrap_or_default();
    if is_cut { format!("{shown}…") } else { shown.to_owned() }
}

/// Cuts a path for use in a message like [`echo`]. A path with a percent-encoded credential is decoded first.
pub fn echo_path(path: &str) -> String {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    echo(if secret_begins(decoded.as_bytes()).is_some() { &decoded } else { path })
}

/// Cuts all credentials in a text to the prefix that shows their kind: `ohk_live_…`.
fn without_secrets(text: String) -> String {
    let Some(begins) = secret_begins(text.as_bytes()) else { return text };
    let (shown, secret) = text.split_at_checked(begins).unwrap_or_default();
    let rest = secret.trim_start_matches(|character: char| {
        u8::try_from(character).is_ok_and(|byte| character.is_ascii() && is_secret_byte(&byte))
    });
    format!("{shown}…{}", without_secrets(rest.to_owned()))
}
