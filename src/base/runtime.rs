//! What the guardrails need of whoever runs them: long tables, which every host has already.
//!
//! Usual numbers and texts are dealt with here. Unusual numbers need the rules of ECMAScript (RFC 8785, section
//! 3.2.2.3), and texts beyond ASCII need Unicode's tables: natively libraries bring both, in a browser the engine.
//! Numbers are rounded correctly by both, so their texts are the same.

use super::sink::{Sink, put_whole};

/// The host's part.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// The double nearest to a number in JSON's form; infinite when it is too large.
    pub read_number: fn(&[u8]) -> f64,
    /// Writes the shortest text that reads back as the same double, and says how long it is: 25 bytes at most.
    pub write_number: fn(f64, &mut [u8; 32]) -> usize,
    /// Returns true if a text has a token: after NFKC a letter or a digit (Unicode's Alphabetic or Number) that is no
    /// accent.
    pub has_letter: fn(&[u8]) -> bool,
}

/// Decimal numbers of up to 15 digits are all different as doubles, so the shortest text of one is its digits.
const MAX_DIGITS: usize = 15;
/// The powers of ten up to as many decimals as ECMAScript writes without an exponent.
const POWERS: [f64; 7] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
/// Up to here whole numbers have at most [`MAX_DIGITS`] digits.
const MAX_WHOLE: f64 = 1e15;

impl Host {
    /// Reads a number in JSON's form.
    pub fn number(&self, text: &[u8]) -> f64 {
        plain(text).map_or_else(|| (self.read_number)(text), |(number, _)| number)
    }

    /// Adds a number in JSON's form in canonical form.
    pub fn rewrite(&self, text: &[u8], out: &mut impl Sink) {
        match plain(text) {
            Some((_, true)) => out.put(text),
            _ => self.put(self.number(text), out),
        }
    }

    /// Adds a number: the shortest text that reads back the same, `0` for `-0`.
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

/// A number of few digits without exponent, and whether these digits are its shortest text.
#[inline(never)]
fn plain(text: &[u8]) -> Option<(f64, bool)> {
    // One exact double over one exact power of ten is rounded once, so rounded correctly (W. D. Clinger, How to read
    // floating point numbers accurately, 1990).
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
