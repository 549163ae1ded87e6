//! Grammar of full-text queries: words, prefixes, phrases in double quotes, `AND`, `OR`, `NOT`, `-`, `~` and parentheses.
//!
//! ```text
//! query = or
//! or    = and { "OR" and }
//! and   = not { [ "AND" ] not }
//! not   = [ "NOT" | "-" ] atom
//! atom  = word | prefix "*" | phrase [ "~" distance ] | "(" or ")"
//! ```
//!
//! Blanks between operands mean `AND`. Operators are upper case. `-` excludes only behind a blank or at the beginning, so
//! that `night-cream` is one word. `*` makes a prefix only at the end of a word, and not behind a sign. What may be
//! excluded needs something beside it that must occur.

/// The most words and phrases of a query.
pub const MAX_ATOMS: usize = 40;
/// The deepest nesting of parentheses.
pub const MAX_DEPTH: usize = 10;
/// The most other words between words that must be near each other.
pub const MAX_DISTANCE: u8 = 100;
/// The fewest characters of a prefix.
pub const MIN_PREFIX_CHARACTERS: usize = 3;

const MISSING_OPERAND: &str = "a word, a phrase or an opening parenthesis is missing";
const OPEN_QUOTE: &str = "a quotation mark is not closed";
const UNPAIRED: &str = "a parenthesis has no counterpart";
const EXCLUDES_ALONE: &str = "what is excluded needs something beside it that must occur";
const TOO_MANY_ATOMS: &str = "there are more than 40 words and phrases";
const TOO_FAR: &str = "words are more than 100 apart";
const SHORT_PREFIX: &str = "a prefix has fewer than 3 characters";
const TOO_DEEP: &str = "parentheses are nested more than 10 deep";

/// Receives the parts of a query in postfix order: operands before their operator.
pub trait QueryParts {
    /// Text between blanks, quotes and parentheses.
    fn word(&mut self, text: &[u8]);
    /// Text like that of a word, whose end is the beginning of words.
    fn prefix(&mut self, text: &[u8]);
    /// The text between two quotes.
    fn phrase(&mut self, text: &[u8]);
    /// The text between two quotes, whose words have at most `distance` other words between them.
    fn near(&mut self, text: &[u8], distance: u8);
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
    fn prefix(&mut self, _: &[u8]) {}
    fn phrase(&mut self, _: &[u8]) {}
    fn near(&mut self, _: &[u8], _: u8) {}
    fn not(&mut self) {}
    fn all(&mut self, _: usize) {}
    fn any(&mut self, _: usize) {}
}

/// The place where a query breaks the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFault {
    /// The position, in bytes.
    pub at: usize,
    /// The rule that is broken there, in words.
    pub reason: &'static str,
}

impl QueryFault {
    /// Returns the sign that the query may lack at its end.
    pub fn closing(&self) -> Option<u8> {
        match self.reason {
            OPEN_QUOTE => Some(b'"'),
            UNPAIRED => Some(b')'),
            _ => None,
        }
    }
}

/// Parses a query and passes its parts on.
///
/// # Errors
/// The first fault.
pub fn parse<P: QueryParts>(text: &[u8], parts: &mut P) -> Result<(), QueryFault> {
    let mut lexer = Lexer { text, start: 0, at: 0 };
    let mut groups = [Group::default(); MAX_DEPTH + 1];
    let (mut depth, mut atoms) = (0, 0);
    // True if an operand must follow, and if it is excluded.
    let (mut is_expected, mut is_excluded) = (true, false);
    loop {
        let lexeme = lexer.next();
        let at = lexer.start;
        let fault = |reason| Err(QueryFault { at, reason });
        let Some(group) = groups.get_mut(depth) else { return fault(TOO_DEEP) };
        if group.operands == 0 && !is_excluded {
            group.alternative = at;
        }
        if is_expected && matches!(lexeme, Lexeme::And | Lexeme::Or | Lexeme::Close | Lexeme::End) {
            return fault(MISSING_OPERAND);
        }
        is_expected = true;
        match lexeme {
            Lexeme::And => {}
            Lexeme::Not if is_excluded => return fault(MISSING_OPERAND),
            Lexeme::Not => is_excluded = true,
            Lexeme::OpenQuote => return fault(OPEN_QUOTE),
            Lexeme::Open if depth == MAX_DEPTH => return fault(TOO_DEEP),
            Lexeme::Open => {
                depth += 1;
                if let Some(inner) = groups.get_mut(depth) {
                    *inner = Group { start: at, is_excluded, ..Group::default() };
                }
                is_excluded = false;
            }
            Lexeme::Or => {
                group.end_alternative(true, parts)?;
            }
            Lexeme::Close | Lexeme::End => {
                let Group { start, is_excluded: excludes, .. } = *group;
                let is_positive = group.end_alternative(excludes || depth == 0, parts)?;
                if group.alternatives > 1 {
                    parts.any(group.alternatives);
                }
                match (lexeme, depth.checked_sub(1)) {
                    (Lexeme::End, None) => return Ok(()),
                    (Lexeme::End, _) => return Err(QueryFault { at: start, reason: UNPAIRED }),
                    (_, None) => return fault(UNPAIRED),
                    (_, Some(outer)) => depth = outer,
                }
                if let Some(group) = groups.get_mut(depth) {
                    group.add(excludes, is_positive, parts);
                }
                is_expected = false;
            }
            Lexeme::Near(_, distance) if distance > MAX_DISTANCE => return fault(TOO_FAR),
            Lexeme::Prefix(_, characters) if characters < MIN_PREFIX_CHARACTERS => return fault(SHORT_PREFIX),
            Lexeme::Word(text) | Lexeme::Prefix(text, _) | Lexeme::Phrase(text) | Lexeme::Near(text, _) => {
                atoms += 1;
                if atoms > MAX_ATOMS {
                    return fault(TOO_MANY_ATOMS);
                }
                match lexeme {
                    Lexeme::Prefix(..) => parts.prefix(text),
                    Lexeme::Phrase(_) => parts.phrase(text),
                    Lexeme::Near(_, distance) => parts.near(text, distance),
                    _ => parts.word(text),
                }
                group.add(is_excluded, true, parts);
                (is_expected, is_excluded) = (false, false);
            }
        }
    }
}

/// A parenthesis, or the whole query.
#[derive(Clone, Copy, Default)]
struct Group {
    start: usize,
    is_excluded: bool,
    /// The beginning of the current alternative.
    alternative: usize,
    /// True if something in it must occur.
    is_positive: bool,
    operands: usize,
    alternatives: usize,
}

impl Group {
    fn add<P: QueryParts>(&mut self, is_excluded: bool, is_positive: bool, parts: &mut P) {
        if is_excluded {
            parts.not();
        }
        self.is_positive |= is_positive && !is_excluded;
        self.operands += 1;
    }

    /// Ends the current alternative. Returns true if something in it must occur, which is a fault otherwise if it
    /// `must_be_positive` or is not the only one.
    fn end_alternative<P: QueryParts>(&mut self, must_be_positive: bool, parts: &mut P) -> Result<bool, QueryFault> {
        let is_positive = core::mem::take(&mut self.is_positive);
        if !is_positive && (must_be_positive || self.alternatives > 0) {
            return Err(QueryFault { at: self.alternative, reason: EXCLUDES_ALONE });
        }
        if self.operands > 1 {
            parts.all(self.operands);
        }
        self.operands = 0;
        self.alternatives += 1;
        Ok(is_positive)
    }
}

#[derive(Clone, Copy)]
enum Lexeme<'q> {
    And,
    Or,
    Not,
    Open,
    Close,
    Word(&'q [u8]),
    /// The text before the star, and its characters behind the last sign.
    Prefix(&'q [u8], usize),
    Phrase(&'q [u8]),
    /// A phrase, and the most other words between its words.
    Near(&'q [u8], u8),
    OpenQuote,
    End,
}

struct Lexer<'q> {
    text: &'q [u8],
    /// The beginning of the last lexeme.
    start: usize,
    /// The end of the last lexeme.
    at: usize,
}

impl<'q> Lexer<'q> {
    fn next(&mut self) -> Lexeme<'q> {
        // A dash excludes at the beginning of the query or of a parenthesis, and behind a blank.
        let is_at_start = self.at == 0 || (self.at == self.start + 1 && self.rest(self.start).starts_with(b"("));
        let end = self.at;
        loop {
            match blank(self.rest(self.at)) {
                0 => break,
                length => self.at += length,
            }
        }
        let may_exclude = is_at_start || self.at > end;
        self.start = self.at;
        let rest = self.rest(self.at);
        let (length, lexeme) = match rest {
            [] => (0, Lexeme::End),
            [b'(', ..] => (1, Lexeme::Open),
            [b')', ..] => (1, Lexeme::Close),
            [b'"', quoted @ ..] => match quoted.iter().position(|byte| *byte == b'"') {
                Some(length) => {
                    let text = quoted.get(..length).unwrap_or_default();
                    match distance(quoted.get(length + 1..).unwrap_or_default()) {
                        Some((digits, distance)) => (length + 3 + digits, Lexeme::Near(text, distance)),
                        None => (length + 2, Lexeme::Phrase(text)),
                    }
                }
                None => (0, Lexeme::OpenQuote),
            },
            [b'-', behind @ ..] if may_exclude && !matches!(behind, [] | [b')', ..]) && blank(behind) == 0 => {
                (1, Lexeme::Not)
            }
            _ => {
                let mut length = 1;
                while !is_end_of_word(self.rest(self.at + length)) {
                    length += 1;
                }
                let word = rest.get(..length).unwrap_or_default();
                let lexeme = match word {
                    b"AND" => Lexeme::And,
                    b"OR" => Lexeme::Or,
                    b"NOT" => Lexeme::Not,
                    [text @ .., b'*'] => match characters_behind_sign(text) {
                        0 => Lexeme::Word(word),
                        characters => Lexeme::Prefix(text, characters),
                    },
                    _ => Lexeme::Word(word),
                };
                (length, lexeme)
            }
        };
        self.at += length;
        lexeme
    }

    fn rest(&self, at: usize) -> &'q [u8] {
        self.text.get(at..).unwrap_or_default()
    }
}

/// Counts the characters of a text behind its last ASCII sign. One of a script without blanks is enough for a prefix: its
/// words are found inside others anyway.
fn characters_behind_sign(text: &[u8]) -> usize {
    let mut characters = 0;
    for (at, byte) in text.iter().enumerate() {
        match (byte, text.get(at + 1)) {
            // Han and Kana; Thai and Lao; Myanmar and Khmer.
            (0xE3..=0xE9, _) | (0xE0, Some(0xB8..=0xBB)) | (0xE1, Some(0x80..=0x82 | 0x9E | 0x9F)) => {
                characters += MIN_PREFIX_CHARACTERS;
            }
            (b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0xC0.., _) => characters += 1,
            (0x80..0xC0, _) => {}
            _ => characters = 0,
        }
    }
    characters
}

/// Parses a distance behind a phrase: the number of its digits, and its value, at most 255.
fn distance(text: &[u8]) -> Option<(usize, u8)> {
    let digits = text.strip_prefix(b"~")?;
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, behind) = digits.split_at_checked(length)?;
    let value = digits.iter().fold(0_u8, |value, digit| value.saturating_mul(10).saturating_add(digit - b'0'));
    (length > 0 && is_end_of_word(behind)).then_some((length, value))
}

/// Returns the length of the blank at the beginning of a text: 0 if there is none.
#[inline(never)]
fn blank(text: &[u8]) -> usize {
    match text {
        [byte, ..] if byte.is_ascii_whitespace() => 1,
        // The no-break space.
        [0xC2, 0xA0, ..] => 2,
        // The blank between ideographs.
        [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Returns true if a text begins with what ends a word.
fn is_end_of_word(text: &[u8]) -> bool {
    matches!(text, [] | [b'"' | b'(' | b')', ..]) || blank(text) > 0
}
