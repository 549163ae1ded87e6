//! Signing keys: one for each purpose, derived from the deployment's signing secret.
//!
//! In scope: the rules for secrets, and the derivation of keys (HKDF-SHA256, RFC 5869). Out of scope: signed content
//! (the modules of browser tokens and cursors), and the source of secrets.

use hkdf::Hkdf;
use sha2::Sha256;
use std::fmt;

/// Minimum number of characters of a secret: 128 bits for hexadecimal digits.
pub const MIN_SECRET_CHARACTERS: usize = 32;
/// Bytes of a key, the output size of the hash.
const KEY_BYTES: usize = 32;

/// The purpose of a signing key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Browser tokens (see [`crate::service::browser_token`]).
    BrowserTokens,
    /// Cursors (see [`crate::guard::request::account::cursor`]).
    Cursors,
    /// Deliveries to webhooks (see [`crate::records::webhook::secret`]).
    Webhooks,
}

/// A key for one purpose.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey([u8; KEY_BYTES]);

/// The reason for not using a secret of the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretError {
    /// The deployment has no secret.
    Missing,
    /// The secret is short enough to guess.
    Short,
    /// The secret equals the operator's. Signatures would then let an attacker verify guesses of it.
    SameAsOther,
}

impl Purpose {
    /// Returns the label that separates the purpose's key from other keys of the same secret.
    const fn label(self) -> &'static [u8] {
        match self {
            Self::BrowserTokens => b"overheard signing 1: browser tokens",
            Self::Cursors => b"overheard signing 1: cursors",
            Self::Webhooks => b"overheard signing 1: webhooks",
        }
    }
}

impl SigningKey {
    /// Derives the key of a purpose from the signing secret. Never returns `None`: HKDF fails only for keys of more
    /// than 255 hashes.
    pub fn derive(secret: &str, purpose: Purpose) -> Option<Self> {
        let mut key = [0; KEY_BYTES];
        Hkdf::<Sha256>::new(None, secret.as_bytes()).expand(purpose.label(), &mut key).ok()?;
        Some(Self(key))
    }

    /// Returns the key bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningKey")
    }
}

/// Checks that a secret is not another secret. An empty secret counts as missing.
pub fn check_secret<'s>(secret: Option<&'s str>, other: Option<&str>) -> Result<&'s str, SecretError> {
    let secret = secret.filter(|secret| !secret.is_empty()).ok_or(SecretError::Missing)?;
    if secret.chars().count() < MIN_SECRET_CHARACTERS {
        return Err(SecretError::Short);
    }
    if other == Some(secret) { Err(SecretError::SameAsOther) } else { Ok(secret) }
}
