//! Characters that no line shows.

use std::borrow::Cow;

/// A text as one paragraph: control characters are spaces, what stands for no character becomes the sign for that.
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

/// Whether a character only tells how others are set. Joiners do too, but shaping needs them.
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character joins its neighbours or keeps them apart.
pub(super) fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}
