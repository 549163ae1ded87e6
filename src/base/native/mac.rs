//! Message authentication: what tells our own texts from those that others made or changed.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// HMAC-SHA256 of a payload under a secret. The purpose stands before the payload, so that what was signed for one is
/// good for no other.
pub(crate) fn mac(purpose: &[u8], payload: &[u8], secret: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(purpose);
    mac.update(payload);
    Some(mac)
}
