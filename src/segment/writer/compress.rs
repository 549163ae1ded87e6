//! Compresses records for [`Decompressor`](crate::segment::Decompressor). The same records with the same dictionary
//! give the same bytes on every machine.

use crate::segment::Corrupt;
use crate::segment::decompress::{MAGIC, MAX_DOCUMENT_BYTES, VERSION};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use data_encoding::HEXUPPER;
use std::io;
use zstd::bulk;
use zstd::dict::{EncoderDictionary, from_samples};
use zstd::zstd_safe::CParameter;

/// The size of a dictionary in bytes. Twice the size would save another 4 bytes of 115 in a mention, but the first
/// answer has to read the dictionary.
const DICTIONARY_BYTES: usize = 16_384;
/// The number of bytes of each sample that are used.
const SAMPLE_BYTES: usize = 4_096;
/// The compression level. Six times the time would save another 3 bytes of 150.
const LEVEL: i32 = 3;

/// A compression dictionary: the common content of the records of a table.
pub struct CompressionDictionary {
    bytes: Vec<u8>,
    prepared: EncoderDictionary<'static>,
}

impl CompressionDictionary {
    /// The number of records that a dictionary is made from. Many more would not make it better.
    pub const SAMPLES: usize = 4_096;

    /// Makes a dictionary from sample records. It is empty if the samples are too few.
    pub fn of(samples: &[String]) -> Self {
        let samples: Vec<&[u8]> =
            samples.iter().map(|sample| sample.as_bytes().get(..SAMPLE_BYTES).unwrap_or(sample.as_bytes())).collect();
        let bytes = from_samples(&samples, DICTIONARY_BYTES).unwrap_or_default();
        Self { prepared: EncoderDictionary::copy(&bytes, LEVEL), bytes }
    }

    /// Reads a dictionary from base64.
    pub fn from_text(text: &str) -> Result<Self, Corrupt> {
        let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| Corrupt("a dictionary is no base64"))?;
        Ok(Self { prepared: EncoderDictionary::copy(&bytes, LEVEL), bytes })
    }

    /// Returns the dictionary in base64, as [`Decompressor::new`](crate::segment::Decompressor::new) takes it.
    pub fn text(&self) -> String {
        STANDARD_NO_PAD.encode(&self.bytes)
    }
}

/// A compressor of the records of one table.
pub struct Compressor<'d>(bulk::Compressor<'d>);

impl<'d> Compressor<'d> {
    /// Creates a compressor with the dictionary of the table.
    pub fn new(dictionary: &'d CompressionDictionary) -> io::Result<Self> {
        let mut compressor = bulk::Compressor::with_prepared_dictionary(&dictionary.prepared)?;
        // Readers know the dictionary and do not need the size.
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        compressor.set_parameter(CParameter::ContentSizeFlag(false))?;
        Ok(Self(compressor))
    }

    /// Returns a compressed record in hexadecimal digits, as [`Decompressor::text`](crate::segment::Decompressor::text)
    /// takes it.
    pub fn digits(&mut self, text: &str) -> io::Result<String> {
        if text.len() > MAX_DOCUMENT_BYTES {
            return Err(io::Error::other("a document is too large"));
        }
        let compressed = self.0.compress(text.as_bytes())?;
        let frame = compressed.strip_prefix(&MAGIC).ok_or_else(|| io::Error::other("a frame has no magic number"))?;
        let mut bytes = Vec::with_capacity(frame.len() + 1);
        bytes.push(VERSION);
        bytes.extend_from_slice(frame);
        Ok(HEXUPPER.encode(&bytes))
    }
}
