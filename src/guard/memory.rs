//! Fixed-size memory blocks with wrapped positions. A position is always masked to the size of its block, so an access
//! can never panic. A wrong position would produce a wrong result, but nothing worse.

use super::token::Token;
use crate::spec::limits::MAX_BODY_BYTES;

/// A body followed by zeros. Unescaped copies of strings that contain escapes start at [`UNESCAPED`].
#[repr(align(8))]
pub struct Bytes([u8; BYTES + 2 * EIGHT]);

const BYTES: usize = 1 << 18;
const EIGHT: usize = 8;
/// Position of the first unescaped copy of a string.
pub const UNESCAPED: u32 = 1 << 17;

/// Tokens of a body. Every token takes at least two bytes of the body.
pub struct Tokens {
    tokens: [Token; TOKENS],
    /// Target of writes to tokens that do not exist.
    nothing: Token,
}

const TOKENS: usize = MAX_BODY_BYTES / 2;

impl Bytes {
    pub const fn new() -> Self {
        Self([0; BYTES + 2 * EIGHT])
    }

    /// Returns the buffer for a body.
    pub fn body_mut(&mut self) -> &mut [u8] {
        self.0.get_mut(..=MAX_BODY_BYTES).unwrap_or_default()
    }

    /// Writes sixteen zero bytes after a body. Readers stop at the first zero.
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

    /// Returns eight bytes as a little-endian integer.
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

    /// Returns the bytes from `start` to `end`.
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
