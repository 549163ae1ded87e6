//! Letters and marks that the accent rules apply to, and letters of scripts without blanks.
//!
//! The ranges are Unicode's property Script, reduced to characters that folding leaves in a text.
//! `tests/core/text_rules.rs` compares them with the whole property.

use unicode_normalization::char::is_combining_mark;

/// Returns true for letters of scripts that put no blanks between words: Han, Hiragana, Katakana, Thai, Lao, Khmer and
/// Myanmar, with the mark that lengthens vowels in both kana scripts.
pub(super) fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{E01}'..='\u{EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17DD}' | '\u{3005}' | '\u{3007}'
        | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303B}' | '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{A9E0}'..='\u{A9FE}' | '\u{AA60}'..='\u{AA7F}' | '\u{F900}'..='\u{FAFF}'
        | '\u{16FE3}' | '\u{16FF2}'..='\u{16FF6}' | '\u{1AFF0}'..='\u{1B167}' | '\u{20000}'..='\u{3347F}')
        && letter.is_alphabetic()
        && !is_combining_mark(letter)
}

/// Returns true if a combining mark after this character may be an accent.
///
/// True for letters of Latin, Greek, Cyrillic, Arabic and Hebrew, and for everything except letters. Letters of all
/// other scripts keep their marks.
pub(super) fn takes_accents(base: char) -> bool {
    !base.is_alphabetic()
        || matches!(base,
            'A'..='Z' | 'a'..='z' | '\u{DF}'..='\u{2AF}' | '\u{371}'..='\u{3E1}' | '\u{3F3}'..='\u{52F}'
            | '\u{5D0}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{870}'..='\u{8C9}' | '\u{1C80}'..='\u{1C8F}'
            | '\u{1D00}'..='\u{2188}' | '\u{2C61}'..='\u{2C7B}' | '\u{A641}'..='\u{A69B}' | '\u{A723}'..='\u{A787}'
            | '\u{A78C}'..='\u{A7FF}' | '\u{AB30}'..='\u{AB6F}' | '\u{FE73}' | '\u{10140}'..='\u{10174}' | '\u{10780}'
            | '\u{10EC2}'..='\u{10EFF}' | '\u{1DF00}'..='\u{1DFFF}')
}

/// Returns true if a combining mark is an accent when its letter [takes accents](takes_accents).
///
/// True for marks of the five scripts above and for marks without a script. Hamza and madda (U+0653 to U+0655) form
/// distinct Arabic letters and are not accents.
pub(super) fn is_accent(mark: char) -> bool {
    matches!(mark,
        '\u{300}'..='\u{652}' | '\u{656}'..='\u{6ED}' | '\u{897}'..='\u{8FF}' | '\u{951}'..='\u{954}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1CD0}'..='\u{20F0}' | '\u{2DE0}'..='\u{302D}' | '\u{3099}'..='\u{A69F}'
        | '\u{FB1E}'..='\u{102E0}' | '\u{10EC2}'..='\u{10EFF}' | '\u{1133B}' | '\u{1CF00}'..='\u{1D2BF}' | '\u{1E08F}'
        | '\u{E0100}'..='\u{E01EF}')
}

/// Returns true if a combining mark never belongs to a word: variation selectors, other invisible marks (Unicode's
/// Default_Ignorable_Code_Point), and marks that enclose a character (category Me).
pub(super) fn is_ignored(mark: char) -> bool {
    matches!(mark,
        '\u{34F}' | '\u{488}' | '\u{489}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{1ABE}'
        | '\u{20DD}'..='\u{20E0}' | '\u{20E2}'..='\u{20E4}' | '\u{A670}'..='\u{A672}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{E0100}'..='\u{E01EF}')
}

/// Returns the lowercase spelling of a Latin letter without a decomposition.
pub(super) fn plain_latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ø' => "o",
        'ı' => "i",
        'ħ' => "h",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => return None,
    })
}
