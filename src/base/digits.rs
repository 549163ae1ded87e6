//! Parsing of decimal digits, eight at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const ZEROS: u64 = ONES * b'0' as u64;

/// Parses eight decimal digits, the first in the lowest byte.
#[inline]
pub fn number_of_eight(digits: u64) -> Option<u32> {
    // A digit is 0x30 to 0x39, so its upper half is 3, also after adding six.
    let are_digits = |bytes: u64| bytes & (ONES * 0xF0) == ZEROS;
    if !are_digits(digits) || !are_digits(digits.wrapping_add(ONES * 6)) {
        return None;
    }
    // Combines neighbours to numbers of two digits, then of four, then of eight.
    let two = (digits & (ONES * 0x0F)).wrapping_mul(1 + (10 << 8)) >> 8 & 0x00FF_00FF_00FF_00FF;
    let four = two.wrapping_mul(1 + (100 << 16)) >> 16 & 0x0000_FFFF_0000_FFFF;
    Some((four.wrapping_mul(1 + (10_000 << 32)) >> 32) as u32)
}

/// Parses one to eight decimal digits, the first in the lowest byte. Bytes after the digits are ignored.
#[inline]
pub fn number_of(digits: u64, length: u32) -> Option<u32> {
    match length {
        1..8 => number_of_eight(digits << (64 - 8 * length) | ZEROS >> (8 * length)),
        8 => number_of_eight(digits),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn eight(text: &[u8]) -> u64 {
        let mut eight = *b"9x9\xFF9\0-9";
        eight.iter_mut().zip(text).for_each(|(place, byte)| *place = *byte);
        u64::from_le_bytes(eight)
    }

    proptest! {
        #[test]
        fn digits_are_read_as_the_library_does(text in "[0-9]{0,9}") {
            let expected = if text.len() > 8 { None } else { text.parse().ok() };
            prop_assert_eq!(number_of(eight(text.as_bytes()), text.len() as u32), expected);
        }

        #[test]
        fn what_is_no_digit_is_no_number(text in "[0-9]{1,8}", at in 0..8_usize, byte: u8) {
            let mut bytes = text.into_bytes();
            let place = at % bytes.len();
            bytes[place] = byte;
            let is_number = bytes.iter().all(u8::is_ascii_digit);
            prop_assert_eq!(number_of(eight(&bytes), bytes.len() as u32).is_some(), is_number);
        }
    }
}
