//! From a body to its tokens, in one pass (RFC 8259).

use super::memory::UNESCAPED;
use super::sink::put_utf8;
use super::tape::Tape;
use super::token::{Kind, Token};
use crate::catalog::limits::MAX_JSON_DEPTH;

const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte: what ASCII has not.
pub const HIGHS: u64 = 0x8080_8080_8080_8080;

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

/// Why a body is not JSON, and where reading stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    pub reason: &'static str,
    pub at: u32,
}

type Read<T = u32> = Result<T, Fault>;

fn stop<T>(reason: &'static str, at: u32) -> Read<T> {
    Err(Fault { reason, at })
}

impl Tape {
    /// Reads one JSON value of so many bytes.
    pub fn read(&mut self, length: u32) -> Result<(), Fault> {
        (self.count, self.unescaped, self.is_query) = (0, UNESCAPED, false);
        self.bytes.end(length);
        match self.value(length) {
            Ok(_) => Ok(()),
            Err(Fault { reason, at }) => stop(reason, at.min(length)),
        }
    }

    /// The first byte that is no blank, and where it is.
    #[inline(always)]
    fn solid(&self, mut at: u32) -> (u8, u32) {
        loop {
            match self.bytes.at(at) {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                byte => return (byte, at),
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, kind: Kind, start: u32, end: u32) {
        *self.tokens.at_mut(self.count) = Token { kind, start, end, ..Token::NOTHING };
        self.count += 1;
    }

    fn value(&mut self, length: u32) -> Read {
        // Of what is open: where its token is, how many items or members it has, whether it is an object. Around it
        // others are open: the first says its token's `end`, the second the `start` of theirs.
        let (mut depth, mut open, mut count, mut is_object) = (0, 0, 0, false);
        let (mut next, mut at) = (Next::Value, 0);
        loop {
            let byte;
            (byte, at) = self.solid(at);
            match byte {
                b'"' => {
                    at = self.text(at + 1, length)?;
                    if matches!(next, Next::Name | Next::FirstName) {
                        self.find_name();
                        let (byte, colon) = self.solid(at);
                        if byte != b':' {
                            return stop("expected ':'", colon);
                        }
                        (next, at) = (Next::Value, colon + 1);
                        continue;
                    }
                }
                b'}' if next == Next::FirstName => {}
                b']' if next == Next::FirstItem => {}
                _ if matches!(next, Next::Name | Next::FirstName) => return stop("expected a name in quotes", at),
                b'{' | b'[' => {
                    if depth == MAX_JSON_DEPTH {
                        return stop("nested too deeply", at);
                    }
                    depth += 1;
                    self.tokens.at_mut(open).start = count;
                    is_object = byte == b'{';
                    self.push(if is_object { Kind::Object } else { Kind::List }, 0, open);
                    (open, count) = (self.count - 1, 0);
                    next = if is_object { Next::FirstName } else { Next::FirstItem };
                    at += 1;
                    continue;
                }
                b'-' | b'0'..=b'9' => at = self.number(at)?,
                b't' => at = self.literal(at, 0x6575_7274, 4, Kind::True)?,
                b'f' => at = self.literal(at, 0x65_736C_6166, 5, Kind::False)?,
                b'n' => at = self.literal(at, 0x6C6C_756E, 4, Kind::Null)?,
                _ => return stop("expected a value", at),
            }
            // A value ended, unless nothing was inside; then so may what is around it.
            let mut is_empty = byte == b'}' || byte == b']';
            loop {
                if depth == 0 {
                    let (_, end) = self.solid(at);
                    return if end == length { Ok(end) } else { stop("expected nothing more", end) };
                }
                count += u32::from(!is_empty);
                let byte;
                (byte, at) = self.solid(at);
                if byte == b',' && !is_empty {
                    next = if is_object { Next::Name } else { Next::Value };
                    at += 1;
                    break;
                }
                if byte != if is_object { b'}' } else { b']' } {
                    return stop(if is_object { "expected ',' or '}'" } else { "expected ',' or ']'" }, at);
                }
                let inside = self.count - open - 1;
                let token = self.tokens.at_mut(open);
                let outer = core::mem::take(&mut token.end);
                (token.start, token.inside) = (count, inside);
                let token = self.tokens.at(outer);
                (open, count, is_object) = (outer, token.start, token.kind == Kind::Object);
                at += 1;
                depth -= 1;
                is_empty = false;
            }
        }
    }

    /// `true`, `false` or `null`, as it lies in memory.
    fn literal(&mut self, at: u32, word: u64, length: u32, kind: Kind) -> Read {
        if self.bytes.eight(at) & !(u64::MAX << (8 * length)) != word {
            return stop("expected a value", at);
        }
        self.push(kind, 0, 0);
        Ok(at + length)
    }

    fn number(&mut self, start: u32) -> Read {
        let mut at = start + u32::from(self.bytes.at(start) == b'-');
        at = if self.bytes.at(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.bytes.at(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if self.bytes.at(at) | 0x20 == b'e' {
            at += 1;
            at = self.digits(at + u32::from(matches!(self.bytes.at(at), b'+' | b'-')))?;
        }
        self.push(Kind::Number, start, at);
        Ok(at)
    }

    fn digits(&self, start: u32) -> Read {
        let mut at = start;
        while self.bytes.at(at).is_ascii_digit() {
            at += 1;
        }
        if at == start { stop("expected a digit", at) } else { Ok(at) }
    }

    /// Runs to the byte that stops a text (a quote, a backslash, a control), eight bytes at a time; also says whether it
    /// met more than ASCII.
    #[inline(always)]
    fn run(&self, start: u32) -> (u32, bool) {
        let (mut at, mut seen) = (start, 0);
        loop {
            let eight = self.bytes.eight(at);
            let quote = eight ^ (ONES * b'"' as u64);
            let backslash = eight ^ (ONES * b'\\' as u64);
            let stops = (quote.wrapping_sub(ONES) & !quote)
                | (backslash.wrapping_sub(ONES) & !backslash)
                | (eight.wrapping_sub(ONES * 0x20) & !eight);
            // Above the first byte that stops, bits may be set that mean nothing.
            let bits = (stops & HIGHS).trailing_zeros();
            if bits < u64::BITS {
                let inside = !(u64::MAX << (bits & !7));
                return (at + bits / 8, (seen | eight & inside) & HIGHS != 0);
            }
            seen |= eight;
            at += 8;
        }
    }

    /// A text, from behind its first quote on.
    #[inline(always)]
    fn text(&mut self, start: u32, length: u32) -> Read {
        let (end, is_wide) = self.run(start);
        if self.bytes.at(end) != b'"' {
            return self.escaped_text(start, length);
        }
        *self.tokens.at_mut(self.count) = Token { kind: Kind::Text, is_wide, start, end, ..Token::NOTHING };
        self.count += 1;
        Ok(end + 1)
    }

    /// Looks up the name that was read last.
    #[inline(always)]
    fn find_name(&mut self) {
        let name = self.tokens.at(self.count - 1);
        self.tokens.at_mut(self.count - 1).word = self.look_up(name.start, name.end);
    }

    /// A text in which something else than its last quote was met.
    #[cold]
    fn escaped_text(&mut self, start: u32, length: u32) -> Read {
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
        let (kind, end) = (Kind::Text, self.unescaped);
        *self.tokens.at_mut(self.count) =
            Token { kind, is_escaped: true, is_wide: true, start: first, end, ..Token::NOTHING };
        self.count += 1;
        Ok(at + 1)
    }

    fn put_unescaped(&mut self, byte: u8) {
        self.bytes.put(self.unescaped, byte);
        self.unescaped += 1;
    }

    /// The character of an escape, given where it stands behind its backslash, and what follows it.
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
                // Half of a pair needs its other half.
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

    /// The four hexadecimal digits behind a `u`.
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
