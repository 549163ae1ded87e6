//! Message authentication codes. They detect texts that others created or changed.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Computes HMAC-SHA256 of a payload with a secret. The purpose is prepended, so a signature for one purpose is invalid
/// for all others.
pub(crate) fn mac(purpose: &[u8], payload: &[u8], secret: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(purpose);
    mac.update(payload);
    Some(mac)
}
