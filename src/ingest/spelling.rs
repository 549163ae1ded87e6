//! Spelling of names: their letters, without case, blanks and marks.

/// Returns true if two names differ only in case, blanks and marks.
pub(super) fn same_letters(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

/// Returns the letters and digits of a name, in lower case.
pub(super) fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}
