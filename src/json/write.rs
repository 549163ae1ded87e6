//! Writing JSON: no blanks, and in texts only the escapes that must be (RFC 8785, section 3.2.2.2).

use alloc::string::String;

/// Writes an object, member by member, at the end of a text.
pub struct ObjectWriter<'o> {
    out: &'o mut String,
    is_empty: bool,
}

impl<'o> ObjectWriter<'o> {
    /// Begins an object.
    pub fn new(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    /// Begins a member, whose value is to be added to what this returns. The name needs no escapes.
    pub fn member(&mut self, name: &str) -> &mut String {
        self.out.push_str(if self.is_empty { "\"" } else { ",\"" });
        self.is_empty = false;
        self.out.push_str(name);
        self.out.push_str("\":");
        self.out
    }

    /// Adds a text.
    pub fn text(&mut self, name: &str, value: &str) -> &mut Self {
        push_text(value, self.member(name));
        self
    }

    /// Ends the object.
    pub fn finish(self) {
        self.out.push('}');
    }
}

/// Adds a list.
pub fn push_list<T>(items: impl Iterator<Item = T>, out: &mut String, push: &mut dyn FnMut(T, &mut String)) {
    out.push('[');
    for (position, item) in items.enumerate() {
        if position > 0 {
            out.push(',');
        }
        push(item, out);
    }
    out.push(']');
}

/// Adds a text that needs no escapes, in quotes.
pub fn push_name(name: &str, out: &mut String) {
    out.push('"');
    out.push_str(name);
    out.push('"');
}

/// Adds a whole number.
pub fn push_whole(number: u64, out: &mut String) {
    if number > 9 {
        push_whole(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Adds a text in quotes.
pub fn push_text(text: &str, out: &mut String) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte < 0x20 || byte == b'"' || byte == b'\\' {
            out.push_str(text.get(plain..at).unwrap_or_default());
            push_escape(byte, out);
            plain = at + 1;
        }
    }
    out.push_str(text.get(plain..).unwrap_or_default());
    out.push('"');
}

#[cold]
fn push_escape(byte: u8, out: &mut String) {
    let short = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        0x8 => "\\b",
        0xc => "\\f",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        _ => {
            out.push_str(if byte < 0x10 { "\\u000" } else { "\\u001" });
            let digit = byte % 0x10;
            out.push(char::from(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
            return;
        }
    };
    out.push_str(short);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_written_as_the_library_does(text in any::<String>()) {
            let mut out = String::new();
            push_text(&text, &mut out);
            prop_assert_eq!(out, serde_json::to_string(&text).unwrap());
        }
    }

    #[test]
    fn controls_have_their_short_escapes() {
        for control in 0..0x20_u8 {
            let mut out = String::new();
            push_text(&char::from(control).to_string(), &mut out);
            assert_eq!(out, serde_json::to_string(&char::from(control)).unwrap());
        }
    }
}
