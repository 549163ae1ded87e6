//! The tokens of a body, and values as places among them.

use super::reader::{Fault, read};
use super::write::{push_name, push_text, push_whole};
use crate::word::Word;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the kinds of JSON")]
pub enum Kind {
    Null,
    True,
    False,
    Number,
    Text,
    List,
    Object,
}

/// One step through a body: a scalar, a name, or where a list or an object begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: Kind,
    /// Whether the text had escapes and lies with others like it, not in the body.
    pub is_escaped: bool,
    pub is_ascii: bool,
    /// Where the text of a scalar begins, inside the quotes; how many items or members a list or an object has.
    pub start: u32,
    /// Where the text of a scalar ends.
    pub end: u32,
    /// How many tokens it and all inside it are.
    pub span: u32,
}

/// What there is behind the last token.
static NOTHING: Token = Token { kind: Kind::Null, is_escaped: false, is_ascii: true, start: 0, end: 0, span: 1 };

/// A body that was read.
#[derive(Debug)]
pub struct Tape<'b> {
    pub(super) body: &'b str,
    pub(super) tokens: Vec<Token>,
    /// The texts that had escapes, without them.
    pub(super) unescaped: String,
}

/// A value, or the name of a member: a place in a body.
#[derive(Debug, Clone, Copy)]
pub struct Value<'t> {
    tape: &'t Tape<'t>,
    token: &'t Token,
}

/// The items of a list; the names of an object's members, each followed by its value.
pub struct Children<'t> {
    tape: &'t Tape<'t>,
    rest: slice::Iter<'t, Token>,
}

impl<'b> Tape<'b> {
    /// Reads one JSON value.
    ///
    /// # Errors
    /// Where and why it is none.
    pub fn read(body: &'b str) -> Result<Self, Fault> {
        read(body)
    }

    /// What was read.
    pub fn body(&self) -> &'b str {
        self.body
    }

    /// The value.
    pub fn value(&self) -> Value<'_> {
        Value { tape: self, token: self.tokens.first().unwrap_or(&NOTHING) }
    }
}

impl<'t> Value<'t> {
    /// Where its token stands.
    fn position(self) -> usize {
        let first = self.tape.tokens.as_ptr();
        (core::ptr::from_ref(self.token) as usize - first as usize) / size_of::<Token>()
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.token.kind
    }

    /// Whether it is null.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// What a text says, and how a number is written; nothing of all others.
    pub fn text(self) -> &'t str {
        let token = self.token;
        let text = if token.is_escaped { &self.tape.unescaped } else { self.tape.body };
        match token.kind {
            Kind::Text | Kind::Number => text.get(token.start as usize..token.end as usize).unwrap_or_default(),
            _ => "",
        }
    }

    /// The word that a text is, if it is one.
    pub fn word(self) -> Word {
        if self.kind() == Kind::Text { Word::from_name(self.bytes()) } else { Word::NONE }
    }

    /// The bytes of a text, of a number as it is written; nothing of all others.
    #[inline]
    pub fn bytes(self) -> &'t [u8] {
        let text = if self.token.is_escaped { &self.tape.unescaped } else { self.tape.body };
        match self.kind() {
            Kind::Text | Kind::Number => {
                text.as_bytes().get(self.token.start as usize..self.token.end as usize).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// How many characters a text has.
    pub fn characters(self) -> usize {
        // All bytes of a character but its first begin with the bits 10.
        let starts = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        if self.token.is_ascii { (self.token.end - self.token.start) as usize } else { starts(self.bytes()) }
    }

    /// Whether a text is ASCII.
    pub fn is_ascii(self) -> bool {
        self.token.is_ascii
    }

    /// Adds a text in quotes.
    pub fn write(self, out: &mut String) {
        // What needed no escapes needs none.
        if self.token.is_escaped { push_text(self.text(), out) } else { push_name(self.text(), out) }
    }

    /// How many items or members there are inside.
    pub fn count(self) -> usize {
        match self.kind() {
            Kind::List | Kind::Object => self.token.start as usize,
            _ => 0,
        }
    }

    /// What is inside.
    pub fn children(self) -> Children<'t> {
        let first = self.position();
        let inside = match self.kind() {
            Kind::List | Kind::Object => self.tape.tokens.get(first + 1..first + self.token.span as usize),
            _ => None,
        };
        Children { tape: self.tape, rest: inside.unwrap_or_default().iter() }
    }

    /// The first member of this name that is not null.
    pub fn member(self, wanted: &str) -> Option<Value<'t>> {
        if self.kind() != Kind::Object {
            return None;
        }
        let mut children = self.children();
        while let (Some(name), Some(value)) = (children.next(), children.next()) {
            if name.bytes() == wanted.as_bytes() && !value.is_null() {
                return Some(value);
            }
        }
        None
    }

    /// Whether it is the same value at the same place.
    pub fn is(self, other: Value<'_>) -> bool {
        core::ptr::eq(self.token, other.token)
    }

    /// The name of a member of it in messages.
    pub fn name(self, member: &str) -> String {
        let (mut pointer, mut name) = (String::new(), String::new());
        self.place(crate::problem::echo, &mut pointer, &mut name);
        push_step(member, &mut pointer, &mut name);
        name
    }

    /// Whether an object has a member before one, given by its name, that is called the same.
    pub fn has_before(self, name: Value<'_>) -> bool {
        let mut children = self.children();
        while let (Some(earlier), Some(_)) = (children.next(), children.next()) {
            if earlier.position() >= name.position() {
                break;
            }
            if earlier.text() == name.text() {
                return true;
            }
        }
        false
    }

    /// Adds the JSON Pointer (RFC 6901) to it, and its name in messages, such as `brands[2].terms`; `echo` cuts names
    /// that are long.
    pub fn place(self, echo: fn(&str) -> String, pointer: &mut String, name: &mut String) {
        let at = self.position();
        let mut here = self.tape.value();
        while here.position() < at {
            let is_object = here.kind() == Kind::Object;
            let mut position = 0;
            let mut children = here.children();
            // Tokens stand in order: the way leads through the last child that begins at or before the place.
            let (mut label, mut inside) = (here, here);
            while let Some(child) = children.next() {
                if child.position() > at {
                    break;
                }
                (label, inside) = (child, child);
                if is_object {
                    inside = children.next().unwrap_or(child);
                    if at < inside.position() {
                        // The name itself stands for its member.
                        inside = self;
                    }
                }
                position += 1;
            }
            if is_object {
                push_step(&echo(label.text()), pointer, name);
            } else {
                pointer.push('/');
                push_whole(position - 1, pointer);
                name.push('[');
                push_whole(position - 1, name);
                name.push(']');
            }
            here = inside;
        }
    }
}

/// Adds a member to a pointer and to a name.
pub(crate) fn push_step(member: &str, pointer: &mut String, name: &mut String) {
    pointer.push('/');
    let mut plain = 0;
    for (at, byte) in member.bytes().enumerate() {
        let escape = match byte {
            b'~' => "~0",
            b'/' => "~1",
            _ => continue,
        };
        pointer.push_str(member.get(plain..at).unwrap_or_default());
        pointer.push_str(escape);
        plain = at + 1;
    }
    pointer.push_str(member.get(plain..).unwrap_or_default());
    if !name.is_empty() {
        name.push('.');
    }
    name.push_str(member);
}

impl<'t> Children<'t> {
    /// Nothing inside a value.
    pub fn none(value: Value<'t>) -> Self {
        Self { tape: value.tape, rest: [].iter() }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Value<'t>;

    #[inline]
    fn next(&mut self) -> Option<Value<'t>> {
        let token = self.rest.next()?;
        if token.span > 1 {
            self.rest.nth(token.span as usize - 2);
        }
        Some(Value { tape: self.tape, token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(body: &str) -> Vec<(String, String)> {
        let tape = Tape::read(body).unwrap();
        let tokens = 0..tape.tokens.len();
        let place = |at| {
            let (mut pointer, mut name) = (String::new(), String::new());
            Value { tape: &tape, token: &tape.tokens[at] }.place(str::to_owned, &mut pointer, &mut name);
            (pointer, name)
        };
        tokens.map(place).collect()
    }

    #[test]
    fn a_value_knows_where_it_stands() {
        let body = r#"{"a": [1, {"b/c": 2, "~": [[3]]}], "d": null}"#;
        let pairs = places(body);
        let expected = [
            ("", ""),
            ("/a", "a"),
            ("/a", "a"),
            ("/a/0", "a[0]"),
            ("/a/1", "a[1]"),
            ("/a/1/b~1c", "a[1].b/c"),
            ("/a/1/b~1c", "a[1].b/c"),
            ("/a/1/~0", "a[1].~"),
            ("/a/1/~0", "a[1].~"),
            ("/a/1/~0/0", "a[1].~[0]"),
            ("/a/1/~0/0/0", "a[1].~[0][0]"),
            ("/d", "d"),
            ("/d", "d"),
        ];
        assert_eq!(pairs, expected.map(|(pointer, name)| (pointer.to_owned(), name.to_owned())));
    }

    #[test]
    fn escapes_are_read_and_characters_counted() {
        let tape = Tape::read(r#"["siz\u0065", "a\ud83d\ude42\n", "é"]"#).unwrap();
        let texts: Vec<(&str, usize)> = tape.value().children().map(|text| (text.text(), text.characters())).collect();
        assert_eq!(texts, [("size", 4), ("a🙂\n", 3), ("é", 1)]);
        assert_eq!(tape.value().children().next().unwrap().word(), Word::from_name(b"size"));
    }
}
