//! Blocks of memory that are never left: positions are cut to their size. Whoever counts positions keeps them inside;
//! should that ever be wrong, an answer would be, but nothing else.

use super::token::Token;
use crate::spec::limits::MAX_BODY_BYTES;

/// A body, the zeros behind it, and from [`UNESCAPED`] on the texts that had escapes, without them.
pub struct Bytes([u8; BYTES + 2 * EIGHT]);

const BYTES: usize = 1 << 18;
const EIGHT: usize = 8;
/// Where texts without their escapes begin.
pub const UNESCAPED: u32 = 1 << 17;

/// The steps through a body: one for at least two of its bytes.
pub struct Tokens {
    tokens: [Token; TOKENS],
    /// What is changed in place of a token that is not there.
    nothing: Token,
}

const TOKENS: usize = MAX_BODY_BYTES / 2;

impl Bytes {
    pub const fn new() -> Self {
        Self([0; BYTES + 2 * EIGHT])
    }

    /// Where a body is written.
    pub fn body_mut(&mut self) -> &mut [u8] {
        self.0.get_mut(..=MAX_BODY_BYTES).unwrap_or_default()
    }

    /// Puts zeros behind a body, twice eight, at which whoever reads it stops.
    pub fn end(&mut self, length: u32) {
        let start = length as usize & (BYTES - 1);
        if let Some(behind) = self.0.get_mut(start..start + 2 * EIGHT) {
            behind.fill(0);
        }
    }

    #[inline(always)]
    pub fn at(&self, position: u32) -> u8 {
        self.0.get(position as usize & (BYTES - 1)).copied().unwrap_or(0)
    }

    /// Eight bytes, little-endian.
    #[inline(always)]
    pub fn eight(&self, position: u32) -> u64 {
        let start = position as usize & (BYTES - 1);
        self.0
            .get(start..start + EIGHT)
            .and_then(|eight| eight.first_chunk())
            .map_or(0, |eight| u64::from_le_bytes(*eight))
    }

    #[inline(always)]
    pub fn put(&mut self, position: u32, byte: u8) {
        if let Some(place) = self.0.get_mut(position as usize & (BYTES - 1)) {
            *place = byte;
        }
    }

    /// The bytes from a position to another.
    #[inline]
    pub fn part(&self, start: u32, end: u32) -> &[u8] {
        self.0.get(start as usize..end as usize).unwrap_or_default()
    }
}

impl Tokens {
    pub const fn new() -> Self {
        Self { tokens: [Token::NOTHING; TOKENS], nothing: Token::NOTHING }
    }

    #[inline(always)]
    pub fn at(&self, position: u32) -> &Token {
        self.tokens.get(position as usize & (TOKENS - 1)).unwrap_or(&self.nothing)
    }

    #[inline(always)]
    pub fn at_mut(&mut self, position: u32) -> &mut Token {
        self.tokens.get_mut(position as usize & (TOKENS - 1)).unwrap_or(&mut self.nothing)
    }
}
