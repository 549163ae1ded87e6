//! Cleans texts of characters that cannot be shown.

use std::borrow::Cow;

/// Turns a text into one paragraph: control characters become spaces, and unassigned or private ones the replacement
/// character.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|character| replaced(character).is_none()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|character| replaced(character).unwrap_or(character)).collect())
}

fn replaced(character: char) -> Option<char> {
    match character {
        '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}' | '\u{FDD0}'..='\u{FDEF}' => Some('\u{FFFD}'),
        _ if character as u32 & 0xFFFE == 0xFFFE => Some('\u{FFFD}'),
        _ if character.is_control() => Some(' '),
        _ => None,
    }
}

/// Returns true if a character only controls the layout of others. Joiners are excluded because shaping needs them.
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns true if a character joins or separates its neighbours.
pub(super) fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}
