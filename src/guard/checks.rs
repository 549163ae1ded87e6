//! Checks that all operations share.

use super::Guard;
use super::parsed_body::ParsedBody;
use super::token::{JsonKind, TokenRef};
use super::violations::{MessageArg, Suggestion};
use crate::base::characters::characters;
use crate::base::date::Date;
use crate::base::name::{BLANK, HIDDEN, NameError, code_point, name_error};
use crate::guard::problem::Code;
use crate::spec::limits::MAX_NAME_CHARACTERS;
use crate::spec::symbol::{Choices, Symbol, Symbols};

/// Members found in an object, as bit sets indexed by position in the list of allowed names.
#[derive(Debug, Clone, Copy, Default)]
pub struct PresentMembers {
    seen: u32,
    present: u32,
}

impl PresentMembers {
    /// Returns true if the member is present and not null.
    pub fn has(self, position: usize) -> bool {
        self.present & 1 << position != 0
    }

    /// Returns true if at least one of `members` is absent or null. `members` is a bit set of positions.
    #[inline(always)]
    pub fn lacks(self, members: u32) -> bool {
        members & !self.present != 0
    }
}

/// Treatment of members whose value is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NullHandling {
    /// A null member counts as absent.
    AsAbsent,
    /// A null member is checked as a value. Filters need this: dropping a null filter would widen the result.
    AsValues,
}

/// Iterator over the remaining items of a list. It does not borrow the parsed body.
#[derive(Debug, Clone, Copy)]
pub struct Items {
    next: TokenRef,
    end: TokenRef,
}

impl Items {
    /// An iterator without items.
    const NONE: Self = Self { next: TokenRef::BODY, end: TokenRef::BODY };

    /// Creates an iterator over the items of `list`.
    #[inline(always)]
    pub fn of(list: TokenRef, body: &ParsedBody) -> Self {
        Self { next: list.next(), end: body.behind(list) }
    }

    /// Returns the next item.
    #[inline(always)]
    pub fn next(&mut self, body: &ParsedBody) -> Option<TokenRef> {
        let item = self.next;
        if item >= self.end {
            return None;
        }
        self.next = body.behind(item);
        Some(item)
    }
}

impl Guard {
    /// Returns the kind of a value.
    #[inline]
    pub fn kind(&self, at: TokenRef) -> JsonKind {
        self.body.kind(at)
    }

    /// Records that a value has the wrong type.
    #[cold]
    pub fn wrong_type(&mut self, at: TokenRef, expected: &str) {
        let message = if at == TokenRef::BODY { "body must be #. Got #." } else { "@ must be #. Got #." };
        self.refuse(Code::InvalidType, at, b"", message, &[MessageArg::Text(expected), MessageArg::Got(at)]);
    }

    /// Visits the members of an object in document order and returns which are present.
    ///
    /// Unknown and repeated names are recorded as violations and not visited. Null members are visited only with
    /// [`NullHandling::AsValues`].
    #[inline(always)]
    pub fn members(
        &mut self,
        object: TokenRef,
        names: Choices<'_>,
        nulls: NullHandling,
        mut visit: impl FnMut(&mut Self, usize, TokenRef),
    ) -> Option<PresentMembers> {
        if self.kind(object) != JsonKind::Object {
            self.wrong_type(object, "a JSON object");
            return None;
        }
        let mut given = PresentMembers::default();
        let (mut name, end) = (object.next(), self.body.behind(object));
        while name < end {
            let value = name.next();
            match self.position(name, names) {
                None => self.unknown_member(object, name, names),
                Some(position) if given.seen & 1 << position != 0 => self.given_twice(name),
                Some(position) => {
                    given.seen |= 1 << position;
                    self.body.set_position(name, position);
                    if nulls == NullHandling::AsValues || self.kind(value) != JsonKind::Null {
                        given.present |= 1 << position;
                        visit(self, position, value);
                    }
                }
            }
            name = self.body.behind(value);
        }
        Some(given)
    }

    #[inline(always)]
    fn position(&self, name: TokenRef, names: Choices<'_>) -> Option<usize> {
        match names {
            Choices::Symbols(symbols) => {
                let symbol = self.body.name(name);
                if symbol == Symbol::NONE { None } else { symbols.iter().position(|known| *known == symbol) }
            }
            #[cfg(feature = "account")]
            Choices::Texts(texts) => texts.iter().position(|known| known.as_bytes() == self.body.bytes(name)),
        }
    }

    #[cold]
    fn unknown_member(&mut self, object: TokenRef, name: TokenRef, allowed: Choices<'_>) {
        let mut earlier = object.next();
        // Stops at the violation limit: the search for earlier duplicates is quadratic in the number of members.
        while self.wants_message() && earlier < name {
            if self.body.is_same(earlier, name) {
                return self.given_twice(name);
            }
            earlier = self.body.behind(earlier.next());
        }
        self.refuse_choice(
            Code::UnknownField,
            name,
            b"",
            "field '@' is not allowed.",
            &[],
            allowed,
            Suggestion::NearestName,
        );
    }

    /// Records a repeated member.
    #[cold]
    pub fn given_twice(&mut self, name: TokenRef) {
        self.refuse(Code::DuplicateValue, name, b"", "field '@' is given twice.", &[]);
    }

    /// Records that a required member is missing.
    #[cold]
    pub fn missing(&mut self, object: TokenRef, member: &[u8]) {
        self.refuse(Code::MissingField, object, member, "@ is required.", &[]);
    }

    /// Checks that a value is a string. Records a violation otherwise.
    #[inline]
    pub fn text(&mut self, at: TokenRef) -> bool {
        let is_text = self.kind(at) == JsonKind::Text;
        if !is_text {
            self.wrong_type(at, "a string");
        }
        is_text
    }

    /// Checks that a value is a string of 1 to [`MAX_NAME_CHARACTERS`] characters. Records a violation otherwise.
    #[inline]
    pub fn name(&mut self, at: TokenRef) -> bool {
        self.text(at) && self.characters(at, MAX_NAME_CHARACTERS)
    }

    /// Checks that a value is a valid user-defined name ([`crate::base::name`]) of at most `max` characters. Records a
    /// violation otherwise.
    #[inline(never)]
    pub fn given_name(&mut self, at: TokenRef, max: usize) -> bool {
        if !self.text(at) || !self.characters(at, max) {
            return false;
        }
        let fault = name_error(self.body.bytes(at));
        match fault {
            None => return true,
            Some(NameError::Blank) => self.refuse(Code::ValueNotAllowed, at, b"", BLANK, &[]),
            Some(NameError::Hidden(character)) => {
                self.refuse(Code::ValueNotAllowed, at, b"", HIDDEN, &code_point(character).map(MessageArg::Text));
            }
        }
        false
    }

    /// Checks that a string has 1 to `max` characters. Records a violation otherwise.
    #[inline]
    pub fn characters(&mut self, at: TokenRef, max: usize) -> bool {
        // A character has at least one byte, so a short byte length needs no character count.
        let bytes = self.body.length(at);
        (bytes >= 1 && bytes <= max) || self.length(at, characters(self.body.bytes(at)), 1, max, "characters")
    }

    /// Checks that a string contains a letter or a digit. Records a violation otherwise.
    #[inline]
    pub fn searchable(&mut self, at: TokenRef) -> bool {
        // Fast path: most strings begin with an ASCII letter or digit.
        self.body.first(at).is_ascii_alphanumeric() || self.has_letter(at)
    }

    #[cold]
    fn has_letter(&mut self, at: TokenRef) -> bool {
        let text = self.body.bytes(at);
        let has_letter =
            text.iter().any(u8::is_ascii_alphanumeric) || (!text.is_ascii() && (self.host.has_letter)(text));
        if !has_letter {
            self.refuse(Code::LimitViolation, at, b"", "@ must contain at least one letter or digit.", &[]);
        }
        has_letter
    }

    /// Checks that a value is one of the given symbols. Records a violation otherwise.
    #[inline(always)]
    pub fn one_of(&mut self, at: TokenRef, words: &Symbols) -> bool {
        let is_text = self.text(at);
        let is_one = is_text && words.has(self.body.symbol(at));
        if is_text && !is_one {
            self.not_allowed(at, words.names());
        }
        is_one
    }

    /// Records that a string is not one of the allowed names.
    #[cold]
    pub fn not_allowed(&mut self, at: TokenRef, allowed: Choices<'_>) {
        self.refuse_choice(
            Code::ValueNotAllowed,
            at,
            b"",
            "@ '#' is not allowed.",
            &[MessageArg::Echo(at)],
            allowed,
            Suggestion::NearestName,
        );
    }

    /// Returns the value of a number. The result is infinite if the number is too large for a double.
    #[inline]
    pub fn number_at(&self, at: TokenRef) -> f64 {
        match self.body.whole(at) {
            Some(number) => number.into(),
            None => self.host.number(self.body.bytes(at)),
        }
    }

    /// Parses a number. The result is infinite if the number is too large for a double. Records a violation for other
    /// types.
    pub fn number(&mut self, at: TokenRef, expected: &str) -> Option<f64> {
        if self.kind(at) == JsonKind::Number {
            return Some(self.number_at(at));
        }
        self.wrong_type(at, expected);
        None
    }

    /// Parses an integer between `min` and `max`. Records a violation otherwise.
    pub fn whole_number(&mut self, at: TokenRef, min: u32, max: u32) -> Option<u32> {
        self.count(at, min, max.into()).map(|number| number as u32)
    }

    /// Parses an integer between `min` and a limit that may exceed 32 bits. Records a violation otherwise.
    pub fn count(&mut self, at: TokenRef, min: u32, max: u64) -> Option<u64> {
        const EXPECTED: &str = "a whole number";
        // 2^53: doubles of this size or more have no fraction.
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        let number = self.number(at, EXPECTED)?;
        if number.abs() < WHOLE && number as i64 as f64 != number {
            self.wrong_type(at, EXPECTED);
        } else if number < min.into() || number > max as f64 {
            let args = [MessageArg::Whole(min as usize), MessageArg::Number(max as f64), MessageArg::Number(number)];
            self.refuse(Code::LimitViolation, at, b"", "@ must be between # and #. Got #.", &args);
        } else {
            return Some(number as u64);
        }
        None
    }

    /// Parses a boolean. Records a violation otherwise.
    pub fn boolean(&mut self, at: TokenRef) -> Option<bool> {
        match self.kind(at) {
            JsonKind::True => Some(true),
            JsonKind::False => Some(false),
            _ => {
                self.wrong_type(at, "a boolean");
                None
            }
        }
    }

    /// Returns the items of a list with `min` to `max` items. Records a violation and returns no items otherwise.
    #[inline]
    pub fn items(&mut self, at: TokenRef, min: usize, max: usize) -> Items {
        if self.kind(at) != JsonKind::List {
            self.wrong_type(at, "a list");
            return Items::NONE;
        }
        if self.length(at, self.body.count(at), min, max, "items") { Items::of(at, &self.body) } else { Items::NONE }
    }

    /// Checks that a length is between `min` and `max`. Records a violation otherwise.
    #[inline]
    pub fn length(&mut self, at: TokenRef, length: usize, min: usize, max: usize, of: &str) -> bool {
        let is_inside = length >= min && length <= max;
        if !is_inside {
            self.wrong_length(at, length, min, max, of);
        }
        is_inside
    }

    #[cold]
    fn wrong_length(&mut self, at: TokenRef, length: usize, min: usize, max: usize, of: &str) {
        let [min, max, length] = [min, max, length].map(MessageArg::Whole);
        self.refuse(
            Code::LimitViolation,
            at,
            b"",
            "@ must be between # and # #. Got #.",
            &[min, max, MessageArg::Text(of), length],
        );
    }

    /// Checks that a value is a UTC time in RFC 3339 format with whole seconds. Records a violation otherwise.
    pub fn time(&mut self, at: TokenRef) -> bool {
        if !self.text(at) {
            return false;
        }
        let is_time = crate::base::date::is_time(self.body.bytes(at));
        if !is_time {
            let message = "@ '#' must be a UTC time such as 2026-12-31T23:59:59Z.";
            self.refuse(Code::InvalidDate, at, b"", message, &[MessageArg::Echo(at)]);
        }
        is_time
    }

    /// Parses a calendar date. Records a violation otherwise.
    #[inline(always)]
    pub fn date(&mut self, at: TokenRef) -> Option<Date> {
        if !self.text(at) {
            return None;
        }
        let date = Date::parse(self.body.bytes(at));
        if date.is_none() {
            let message = "@ must be a date of the form YYYY-MM-DD. Got '#'.";
            self.refuse(Code::InvalidDate, at, b"", message, &[MessageArg::Echo(at)]);
        }
        date
    }
}
