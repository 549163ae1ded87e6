//! Records that are compressed one by one.

use crate::round_trip::DICTIONARY;
use data_encoding::HEXUPPER;
use overheard::segment::{CompressionDictionary, Compressor, Decompressor};
use proptest::prelude::*;

/// Largest size of a record in bytes.
const MAX_DOCUMENT_BYTES: usize = 1 << 21;

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
fn a_text_longer_than_a_document_is_refused() {
    let frame = zstd::bulk::compress(&vec![b'x'; 3 * MAX_DOCUMENT_BYTES], 3).unwrap();
    let digits = HEXUPPER.encode(&[&[1], &frame[4..]].concat());
    assert!(Decompressor::new("").unwrap().text(&digits).is_err());
}

#[test]
fn an_invalid_document_is_refused() {
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
