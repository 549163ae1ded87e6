//! Output buffers for text.

use super::characters::first_escaped;

/// Destination of text.
pub trait Sink {
    /// Writes bytes of UTF-8 text.
    fn put(&mut self, bytes: &[u8]);

    /// Writes one byte.
    fn put_byte(&mut self, byte: u8);
}

/// Capacity for the longest text: an error body with twenty violations, each with a location, a message and allowed
/// names. A canonical form is shorter: a body plus its defaults.
const BYTES: usize = 1 << 18;

/// Text in a fixed memory block. Writes beyond the capacity wrap around instead of panicking.
pub struct Out {
    bytes: [u8; BYTES + 8],
    length: usize,
}

impl Out {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; BYTES + 8], length: 0 }
    }

    /// Removes all text.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns true if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the text.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns the bytes from `start` to `end`.
    #[inline(never)]
    pub(crate) fn part(&self, start: usize, end: usize) -> &[u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }
}

impl Out {
    /// Returns eight bytes as a little-endian integer.
    #[inline]
    pub(crate) fn eight(&self, position: u32) -> u64 {
        let start = position as usize & (BYTES - 1);
        self.bytes
            .get(start..start + 8)
            .and_then(|eight| eight.first_chunk())
            .map_or(0, |eight| u64::from_le_bytes(*eight))
    }

    /// Overwrites eight bytes, little-endian.
    #[inline]
    fn put_eight_at(&mut self, position: usize, eight: u64) {
        let start = position & (BYTES - 1);
        if let Some(place) = self.bytes.get_mut(start..start + 8).and_then(|place| place.first_chunk_mut()) {
            *place = eight.to_le_bytes();
        }
    }

    /// Overwrites a byte.
    #[inline]
    pub fn put_at(&mut self, position: usize, byte: u8) {
        if let Some(place) = self.bytes.get_mut(position & (BYTES - 1)) {
            *place = byte;
        }
    }

    /// Writes `length` bytes. `eight` returns eight bytes from a position, little-endian.
    #[inline(always)]
    pub fn put_eights(&mut self, length: u32, eight: impl Fn(u32) -> u64) {
        // Fast path without a loop: few texts are longer than sixteen bytes.
        self.put_eight_at(self.length, eight(0));
        self.put_eight_at(self.length + 8, eight(8));
        let mut at = 16;
        while at < length {
            self.put_eight_at(self.length + at as usize, eight(at));
            at += 8;
        }
        self.length += length as usize;
    }
}

impl Sink for Out {
    #[inline(never)]
    fn put(&mut self, bytes: &[u8]) {
        // Copies in words: texts are short, and in browsers a call of the bulk copy takes longer.
        let (eights, rest) = bytes.as_chunks();
        for eight in eights {
            self.put_eight_at(self.length, u64::from_le_bytes(*eight));
            self.length += 8;
        }
        match bytes.last_chunk() {
            // Overwrites bytes with themselves.
            Some(last) => {
                self.length += rest.len();
                self.put_eight_at(self.length - 8, u64::from_le_bytes(*last));
            }
            None => rest.iter().for_each(|byte| self.put_byte(*byte)),
        }
    }

    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.put_at(self.length, byte);
        self.length += 1;
    }
}

/// Writes an integer.
pub fn put_whole(number: u64, out: &mut impl Sink) {
    if number > 9 {
        put_whole(number / 10, out);
    }
    out.put_byte(b'0' + (number % 10) as u8);
}

/// Writes the content of a JSON string with only the required escapes (RFC 8785, section 3.2.2.2).
pub fn put_text(text: &[u8], out: &mut impl Sink) {
    let mut rest = text;
    while let Some((plain, [escaped, behind @ ..])) = rest.split_at_checked(plain_length(rest)) {
        out.put(plain);
        put_escape(*escaped, out);
        rest = behind;
    }
    out.put(rest);
}

/// Returns true if a JSON string cannot hold a text unchanged.
pub fn needs_escapes(text: &[u8]) -> bool {
    plain_length(text) < text.len()
}

/// Returns the number of bytes before the first one that needs an escape.
fn plain_length(text: &[u8]) -> usize {
    let (eights, rest) = text.as_chunks();
    let in_eights = eights.iter().enumerate().find_map(|(count, eight)| {
        first_escaped(u64::from_le_bytes(*eight)).map(|position| 8 * count + position as usize)
    });
    in_eights.unwrap_or_else(|| {
        let is_escaped = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
        text.len() - rest.len() + rest.iter().position(is_escaped).unwrap_or(rest.len())
    })
}

#[cold]
fn put_escape(byte: u8, out: &mut impl Sink) {
    let short = match byte {
        0x8 => b'b',
        0xC => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0..0x20 => {
            let digit = |digit: u8| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
            return out.put(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
        }
        _ => byte,
    };
    out.put(&[b'\\', short]);
}

/// Passes the UTF-8 bytes of a character to `put`.
pub fn put_utf8(character: u32, put: &mut dyn FnMut(u8)) {
    if character < 0x80 {
        return put(character as u8);
    }
    let others = 1 + u32::from(character >= 0x800) + u32::from(character >= 0x1_0000);
    put(!(0x7F >> others) | (character >> (6 * others)) as u8);
    for other in (0..others).rev() {
        put(0x80 | (character >> (6 * other) & 0x3F) as u8);
    }
}
