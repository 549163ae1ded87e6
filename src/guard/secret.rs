//! Detection of credentials in text, so that messages never repeat them.

/// Returns true for a byte that the random part of a credential may contain.
pub(crate) const fn is_secret_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// Letters of the credential kinds: API keys, tokens, browser tokens, sessions and invitations.
const KINDS: &[u8] = b"ktbsi";

/// Returns the start of the random part of the first credential in a text.
///
/// A credential begins with `ohk_`, `oht_`, `ohb_`, `ohs_` or `ohi_`, then `live_` or `test_`, in any case.
pub(crate) fn secret_begins(text: &[u8]) -> Option<usize> {
    (0..text.len()).find_map(|start| {
        let [b'o' | b'O', b'h' | b'H', kind, b'_', behind @ ..] = text.get(start..)? else { return None };
        if !KINDS.contains(&kind.to_ascii_lowercase()) {
            return None;
        }
        let mode = behind.get(..5).unwrap_or_default();
        let is_mode = mode.eq_ignore_ascii_case(b"live_") || mode.eq_ignore_ascii_case(b"test_");
        let begins = start + 4 + if is_mode { mode.len() } else { 0 };
        text.get(begins).filter(|byte| is_secret_byte(byte)).map(|_| begins)
    })
}

/// Returns true if the letters before the random part of a credential may be there by chance: inside a word, and without
/// `live_` or `test_`. One of some thousand cursors has such letters.
pub(crate) fn begins_by_chance(text: &[u8], begins: usize) -> bool {
    let before = text.get(..begins).unwrap_or_default();
    match before {
        [.., inside, b'o' | b'O', b'h' | b'H', _, b'_'] => is_secret_byte(inside),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_begins_behind_what_tells_its_kind() {
        let shown =
            |text: &str| secret_begins(text.as_bytes()).map(|begins| text.get(..begins).unwrap_or_default().to_owned());
        assert_eq!(shown("ohk_live_DNp9").as_deref(), Some("ohk_live_"));
        assert_eq!(shown("Bearer OHT_TEST_x").as_deref(), Some("Bearer OHT_TEST_"));
        assert_eq!(shown("ohb_eyJr.x").as_deref(), Some("ohb_"));
        assert_eq!(shown("#ohi_AW3G_x").as_deref(), Some("#ohi_"));
        assert_eq!(shown("__Host-overheard=ohs_AW3G_x").as_deref(), Some("__Host-overheard=ohs_"));
        assert_eq!(shown("ohk_other").as_deref(), Some("ohk_"));
        for harmless in ["", "ohk", "ohk_", "ohk_live_", "ohk_live_…", "ohx_live_abc", "john_live_abc"] {
            assert_eq!(shown(harmless), None, "{harmless}");
        }
    }

    #[test]
    fn letters_inside_a_word_may_be_there_by_chance() {
        let by_chance =
            |text: &str| secret_begins(text.as_bytes()).map(|begins| begins_by_chance(text.as_bytes(), begins));
        assert_eq!(by_chance("cursor=eyJ2Ohb_3xYz"), Some(true));
        for text in ["ohb_eyJr.x", "cursor=ohb_eyJr", "xohk_live_DNp9", "a/ohs_AW3G_x"] {
            assert_eq!(by_chance(text), Some(false), "{text}");
        }
    }
}
