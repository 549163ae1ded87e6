//! UTF-8 characters. All bytes of a character except the first begin with the bits 10.

const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte. ASCII bytes do not have it.
pub const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Returns the position of the first quote, backslash or control character of eight little-endian bytes.
#[inline(always)]
pub fn first_escaped(eight: u64) -> Option<u32> {
    // Flipping a bit moves the quote next to the control characters, so one comparison finds both.
    let quote = (eight ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (eight ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    // Bits above the first match may be set by carries and are ignored.
    let stops = (quote | backslash) & !eight & HIGHS;
    (stops != 0).then(|| stops.trailing_zeros() / 8)
}

/// Returns the length of the longest valid UTF-8 prefix.
pub fn valid_until(bytes: &[u8]) -> usize {
    let mut valid = 0;
    while let Some(length) = bytes.get(valid..).and_then(first_length) {
        valid += length;
    }
    valid
}

/// Returns the number of bytes of the first character, or `None` if it is invalid (The Unicode Standard, table 3-7).
pub fn first_length(bytes: &[u8]) -> Option<usize> {
    let (first, behind) = bytes.split_first()?;
    // Number of continuation bytes, and the range of the first one.
    let (others, least, most) = match first {
        0..0x80 => return Some(1),
        0xC2..=0xDF => (1, 0x80, 0xBF),
        0xE0 => (2, 0xA0, 0xBF),
        0xED => (2, 0x80, 0x9F),
        0xE1..=0xEF => (2, 0x80, 0xBF),
        0xF0 => (3, 0x90, 0xBF),
        0xF4 => (3, 0x80, 0x8F),
        0xF1..=0xF3 => (3, 0x80, 0xBF),
        _ => return None,
    };
    let others = behind.get(..others)?;
    let is_valid = others.first().is_some_and(|other| (least..=most).contains(other));
    (is_valid && !others.iter().any(|other| is_first(&other))).then_some(1 + others.len())
}

fn is_first(byte: &&u8) -> bool {
    **byte & 0xC0 != 0x80
}

/// Counts the characters of a text.
pub fn characters(text: &[u8]) -> usize {
    text.iter().filter(is_first).count()
}

/// Returns a text without its first character.
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
