//! Reading a request body and collecting what is wrong with it.
//!
//! In scope: JSON text to values, places (pointer and name), and the checks that every operation
//! shares: members, types, lengths, enumerations. Out of scope: what an operation takes (`data`).

use crate::catalog::limits::{MAX_JSON_DEPTH, MAX_NAME_CHARACTERS};
use crate::problem::{Code, Problems, Violation, echo};
use std::borrow::Cow;
use std::fmt;

/// A JSON value that borrows from the body. Objects keep the order and repetition of their members.
pub type Value<'a> = hifijson::value::Value<&'a str, Cow<'a, str>>;

/// Reads one JSON value.
///
/// # Errors
/// One `invalid_json` violation that says where reading stopped.
pub fn parse(body: &[u8]) -> Result<Value<'_>, Problems> {
    use hifijson::token::Lex;
    let mut lexer = hifijson::SliceLexer::new(body);
    // The reader counts scalars as a level, the limit counts lists and objects: one more here, checked below.
    let value =
        lexer.exactly_one(Lex::ws_peek, |next, lexer| hifijson::value::parse_bounded(MAX_JSON_DEPTH + 1, next, lexer));
    let reason = match value {
        Ok(value) if depth(&value) <= MAX_JSON_DEPTH => return Ok(value),
        Ok(_) | Err(hifijson::Error::Depth) => format!("nested deeper than {MAX_JSON_DEPTH} levels"),
        Err(error) => error.to_string(),
    };
    let read = body.len() - lexer.as_slice().len();
    let before = body.get(..read).unwrap_or(body);
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
    let message = format!("body is not valid JSON: {reason} at line {line} column {column}.");
    Err(Problems::from(Violation::new(Code::InvalidJson, "", message)))
}

/// Lists and objects around the innermost value.
fn depth(value: &Value<'_>) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
        _ => 0,
    }
}

/// A place in the body. It is built while reading and written out only for a violation.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Member(&'a str),
    Item(usize),
}

impl<'a> Place<'a> {
    /// The body itself.
    pub const ROOT: Place<'static> = Place { parent: None, step: Step::Root };

    /// A member of the object at this place.
    pub fn member(&'a self, name: &'a str) -> Place<'a> {
        Place { parent: Some(self), step: Step::Member(name) }
    }

    /// An item of the list at this place.
    pub fn item(&'a self, position: usize) -> Place<'a> {
        Place { parent: Some(self), step: Step::Item(position) }
    }

    /// The JSON Pointer (RFC 6901) to this place.
    pub fn pointer(&self) -> String {
        let mut pointer = self.parent.map(Place::pointer).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Member(name) => {
                let name = echo(name).replace('~', "~0").replace('/', "~1");
                pointer.push('/');
                pointer.push_str(&name);
            }
            Step::Item(position) => pointer.push_str(&format!("/{position}")),
        }
        pointer
    }
}

/// The name of the place in messages, such as `brands[2].terms`.
impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(formatter)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Member(name) => {
                let inner = self.parent.is_some_and(|parent| !matches!(parent.step, Step::Root));
                write!(formatter, "{}{}", if inner { "." } else { "" }, echo(name))
            }
            Step::Item(position) => write!(formatter, "[{position}]"),
        }
    }
}

/// Collects violations in the order in which they are met.
#[derive(Default)]
pub struct Guard {
    violations: Vec<Violation>,
}

impl Guard {
    /// Runs the checks of a request; every violation they note refuses it.
    ///
    /// # Errors
    /// The violations. Checks that return nothing must have noted why.
    pub fn check<T>(checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        let mut guard = Self::default();
        let request = checks(&mut guard);
        match (Problems::from_violations(guard.violations), request) {
            (None, Some(request)) => Ok(request),
            (Some(problems), _) => Err(problems),
            (None, None) => {
                Err(Problems::from(Violation::new(Code::InternalError, "", "the request was refused without a reason")))
            }
        }
    }

    /// Notes a violation.
    pub fn note(&mut self, violation: Violation) {
        self.violations.push(violation);
    }

    /// How many violations were noted so far.
    pub fn noted(&self) -> usize {
        self.violations.len()
    }

    /// Notes a violation with a message and nothing to choose from.
    pub fn refuse(&mut self, code: Code, place: &Place<'_>, message: String) {
        self.note(Violation::new(code, place.pointer(), message));
    }

    /// Notes that a value has another type.
    pub fn wrong_type(&mut self, place: &Place<'_>, expected: &str) {
        self.refuse(Code::InvalidType, place, format!("{place} must be {expected}."));
    }

    /// Visits the members of an object in their order, except nulls, unknown names and repetitions: the latter two
    /// are noted. Returns the names that were visited.
    pub fn members<'v, 'a>(
        &mut self,
        value: &'v Value<'a>,
        place: &Place<'_>,
        allowed: &[&str],
        mut visit: impl FnMut(&mut Self, &'v str, &'v Value<'a>, &Place<'_>),
    ) -> Option<Vec<&'v str>> {
        let Value::Object(members) = value else {
            let name = if place.pointer().is_empty() { "body".to_owned() } else { place.to_string() };
            self.refuse(Code::InvalidType, place, format!("{name} must be a JSON object."));
            return None;
        };
        let mut seen: Vec<&str> = Vec::with_capacity(members.len());
        let mut visited: Vec<&str> = Vec::with_capacity(members.len());
        for (name, value) in members {
            let name = name.as_ref();
            let here = place.member(name);
            if seen.contains(&name) {
                self.refuse(Code::DuplicateValue, &here, format!("field '{here}' is given twice."));
                continue;
            }
            seen.push(name);
            if !allowed.contains(&name) {
                let message = format!("field '{here}' is not allowed. Allowed: [{}]", allowed.join(", "));
                self.note(Violation::new(Code::UnknownField, here.pointer(), message).allowing(allowed, name));
            } else if !matches!(value, Value::Null) {
                visited.push(name);
                visit(self, name, value, &here);
            }
        }
        Some(visited)
    }

    /// Notes the required members that were not given.
    pub fn require(&mut self, given: &[&str], required: &[&str], place: &Place<'_>) {
        for name in required {
            if !given.contains(name) {
                let here = place.member(name);
                self.refuse(Code::MissingField, &here, format!("{here} is required."));
            }
        }
    }

    /// A text.
    pub fn text<'v>(&mut self, value: &'v Value<'_>, place: &Place<'_>) -> Option<&'v str> {
        match value {
            Value::String(text) => Some(text.as_ref()),
            _ => {
                self.wrong_type(place, "a string");
                None
            }
        }
    }

    /// A text of 1 to [`MAX_NAME_CHARACTERS`] characters.
    pub fn name(&mut self, value: &Value<'_>, place: &Place<'_>) -> Option<String> {
        let text = self.text(value, place)?;
        self.length(text.chars().count(), 1, MAX_NAME_CHARACTERS, "characters", place)?;
        Some(text.to_owned())
    }

    /// A name with at least one letter or digit.
    pub fn searchable(&mut self, value: &Value<'_>, place: &Place<'_>) -> Option<String> {
        let text = self.name(value, place)?;
        self.has_token(&text, place)?;
        Some(text)
    }

    /// Notes a text without letters and digits.
    pub fn has_token(&mut self, text: &str, place: &Place<'_>) -> Option<()> {
        if crate::text::has_token(text) {
            return Some(());
        }
        let message = format!("{place} must contain at least one letter or digit.");
        self.refuse(Code::LimitViolation, place, message);
        None
    }

    /// One of some names.
    pub fn one_of<'v>(&mut self, value: &'v Value<'_>, place: &Place<'_>, allowed: &[&str]) -> Option<&'v str> {
        let text = self.text(value, place)?;
        self.allowed_value(text, place, allowed)?;
        Some(text)
    }

    /// Notes a text that is not one of some names.
    pub fn allowed_value(&mut self, text: &str, place: &Place<'_>, allowed: &[&str]) -> Option<()> {
        if allowed.contains(&text) {
            return Some(());
        }
        let message = format!("{place} '{}' is not allowed. Allowed: [{}]", echo(text), allowed.join(", "));
        self.note(Violation::new(Code::ValueNotAllowed, place.pointer(), message).allowing(allowed, text));
        None
    }

    /// A finite number.
    pub fn number(&mut self, value: &Value<'_>, place: &Place<'_>, expected: &str) -> Option<f64> {
        match value {
            Value::Number((text, _)) => text.parse().ok(),
            _ => {
                self.wrong_type(place, expected);
                None
            }
        }
    }

    /// A whole number between two limits.
    pub fn whole_number(&mut self, value: &Value<'_>, place: &Place<'_>, min: u32, max: u32) -> Option<u32> {
        let expected = "a whole number";
        let number = self.number(value, place, expected)?;
        if number.fract() != 0.0 {
            self.wrong_type(place, expected);
            return None;
        }
        if number < f64::from(min) || number > f64::from(max) {
            let message = format!("{place} must be between {min} and {max}. Got {}.", number_text(number));
            self.refuse(Code::LimitViolation, place, message);
            return None;
        }
        // Inside u32's range by the check above.
        Some(number as u32)
    }

    /// True or false.
    pub fn boolean(&mut self, value: &Value<'_>, place: &Place<'_>) -> Option<bool> {
        match value {
            Value::Bool(boolean) => Some(*boolean),
            _ => {
                self.wrong_type(place, "a boolean");
                None
            }
        }
    }

    /// The items of a list whose length lies between two limits.
    pub fn list<'v, 'a>(
        &mut self,
        value: &'v Value<'a>,
        place: &Place<'_>,
        min: usize,
        max: usize,
    ) -> Option<&'v [Value<'a>]> {
        match value {
            Value::Array(items) => {
                self.length(items.len(), min, max, "items", place)?;
                Some(items)
            }
            _ => {
                self.wrong_type(place, "a list");
                None
            }
        }
    }

    /// Notes a length outside its limits.
    pub fn length(&mut self, length: usize, min: usize, max: usize, of: &str, place: &Place<'_>) -> Option<()> {
        if (min..=max).contains(&length) {
            return Some(());
        }
        let message = format!("{place} must be between {min} and {max} {of}. Got {length}.");
        self.refuse(Code::LimitViolation, place, message);
        None
    }

    /// A calendar date.
    pub fn date(&mut self, value: &Value<'_>, place: &Place<'_>) -> Option<crate::date::Date> {
        let text = self.text(value, place)?;
        let date = crate::date::Date::parse(text);
        if date.is_none() {
            let message = format!("{place} must be a date of the form YYYY-MM-DD. Got '{}'.", echo(text));
            self.refuse(Code::InvalidDate, place, message);
        }
        date
    }
}

/// A number as ECMAScript writes it (RFC 8785): the shortest text that reads back the same, `0` for `-0`.
pub fn number_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_a_name_and_a_pointer() {
        let brands = Place::ROOT.member("brands");
        let brand = brands.item(2);
        let terms = brand.member("te~r/ms");
        assert_eq!(terms.to_string(), "brands[2].te~r/ms");
        assert_eq!(terms.pointer(), "/brands/2/te~0r~1ms");
    }

    #[test]
    fn invalid_json_says_where() {
        let problems = parse(b"{\n \"a\": nul}").unwrap_err();
        let message = &problems.violations()[0].message;
        assert!(message.starts_with("body is not valid JSON: ") && message.contains("line 2"), "{message}");
    }

    #[test]
    fn numbers_are_written_as_ecmascript_does() {
        assert_eq!(number_text(1e300), "1e+300");
        assert_eq!(number_text(-0.0), "0");
        assert_eq!(number_text(0.1), "0.1");
        assert_eq!(number_text(50.0), "50");
    }
}
