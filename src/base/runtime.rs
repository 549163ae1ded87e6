//! Platform functions that the guard needs: operations with large tables, which every platform has already.
//!
//! This module handles common numbers and texts. Rare numbers need the algorithm of ECMAScript (RFC 8785, section
//! 3.2.2.3), and non-ASCII texts need Unicode's tables. Native builds use libraries for both, browsers their engine.
//! Both round correctly, so they format numbers alike.

use super::sink::{Sink, put_whole};

/// Functions of the platform.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// Parses a JSON number to the nearest double; infinite if it is too large.
    pub read_number: fn(&[u8]) -> f64,
    /// Writes the shortest text that parses to the same double. Returns its length, at most 25 bytes.
    pub write_number: fn(f64, &mut [u8; 32]) -> usize,
    /// Returns true if a text has a token: after NFKC a letter or a digit (Unicode's Alphabetic or Number) that is not
    /// an accent.
    pub has_letter: fn(&[u8]) -> bool,
}

/// Decimal numbers of up to 15 digits are distinct as doubles, so their digits are their shortest text.
const MAX_DIGITS: usize = 15;
/// Powers of ten up to the number of decimals that ECMAScript writes without an exponent.
const POWERS: [f64; 7] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
/// Bound below which integers have at most [`MAX_DIGITS`] digits.
const MAX_WHOLE: f64 = 1e15;

impl Host {
    /// Parses a JSON number.
    pub fn number(&self, text: &[u8]) -> f64 {
        plain(text).map_or_else(|| (self.read_number)(text), |(number, _)| number)
    }

    /// Writes a JSON number in canonical form.
    #[inline(always)]
    pub fn rewrite(&self, text: &[u8], out: &mut impl Sink) {
        match plain(text) {
            Some((_, true)) => out.put(text),
            _ => self.put(self.number(text), out),
        }
    }

    /// Writes a number as the shortest text that parses to the same value; `-0` as `0`.
    #[inline(never)]
    pub fn put(&self, number: f64, out: &mut impl Sink) {
        let size = number.abs();
        if size >= MAX_WHOLE || size as u64 as f64 != size {
            let mut text = [0; 32];
            let length = (self.write_number)(number, &mut text);
            return out.put(text.get(..length).unwrap_or_default());
        }
        if number < 0.0 {
            out.put(b"-");
        }
        put_whole(size as u64, out);
    }
}

/// Parses a short number without exponent. Returns true if its digits are its shortest text.
#[inline(never)]
fn plain(text: &[u8]) -> Option<(f64, bool)> {
    // The division of an exact double by an exact power of ten rounds once, so the result is correctly rounded (W. D.
    // Clinger, How to read floating point numbers accurately, 1990).
    if text.len() > MAX_DIGITS {
        return None;
    }
    let (is_negative, text) = text.strip_prefix(b"-").map_or((false, text), |text| (true, text));
    let (mut digits, mut decimals, mut is_behind_point) = (0_u64, 0, false);
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            digits = digits * 10 + u64::from(digit);
            decimals += usize::from(is_behind_point);
        } else if *byte == b'.' {
            is_behind_point = true;
        } else {
            return None;
        }
    }
    let mut number = digits as f64;
    let mut is_shortest = digits != 0 || !is_negative;
    if is_behind_point {
        number /= POWERS.get(decimals)?;
        is_shortest = text.last() != Some(&b'0');
    }
    Some((if is_negative { -number } else { number }, is_shortest))
}
