//! Finding the end of a text, eight bytes at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Runs over a text that starts at a position: to the byte that stops it (a quote, a backslash, a control) or the end of
/// the body. Also says whether all of it is ASCII.
#[inline(always)]
pub fn run(bytes: &[u8], start: usize) -> (usize, bool) {
    let (mut at, mut seen) = (start, 0);
    loop {
        let eight = load(bytes, at);
        let stops = stops(eight);
        if stops != 0 {
            let bits = stops.trailing_zeros() & !7;
            return (at + bits as usize / 8, (seen | (eight & !(u64::MAX << bits))) & HIGHS == 0);
        }
        seen |= eight;
        at += 8;
    }
}

/// Eight bytes, little-endian; behind the end of the body zeros, which stop a text.
#[inline(always)]
pub fn load(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => rest.iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte)),
    }
}

/// The high bit of each byte that stops a text. Above the first such byte bits may be set that mean nothing.
#[inline(always)]
const fn stops(eight: u64) -> u64 {
    let quote = eight ^ (ONES * b'"' as u64);
    let backslash = eight ^ (ONES * b'\\' as u64);
    let controls = eight.wrapping_sub(ONES * 0x20) & !eight;
    let quotes = quote.wrapping_sub(ONES) & !quote;
    let backslashes = backslash.wrapping_sub(ONES) & !backslash;
    (controls | quotes | backslashes) & HIGHS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_run_ends_at_the_first_byte_that_stops_it(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let expected = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)).unwrap_or(bytes.len());
            prop_assert_eq!(run(&bytes, 0), (expected, bytes[..expected].is_ascii()));
        }
    }
}
