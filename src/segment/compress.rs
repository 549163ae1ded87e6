//! Documents into little room: the other direction of [`super::Decompressor`]. The same documents, with the same
//! dictionary, give the same bytes on every machine.

use super::codec::Corrupt;
use super::decompress::{MAGIC, MAX_DOCUMENT_BYTES, VERSION};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use data_encoding::HEXUPPER;
use std::io;
use zstd::bulk;
use zstd::dict::{EncoderDictionary, from_samples};
use zstd::zstd_safe::CParameter;

/// Bytes of a dictionary: twice as many save another 4 bytes of 115 in a mention, but are read with the first answer.
const DICTIONARY_BYTES: usize = 16_384;
/// Bytes of a sample that are looked at.
const SAMPLE_BYTES: usize = 4_096;
/// How hard matches are looked for: six times the time would save another 3 bytes of 150.
const LEVEL: i32 = 3;

/// What the documents of a table have in common.
pub struct CompressionDictionary {
    bytes: Vec<u8>,
    prepared: EncoderDictionary<'static>,
}

impl CompressionDictionary {
    /// The documents that are looked at for a dictionary; many more would not make it better.
    pub const SAMPLES: usize = 4_096;

    /// A dictionary for documents like these; an empty one when they are too few.
    pub fn of(samples: &[String]) -> Self {
        let samples: Vec<&[u8]> =
            samples.iter().map(|sample| sample.as_bytes().get(..SAMPLE_BYTES).unwrap_or(sample.as_bytes())).collect();
        let bytes = from_samples(&samples, DICTIONARY_BYTES).unwrap_or_default();
        Self { prepared: EncoderDictionary::copy(&bytes, LEVEL), bytes }
    }

    /// The dictionary that this text is of.
    ///
    /// # Errors
    /// When it is no base64.
    pub fn from_text(text: &str) -> Result<Self, Corrupt> {
        let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| Corrupt("a dictionary is no base64"))?;
        Ok(Self { prepared: EncoderDictionary::copy(&bytes, LEVEL), bytes })
    }

    /// The dictionary in base64, as [`super::Decompressor::new`] takes it.
    pub fn text(&self) -> String {
        STANDARD_NO_PAD.encode(&self.bytes)
    }
}

/// Compresses documents of one table.
pub struct Compressor<'d>(bulk::Compressor<'d>);

impl<'d> Compressor<'d> {
    /// A compressor with the dictionary of the table.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new(dictionary: &'d CompressionDictionary) -> io::Result<Self> {
        let mut compressor = bulk::Compressor::with_prepared_dictionary(&dictionary.prepared)?;
        // A reader knows the dictionary, and does not need the size.
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        compressor.set_parameter(CParameter::ContentSizeFlag(false))?;
        Ok(Self(compressor))
    }

    /// A compressed document in hexadecimal digits, as [`super::Decompressor::text`] takes it.
    ///
    /// # Errors
    /// When it is larger than any may be.
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

#[cfg(test)]
mod tests {
    use super::super::Decompressor;
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// A dictionary of made-up documents, which look like each other.
    static DICTIONARY: LazyLock<CompressionDictionary> = LazyLock::new(|| {
        let sample = |number: usize| format!(r#"["Brand {}",["price","quality"],"positive",{number}]"#, number % 97);
        CompressionDictionary::of(&(0..2_000).map(sample).collect::<Vec<_>>())
    });

    fn compressed(text: &str) -> String {
        Compressor::new(&DICTIONARY).unwrap().digits(text).unwrap()
    }

    fn decompressor() -> Decompressor {
        Decompressor::new(&DICTIONARY.text()).unwrap()
    }

    fn document() -> impl Strategy<Value = String> {
        prop_oneof!["\\PC{0,300}", r#"\["Brand [0-9]{1,3}",\["price"\],"(positive|negative)",[0-9]{1,9}\]"#]
    }

    #[test]
    fn documents_that_look_like_the_dictionary_need_little_room() {
        let document = r#"["Brand 7",["price","quality"],"positive",123456]"#;
        let bytes = compressed(document).len() / 2;
        assert!(bytes < 30, "{bytes}");
        assert!(!DICTIONARY.text().is_empty());
    }

    #[test]
    fn few_documents_have_no_dictionary() {
        let dictionary = CompressionDictionary::of(&["[1]".to_owned()]);
        assert_eq!(dictionary.text(), "");
        let digits = Compressor::new(&dictionary).unwrap().digits("[1]").unwrap();
        assert_eq!(Decompressor::new("").unwrap().text(&digits).unwrap(), "[1]");
    }

    #[test]
    fn the_largest_document_comes_out_and_a_larger_one_is_refused() {
        let largest = "x".repeat(MAX_DOCUMENT_BYTES);
        assert!(decompressor().text(&compressed(&largest)).unwrap() == largest);
        assert!(Compressor::new(&DICTIONARY).unwrap().digits(&(largest + "x")).is_err());
    }

    #[test]
    fn what_is_longer_than_a_document_is_refused() {
        let frame = bulk::compress(&vec![b'x'; 3 * MAX_DOCUMENT_BYTES], LEVEL).unwrap();
        let digits = HEXUPPER.encode(&[&[VERSION], &frame[MAGIC.len()..]].concat());
        assert!(Decompressor::new("").unwrap().text(&digits).is_err());
    }

    #[test]
    fn what_is_no_document_is_refused() {
        let good = compressed("[1]");
        let shorter = good.strip_suffix(|_| true).and_then(|good| good.strip_suffix(|_| true)).unwrap();
        for digits in ["", "0", "zz", "01", "0100", shorter, &format!("{good}0"), &format!("{good}00")] {
            assert!(decompressor().text(digits).is_err(), "{digits}");
        }
        assert!(decompressor().text(&good.replacen("01", "02", 1)).is_err(), "another version");
        assert!(Decompressor::new("?").is_err());
        assert!(Decompressor::new("AAAA").is_err());
    }

    proptest! {
        #[test]
        fn damage_harms_no_other_document(
            document in document(),
            at in any::<prop::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let mut decompressor = decompressor();
            let mut bytes = HEXUPPER.decode(compressed(&document).as_bytes()).unwrap();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = decompressor.text(&HEXUPPER.encode(&bytes));
            prop_assert_eq!(decompressor.text(&compressed(&document)), Ok(document));
        }
    }
}
