//! Numbers as the runtime parses and writes them, and texts as they are written.

use overheard::base::runtime::Host;
use overheard::base::sink::{put_text, put_utf8};
use proptest::prelude::*;

fn text(number: f64) -> String {
    Host::NATIVE.text(number)
}

#[test]
fn numbers_are_written_as_ecmascript_does() {
    for (number, expected) in [
        (1e300, "1e+300"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (50.0, "50"),
        (-1.5, "-1.5"),
        (-12.0, "-12"),
        (1e-7, "1e-7"),
        (9_007_199_254_740_991.0, "9007199254740991"),
        (1e21, "1e+21"),
    ] {
        assert_eq!(text(number), expected);
    }
}

proptest! {
    #[test]
    fn whole_numbers_are_written_as_the_library_does(number in any::<i64>().prop_map(|number| number as f64)) {
        prop_assert_eq!(text(number), ryu_js::Buffer::new().format(number).to_owned());
    }

    #[test]
    fn numbers_are_read_as_the_library_does(digits in "-?(0|[1-9][0-9]{0,16})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?") {
        let expected = digits.parse::<f64>().unwrap();
        prop_assert_eq!(Host::NATIVE.number(digits.as_bytes()).to_bits(), expected.to_bits(), "{}", digits);
        let mut text = Vec::new();
        Host::NATIVE.rewrite(digits.as_bytes(), &mut text);
        prop_assert_eq!(text, ryu_js::Buffer::new().format(expected).as_bytes().to_vec());
    }
}

proptest! {
    #[test]
    fn texts_are_written_as_the_library_does(text in any::<String>()) {
        let mut out = b"\"".to_vec();
        put_text(text.as_bytes(), &mut out);
        out.push(b'"');
        prop_assert_eq!(out, serde_json::to_vec(&text).unwrap());
    }

    #[test]
    fn characters_are_encoded_as_the_library_does(character in any::<char>()) {
        let mut bytes = Vec::new();
        put_utf8(character.into(), &mut |byte| bytes.push(byte));
        prop_assert_eq!(String::from_utf8(bytes).unwrap(), character.to_string());
    }
}

#[test]
fn controls_have_their_short_escapes() {
    for control in 0..0x20_u8 {
        let mut out = b"\"".to_vec();
        put_text(&[control], &mut out);
        out.push(b'"');
        assert_eq!(out, serde_json::to_vec(&char::from(control)).unwrap());
    }
}
