//! Grammar of full-text queries: words, phrases in double quotes, `AND`, `OR`, `NOT`, `-` and parentheses.
//!
//! ```text
//! query = or
//! or    = and { "OR" and }
//! and   = not { [ "AND" ] not }
//! not   = [ "NOT" | "-" ] atom
//! atom  = word | phrase | "(" or ")"
//! ```
//!
//! Blanks between operands mean `AND`. Operators are upper case. `-` excludes only at the beginning of an operand, so
//! that `night-cream` is one word. What may be excluded needs something beside it that must occur.

/// The most words and phrases of a query.
pub const MAX_ATOMS: usize = 40;
/// The deepest nesting of parentheses.
pub const MAX_DEPTH: usize = 10;

const MISSING_OPERAND: &str = "a word, a phrase or an opening parenthesis is missing";
const OPEN_QUOTE: &str = "a quotation mark is not closed";
const OPEN_GROUP: &str = "a parenthesis is not closed";
const UNOPENED_GROUP: &str = "a parenthesis is closed that was not opened";
const EXCLUDES_ALONE: &str = "what is excluded needs something beside it that must occur";
const EXCLUDED_OPERAND: &str = "an alternative of OR needs something that must occur";
const EXCLUDED_TWICE: &str = "what excludes cannot be excluded";
const TOO_MANY_ATOMS: &str = "there are more than 40 words and phrases";
const TOO_DEEP: &str = "parentheses are nested more than 10 deep";

/// Receives the parts of a query in postfix order: operands before their operator.
pub trait QueryParts {
    /// Text between blanks, quotes and parentheses.
    fn word(&mut self, text: &[u8]);
    /// The text between two quotes.
    fn phrase(&mut self, text: &[u8]);
    /// Excludes the last operand.
    fn not(&mut self);
    /// Requires the last `operands` operands.
    fn all(&mut self, operands: usize);
    /// Requires one of the last `operands` operands.
    fn any(&mut self, operands: usize);
}

/// For a check alone.
impl QueryParts for () {
    fn word(&mut self, _: &[u8]) {}
    fn phrase(&mut self, _: &[u8]) {}
    fn not(&mut self) {}
    fn all(&mut self, _: usize) {}
    fn any(&mut self, _: usize) {}
}

/// The place where a query breaks the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFault {
    /// The byte at which it does.
    pub at: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

/// Returns true if something in an operand must occur.
type IsPositive = bool;

struct Parser<'q, P> {
    text: &'q [u8],
    at: usize,
    atoms: usize,
    depth: usize,
    parts: &'q mut P,
}

/// Parses a query and passes its parts on.
///
/// # Errors
/// The first fault.
pub fn parse<P: QueryParts>(text: &[u8], parts: &mut P) -> Result<(), QueryFault> {
    let mut parser = Parser { text, at: 0, atoms: 0, depth: 0, parts };
    let is_positive = parser.or()?;
    match parser.peek() {
        Some(_) => parser.fault(UNOPENED_GROUP),
        None if is_positive => Ok(()),
        None => Err(QueryFault { at: 0, reason: EXCLUDES_ALONE }),
    }
}

impl<P: QueryParts> Parser<'_, P> {
    fn or(&mut self) -> Result<IsPositive, QueryFault> {
        let mut start = self.skip_blanks();
        let mut is_positive = self.and()?;
        let mut operands = 1;
        while self.takes_operator(b"OR") {
            if is_positive {
                start = self.skip_blanks();
                is_positive = self.and()?;
            }
            if !is_positive {
                return Err(QueryFault { at: start, reason: EXCLUDED_OPERAND });
            }
            operands += 1;
        }
        if operands > 1 {
            self.parts.any(operands);
        }
        Ok(is_positive)
    }

    fn and(&mut self) -> Result<IsPositive, QueryFault> {
        let (mut operands, mut is_positive) = (0, false);
        loop {
            let is_needed = (operands > 0 && self.takes_operator(b"AND")) || operands == 0;
            self.skip_blanks();
            if !is_needed && (matches!(self.peek(), None | Some(b')')) || self.is_operator(b"OR")) {
                break;
            }
            is_positive |= self.not()?;
            operands += 1;
        }
        if operands > 1 {
            self.parts.all(operands);
        }
        Ok(is_positive)
    }

    fn not(&mut self) -> Result<IsPositive, QueryFault> {
        let excludes = self.takes_operator(b"NOT") || self.takes_dash();
        let start = self.skip_blanks();
        let is_positive = self.atom()?;
        if !excludes {
            return Ok(is_positive);
        }
        if !is_positive {
            return Err(QueryFault { at: start, reason: EXCLUDED_TWICE });
        }
        self.parts.not();
        Ok(false)
    }

    fn atom(&mut self) -> Result<IsPositive, QueryFault> {
        let start = self.at;
        match self.peek() {
            None | Some(b')') => return self.fault(MISSING_OPERAND),
            Some(b'(') => {
                if self.depth == MAX_DEPTH {
                    return self.fault(TOO_DEEP);
                }
                self.at += 1;
                self.depth += 1;
                let is_positive = self.or()?;
                self.depth -= 1;
                if self.peek() != Some(b')') {
                    return Err(QueryFault { at: start, reason: OPEN_GROUP });
                }
                self.at += 1;
                return Ok(is_positive);
            }
            Some(_) if [&b"AND"[..], b"OR", b"NOT"].iter().any(|word| self.is_operator(word)) => {
                return self.fault(MISSING_OPERAND);
            }
            Some(_) => {}
        }
        self.atoms += 1;
        if self.atoms > MAX_ATOMS {
            return self.fault(TOO_MANY_ATOMS);
        }
        if self.peek() == Some(b'"') {
            let quoted = self.text.get(start + 1..).unwrap_or_default();
            let Some(length) = quoted.iter().position(|byte| *byte == b'"') else { return self.fault(OPEN_QUOTE) };
            self.parts.phrase(quoted.get(..length).unwrap_or_default());
            self.at += length + 2;
        } else {
            while !self.is_end_of_word() {
                self.at += 1;
            }
            self.parts.word(self.text.get(start..self.at).unwrap_or_default());
        }
        Ok(true)
    }

    fn fault<T>(&self, reason: &'static str) -> Result<T, QueryFault> {
        Err(QueryFault { at: self.at, reason })
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Returns the length of the blank at the position: 0 if there is none.
    fn blank(&self) -> usize {
        match self.rest() {
            [byte, ..] if byte.is_ascii_whitespace() => 1,
            // The no-break space.
            [0xC2, 0xA0, ..] => 2,
            // The blank between ideographs.
            [0xE3, 0x80, 0x80, ..] => 3,
            _ => 0,
        }
    }

    fn skip_blanks(&mut self) -> usize {
        while self.blank() > 0 {
            self.at += self.blank();
        }
        self.at
    }

    fn is_end_of_word(&self) -> bool {
        matches!(self.peek(), None | Some(b'"' | b'(' | b')')) || self.blank() > 0
    }

    /// Returns true if the operator is at the position, as a word of its own.
    fn is_operator(&self, operator: &[u8]) -> bool {
        let behind = Parser { text: self.text, at: self.at + operator.len(), atoms: 0, depth: 0, parts: &mut () };
        self.rest().starts_with(operator) && behind.is_end_of_word()
    }

    /// Skips the operator if it is next.
    fn takes_operator(&mut self, operator: &[u8]) -> bool {
        self.skip_blanks();
        let is_next = self.is_operator(operator);
        if is_next {
            self.at += operator.len();
        }
        is_next
    }

    /// Skips the dash of an exclusion if it is next, directly before an operand.
    fn takes_dash(&mut self) -> bool {
        let behind = Parser { text: self.text, at: self.at + 1, atoms: 0, depth: 0, parts: &mut () };
        let is_next = self.peek() == Some(b'-') && !matches!(behind.peek(), None | Some(b')')) && behind.blank() == 0;
        self.at += usize::from(is_next);
        is_next
    }
}
