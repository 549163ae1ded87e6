//! Golomb-Rice codes, for small numbers that get rarer as they get larger. An example are the distances between records
//! that have a word at random. The size is close to the entropy of such numbers.
//!
//! Each number is divided by a power of two. All remainders are written first, with equal width. The quotients follow,
//! each as that many zeros and a one.

use super::corrupt::Corrupt;
use tantivy_bitpacker::{BitPacker, BitUnpacker};

/// The most bits of a remainder.
pub(super) const WIDEST: u8 = 48;
/// The number of zeros that are written at once.
const ZEROS: u8 = 48;

/// Returns the width of remainders that makes the code shortest, and the length of the code in bytes.
pub(super) fn shortest(codes: &[u64]) -> (u8, usize) {
    let sum = codes.iter().fold(0_u64, |sum, code| sum.saturating_add(*code));
    let mean = sum / codes.len().max(1) as u64;
    // The optimal width makes quotients about one half; its neighbours are tried too.
    let about = (u64::BITS - mean.leading_zeros()) as u8;
    // Wider remainders cannot be read.
    let lengths =
        (about.saturating_sub(2)..=about).filter(|width| *width <= WIDEST).map(|width| (width, length(codes, width)));
    lengths.min_by_key(|(_, length)| *length).unwrap_or((0, usize::MAX))
}

fn length(codes: &[u64], width: u8) -> usize {
    let quotients = codes.iter().fold(0_u64, |sum, code| sum.saturating_add(shifted(*code, width)));
    let bits = quotients.saturating_add(codes.len() as u64);
    let bytes = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
    bytes.saturating_add((codes.len() * usize::from(width)).div_ceil(8))
}

/// Appends numbers with remainders of `width` bits.
pub(super) fn push(bytes: &mut Vec<u8>, codes: &[u64], width: u8) {
    push_bits(bytes, codes.iter().map(|code| code & mask(width)), width);
    let mut packer = BitPacker::new();
    for code in codes {
        let mut quotient = shifted(*code, width);
        while quotient >= u64::from(ZEROS) {
            let _ = packer.write(0, ZEROS, bytes);
            quotient -= u64::from(ZEROS);
        }
        let _ = packer.write(1 << quotient, quotient as u8 + 1, bytes);
    }
    let _ = packer.close(bytes);
}

/// Appends numbers as bits of one width.
pub(super) fn push_bits(bytes: &mut Vec<u8>, codes: impl Iterator<Item = u64>, width: u8) {
    let mut packer = BitPacker::new();
    for code in codes {
        // Writing to memory does not fail.
        let _ = packer.write(code, width, bytes);
    }
    let _ = packer.close(bytes);
}

/// Reads `length` numbers with remainders of `width` bits. Also returns how many bytes they take.
pub(super) fn unpack(bytes: &[u8], length: usize, width: u8) -> Result<(Vec<u64>, usize), Corrupt> {
    let remainders = (length * usize::from(width)).div_ceil(8);
    let quotients = bytes.get(remainders..).unwrap_or_default();
    // Each quotient takes at least one bit. The check keeps damaged data from claiming memory.
    if bytes.len() < remainders || quotients.len() < length.div_ceil(8) {
        return Err(Corrupt("numbers are missing"));
    }
    let mut codes = vec![0; length];
    BitUnpacker::new(width).get_range(0, bytes, &mut codes);
    let mut left = codes.iter_mut();
    // The position after the last bit that was read.
    let mut next = 0_usize;
    'all: for (at, bytes) in quotients.chunks(8).enumerate() {
        let mut word = bytes.iter().rev().fold(0_u64, |word, byte| (word << 8) | u64::from(*byte));
        while word != 0 {
            let Some(code) = left.next() else { break 'all };
            let place = at * 64 + word.trailing_zeros() as usize;
            *code |= ((place - next) as u64) << width;
            next = place + 1;
            word &= word - 1;
        }
    }
    if left.next().is_some() {
        return Err(Corrupt("numbers are missing"));
    }
    Ok((codes, remainders + next.div_ceil(8)))
}

fn shifted(code: u64, width: u8) -> u64 {
    code.checked_shr(width.into()).unwrap_or(0)
}

fn mask(width: u8) -> u64 {
    1_u64.checked_shl(width.into()).map_or(u64::MAX, |above| above - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_distances_take_hardly_more_than_they_must() {
        // Every 36th of many records, at random: 6.6 bits each.
        let mut state = 7_u64;
        let mut distance = || {
            let mut distance = 0;
            loop {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if (state >> 33).is_multiple_of(36) {
                    return distance;
                }
                distance += 1;
            }
        };
        let codes: Vec<u64> = (0..10_000).map(|_| distance()).collect();
        let bits = shortest(&codes).1 as f64 * 8.0 / codes.len() as f64;
        assert!((6.4..6.9).contains(&bits), "{bits}");
    }
}
