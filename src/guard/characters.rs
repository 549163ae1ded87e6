//! Characters of UTF-8, of which all bytes but the first begin with the bits 10.

/// How many bytes are UTF-8 (The Unicode Standard, table 3-7): all, or those before the first character that is none.
pub fn valid_until(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let [first, behind @ ..] = rest {
        // How many bytes follow, and what the first of them lies between.
        let (others, least, most) = match first {
            0..0x80 => (0, 0, 0),
            0xC2..=0xDF => (1, 0x80, 0xBF),
            0xE0 => (2, 0xA0, 0xBF),
            0xED => (2, 0x80, 0x9F),
            0xE1..=0xEF => (2, 0x80, 0xBF),
            0xF0 => (3, 0x90, 0xBF),
            0xF4 => (3, 0x80, 0x8F),
            0xF1..=0xF3 => (3, 0x80, 0xBF),
            _ => break,
        };
        let Some((others, next)) = behind.split_at_checked(others) else { break };
        let is_valid = others.first().is_none_or(|other| (least..=most).contains(other));
        if !is_valid || others.iter().any(|other| is_first(&other)) {
            break;
        }
        rest = next;
    }
    bytes.len() - rest.len()
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expected(bytes: &[u8]) -> usize {
        std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
    }

    #[test]
    fn every_beginning_of_a_character_is_judged_as_the_library_does() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for rest in [&[][..], &[0x80], &[0xBF, 0x80], &[0x80, 0x7F], b"ab"] {
                    let bytes = [&[b'a', first, second], rest].concat();
                    assert_eq!(valid_until(&bytes), expected(&bytes), "{bytes:x?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn texts_that_were_damaged_are_judged_as_the_library_does(text in "\\PC{0,20}", at in 0..40_usize, byte: u8) {
            let mut bytes = text.into_bytes();
            prop_assert_eq!(valid_until(&bytes), bytes.len());
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            prop_assert_eq!(valid_until(&bytes), expected(&bytes));
        }
    }
}
