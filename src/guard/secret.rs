//! What looks like one of our secrets, wherever it was sent: it is not repeated.

/// Bytes that the random part of a secret is made of.
pub(crate) const fn is_secret_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// What tells keys, tokens, browser tokens, sessions and invitations apart.
const KINDS: &[u8] = b"ktbsi";

/// Where the random part of the first thing in a text begins that looks like a key or a token of ours, in any case:
/// behind `ohk_`, `oht_`, `ohb_`, `ohs_` or `ohi_`, and `live_` or `test_`.
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
}
