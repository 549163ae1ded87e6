//! Deliveries to webhooks: whether they come from the edge.
//!
//! A delivery carries its id, the second of this attempt, and one or more signatures (Standard Webhooks): HMAC-SHA256
//! over `id.timestamp.body` with the key that the secret holds, each as `v1,` and base64, with blanks between. In
//! scope: the signature. Out of scope: how old a delivery may be, which the receiver decides.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What a secret begins with.
const PREFIX: &[u8] = b"whsec_";
/// What a signature of this kind begins with.
const VERSION: &[u8] = b"v1,";
/// Bytes of the longest key: secrets are made of 32.
const MAX_KEY_BYTES: usize = 96;
/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 32;

/// A delivery whose content is being read.
#[derive(Clone)]
pub struct Delivery(Hmac<Sha256>);

impl Delivery {
    /// A delivery that is to be signed with a secret; nothing when that is none: `whsec_` and base64.
    pub fn new(secret: &[u8]) -> Option<Self> {
        let mut key = [0; MAX_KEY_BYTES];
        let key = decoded(secret.strip_prefix(PREFIX)?, &mut key).filter(|key| !key.is_empty())?;
        Hmac::new_from_slice(key).ok().map(Self)
    }

    /// Reads more of `id.timestamp.body`.
    pub fn add(&mut self, content: &[u8]) {
        self.0.update(content);
    }

    /// Whether one of some signatures is that of what was read. Each is compared in constant time.
    pub fn is_signed(&self, signatures: &[u8]) -> bool {
        signatures.split(|byte| *byte == b' ').any(|signature| {
            let mut bytes = [0; SIGNATURE_BYTES + 2];
            let encoded = signature.strip_prefix(VERSION).unwrap_or_default();
            decoded(encoded, &mut bytes).is_some_and(|bytes| self.0.clone().verify_slice(bytes).is_ok())
        })
    }
}

/// The bytes of a text in base64 (RFC 4648, section 4), at the beginning of a block that holds them. No library that is
/// kept does without tables that a browser's build does without.
fn decoded<'b>(text: &[u8], block: &'b mut [u8]) -> Option<&'b [u8]> {
    let digits = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(text);
    let (mut bits, mut count, mut length) = (0_u32, 0, 0);
    for digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            *block.get_mut(length)? = (bits >> count) as u8;
            length += 1;
        }
    }
    // As much padding as there must be, and nothing behind the last byte.
    let is_whole = text.len().is_multiple_of(4) && digits.len() % 4 != 1 && bits & ((1 << count) - 1) == 0;
    if is_whole { block.get(..length) } else { None }
}

#[cfg(test)]
mod tests {
    use base64::prelude::*;

    use super::*;

    // The raw key is `spoken-video-insights-test-key32`.
    const SECRET: &[u8] = b"whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI=";
    const CONTENT: &[u8] = br#"msg_01HZX3M8Q7.1772357400.{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}"#;
    const SIGNATURE: &str = "v1,EGREaev4MrQ86rWrXwBMcjEvy/Hq2THhEejgnLT29P8=";

    fn is_signed(content: &[u8], signatures: &str) -> bool {
        let mut delivery = Delivery::new(SECRET).unwrap();
        let (first, rest) = content.split_at(20);
        delivery.add(first);
        delivery.add(rest);
        delivery.is_signed(signatures.as_bytes())
    }

    #[test]
    fn the_published_example_is_signed() {
        assert!(is_signed(CONTENT, SIGNATURE));
        assert!(is_signed(CONTENT, &format!("v2,AAAA v1,AAAA {SIGNATURE}")));
    }

    #[test]
    fn nothing_else_is() {
        assert!(!is_signed(&CONTENT[1..], SIGNATURE));
        for other in [
            "",
            "v1,",
            "v1,AAAA",
            SIGNATURE.trim_start_matches("v1,"),
            &SIGNATURE.replace("v1", "v2"),
            &SIGNATURE.replace("EGR", "EGS"),
        ] {
            assert!(!is_signed(CONTENT, other), "{other}");
        }
    }

    #[test]
    fn a_secret_is_its_prefix_and_base64() {
        for wrong in ["", "whsec_", "whsec_!", "c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI="] {
            assert!(Delivery::new(wrong.as_bytes()).is_none(), "{wrong}");
        }
        assert!(Delivery::new(&[b"whsec_".as_slice(), &[b'A'; 400]].concat()).is_none());
    }

    #[test]
    fn padding_is_at_the_end_alone() {
        for wrong in ["AAg=+aa+aaaa", "AA==AA==", "AAg=="] {
            assert_eq!(decoded(wrong.as_bytes(), &mut [0; 16]), None, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn base64_is_decoded_as_the_library_does(text in "[A-D/+]{0,12}={0,3}|[A-Za-z0-9+/=-]{0,12}") {
            let expected = BASE64_STANDARD.decode(&text).ok();
            proptest::prop_assert_eq!(decoded(text.as_bytes(), &mut [0; 16]).map(<[u8]>::to_vec), expected);
        }

        #[test]
        fn what_the_library_encodes_is_decoded(bytes: Vec<u8>) {
            let text = BASE64_STANDARD.encode(&bytes);
            let mut block = vec![0; bytes.len()];
            proptest::prop_assert_eq!(decoded(text.as_bytes(), &mut block), Some(bytes.as_slice()));
        }
    }
}
