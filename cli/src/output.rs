//! Prints answers and messages.
//!
//! Printed text often comes from third parties: account names, video titles, responses of receivers, messages of an
//! edge. Control and format characters in it could move the cursor, hide text or reverse it, so every line shows
//! them as escapes. The macros of this module shadow those of the standard library in the whole command.

use overheard::base::name::Characters;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Prints lines on standard output, with hidden characters as escapes.
macro_rules! println {
    () => { std::println!() };
    ($($message:tt)*) => { std::println!("{}", $crate::output::visible_lines(&std::format!($($message)*))) };
}

/// Prints lines on standard error, with hidden characters as escapes.
macro_rules! eprintln {
    ($($message:tt)*) => { std::eprintln!("{}", $crate::output::visible_lines(&std::format!($($message)*))) };
}

/// Replaces each character that is not allowed in names by its escape (`\\n`, `\\u{202e}`).
pub fn visible(text: &str) -> Cow<'_, str> {
    escape_hidden(text, |_| true, |character, out| out.extend(character.escape_default()))
}

/// Replaces hidden characters in the command's own output by their escapes. Keeps line breaks.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escape_hidden(text, |character| character != '\n', |character, out| out.extend(character.escape_default()))
}

/// Escapes the hidden characters for which `should_escape` returns true.
fn escape_hidden(text: &str, should_escape: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let hidden = || Characters::of(text.as_bytes()).map(|(_, is_hidden)| is_hidden);
    if !hidden().any(|is_hidden| is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (character, is_hidden) in text.chars().zip(hidden()) {
        if is_hidden && should_escape(character) { escape(character, &mut out) } else { out.push(character) }
    }
    Cow::Owned(out)
}

/// Prints a value as one line of JSON. Hidden characters are written as JSON escapes, so parsers read the same value.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(value)?;
    std::println!("{}", escape_hidden(&text, |_| true, push_json_escape));
    Ok(())
}

/// Appends the JSON escape of a character.
fn push_json_escape(character: char, out: &mut String) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a `String` cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// Prints rows below a heading, columns aligned.
pub fn print_table(heading: &[&str], rows: &[Vec<String>]) {
    let rows: Vec<Vec<Cow<'_, str>>> = rows.iter().map(|row| row.iter().map(|cell| visible(cell)).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(AsRef::as_ref);
        cells.chain(heading.get(column).copied()).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |cells: &[&str]| {
        let padded = cells.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        println!("{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    line(heading);
    for row in &rows {
        line(&row.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    }
}

/// Prints one row per item with the named members as columns.
pub fn print_items(columns: &[&str], items: &[Value]) {
    let row = |item: &Value| columns.iter().map(|column| text(item, column)).collect();
    print_table(columns, &items.iter().map(row).collect::<Vec<_>>());
}

/// Returns the items of a list in an answer.
pub fn items<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Formats a member of an answer for people; `-` if it is absent.
pub fn text(value: &Value, member: &str) -> String {
    value.get(member).map_or_else(|| "-".to_owned(), readable)
}

fn readable(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => visible(text).into_owned(),
        Value::Array(items) if items.is_empty() => "-".to_owned(),
        Value::Array(items) => items.iter().map(readable).collect::<Vec<_>>().join(", "),
        other => visible(&other.to_string()).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_others_wrote_shows_as_what_it_is() {
        for (written, shown) in [
            ("Velunara", "Velunara"),
            ("\u{1b}[2J\u{1b}[1;31mok", "\\u{1b}[2J\\u{1b}[1;31mok"),
            ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
            ("\u{202e}nimda", "\\u{202e}nimda"),
            ("a\u{9b}31m", "a\\u{9b}31m"),
            ("a\u{200b}b\u{ad}", "a\\u{200b}b\\u{ad}"),
            ("👩\u{200d}💻 資生堂", "👩\u{200d}💻 資生堂"),
        ] {
            assert_eq!(visible(written), shown);
            assert_eq!(text(&json!({"name": written}), "name"), shown);
            assert_eq!(text(&json!({"names": [written, "b"]}), "names"), format!("{shown}, b"));
            assert_eq!(visible_lines(&format!("Account\n{written}")), format!("Account\n{}", visible_lines(written)));
        }
        assert_eq!(visible_lines("a\nb\u{7}"), "a\nb\\u{7}");
    }

    #[test]
    fn json_stays_json() {
        let value = json!({"name": "\u{1b}[2J\u{202e}a\u{9b}\u{e0067}\n\"é"});
        let text = value.to_string();
        let printed = escape_hidden(&text, |_| true, push_json_escape);
        assert!(Characters::of(printed.as_bytes()).all(|(_, is_hidden)| !is_hidden), "{printed}");
        assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), value);
    }
}
