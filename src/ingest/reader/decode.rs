//! Decodes files to UTF-8. The encoding is UTF-8, or UTF-16 with a byte order mark.

use super::ReadError;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::io::{self, Read};

const BUFFER_BYTES: usize = 1 << 16;
/// The most bytes that a decoder needs for one character.
const MIN_OUTPUT_BYTES: usize = 16;
/// The number of bytes at the beginning of a file that are checked for UTF-16 without a byte order mark.
const SNIFFED_BYTES: usize = 1024;

/// The text of a file as UTF-8, without its byte order mark. Reading fails where the file has another encoding.
pub(super) struct Utf8Reader<R> {
    inner: R,
    decoder: Option<Decoder>,
    buffer: Vec<u8>,
    /// The range of the buffer that is not decoded yet.
    start: usize,
    end: usize,
    is_at_end: bool,
    /// The number of decoded line breaks.
    breaks: u64,
    /// The error that follows the decoded text.
    fault: Option<EncodingError>,
    /// Decoded bytes that did not fit.
    rest: Vec<u8>,
}

/// The reason why a file could not be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EncodingError {
    message: String,
}

impl std::fmt::Display for EncodingError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for EncodingError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        let message = error.get_ref().and_then(|inner| inner.downcast_ref::<EncodingError>()).map(ToString::to_string);
        message.map_or(Self::Io(error), Self::Content)
    }
}

impl<R: Read> Utf8Reader<R> {
    pub(super) fn new(inner: R) -> Self {
        let buffer = vec![0; BUFFER_BYTES];
        let (start, end, is_at_end, breaks) = (0, 0, false, 0);
        Self { inner, decoder: None, buffer, start, end, is_at_end, breaks, fault: None, rest: Vec::new() }
    }

    /// Returns the bytes that were read and not decoded.
    fn waiting(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Fills the buffer.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        while !self.is_at_end && self.end < self.buffer.len() {
            let read = self.inner.read(self.buffer.get_mut(self.end..).unwrap_or_default())?;
            self.end += read;
            self.is_at_end = read == 0;
        }
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        self.fill()?;
        let head = self.waiting();
        let encoding = match head {
            [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return Err(other("UTF-32")),
            [0xFF, 0xFE, ..] => UTF_16LE,
            [0xFE, 0xFF, ..] => UTF_16BE,
            _ if is_utf16_without_mark(head) => return Err(other("UTF-16 without a byte order mark")),
            _ => UTF_8,
        };
        self.decoder = Some(encoding.new_decoder_with_bom_removal());
        Ok(())
    }

    /// Describes a byte sequence that is invalid in the file's encoding.
    fn encoding_error(&self, encoding: &'static Encoding) -> EncodingError {
        let line = self.breaks + 1;
        let message = if encoding == UTF_8 {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            // The whole buffer, because it surrounds the invalid byte.
            detector.feed(self.buffer.get(..self.end).unwrap_or_default(), self.is_at_end);
            let likely = detector.guess(None, Utf8Detection::Deny).name();
            let known_as = likely.strip_prefix("windows-").map_or_else(String::new, |page| format!(" (cp{page})"));
            format!(
                "line {line} is not UTF-8; the encoding is probably {likely}{known_as}. Save the file as UTF-8, for instance with: iconv -f {likely} -t UTF-8"
            )
        } else {
            format!("line {line} is not {}, which the file begins as.", encoding.name())
        };
        EncodingError { message }
    }
}

/// Returns the error for a file in another encoding.
fn other(encoding: &str) -> io::Error {
    let message = format!("the file is {encoding}. Save it as UTF-8");
    io::Error::new(io::ErrorKind::InvalidData, EncodingError { message })
}

/// Returns true if a quarter of all bytes are zeros at odd or at even positions: UTF-16 text of Latin letters.
fn is_utf16_without_mark(head: &[u8]) -> bool {
    let head = head.get(..SNIFFED_BYTES).unwrap_or(head);
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    head.len() >= 4 && zeros(0).max(zeros(1)) * 4 > head.len()
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.decoder.is_none() {
            self.begin()?;
        }
        if self.rest.is_empty() && output.len() < MIN_OUTPUT_BYTES {
            let mut decoded = [0; MIN_OUTPUT_BYTES];
            let length = self.decode(&mut decoded)?;
            self.rest.extend_from_slice(decoded.get(..length).unwrap_or_default());
        }
        if !self.rest.is_empty() || output.len() < MIN_OUTPUT_BYTES {
            let length = self.rest.len().min(output.len());
            for (place, byte) in output.iter_mut().zip(self.rest.drain(..length)) {
                *place = byte;
            }
            return Ok(length);
        }
        self.decode(output)
    }
}

impl<R: Read> Utf8Reader<R> {
    /// Decodes into an output of at least [`MIN_OUTPUT_BYTES`].
    fn decode(&mut self, output: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(fault) = self.fault.take() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
            }
            if self.start == self.end {
                self.fill()?;
            }
            let is_at_end = self.is_at_end;
            let Some(mut decoder) = self.decoder.take() else { return Ok(0) };
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(self.waiting(), output, is_at_end);
            let encoding = decoder.encoding();
            self.decoder = Some(decoder);
            self.start += read;
            let text = output.get(..written).unwrap_or_default();
            self.breaks += text.iter().filter(|byte| **byte == b'\n').count() as u64;
            if let DecoderResult::Malformed(..) = result {
                self.fault = Some(self.encoding_error(encoding));
            }
            let is_done = result == DecoderResult::InputEmpty && is_at_end;
            if written > 0 || (is_done && self.start == self.end) {
                if is_done {
                    // A decoder must not be used again after its end.
                    self.decoder = Some(UTF_8.new_decoder_without_bom_handling());
                }
                return Ok(written);
            }
        }
    }
}
