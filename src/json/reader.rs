//! From a body to its tokens, in one pass.

use super::scan::{load, run};
use super::tape::{Kind, Tape, Token};
use crate::catalog::limits::MAX_JSON_DEPTH;
use alloc::string::String;
use alloc::vec::Vec;

/// Why a body is not JSON, and where reading stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What would have been right.
    pub reason: &'static str,
    /// Bytes before it.
    pub at: usize,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// A value, or the end of a list that has none.
    FirstItem,
    /// A name.
    Name,
    /// A name, or the end of an object that has none.
    FirstName,
}

/// A list or an object that is not closed yet: where it stands among the tokens, and how much is inside.
#[derive(Clone, Copy, Default)]
struct Open {
    at: usize,
    count: u32,
    is_object: bool,
}

/// Reads one JSON value.
///
/// # Errors
/// Where and why it is none.
pub(super) fn read(body: &str) -> Result<Tape<'_>, Fault> {
    // A token takes two bytes at least, most take more: a guess that rarely grows.
    let tokens = Vec::with_capacity(16 + body.len() / 6);
    let mut reader = Reader { body, bytes: body.as_bytes(), at: 0, tokens, unescaped: String::new() };
    match reader.value() {
        Ok(()) => Ok(Tape { body, tokens: reader.tokens, unescaped: reader.unescaped }),
        Err(reason) => Err(Fault { reason, at: reader.at.min(body.len()) }),
    }
}

struct Reader<'a> {
    body: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    unescaped: String,
}

/// A reason stands for a fault at the place where the reader is.
type Read<T = ()> = Result<T, &'static str>;

impl Reader<'_> {
    /// The next byte; zero, which may stand nowhere, at the end.
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is no blank.
    #[inline]
    fn next(&mut self) -> u8 {
        let mut byte = self.peek();
        while matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
            byte = self.peek();
        }
        byte
    }

    fn value(&mut self) -> Read {
        let mut open = [Open::default(); MAX_JSON_DEPTH];
        let (mut depth, mut inner) = (0, Open::default());
        let mut next = Next::Value;
        loop {
            let byte = self.next();
            if next == Next::Name || next == Next::FirstName {
                if byte == b'"' {
                    self.text()?;
                    if self.next() != b':' {
                        return Err("expected ':'");
                    }
                    self.at += 1;
                    next = Next::Value;
                    continue;
                }
                if byte != b'}' || next == Next::Name {
                    return Err("expected a name in quotes");
                }
            } else {
                match byte {
                    b'"' => self.text()?,
                    b'{' | b'[' => {
                        let Some(slot) = open.get_mut(depth) else { return Err("nested too deeply") };
                        *slot = inner;
                        depth += 1;
                        let is_object = byte == b'{';
                        inner = Open { at: self.tokens.len(), count: 0, is_object };
                        self.push(if is_object { Kind::Object } else { Kind::List }, self.at);
                        self.at += 1;
                        next = if is_object { Next::FirstName } else { Next::FirstItem };
                        continue;
                    }
                    b'-' | b'0'..=b'9' => self.number()?,
                    b't' => self.literal("true", Kind::True)?,
                    b'f' => self.literal("false", Kind::False)?,
                    b'n' => self.literal("null", Kind::Null)?,
                    b']' if next == Next::FirstItem => {}
                    _ => return Err("expected a value"),
                }
                // The end of an empty list is no item of it.
                inner.count += u32::from(next != Next::FirstItem || byte != b']');
            }
            // A value ended; so may what is around it.
            loop {
                if depth == 0 {
                    return if self.next() == 0 && self.at == self.bytes.len() {
                        Ok(())
                    } else {
                        Err("expected nothing more")
                    };
                }
                let close = if inner.is_object { b'}' } else { b']' };
                let byte = self.next();
                if byte == b',' && (inner.count > 0) {
                    self.at += 1;
                    next = if inner.is_object { Next::Name } else { Next::Value };
                    break;
                }
                if byte != close {
                    return Err(if inner.is_object { "expected ',' or '}'" } else { "expected ',' or ']'" });
                }
                self.at += 1;
                let span = (self.tokens.len() - inner.at) as u32;
                if let Some(token) = self.tokens.get_mut(inner.at) {
                    (token.start, token.span) = (inner.count, span);
                }
                depth -= 1;
                inner = open.get(depth).copied().unwrap_or_default();
                inner.count += 1;
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let (start, end) = (start as u32, self.at as u32);
        self.tokens.push(Token { kind, is_escaped: false, is_ascii: true, start, end, span: 1 });
    }

    fn literal(&mut self, text: &str, kind: Kind) -> Read {
        if !self.bytes.get(self.at..).unwrap_or_default().starts_with(text.as_bytes()) {
            return Err("expected a value");
        }
        self.at += text.len();
        self.push(kind, 0);
        Ok(())
    }

    fn number(&mut self) -> Read {
        let start = self.at;
        self.at += usize::from(self.peek() == b'-');
        if self.peek() == b'0' {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if self.peek() | 0x20 == b'e' {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            self.digits()?;
        }
        self.push(Kind::Number, start);
        Ok(())
    }

    fn digits(&mut self) -> Read {
        if !self.peek().is_ascii_digit() {
            return Err("expected a digit");
        }
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    /// A text, from its first quote on.
    #[inline]
    fn text(&mut self) -> Read {
        let start = self.at + 1;
        let (end, is_ascii) = run(self.bytes, start);
        self.at = end;
        if self.peek() != b'"' {
            return self.escaped_text(start, is_ascii);
        }
        self.at += 1;
        let (kind, start, end) = (Kind::Text, start as u32, end as u32);
        self.tokens.push(Token { kind, is_escaped: false, is_ascii, start, end, span: 1 });
        Ok(())
    }

    /// A text in which something else than its last quote was met.
    #[cold]
    fn escaped_text(&mut self, start: usize, mut is_ascii: bool) -> Read {
        let first = self.unescaped.len();
        let mut plain = start;
        loop {
            self.unescaped.push_str(self.body.get(plain..self.at).unwrap_or_default());
            let character = match self.peek() {
                b'"' => break,
                b'\\' => self.escape()?,
                _ if self.at >= self.bytes.len() => return Err("expected '\"'"),
                _ => return Err("control characters must be escaped"),
            };
            self.unescaped.push(character);
            plain = self.at;
            let (end, is_plain) = run(self.bytes, plain);
            self.at = end;
            is_ascii &= is_plain && character.is_ascii();
        }
        self.at += 1;
        let (start, end) = (first as u32, self.unescaped.len() as u32);
        self.tokens.push(Token { kind: Kind::Text, is_escaped: true, is_ascii, start, end, span: 1 });
        Ok(())
    }

    /// The character of an escape.
    fn escape(&mut self) -> Read<char> {
        self.at += 1;
        let byte = self.peek();
        let character = match byte {
            b'"' | b'\\' | b'/' => byte,
            b'b' => 0x8,
            b'f' => 0xc,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => return self.unicode(),
            _ => return Err("no such escape"),
        };
        self.at += 1;
        Ok(char::from(character))
    }

    fn unicode(&mut self) -> Read<char> {
        let mut number = self.unit()?;
        // `\u`, as it lies in memory.
        if number & 0xFC00 == 0xD800 && load(self.bytes, self.at) as u16 == u16::from_le_bytes(*b"\\u") {
            self.at += 1;
            let low = self.unit()?;
            // Two halves in the wrong order stay halves.
            number = if low & 0xFC00 == 0xDC00 { 0x1_0000 + ((number & 0x3FF) << 10) + (low & 0x3FF) } else { number };
        }
        char::from_u32(number).ok_or("half of a surrogate pair")
    }

    /// The four digits behind a `u`.
    fn unit(&mut self) -> Read<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            self.at += 1;
            let Some(digit) = char::from(self.peek()).to_digit(16) else {
                return Err("expected four hexadecimal digits");
            };
            unit = unit * 16 + digit;
        }
        self.at += 1;
        Ok(unit)
    }
}
