//! The packed form of integer sequences, which every packed value consists of.
//!
//! A packed value is base64 of a version byte and a payload. The parts of the payload are read in the order in which
//! they were written. Every read is checked: damaged data returns [`Corrupt`], and causes neither a panic nor a huge
//! allocation.
//!
//! The values of a sequence, or the differences of neighbours, are stored less their smallest, in units of their
//! greatest common divisor. The writer picks the shortest encoding:
//!
//! - varints;
//! - bits, in blocks whose width is that of the largest value in them;
//! - Golomb-Rice codes, for differences only.
//!
//! Missing values are a code of their own or gaps, whichever is shorter.

use super::corrupt::Corrupt;
use super::rice;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use integer_encoding::VarInt;
use std::borrow::Cow;
use tantivy_bitpacker::BitUnpacker;

/// The version of the format. Readers refuse any other.
pub(super) const VERSION: u8 = 1;
/// The integer that stands for a missing value.
pub const MISSING: i64 = i64::MIN;
/// The longest sequence that is read. The lists of all records that one row may have are shorter.
pub(super) const MAX_LENGTH: usize = 1 << 21;
/// The number of values in a block. All values of a block take the same number of bits.
const BLOCK: usize = 128;
/// The largest width in bits that the unpacker supports, besides 64.
const WIDEST_PACKED: u8 = 56;

/// A writer of packed values.
#[derive(Debug)]
pub struct Packer {
    bytes: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self { bytes: vec![VERSION] }
    }
}

impl Packer {
    /// Appends a sequence. [`MISSING`] stands for a missing value.
    pub fn numbers(&mut self, values: &[i64]) -> &mut Self {
        push_varint(&mut self.bytes, values.len() as u64);
        let present: Vec<i64> = values.iter().copied().filter(|value| *value != MISSING).collect();
        if present.len() == values.len() {
            self.bytes.push(NONE_MISSING);
            push_values(&mut self.bytes, &present, false);
            return self;
        }
        let mut coded = vec![CODED];
        push_values(&mut coded, values, true);
        let mut gaps = vec![GAPS];
        push_varint(&mut gaps, present.len() as u64);
        let mut next = 0;
        for (position, _) in values.iter().enumerate().filter(|(_, value)| **value != MISSING) {
            push_varint(&mut gaps, (position - next) as u64);
            next = position + 1;
        }
        push_values(&mut gaps, &present, false);
        self.bytes.extend(if gaps.len() < coded.len() { gaps } else { coded });
        self
    }

    /// Returns the packed value.
    pub fn finish(&self) -> String {
        STANDARD_NO_PAD.encode(&self.bytes)
    }
}

/// Packs one sequence. [`MISSING`] stands for a missing value.
pub fn pack(values: &[i64]) -> String {
    Packer::default().numbers(values).finish()
}

/// Reads one sequence and checks its length, if that is given.
pub fn unpack(text: &str, length: Option<usize>) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(text)?;
    let numbers = unpacker.part(length)?;
    unpacker.finish()?;
    Ok(numbers)
}

// Encodings of missing values.
const NONE_MISSING: u8 = 0;
const CODED: u8 = 1;
const GAPS: u8 = 2;

// Encodings of values.
const BITS: u8 = 0;
const VARINTS: u8 = 1;
const DIFFERENCE_BITS: u8 = 2;
const DIFFERENCE_VARINTS: u8 = 3;
const DIFFERENCE_RICE: u8 = 4;

/// Appends a varint.
pub(super) fn push_varint(bytes: &mut Vec<u8>, value: u64) {
    // Most varints are of one byte.
    if let Some(byte) = u8::try_from(value).ok().filter(|byte| *byte < 128) {
        return bytes.push(byte);
    }
    let mut buffer = [0; 10];
    let length = value.encode_var(&mut buffer);
    bytes.extend(buffer.iter().take(length));
}

/// Appends values in their smallest form. If `coded` is true, code 0 stands for a missing value.
fn push_values(bytes: &mut Vec<u8>, values: &[i64], coded: bool) {
    let plain = Codes::of(values.iter().copied(), coded);
    let mut forms = vec![(plain.bits_length(), BITS), (plain.varints_length(), VARINTS)];
    // Differences are not tried for a sequence with missing values: they would be no smaller.
    let differences = (!coded).then(|| {
        let first = values.first().copied().unwrap_or(0);
        let pairs = values.iter().zip(std::iter::once(&first).chain(values));
        (first, Codes::of(pairs.map(|(value, before)| value.wrapping_sub(*before)), false))
    });
    if let Some((_, codes)) = &differences {
        forms.push((codes.bits_length() + 5, DIFFERENCE_BITS));
        forms.push((codes.varints_length() + 5, DIFFERENCE_VARINTS));
        forms.push((rice::shortest(&codes.codes).1.saturating_add(6), DIFFERENCE_RICE));
    }
    // `min_by_key` returns the first of the shortest.
    let form = forms.into_iter().min_by_key(|(length, _)| *length).map_or(BITS, |(_, form)| form);
    bytes.push(form);
    match differences.filter(|_| form >= DIFFERENCE_BITS) {
        Some((first, codes)) => {
            push_varint(bytes, zigzag(first));
            codes.push(form, bytes);
        }
        None => plain.push(form, bytes),
    }
}

/// Values less their smallest, in units of their greatest common divisor.
struct Codes {
    least: i64,
    unit: u64,
    codes: Vec<u64>,
}

impl Codes {
    fn of(values: impl Iterator<Item = i64> + Clone, coded: bool) -> Self {
        let present = || values.clone().filter(|value| !coded || *value != MISSING);
        let least = present().min().unwrap_or(0);
        let above = |value: i64| value.wrapping_sub(least) as u64;
        let unit = present().fold(0, |unit, value| divisor(unit, above(value))).max(1);
        let shift = u64::from(coded);
        // Most units are 1, and a division takes longer than all else here.
        let in_units = |distance: u64| if unit == 1 { distance } else { distance / unit };
        let codes = values.map(|value| if coded && value == MISSING { 0 } else { in_units(above(value)) + shift });
        Self { least, unit, codes: codes.collect() }
    }

    fn bits_length(&self) -> usize {
        self.codes.chunks(BLOCK).map(|block| 1 + (block.len() * usize::from(width(block))).div_ceil(8)).sum()
    }

    fn varints_length(&self) -> usize {
        self.codes.iter().map(|code| code.required_space()).sum()
    }

    fn push(&self, form: u8, bytes: &mut Vec<u8>) {
        push_varint(bytes, self.unit);
        push_varint(bytes, zigzag(self.least));
        match form {
            VARINTS | DIFFERENCE_VARINTS => self.codes.iter().for_each(|code| push_varint(bytes, *code)),
            DIFFERENCE_RICE => {
                let (width, _) = rice::shortest(&self.codes);
                bytes.push(width);
                rice::push(bytes, &self.codes, width);
            }
            _ => {
                for block in self.codes.chunks(BLOCK) {
                    let width = width(block);
                    bytes.push(width);
                    rice::push_bits(bytes, block.iter().copied(), width);
                }
            }
        }
    }
}

/// Returns how many bits the largest code of a block needs.
fn width(block: &[u64]) -> u8 {
    let largest = block.iter().copied().max().unwrap_or(0);
    let width = u64::BITS - largest.leading_zeros();
    u8::try_from(width).ok().filter(|width| *width <= WIDEST_PACKED).unwrap_or(64)
}

/// Returns the greatest common divisor, by Euclid's algorithm.
fn divisor(mut left: u64, mut right: u64) -> u64 {
    // Most sequences reach a divisor of 1 after few values.
    if left == 1 {
        return 1;
    }
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(code: u64) -> i64 {
    ((code >> 1) as i64) ^ -((code & 1) as i64)
}

/// Returns the varint that bytes begin with, and the bytes behind it.
#[inline(always)]
fn split_varint(bytes: &[u8]) -> Result<(u64, &[u8]), Corrupt> {
    match bytes {
        // Most varints are of one to three bytes.
        [byte, behind @ ..] if *byte < 128 => Ok((u64::from(*byte), behind)),
        [low, high, behind @ ..] if *high < 128 => Ok((u64::from(*low) & 127 | u64::from(*high) << 7, behind)),
        [low, middle, high, behind @ ..] if *high < 128 => {
            let value = u64::from(*low) & 127 | (u64::from(*middle) & 127) << 7 | u64::from(*high) << 14;
            Ok((value, behind))
        }
        _ => split_long_varint(bytes),
    }
}

#[inline(never)]
fn split_long_varint(bytes: &[u8]) -> Result<(u64, &[u8]), Corrupt> {
    let (value, length) = u64::decode_var(bytes).ok_or(Corrupt("a varint does not end"))?;
    Ok((value, bytes.get(length..).unwrap_or_default()))
}

/// Returns the bytes of a packed value.
pub fn packed_bytes(text: &str) -> Result<Vec<u8>, Corrupt> {
    STANDARD_NO_PAD.decode(text).map_err(|_| Corrupt("it is not base64"))
}

/// A reader of packed values.
#[derive(Debug)]
pub struct Unpacker<'a> {
    bytes: Cow<'a, [u8]>,
    at: usize,
}

impl<'a> Unpacker<'a> {
    /// Starts reading a packed value.
    pub fn new(text: &str) -> Result<Self, Corrupt> {
        Self::begin(packed_bytes(text)?.into())
    }

    /// Starts reading a packed value from its [`packed_bytes`].
    pub fn of_bytes(bytes: &'a [u8]) -> Result<Self, Corrupt> {
        Self::begin(bytes.into())
    }

    fn begin(bytes: Cow<'a, [u8]>) -> Result<Self, Corrupt> {
        if bytes.first() == Some(&VERSION) { Ok(Self { bytes, at: 1 }) } else { Err(Corrupt("its version is not 1")) }
    }

    /// Reads the next sequence and checks its length.
    pub fn numbers(&mut self, length: usize) -> Result<Vec<i64>, Corrupt> {
        self.part(Some(length))
    }

    /// Reads the next sequence, of any length.
    pub fn sequence(&mut self) -> Result<Vec<i64>, Corrupt> {
        self.part(None)
    }

    fn part(&mut self, expected: Option<usize>) -> Result<Vec<i64>, Corrupt> {
        let length = self.count()?;
        if length > MAX_LENGTH {
            return Err(Corrupt("a sequence is too long"));
        }
        if expected.is_some_and(|expected| expected != length) {
            return Err(Corrupt("a sequence is of another length"));
        }
        match self.byte()? {
            NONE_MISSING => self.values(length, false),
            CODED => self.values(length, true),
            GAPS => self.with_gaps(length),
            _ => Err(Corrupt("missing values are noted in no known way")),
        }
    }

    /// Checks that nothing is left to read.
    pub fn finish(self) -> Result<(), Corrupt> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(Corrupt("something is left over")) }
    }

    fn count(&mut self) -> Result<usize, Corrupt> {
        usize::try_from(self.varint()?).map_err(|_| Corrupt("a count is too large"))
    }

    fn with_gaps(&mut self, length: usize) -> Result<Vec<i64>, Corrupt> {
        let present = self.count()?;
        if present > length {
            return Err(Corrupt("more values are present than there are"));
        }
        let mut next = 0_usize;
        let positions = self.varints(present, |gap| {
            let position = next.saturating_add(usize::try_from(gap).unwrap_or(usize::MAX));
            next = position.saturating_add(1);
            position
        })?;
        let mut all = vec![MISSING; length];
        for (position, value) in positions.into_iter().zip(self.values(present, false)?) {
            *all.get_mut(position).ok_or(Corrupt("a value lies beyond the end"))? = value;
        }
        Ok(all)
    }

    fn values(&mut self, length: usize, coded: bool) -> Result<Vec<i64>, Corrupt> {
        let form = self.byte()?;
        let differs = form >= DIFFERENCE_BITS;
        let mut value = if differs { unzigzag(self.varint()?) } else { 0 };
        let (unit, least) = (self.varint()?, unzigzag(self.varint()?));
        // Wrapping is harmless: damaged data decodes to wrong numbers, and everything that was packed is in range.
        let plain = |code: u64| code.wrapping_mul(unit).wrapping_add(least as u64) as i64;
        let step = |code| {
            value = value.wrapping_add(plain(code));
            value
        };
        match (differs, coded) {
            (true, false) => self.codes(form, length, step),
            (false, true) => self.codes(form, length, |code| if code == 0 { MISSING } else { plain(code - 1) }),
            (false, false) => self.codes(form, length, plain),
            (true, true) => Err(Corrupt("values are stored in no known way")),
        }
    }

    /// Reads codes and converts each to its value.
    fn codes(&mut self, form: u8, length: usize, value: impl FnMut(u64) -> i64) -> Result<Vec<i64>, Corrupt> {
        match form {
            BITS | DIFFERENCE_BITS => self.bits(length, value),
            VARINTS | DIFFERENCE_VARINTS => self.varints(length, value),
            DIFFERENCE_RICE => Ok(self.rice(length)?.into_iter().map(value).collect()),
            _ => Err(Corrupt("values are stored in no known way")),
        }
    }

    fn bits(&mut self, length: usize, mut value: impl FnMut(u64) -> i64) -> Result<Vec<i64>, Corrupt> {
        if self.rest().len() < length.div_ceil(BLOCK) {
            return Err(Corrupt("bits are missing"));
        }
        let mut values = Vec::with_capacity(length);
        let mut block = [0; BLOCK];
        while values.len() < length {
            let codes = block.get_mut(..BLOCK.min(length - values.len())).unwrap_or_default();
            let width = self.byte()?;
            if width > WIDEST_PACKED && width != 64 {
                return Err(Corrupt("bits are of no known width"));
            }
            let size = (codes.len() * usize::from(width)).div_ceil(8);
            let rest = self.rest();
            if rest.len() < size {
                return Err(Corrupt("bits are missing"));
            }
            // The unpacker may read into the bytes that follow, which lets it read whole words. It uses only the bits
            // of this block.
            BitUnpacker::new(width).get_range(0, rest, codes);
            values.extend(codes.iter().map(|code| value(*code)));
            self.at += size;
        }
        Ok(values)
    }

    fn rice(&mut self, length: usize) -> Result<Vec<u64>, Corrupt> {
        let width = self.byte()?;
        if width > rice::WIDEST {
            return Err(Corrupt("remainders are of no known width"));
        }
        let (codes, size) = rice::unpack(self.rest(), length, width)?;
        self.at += size;
        Ok(codes)
    }

    fn varints<T>(&mut self, length: usize, mut value: impl FnMut(u64) -> T) -> Result<Vec<T>, Corrupt> {
        let mut rest = self.rest();
        if rest.len() < length {
            return Err(Corrupt("varints are missing"));
        }
        let mut values = Vec::with_capacity(length);
        for _ in 0..length {
            let (code, behind) = split_varint(rest)?;
            values.push(value(code));
            rest = behind;
        }
        self.at = self.bytes.len() - rest.len();
        Ok(values)
    }

    fn varint(&mut self) -> Result<u64, Corrupt> {
        let (value, behind) = split_varint(self.rest())?;
        self.at = self.bytes.len() - behind.len();
        Ok(value)
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn byte(&mut self) -> Result<u8, Corrupt> {
        let byte = self.bytes.get(self.at).copied().ok_or(Corrupt("it ends too early"))?;
        self.at += 1;
        Ok(byte)
    }
}
