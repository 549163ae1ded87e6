//! Values of a list in a query string: separated by commas, and optionally quoted as in RFC 4180.
//!
//! A value in quotation marks is literal, with two quotation marks for one. The minus that excludes a value may be
//! before the quotation marks or inside them.

const QUOTE: u8 = b'"';
const SEPARATOR: u8 = b',';

/// The form in which a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListValueForm {
    /// The value's own text.
    Plain,
    /// A text in quotation marks, after a minus if the value is excluded by one before the quotation marks.
    Quoted,
    /// A text that begins with a quotation mark and has no closing one.
    Unclosed,
}

/// Returns the length of the first value of a list, up to the comma after it, and its form. A quoted text that more
/// text follows, such as `"Weird Al" Yankovic`, is plain.
pub fn first_value(list: &[u8]) -> (usize, ListValueForm) {
    let plain = (list.iter().position(|byte| *byte == SEPARATOR).unwrap_or(list.len()), ListValueForm::Plain);
    let (sign, text) = signed(list);
    let Some((&QUOTE, inside)) = text.split_first() else { return plain };
    let mut at = 0;
    loop {
        match (inside.get(at), inside.get(at + 1)) {
            (None, _) => return (list.len(), ListValueForm::Unclosed),
            (Some(&QUOTE), Some(&QUOTE)) => at += 2,
            (Some(&QUOTE), None | Some(&SEPARATOR)) => return (sign.len() + at + 2, ListValueForm::Quoted),
            (Some(&QUOTE), Some(_)) => return plain,
            (Some(_), _) => at += 1,
        }
    }
}

/// Returns true if the last value of a list has an opening quotation mark without a closing one.
pub fn is_unclosed(mut list: &[u8]) -> bool {
    loop {
        let (length, form) = first_value(list);
        match list.get(length + 1..) {
            Some(rest) if form != ListValueForm::Unclosed => list = rest,
            _ => return form == ListValueForm::Unclosed,
        }
    }
}

/// Returns true if a value must be quoted, because its own text would be read as something else.
pub fn needs_quotes(value: &[u8]) -> bool {
    value.contains(&SEPARATOR) || signed(value).1.first() == Some(&QUOTE)
}

/// Splits off the minus that excludes a value.
fn signed(value: &[u8]) -> (&[u8], &[u8]) {
    value.split_at(usize::from(value.first() == Some(&b'-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_value_ends_at_its_closing_quotation_mark() {
        for (list, length, form) in [
            ("a,b", 1, ListValueForm::Plain),
            ("", 0, ListValueForm::Plain),
            ("-", 1, ListValueForm::Plain),
            (r#""a,b",c"#, 5, ListValueForm::Quoted),
            (r#"-"a,b""#, 6, ListValueForm::Quoted),
            (r#""a""""#, 5, ListValueForm::Quoted),
            (r#""""#, 2, ListValueForm::Quoted),
            (r#""Weird Al" Yankovic,b"#, 19, ListValueForm::Plain),
            (r#"12" vinyl,b"#, 9, ListValueForm::Plain),
            (r#""a,b"#, 4, ListValueForm::Unclosed),
            (r#"-""#, 2, ListValueForm::Unclosed),
        ] {
            assert_eq!(first_value(list.as_bytes()), (length, form), "{list}");
        }
    }

    #[test]
    fn only_the_last_value_can_be_unclosed() {
        for (list, expected) in [(r#"a,"b"#, true), (r#""a","b""#, false), (r#""a,b","#, false), (r#"a,-"b,c"#, true)] {
            assert_eq!(is_unclosed(list.as_bytes()), expected, "{list}");
        }
    }
}
