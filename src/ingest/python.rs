//! Parses lists and objects in Python syntax: `['a', "it's"]`, `{'female': 0.6, 'male': None}`.

use serde_json::{Map, Number, Value};
use std::iter::Peekable;
use std::str::Chars;

/// The deepest nesting of lists and dictionaries.
const MAX_DEPTH: usize = 4;

/// Parses Python's `repr` of lists, tuples, dictionaries, texts, numbers and `None`. `nan` is null. Returns `None` for
/// anything else.
pub(super) fn literal(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text.chars().peekable() };
    let value = reader.value(0)?;
    reader.skip_blanks();
    reader.rest.next().is_none().then_some(value)
}

struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        while self.rest.next_if(|character| character.is_whitespace()).is_some() {}
    }

    fn next_is(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        self.rest.next_if_eq(&wanted).is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_blanks();
        match *self.rest.peek()? {
            '[' | '(' if depth < MAX_DEPTH => self.list(depth + 1),
            '{' if depth < MAX_DEPTH => self.dictionary(depth + 1),
            '\'' | '"' => self.text().map(Value::String),
            _ => self.word(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let end = if self.rest.next()? == '[' { ']' } else { ')' };
        let mut items = Vec::new();
        while !self.next_is(end) {
            items.push(self.value(depth)?);
            if !self.next_is(',') {
                return self.next_is(end).then_some(Value::Array(items));
            }
        }
        Some(Value::Array(items))
    }

    fn dictionary(&mut self, depth: usize) -> Option<Value> {
        self.rest.next();
        let mut members = Map::new();
        while !self.next_is('}') {
            let Value::String(name) = self.value(depth)? else { return None };
            if !self.next_is(':') {
                return None;
            }
            members.insert(name, self.value(depth)?);
            if !self.next_is(',') {
                return self.next_is('}').then_some(Value::Object(members));
            }
        }
        Some(Value::Object(members))
    }

    fn text(&mut self) -> Option<String> {
        let mark = self.rest.next()?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '\\' => text.extend(self.escaped()?),
                character if character == mark => return Some(text),
                character => text.push(character),
            }
        }
    }

    /// Reads the character after a backslash; `None` for a continued line.
    fn escaped(&mut self) -> Option<Option<char>> {
        let character = match self.rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            'x' => self.code(2)?,
            'u' => self.code(4)?,
            'U' => self.code(8)?,
            '\n' => return Some(None),
            mark @ ('\\' | '\'' | '"') => mark,
            _ => return None,
        };
        Some(Some(character))
    }

    fn code(&mut self, digits: usize) -> Option<char> {
        let mut code = 0;
        for _ in 0..digits {
            code = code << 4 | self.rest.next()?.to_digit(16)?;
        }
        char::from_u32(code)
    }

    /// Reads a number, `None`, `nan`, `True` or `False`.
    fn word(&mut self) -> Option<Value> {
        let mut word = String::new();
        while let Some(character) = self.rest.next_if(|next| next.is_ascii_alphanumeric() || "+-._".contains(*next)) {
            word.push(character);
        }
        match word.as_str() {
            "None" | "nan" | "NaN" => Some(Value::Null),
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            number => number.parse::<Number>().ok().map(Value::Number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_and_dictionaries_are_read_as_python_writes_them() {
        for (text, value) in [
            ("['serum', 'night routine']", json!(["serum", "night routine"])),
            (r#"["it's", 'say "hi"', 'both \' and "']"#, json!(["it's", "say \"hi\"", "both ' and \""])),
            (r"['a\\b', 'c\td', '\xe9', '\u200d', '\U0001f600']", json!(["a\\b", "c\td", "é", "\u{200d}", "😀"])),
            ("[]", json!([])),
            (" [ 'a' , ] ", json!(["a"])),
            ("('a', 'b')", json!(["a", "b"])),
            ("['a', None, nan, 1, -2.5]", json!(["a", null, null, 1, -2.5])),
            ("{'female': 0.6, 'male': None}", json!({"female": 0.6, "male": null})),
            ("{}", json!({})),
        ] {
            assert_eq!(literal(text), Some(value), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_literal() {
        for text in
            ["", "[", "['a'", "['a' 'b']", "['a']x", "[a]", "['a\\q']", "[[[[['a']]]]]", "{1: 2}", "['\\ud800']"]
        {
            assert_eq!(literal(text), None, "{text}");
        }
    }
}
