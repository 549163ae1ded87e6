//! Checking a request and collecting what is wrong with it.
//!
//! In scope: the checks that every operation shares: members, types, lengths, enumerations; and the words in which
//! something is refused. Out of scope: what is JSON (`json`), what an operation takes (`data`).

use crate::catalog::limits::{MAX_NAME_CHARACTERS, MAX_VIOLATIONS};
use crate::date::Date;
use crate::host::Host;
use crate::json::{Children, Fault, Kind, Tape, Value, push_whole};
use crate::problem::{Choice, Code, Problems, Violation, echo};
use crate::word::{Word, Words};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a body.
///
/// # Errors
/// One `invalid_json` violation that says where reading stopped.
pub fn read(bytes: &[u8]) -> Result<Tape<'_>, Problems> {
    match core::str::from_utf8(bytes) {
        Ok(text) => read_text(text),
        Err(error) => Err(invalid_json(bytes, Fault { reason: "expected UTF-8", at: error.valid_up_to() })),
    }
}

/// The same for what is known to be text.
///
/// # Errors
/// Those of [`read`].
pub fn read_text(text: &str) -> Result<Tape<'_>, Problems> {
    Tape::read(text).map_err(|fault| invalid_json(text.as_bytes(), fault))
}

/// The violation of a body that is larger than its path takes; `length` is as much as is known.
pub fn too_large(limit: usize, length: &str) -> Violation {
    let message = said("body must be at most # bytes. Got #.", "", &[Piece::Whole(limit), Piece::Text(length)]);
    Violation::new(Code::PayloadTooLarge, "", message)
}

#[cold]
fn invalid_json(body: &[u8], fault: Fault) -> Problems {
    let before = body.get(..fault.at).unwrap_or(body);
    let (mut line, mut column) = (1, 1);
    for byte in before {
        (line, column) = if *byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    let pieces = [Piece::Text(fault.reason), Piece::Whole(line), Piece::Whole(column)];
    let message = said("body is not valid JSON: # at line # column #.", "", &pieces);
    Problems::from(Violation::new(Code::InvalidJson, "", message))
}

/// Names of the members of an object.
pub trait Names {
    /// Where the name stands, if it is one of these.
    fn position(&self, name: Value<'_>) -> Option<usize>;

    /// All of them, in the order in which messages list them.
    fn texts(&self) -> &'static [&'static str];
}

/// Where a name stands in a list.
pub fn position(names: &[&str], name: Value<'_>) -> Option<usize> {
    names.iter().position(|known| known.as_bytes() == name.bytes())
}

impl Names for &'static [&'static str] {
    fn position(&self, name: Value<'_>) -> Option<usize> {
        position(self, name)
    }

    fn texts(&self) -> Self {
        self
    }
}

/// The members that an object has: bits by where their names stand.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given {
    seen: u32,
    present: u32,
}

impl Given {
    /// Whether a member is given and not null.
    pub fn has(self, position: usize) -> bool {
        self.present & 1 << position != 0
    }

    /// Whether no member is.
    pub fn is_empty(self) -> bool {
        self.present == 0
    }
}

/// What is done with a member, given where its name stands.
pub type Visit<'v, 't> = &'v mut dyn FnMut(&mut Guard, usize, Value<'t>);

/// A piece of a message that is not the same each time.
#[derive(Debug, Clone, Copy)]
pub enum Piece<'p> {
    /// A number.
    Whole(usize),
    /// A text of ours.
    Text(&'p str),
    /// A text of the caller's: at most [`crate::catalog::limits::MAX_ECHO_CHARACTERS`] characters are repeated.
    Echo(&'p str),
    /// Any number, and who writes it.
    Number(f64, &'static Host),
}

/// How much there is to say about what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// Everything, for people and programs.
    All,
    /// That something is: messages are not even made.
    Nothing,
}

/// Collects violations in the order in which they are met.
pub struct Guard {
    telling: Telling,
    host: &'static Host,
    violations: Vec<Violation>,
    noted: usize,
}

impl Guard {
    /// Nothing is wrong yet.
    pub fn new(telling: Telling, host: &'static Host) -> Self {
        Self { telling, host, violations: Vec::new(), noted: 0 }
    }

    /// What was noted: nothing unless it was to be told.
    pub fn problems(self) -> Problems {
        Problems::from_violations(self.violations)
    }

    /// Runs the checks of a request; every violation they note refuses it.
    ///
    /// # Errors
    /// The violations. Checks that return nothing must have noted why.
    #[cfg(feature = "edge")]
    pub fn check<T>(checks: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problems> {
        let mut guard = Self::new(Telling::All, Host::NATIVE);
        match checks(&mut guard) {
            Some(request) if guard.noted == 0 => Ok(request),
            _ => Err(guard.problems()),
        }
    }

    /// How many violations were noted so far.
    pub fn noted(&self) -> usize {
        self.noted
    }

    /// Whoever runs this.
    pub fn host(&self) -> &'static Host {
        self.host
    }

    /// Notes a violation of a value, or of a member of it that is named besides. In the message `@` is the name of the
    /// place, and each `#` a piece.
    #[cold]
    pub fn refuse(&mut self, code: Code, at: Value<'_>, member: &str, message: &str, pieces: &[Piece<'_>]) {
        self.refuse_choice(code, at, member, message, pieces, &[], "");
    }

    /// The same where a few names would be right: they are listed behind the message.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "a record of these would be longer wherever something is refused")]
    pub fn refuse_choice(
        &mut self,
        code: Code,
        at: Value<'_>,
        member: &str,
        message: &str,
        pieces: &[Piece<'_>],
        allowed: &'static [&'static str],
        given: &str,
    ) {
        self.noted += 1;
        if self.telling == Telling::Nothing || self.noted > MAX_VIOLATIONS {
            return;
        }
        let (mut pointer, mut name) = (String::new(), String::new());
        at.place(echo, &mut pointer, &mut name);
        if !member.is_empty() {
            crate::json::push_step(member, &mut pointer, &mut name);
        }
        let violation = Violation::new(code, pointer, said(message, &name, pieces));
        let choice = if allowed.is_empty() { Choice::Free } else { Choice::Of(allowed, given.to_owned()) };
        self.violations.push(violation.choosing(choice));
    }

    /// Notes that a value has another type.
    pub fn wrong_type(&mut self, at: Value<'_>, expected: &str) {
        self.refuse(Code::InvalidType, at, "", "@ must be #.", &[Piece::Text(expected)]);
    }

    /// Visits the members of an object in their order, except nulls, unknown names and repetitions: the latter two
    /// are noted. Returns which were given.
    pub fn members<'t>(&mut self, object: Value<'t>, names: &dyn Names, visit: Visit<'_, 't>) -> Option<Given> {
        if object.kind() != Kind::Object {
            let (mut pointer, mut name) = (String::new(), String::new());
            object.place(echo, &mut pointer, &mut name);
            let message = if name.is_empty() { "body must be a JSON object." } else { "@ must be a JSON object." };
            self.refuse(Code::InvalidType, object, "", message, &[]);
            return None;
        }
        let mut given = Given::default();
        let mut children = object.children();
        while let (Some(name), Some(value)) = (children.next(), children.next()) {
            let Some(position) = names.position(name) else {
                self.unknown_member(object, name, names.texts());
                continue;
            };
            let bit = 1 << position;
            if given.seen & bit != 0 {
                self.given_twice(name);
                continue;
            }
            given.seen |= bit;
            if !value.is_null() {
                given.present |= bit;
                visit(self, position, value);
            }
        }
        Some(given)
    }

    #[cold]
    fn unknown_member(&mut self, object: Value<'_>, name: Value<'_>, allowed: &'static [&'static str]) {
        // Nothing is told beyond the limit, and looking for earlier ones takes long when there are thousands.
        let is_told = self.noted < MAX_VIOLATIONS;
        if is_told && object.has_before(name) {
            return self.given_twice(name);
        }
        self.refuse_choice(Code::UnknownField, name, "", "field '@' is not allowed.", &[], allowed, name.text());
    }

    /// Notes a member that was given before.
    pub fn given_twice(&mut self, name: Value<'_>) {
        self.refuse(Code::DuplicateValue, name, "", "field '@' is given twice.", &[]);
    }

    /// Notes a required member that was not given.
    pub fn missing(&mut self, object: Value<'_>, member: &str) {
        self.refuse(Code::MissingField, object, member, "@ is required.", &[]);
    }

    /// The members by name, for lists of names that are no words. Notes those that are required and not given.
    #[cfg(feature = "edge")]
    pub fn members_of<'t>(
        &mut self,
        object: Value<'t>,
        names: &'static [&'static str],
        required: &[&str],
        mut visit: impl FnMut(&mut Self, &'static str, Value<'t>),
    ) -> Option<()> {
        let given = self.members(object, &names, &mut |guard, position, value| {
            if let Some(name) = names.get(position) {
                visit(guard, name, value);
            }
        })?;
        for (position, name) in names.iter().enumerate() {
            if required.contains(name) && !given.has(position) {
                self.missing(object, name);
            }
        }
        Some(())
    }

    /// Whether a value is a text; notes if it is not.
    pub fn text(&mut self, value: Value<'_>) -> bool {
        if value.kind() != Kind::Text {
            self.wrong_type(value, "a string");
        }
        value.kind() == Kind::Text
    }

    /// Whether a value is a text of 1 to [`MAX_NAME_CHARACTERS`] characters; notes if it is not.
    pub fn name(&mut self, value: Value<'_>) -> bool {
        self.text(value) && self.length(value, value.characters(), 1, MAX_NAME_CHARACTERS, "characters")
    }

    /// Whether a text has letters or digits; notes if it has none.
    pub fn searchable(&mut self, value: Value<'_>) -> bool {
        let is_searchable = value.bytes().iter().any(u8::is_ascii_alphanumeric)
            || (!value.is_ascii() && (self.host.has_letter)(value.text()));
        if !is_searchable {
            self.refuse(Code::LimitViolation, value, "", "@ must contain at least one letter or digit.", &[]);
        }
        is_searchable
    }

    /// One of some names that are words.
    pub fn one_of(&mut self, value: Value<'_>, words: &Words) -> Option<Word> {
        if !self.text(value) {
            return None;
        }
        let word = value.word();
        if words.has(word) {
            return Some(word);
        }
        self.not_allowed(value, words.texts());
        None
    }

    /// One of some names.
    #[cfg(feature = "edge")]
    pub fn choice(&mut self, value: Value<'_>, names: &'static [&'static str]) -> Option<&'static str> {
        if !self.text(value) {
            return None;
        }
        let name = names.iter().copied().find(|name| *name == value.text());
        if name.is_none() {
            self.not_allowed(value, names);
        }
        name
    }

    /// Notes a text that is not one of some names.
    #[cold]
    pub fn not_allowed(&mut self, value: Value<'_>, allowed: &'static [&'static str]) {
        let given = value.text();
        self.refuse_choice(
            Code::ValueNotAllowed,
            value,
            "",
            "@ '#' is not allowed.",
            &[Piece::Echo(given)],
            allowed,
            given,
        );
    }

    /// A number; infinite when it is too large for a double.
    pub fn number(&mut self, value: Value<'_>, expected: &str) -> Option<f64> {
        if value.kind() == Kind::Number {
            return Some(self.host.number(value.text()));
        }
        self.wrong_type(value, expected);
        None
    }

    /// A whole number between two limits.
    pub fn whole_number(&mut self, value: Value<'_>, min: u32, max: u32) -> Option<u32> {
        const EXPECTED: &str = "a whole number";
        // Doubles this large have no fraction.
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        let number = self.number(value, EXPECTED)?;
        let whole = number as i64;
        if number.is_infinite() || (number.abs() < WHOLE && whole as f64 != number) {
            self.wrong_type(value, EXPECTED);
        } else if whole < min.into() || whole > max.into() {
            let pieces = [Piece::Whole(min as usize), Piece::Whole(max as usize), Piece::Number(number, self.host)];
            self.refuse(Code::LimitViolation, value, "", "@ must be between # and #. Got #.", &pieces);
        } else {
            return u32::try_from(whole).ok();
        }
        None
    }

    /// True or false.
    pub fn boolean(&mut self, value: Value<'_>) -> Option<bool> {
        match value.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => {
                self.wrong_type(value, "a boolean");
                None
            }
        }
    }

    /// The items of a list whose length lies between two limits; none of any other.
    pub fn list<'t>(&mut self, value: Value<'t>, min: usize, max: usize) -> Children<'t> {
        if value.kind() != Kind::List {
            self.wrong_type(value, "a list");
        } else if self.length(value, value.count(), min, max, "items") {
            return value.children();
        }
        Children::none(value)
    }

    /// Whether a length is inside its limits; notes if it is not.
    #[inline]
    pub fn length(&mut self, value: Value<'_>, length: usize, min: usize, max: usize, of: &str) -> bool {
        let is_inside = length >= min && length <= max;
        if !is_inside {
            self.wrong_length(value, length, min, max, of);
        }
        is_inside
    }

    #[cold]
    fn wrong_length(&mut self, value: Value<'_>, length: usize, min: usize, max: usize, of: &str) {
        let pieces = [Piece::Whole(min), Piece::Whole(max), Piece::Text(of), Piece::Whole(length)];
        self.refuse(Code::LimitViolation, value, "", "@ must be between # and # #. Got #.", &pieces);
    }

    /// A calendar date.
    pub fn date(&mut self, value: Value<'_>) -> Option<Date> {
        if !self.text(value) {
            return None;
        }
        let date = Date::parse(value.bytes());
        if date.is_none() {
            let message = "@ must be a date of the form YYYY-MM-DD. Got '#'.";
            self.refuse(Code::InvalidDate, value, "", message, &[Piece::Echo(value.text())]);
        }
        date
    }
}

/// A message: `@` becomes the name of the place, each `#` the next piece.
fn said(template: &str, name: &str, pieces: &[Piece<'_>]) -> String {
    let mut message = String::new();
    let mut pieces = pieces.iter();
    let mut plain = 0;
    for (at, byte) in template.bytes().enumerate() {
        if byte != b'@' && byte != b'#' {
            continue;
        }
        message.push_str(template.get(plain..at).unwrap_or_default());
        plain = at + 1;
        if byte == b'@' {
            message.push_str(name);
            continue;
        }
        match pieces.next() {
            Some(Piece::Whole(number)) => push_whole(*number as u64, &mut message),
            Some(Piece::Text(text)) => message.push_str(text),
            Some(Piece::Echo(text)) => message.push_str(&echo(text)),
            Some(Piece::Number(number, host)) => host.write(*number, &mut message),
            None => {}
        }
    }
    message.push_str(template.get(plain..).unwrap_or_default());
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_json_says_where() {
        let problems = read(b"{\n \"a\": nul}").err().unwrap();
        let message = &problems.violations()[0].message;
        assert_eq!(message, "body is not valid JSON: expected a value at line 2 column 7.");
    }
}
