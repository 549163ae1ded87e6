//! Single-pass JSON parser (RFC 8259) that writes tokens.

use super::memory::UNESCAPED;
use super::parsed_body::ParsedBody;
use super::token::{JsonKind, Token};
use crate::base::characters::{HIGHS, first_escaped, first_length};
use crate::base::sink::put_utf8;
use crate::spec::limits::MAX_JSON_DEPTH;

/// Distance between an opening and its closing bracket in ASCII, for `[]` and `{}`.
const CLOSES: u8 = 2;

/// JSON syntax error and its byte position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    pub reason: &'static str,
    pub at: u32,
}

type Read<T = u32> = Result<T, ParseError>;

/// Returns the kind of a value from its first byte.
#[inline(always)]
fn kind_of(first: u8) -> JsonKind {
    match first {
        b'"' => JsonKind::Text,
        b'{' => JsonKind::Object,
        b'[' => JsonKind::List,
        b't' => JsonKind::True,
        b'f' => JsonKind::False,
        b'n' => JsonKind::Null,
        _ => JsonKind::Number,
    }
}

fn stop<T>(reason: &'static str, at: u32) -> Read<T> {
    Err(ParseError { reason, at })
}

impl ParsedBody {
    /// Checks that the body is UTF-8, unless `is_utf8` says so. The error has the position of the first invalid byte.
    pub(super) fn utf8_until(&self, length: u32, is_utf8: bool) -> Result<(), ParseError> {
        let mut at = 0;
        while !is_utf8 && at < length {
            if self.bytes.eight(at) & HIGHS == 0 {
                at += 8;
                continue;
            }
            match first_length(self.bytes.part(at, length)) {
                Some(character) => at += character as u32,
                None => return Err(ParseError { reason: "expected UTF-8", at }),
            }
        }
        Ok(())
    }

    /// Parses `length` bytes as one JSON value.
    pub fn read(&mut self, length: u32) -> Result<(), ParseError> {
        self.unescaped = UNESCAPED;
        self.set_query(false);
        match self.value(length) {
            Ok(_) => Ok(()),
            Err(ParseError { reason, at }) => stop(reason, at.min(length)),
        }
    }

    /// Skips whitespace. Returns the next byte and its position.
    #[inline(always)]
    fn solid(&self, mut at: u32) -> (u8, u32) {
        loop {
            match self.bytes.at(at) {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                byte => return (byte, at),
            }
        }
    }

    fn value(&mut self, length: u32) -> Read {
        // State of the innermost open list or object: its token, its number of items or members, and its kind. Outer
        // ones are saved in tokens: `end` of the inner token is the position of the outer token, and `start` of the
        // outer token is its count.
        let (mut depth, mut open, mut count, mut is_object) = (0, 0, 0, false);
        let (mut tokens, mut at) = (0, 0);
        loop {
            if is_object {
                let (byte, quote) = self.solid(at);
                if byte != b'"' {
                    return stop("expected a name in quotes", quote);
                }
                let (start, end, behind) = self.text(quote + 1, length)?;
                let word = self.look_up(start, end);
                *self.tokens.at_mut(tokens) = Token { kind: JsonKind::Text, word, start, end, ..Token::NOTHING };
                tokens += 1;
                let (byte, colon) = self.solid(behind);
                if byte != b':' {
                    return stop("expected ':'", colon);
                }
                at = colon + 1;
            }
            let byte;
            (byte, at) = self.solid(at);
            let (kind, mut start, mut end, mut is_empty) = (kind_of(byte), 0, 0, false);
            match byte {
                b'"' => (start, end, at) = self.text(at + 1, length)?,
                b'{' | b'[' => {
                    if depth == MAX_JSON_DEPTH {
                        return stop("nested too deeply", at);
                    }
                    depth += 1;
                    self.tokens.at_mut(open).start = count;
                    is_object = byte == b'{';
                    *self.tokens.at_mut(tokens) = Token { kind, end: open, ..Token::NOTHING };
                    (open, count) = (tokens, 0);
                    tokens += 1;
                    let next;
                    (next, at) = self.solid(at + 1);
                    is_empty = next == byte + CLOSES;
                    if !is_empty {
                        continue;
                    }
                }
                b'-' | b'0'..=b'9' => {
                    end = self.number(at)?;
                    (start, at) = (at, end);
                }
                b't' => at = self.literal(at, 0x6575_7274, 4)?,
                b'f' => at = self.literal(at, 0x65_736C_6166, 5)?,
                b'n' => at = self.literal(at, 0x6C6C_756E, 4)?,
                0xEF if self.literal(at, 0xBF_BBEF, 3).is_ok() => return stop("leave out the byte order mark", at),
                _ => return stop("expected a value", at),
            }
            // One value is complete, unless a list or an object was opened and is empty. Its parents may be complete as
            // well.
            if !is_empty {
                *self.tokens.at_mut(tokens) = Token { kind, start, end, ..Token::NOTHING };
                (tokens, count) = (tokens + 1, count + 1);
            }
            loop {
                if depth == 0 {
                    let (_, end) = self.solid(at);
                    return if end == length { Ok(end) } else { stop("expected nothing more", end) };
                }
                let byte;
                (byte, at) = self.solid(at);
                if byte == b',' && !is_empty {
                    at += 1;
                    break;
                }
                if byte != if is_object { b'}' } else { b']' } {
                    return stop(if is_object { "expected ',' or '}'" } else { "expected ',' or ']'" }, at);
                }
                let token = self.tokens.at_mut(open);
                let outer = core::mem::take(&mut token.end);
                (token.start, token.inside) = (count, tokens - open - 1);
                let token = self.tokens.at(outer);
                (open, count, is_object) = (outer, token.start + 1, token.kind == JsonKind::Object);
                (at, depth, is_empty) = (at + 1, depth - 1, false);
            }
        }
    }

    /// Parses `true`, `false` or `null`, given as a little-endian integer. Returns its end.
    fn literal(&self, at: u32, word: u64, length: u32) -> Read {
        if self.bytes.eight(at) & !(u64::MAX << (8 * length)) == word {
            Ok(at + length)
        } else {
            stop("expected a value", at)
        }
    }

    fn number(&self, start: u32) -> Read {
        let mut at = start + u32::from(self.bytes.at(start) == b'-');
        at = if self.bytes.at(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.bytes.at(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if self.bytes.at(at) | 0x20 == b'e' {
            at += 1;
            at = self.digits(at + u32::from(matches!(self.bytes.at(at), b'+' | b'-')))?;
        }
        Ok(at)
    }

    fn digits(&self, start: u32) -> Read {
        let mut at = start;
        while self.bytes.at(at).is_ascii_digit() {
            at += 1;
        }
        if at == start { stop("expected a digit", at) } else { Ok(at) }
    }

    /// Skips to the next quote, backslash or control character, eight bytes at a time.
    #[inline(always)]
    fn run(&self, start: u32) -> u32 {
        let mut at = start;
        loop {
            if let Some(stop) = first_escaped(self.bytes.eight(at)) {
                return at + stop;
            }
            at += 8;
        }
    }

    /// Parses a string from after its opening quote. Returns its start, its end and the position after the closing
    /// quote.
    #[inline(always)]
    fn text(&mut self, start: u32, length: u32) -> Read<(u32, u32, u32)> {
        let end = self.run(start);
        if self.bytes.at(end) == b'"' { Ok((start, end, end + 1)) } else { self.escaped_text(start, length) }
    }

    /// Parses a string that contains escapes, or that is invalid. Writes its unescaped copy after the body.
    #[cold]
    fn escaped_text(&mut self, start: u32, length: u32) -> Read<(u32, u32, u32)> {
        let (first, mut at) = (self.unescaped, start);
        loop {
            match self.bytes.at(at) {
                b'"' => break,
                b'\\' => {
                    let (character, end) = self.escape(at + 1)?;
                    put_utf8(character, &mut |byte| self.put_unescaped(byte));
                    at = end;
                }
                byte if byte >= 0x20 => {
                    self.put_unescaped(byte);
                    at += 1;
                }
                _ if at >= length => return stop("expected '\"'", at),
                _ => return stop("control characters must be escaped", at),
            }
        }
        Ok((first, self.unescaped, at + 1))
    }

    pub(super) fn put_unescaped(&mut self, byte: u8) {
        self.bytes.put(self.unescaped, byte);
        self.unescaped += 1;
    }

    /// Parses an escape from after its backslash. Returns the character and the position after the escape.
    fn escape(&self, at: u32) -> Read<(u32, u32)> {
        let byte = self.bytes.at(at);
        let plain = match byte {
            b'"' | b'\\' | b'/' => byte,
            b'b' => 0x8,
            b'f' => 0xC,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let unit = self.unit(at + 1)?;
                // A surrogate is valid only as part of a pair.
                let low = match unit & 0xFC00 {
                    0xD800 if self.bytes.eight(at + 5) as u16 == u16::from_le_bytes(*b"\\u") => self.unit(at + 7)?,
                    0xD800 | 0xDC00 => 0,
                    _ => return Ok((unit, at + 5)),
                };
                if unit & 0xFC00 != 0xD800 || low & 0xFC00 != 0xDC00 {
                    return stop("half of a surrogate pair", at + 5);
                }
                return Ok((0x1_0000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), at + 11));
            }
            _ => return stop("no such escape", at),
        };
        Ok((plain.into(), at + 1))
    }

    /// Parses the four hexadecimal digits of a `\u` escape.
    fn unit(&self, start: u32) -> Read {
        let mut unit = 0;
        for at in start..start + 4 {
            let Some(digit) = char::from(self.bytes.at(at)).to_digit(16) else {
                return stop("expected four hexadecimal digits", at);
            };
            unit = unit * 16 + digit;
        }
        Ok(unit)
    }
}
