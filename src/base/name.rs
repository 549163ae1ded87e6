//! Rule for user-defined names: of accounts, keys, brands, members and views, and for titles and descriptions that
//! others read. Such a name must not contain anything that its display hides.
//!
//! Refused are control characters (Cc), format characters (Cf, including bidirectional ones), line and paragraph
//! separators (Zl, Zp), and names without a visible character. The joiners U+200C and U+200D are format characters too,
//! but Arabic and Indic scripts need them for spelling, and emoji for sequences. They are allowed between two
//! characters of these kinds.

use super::characters::first_length;

/// Reason why a text is not a valid name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// The text has no visible character.
    Blank,
    /// The text has a control, format or bidirectional character with this code point.
    Hidden(u32),
}

/// Message of [`NameError::Blank`]. `@` is the field.
pub const BLANK: &str = "@ must have a visible character.";
/// Message of [`NameError::Hidden`]. `@` is the field, and each `#` a digit of [`code_point`].
pub const HIDDEN: &str = "@ must have no control, format or bidirectional characters. Got U+#####.";

/// The rule as a JSON Schema pattern for the basic multilingual plane: no hidden character, at least one visible one.
/// A pattern cannot express the positions of joiners or hidden characters of other planes.
pub const NAME_PATTERN: &str = concat!(
    r"^[^\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f",
    r"\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680",
    r"\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u2800\u3000\u3164\ufe00-\ufe0f",
    r"\ufeff\uffa0\ufff9-\ufffb]",
    r"[^\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f",
    r"\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]*$",
);

/// Sorted ranges of code points in the form of [`packed`].
type Ranges = [u32];

/// Packs a range: the first code point above bit twelve, the number of further ones below. Keeps page downloads small.
const fn packed(first: u32, last: u32) -> u32 {
    first << 12 | (last - first)
}

/// Categories Cc, Cf, Zl and Zp of Unicode 16.
const HIDDEN_CHARACTERS: &Ranges = &[
    packed(0x0000, 0x001F),
    packed(0x007F, 0x009F),
    packed(0x00AD, 0x00AD),
    packed(0x0600, 0x0605),
    packed(0x061C, 0x061C),
    packed(0x06DD, 0x06DD),
    packed(0x070F, 0x070F),
    packed(0x0890, 0x0891),
    packed(0x08E2, 0x08E2),
    packed(0x180E, 0x180E),
    packed(0x200B, 0x200F),
    packed(0x2028, 0x202E),
    packed(0x2060, 0x2064),
    packed(0x2066, 0x206F),
    packed(0xFEFF, 0xFEFF),
    packed(0xFFF9, 0xFFFB),
    packed(0x110BD, 0x110BD),
    packed(0x110CD, 0x110CD),
    packed(0x13430, 0x1343F),
    packed(0x1BCA0, 0x1BCA3),
    packed(0x1D173, 0x1D17A),
    packed(0xE0001, 0xE0001),
    packed(0xE0020, 0xE007F),
];

/// Characters without a visible glyph: white space, fillers, variation selectors.
const INVISIBLE_CHARACTERS: &Ranges = &[
    packed(0x0020, 0x0020),
    packed(0x00A0, 0x00A0),
    packed(0x034F, 0x034F),
    packed(0x115F, 0x1160),
    packed(0x1680, 0x1680),
    packed(0x17B4, 0x17B5),
    packed(0x180B, 0x180F),
    packed(0x2000, 0x200A),
    packed(0x202F, 0x202F),
    packed(0x205F, 0x205F),
    packed(0x2800, 0x2800),
    packed(0x3000, 0x3000),
    packed(0x3164, 0x3164),
    packed(0xFE00, 0xFE0F),
    packed(0xFFA0, 0xFFA0),
    packed(0xE0100, 0xE01EF),
];

/// Characters next to which a joiner has a meaning: scripts from Arabic to Sinhala, Tibetan, Myanmar, Khmer and
/// Mongolian, the presentation forms of Arabic, Brahmic scripts of the supplementary plane, and emoji.
const JOINED_CHARACTERS: &Ranges = &[
    packed(0x0600, 0x0DFF),
    packed(0x0F00, 0x109F),
    packed(0x1780, 0x18AF),
    packed(0x2190, 0x27BF),
    packed(0x2900, 0x2BFF),
    packed(0xA800, 0xA82F),
    packed(0xA840, 0xA8FF),
    packed(0xFB50, 0xFDFF),
    packed(0xFE0F, 0xFE0F),
    packed(0xFE70, 0xFEFC),
    packed(0x11000, 0x11FFF),
    packed(0x1E900, 0x1E95F),
    packed(0x1F000, 0x1FAFF),
];

/// Zero-width non-joiner and zero-width joiner.
const JOINERS: &Ranges = &[packed(0x200C, 0x200D)];

/// Checks a UTF-8 text. Returns the reason why it is not a valid name, or `None` if it is valid.
#[inline(never)]
pub fn name_error(text: &[u8]) -> Option<NameError> {
    let mut is_visible = false;
    for (character, is_hidden) in Characters::of(text) {
        if is_hidden {
            return Some(NameError::Hidden(character));
        }
        is_visible |= !has(INVISIBLE_CHARACTERS, character) && !has(JOINERS, character);
    }
    (!is_visible).then_some(NameError::Blank)
}

/// Returns the hexadecimal digits of a code point in Unicode notation, at least four. The first is empty if there are
/// only four.
#[inline(never)]
pub fn code_point(character: u32) -> [&'static str; 5] {
    [16, 12, 8, 4, 0].map(|shift| {
        let digit = (character >> shift & 0xF) as usize;
        if shift == 16 && digit == 0 { "" } else { "0123456789ABCDEF".get(digit..=digit).unwrap_or_default() }
    })
}

/// Iterator over the characters of a text. The flag is true if a name must not contain the character at its position.
#[derive(Debug, Clone)]
pub struct Characters<'t> {
    rest: &'t [u8],
    before: u32,
}

impl<'t> Characters<'t> {
    /// Creates an iterator over a UTF-8 text.
    pub const fn of(text: &'t [u8]) -> Self {
        Self { rest: text, before: 0 }
    }
}

impl Iterator for Characters<'_> {
    type Item = (u32, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let (character, rest) = first(self.rest)?;
        let before = core::mem::replace(&mut self.before, character);
        self.rest = rest;
        let joins = |next| has(JOINED_CHARACTERS, before) && has(JOINED_CHARACTERS, next);
        let is_joining = has(JOINERS, character) && first(rest).is_some_and(|(next, _)| joins(next));
        Some((character, has(HIDDEN_CHARACTERS, character) && !is_joining))
    }
}

/// Splits the first character off a UTF-8 text.
#[inline(never)]
fn first(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = first_length(text)?;
    let (character, rest) = text.split_at_checked(length)?;
    let (lead, others) = character.split_first()?;
    // The first byte holds seven bits of a one-byte character, five of two bytes, four of three, three of four.
    let mask = if length == 1 { 0x7F } else { 0x7F >> length };
    Some((others.iter().fold(u32::from(lead & mask), |code, byte| code << 6 | u32::from(byte & 0x3F)), rest))
}

#[inline(never)]
fn has(ranges: &Ranges, character: u32) -> bool {
    ranges.iter().any(|range| character.wrapping_sub(range >> 12) <= range & 0xFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_is_the_rule_for_every_character_of_the_basic_plane() {
        let schema = serde_json::json!({"pattern": NAME_PATTERN});
        let validator = jsonschema::validator_for(&schema).unwrap();
        let characters = (0..0x1_0000).filter_map(char::from_u32);
        for character in characters.filter(|character| !has(JOINERS, *character as u32)) {
            for text in [character.to_string(), format!("a{character}"), format!("{character}é")] {
                let is_name = name_error(text.as_bytes()).is_none();
                assert_eq!(validator.is_valid(&text.clone().into()), is_name, "{text:?}");
            }
        }
    }

    #[test]
    fn names_of_all_scripts_are_names() {
        for name in [
            "Velunara",
            "L'Oréal & Söhne (2026)",
            "\u{628}\u{6cc}\u{200c}\u{646}\u{638}\u{6cc}\u{631}",
            "\u{d15}\u{d4d}\u{200d}\u{d30}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "資生堂\u{3000}日本",
            "Αθήνα",
            "תל אביב",
            "👩\u{200d}💻 desk",
            "❤\u{fe0f}\u{200d}🔥",
            "🏳\u{fe0f}\u{200d}🌈",
            "👩🏽\u{200d}🔬",
            "a",
            "한국",
        ] {
            assert_eq!(name_error(name.as_bytes()), None, "{name:?}");
        }
    }

    #[test]
    fn what_hides_or_turns_around_is_in_no_name() {
        for (name, hidden) in [
            ("a\0b", 0),
            ("\u{1b}[2J", 0x1B),
            ("a\nb", 0x0A),
            ("tab\t", 0x09),
            ("a\u{7f}", 0x7F),
            ("a\u{9b}31m", 0x9B),
            ("Ve\u{ad}lunara", 0xAD),
            ("a\u{61c}b", 0x61C),
            ("a\u{200b}b", 0x200B),
            ("Vel\u{200c}unara", 0x200C),
            ("Vel\u{200d}unara", 0x200D),
            ("\u{200d}👩", 0x200D),
            ("👩\u{200d}", 0x200D),
            ("👩\u{200d}\u{200d}💻", 0x200D),
            ("👩\u{200d}a", 0x200D),
            ("\u{200e}admin", 0x200E),
            ("\u{202e}nimda", 0x202E),
            ("a\u{2028}b", 0x2028),
            ("a\u{2029}b", 0x2029),
            ("a\u{2066}b\u{2069}", 0x2066),
            ("\u{feff}a", 0xFEFF),
            ("a\u{fff9}b", 0xFFF9),
            ("🏴\u{e0067}\u{e007f}", 0xE0067),
        ] {
            assert_eq!(name_error(name.as_bytes()), Some(NameError::Hidden(hidden)), "{name:?}");
        }
        for blank in ["", " ", "\u{a0}\u{3000}", "\u{3164}", "\u{2800}", "\u{fe0f}", " \u{115f}\u{34f}"] {
            assert_eq!(name_error(blank.as_bytes()), Some(NameError::Blank), "{blank:?}");
        }
    }

    #[test]
    fn a_code_point_has_four_digits_at_least() {
        let written = [0, 0x9B, 0x202E, 0xE0067].map(|character| code_point(character).concat());
        assert_eq!(written, ["0000", "009B", "202E", "E0067"]);
    }

    /// Compares both tables with a library for every Unicode character.
    #[test]
    fn the_tables_are_those_of_unicode() {
        let is = |class: &str| regex::Regex::new(&format!("^(?:{class})$")).unwrap();
        let hidden = is(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]");
        let blank = is(r"[\p{White_Space}&&[^\p{Cc}\p{Zl}\p{Zp}]]");
        let variation = is(r"\p{Variation_Selector}");
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text: &str = character.encode_utf8(&mut bytes);
            let code = u32::from(character);
            assert_eq!(first(text.as_bytes()), Some((code, &[][..])), "{code:x}");
            assert_eq!(has(HIDDEN_CHARACTERS, code), hidden.is_match(text), "{code:x}");
            if blank.is_match(text) || variation.is_match(text) {
                assert!(has(INVISIBLE_CHARACTERS, code), "{code:x}");
            }
        }
    }
}
