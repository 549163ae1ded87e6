//! Text that comes out, byte by byte.

/// Somewhere to put text.
pub trait Sink {
    /// Adds bytes that are a part of UTF-8.
    fn put(&mut self, bytes: &[u8]);

    /// Adds one byte.
    fn put_byte(&mut self, byte: u8);
}

/// Bytes of the longest text: an error body around a list of twenty violations, each with a place, a message and names
/// to choose from. A canonical form is shorter: a body, and what defaults add to it.
const BYTES: usize = 1 << 18;

/// A text in a block of memory. Behind its end nothing is kept.
pub struct Out {
    bytes: [u8; BYTES + 8],
    length: usize,
}

impl Out {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; BYTES + 8], length: 0 }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// How long it is.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// A part of it.
    #[inline(never)]
    pub(crate) fn part(&self, start: usize, end: usize) -> &[u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }
}

impl Out {
    /// Eight bytes, little-endian.
    #[inline]
    pub(crate) fn eight(&self, position: u32) -> u64 {
        let start = position as usize & (BYTES - 1);
        self.bytes
            .get(start..start + 8)
            .and_then(|eight| eight.first_chunk())
            .map_or(0, |eight| u64::from_le_bytes(*eight))
    }

    /// Puts eight bytes, little-endian, in place of others.
    #[inline]
    fn put_eight_at(&mut self, position: usize, eight: u64) {
        let start = position & (BYTES - 1);
        if let Some(place) = self.bytes.get_mut(start..start + 8).and_then(|place| place.first_chunk_mut()) {
            *place = eight.to_le_bytes();
        }
    }

    /// Puts a byte in place of another.
    #[inline]
    pub fn put_at(&mut self, position: usize, byte: u8) {
        if let Some(place) = self.bytes.get_mut(position & (BYTES - 1)) {
            *place = byte;
        }
    }

    /// Adds so many bytes, given what has eight of them, little-endian, from some on.
    #[inline(always)]
    pub fn put_eights(&mut self, length: u32, eight: impl Fn(u32) -> u64) {
        // Few texts are longer than twice eight bytes, and how long these are need not be asked.
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
        // Texts are short: engines take longer to call what copies long ones.
        let (eights, rest) = bytes.as_chunks();
        for eight in eights {
            self.put_eight_at(self.length, u64::from_le_bytes(*eight));
            self.length += 8;
        }
        for byte in rest {
            self.put_byte(*byte);
        }
    }

    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.put_at(self.length, byte);
        self.length += 1;
    }
}

/// Adds a whole number.
pub fn put_whole(number: u64, out: &mut impl Sink) {
    if number > 9 {
        put_whole(number / 10, out);
    }
    out.put_byte(b'0' + (number % 10) as u8);
}

/// Adds what stands inside the quotes of a JSON text: only with the escapes that must be (RFC 8785, section 3.2.2.2).
pub fn put_text(text: &[u8], out: &mut impl Sink) {
    let is_plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    for part in text.chunk_by(|byte, next| is_plain(byte) && is_plain(next)) {
        match part {
            [byte] if !is_plain(byte) => put_escape(*byte, out),
            _ => out.put(part),
        }
    }
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

/// Gives the bytes of a character one by one.
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
