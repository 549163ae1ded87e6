//! Characters of UTF-8, of which all bytes but the first begin with the bits 10.

fn is_first(byte: &&u8) -> bool {
    **byte & 0xC0 != 0x80
}

/// How many a text has.
pub fn characters(text: &[u8]) -> usize {
    text.iter().filter(is_first).count()
}

/// A text without its first one.
pub fn behind_first(text: &[u8]) -> &[u8] {
    let rest = text.get(1..).unwrap_or_default();
    let others = rest.iter().take_while(|byte| !is_first(byte)).count();
    rest.get(others..).unwrap_or_default()
}
