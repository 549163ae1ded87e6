//! Parser for query strings (WHATWG URL Standard, application/x-www-form-urlencoded). It writes a token for each
//! percent-decoded name and value.
//!
//! A value is one text. If it contains commas or quotation marks, the values of a list are texts inside it.

use super::list::{ListValueForm, first_value};
use crate::base::characters::valid_until;
use crate::guard::memory::UNESCAPED;
use crate::guard::parsed_body::ParsedBody;
use crate::guard::problem::Code;
use crate::guard::reader::ParseError;
use crate::guard::token::Token;
use crate::guard::{Guard, JsonKind, MessageArg, TokenRef, Verbosity};
use crate::spec::limits::MAX_QUERY_BYTES;

impl Guard {
    /// Parses the query string that was written to [`Guard::input`], without its question mark. Records a violation if
    /// it is invalid.
    pub fn read_query(&mut self, length: usize, verbosity: Verbosity) -> bool {
        self.begin(verbosity);
        if length > MAX_QUERY_BYTES {
            let args = [MessageArg::Whole(MAX_QUERY_BYTES), MessageArg::Whole(length)];
            self.refuse(Code::LimitViolation, TokenRef::BODY, b"", "the query must be at most # bytes. Got #.", &args);
            return false;
        }
        let read = self.body.read_query(length as u32);
        if let Err(ParseError { reason, at }) = read {
            self.body.forget();
            let args = [MessageArg::Text(reason), MessageArg::Whole(at as usize + 1)];
            self.refuse(Code::InvalidUrl, TokenRef::BODY, b"", "the query is not valid: # at byte #.", &args);
        }
        read.is_ok()
    }
}

impl ParsedBody {
    /// Iterates over the parts of a parameter's value.
    pub fn parts(&self, value: TokenRef) -> impl Iterator<Item = TokenRef> + use<> {
        let inside = self.token(value).inside;
        let first = if inside == 0 { value } else { value.next() };
        core::iter::successors(Some(first), |part| Some(part.next())).take(inside.max(1) as usize)
    }

    /// Parses a query string of `length` bytes.
    fn read_query(&mut self, length: u32) -> Result<(), ParseError> {
        (self.count, self.unescaped) = (0, UNESCAPED);
        self.set_query(true);
        self.bytes.end(length);
        // Reserves the token of the root object, which is written at the end.
        self.count += 1;
        let (mut at, mut count) = (0, 0);
        while at < length {
            if self.byte(at) == b'&' {
                at += 1;
                continue;
            }
            at = self.decoded(at, length, b'=')?;
            if self.byte(at) == b'=' {
                at += 1;
            }
            let value = TokenRef(self.count);
            at = self.decoded(at, length, b'&')?;
            self.divide(value);
            count += 1;
        }
        let inside = self.count - 1;
        *self.tokens.at_mut(0) = Token { kind: JsonKind::Object, start: count, inside, ..Token::NOTHING };
        Ok(())
    }

    /// Decodes a text up to the byte `end`. Returns the position of that byte.
    fn decoded(&mut self, start: u32, length: u32, end: u8) -> Result<u32, ParseError> {
        let (first, mut at) = (self.unescaped, start);
        while at < length && self.byte(at) != end && self.byte(at) != b'&' {
            let byte = match self.byte(at) {
                b'+' => b' ',
                b'%' => {
                    let digit = |behind| char::from(self.byte(at + behind)).to_digit(16);
                    let (Some(high), Some(low)) = (digit(1), digit(2)) else {
                        return Err(ParseError { reason: "expected two hexadecimal digits behind '%'", at });
                    };
                    at += 2;
                    (high * 16 + low) as u8
                }
                byte => byte,
            };
            self.put_unescaped(byte);
            at += 1;
        }
        let text = self.bytes.part(first, self.unescaped);
        if valid_until(text) < text.len() {
            return Err(ParseError { reason: "expected UTF-8", at: start });
        }
        self.put_text_token(self.count, first, self.unescaped, 0);
        self.count += 1;
        Ok(at)
    }

    fn put_text_token(&mut self, at: u32, start: u32, end: u32, inside: u32) {
        *self.tokens.at_mut(at) = Token { kind: JsonKind::Text, start, end, inside, ..Token::NOTHING };
    }

    /// Writes tokens for the parts of a value that is a list: one with commas, or one quoted value.
    fn divide(&mut self, value: TokenRef) {
        let Token { start, end, .. } = *self.token(value);
        let mut from = start;
        while from <= end {
            let (length, form) = first_value(self.bytes.part(from, end));
            let behind = from + length as u32;
            match form {
                ListValueForm::Quoted => self.put_unquoted(from, behind),
                _ if from == start && behind == end => return,
                _ => self.put_text_token(self.count, from, behind, 0),
            }
            self.count += 1;
            from = behind + 1;
        }
        self.put_text_token(value.0, start, end, self.count - value.0 - 1);
    }

    /// Writes a token for the text of a quoted value: a minus if there is one, then the text between the quotation
    /// marks, with one quotation mark for two.
    fn put_unquoted(&mut self, start: u32, end: u32) {
        let first = self.unescaped;
        let mut at = start;
        if self.byte(at) == b'-' {
            self.put_unescaped(b'-');
            at += 1;
        }
        at += 1;
        while at < end - 1 {
            let byte = self.byte(at);
            self.put_unescaped(byte);
            at += if byte == b'"' { 2 } else { 1 };
        }
        self.put_text_token(self.count, first, self.unescaped, 0);
    }
}
