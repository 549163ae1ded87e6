//! Compressed records. The common content of the records of a table is stored once, in a dictionary.
//!
//! A compressed record is a version byte and a Zstandard frame (RFC 8878) without its magic number. The frame is
//! compressed with the dictionary of the table. The database stores the bytes. In transit they are hexadecimal digits,
//! which SQLite can read and write. A dictionary is read rarely and is base64 everywhere. A table without a dictionary
//! has an empty one.

use super::Corrupt;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use data_encoding::HEXUPPER;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use std::io::Read;

/// The version of the format. Readers refuse any other.
pub(super) const VERSION: u8 = 1;
/// The magic number at the beginning of every Zstandard frame.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The most bytes of a record. An imported file cannot hold a record of this size.
pub(super) const MAX_DOCUMENT_BYTES: usize = 1 << 21;

/// The most bytes of the decoding tables of a dictionary.
const TABLES_BYTES: usize = 32_768;

/// A decompressor of the records of one table.
pub struct Decompressor {
    frames: FrameDecoder,
    dictionary: Option<u32>,
}

impl Decompressor {
    /// Creates a decompressor with the dictionary of a table, in base64.
    pub fn new(dictionary: &str) -> Result<Self, Corrupt> {
        let bytes = STANDARD_NO_PAD.decode(dictionary).map_err(|_| Corrupt("a dictionary is no base64"))?;
        let mut frames = FrameDecoder::new();
        // Limits the memory that damaged data can claim to that of one record.
        frames.set_max_window_size(MAX_DOCUMENT_BYTES as u64);
        if bytes.is_empty() {
            return Ok(Self { frames, dictionary: None });
        }
        let dictionary = Dictionary::decode_dict(&bytes).map_err(|_| Corrupt("a dictionary is none"))?;
        let id = dictionary.id;
        frames.add_dict(dictionary).map_err(|_| Corrupt("a dictionary is none"))?;
        Ok(Self { frames, dictionary: Some(id) })
    }

    /// Returns the memory that a decompressor with a dictionary in base64 takes, besides the buffer of the largest
    /// record.
    pub fn bytes(dictionary: &str) -> usize {
        // The content is copied for the record that is decompressed; so are the tables.
        2 * (dictionary.len() + TABLES_BYTES)
    }

    /// Returns the text of a compressed record, given in hexadecimal digits.
    pub fn text(&mut self, digits: &str) -> Result<String, Corrupt> {
        let bytes = HEXUPPER.decode(digits.as_bytes()).map_err(|_| Corrupt("a document is no hexadecimal digits"))?;
        match bytes.split_first() {
            Some((&VERSION, frame)) => self.frame(frame),
            _ => Err(Corrupt("a document is of an unknown version")),
        }
    }

    fn frame(&mut self, mut frame: &[u8]) -> Result<String, Corrupt> {
        let damaged = |_| Corrupt("a document cannot be decompressed");
        self.frames.reset((&MAGIC[..]).chain(&mut frame)).map_err(damaged)?;
        if let Some(dictionary) = self.dictionary {
            self.frames.force_dict(dictionary).map_err(damaged)?;
        }
        self.frames.decode_blocks(&mut frame, BlockDecodingStrategy::UptoBytes(MAX_DOCUMENT_BYTES)).map_err(damaged)?;
        if !self.frames.is_finished() || !frame.is_empty() {
            return Err(Corrupt("a document does not end where it should"));
        }
        let text = self.frames.collect().unwrap_or_default();
        String::from_utf8(text).map_err(|_| Corrupt("a document is no text"))
    }
}
