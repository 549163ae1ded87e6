//! Verifies that deliveries to webhooks come from the service.
//!
//! A delivery has its id, the second of this attempt, and one or more signatures (Standard Webhooks). A signature is
//! HMAC-SHA256 over `id.timestamp.body` with the key in the secret. Each is written as `v1,` and base64; blanks
//! separate them. In scope: the signature. Out of scope: the maximum age of a delivery, which the receiver decides.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The prefix of a secret.
const PREFIX: &[u8] = b"whsec_";
/// The prefix of a signature of this version.
const VERSION: &[u8] = b"v1,";
/// The size of the longest key in bytes. Generated secrets have 32.
const MAX_KEY_BYTES: usize = 96;
/// The size of a signature in bytes.
const SIGNATURE_BYTES: usize = 32;

/// The signature of a delivery under construction.
#[derive(Clone)]
pub struct Delivery(Hmac<Sha256>);

impl Delivery {
    /// Starts the signature of a delivery with a secret. Returns `None` if the secret is not `whsec_` and base64.
    pub fn new(secret: &[u8]) -> Option<Self> {
        let mut key = [0; MAX_KEY_BYTES];
        let key = decoded(secret.strip_prefix(PREFIX)?, &mut key).filter(|key| !key.is_empty())?;
        Hmac::new_from_slice(key).ok().map(Self)
    }

    /// Adds a part of `id.timestamp.body`.
    pub fn add(&mut self, content: &[u8]) {
        self.0.update(content);
    }

    /// Returns the signature of the added content.
    pub fn signature(self) -> [u8; SIGNATURE_BYTES] {
        self.0.finalize().into_bytes().into()
    }

    /// Returns true if one of some signatures is that of the added content. Each is compared in constant time.
    pub fn is_signed(&self, signatures: &[u8]) -> bool {
        signatures.split(|byte| *byte == b' ').any(|signature| {
            let mut bytes = [0; SIGNATURE_BYTES + 2];
            let encoded = signature.strip_prefix(VERSION).unwrap_or_default();
            decoded(encoded, &mut bytes).is_some_and(|bytes| self.0.clone().verify_slice(bytes).is_ok())
        })
    }
}

/// Decodes base64 (RFC 4648, section 4) into the beginning of a block. The maintained libraries have tables, which the
/// browser's build leaves out to stay small.
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
    // Checks that the padding is complete, and that the bits after the last byte are zero.
    let is_whole = text.len().is_multiple_of(4) && digits.len() % 4 != 1 && bits & ((1 << count) - 1) == 0;
    if is_whole { block.get(..length) } else { None }
}
