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

    /// The signature of what was read.
    pub fn signature(self) -> [u8; SIGNATURE_BYTES] {
        self.0.finalize().into_bytes().into()
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
