//! Keys for signatures of our own: one for each purpose, derived from the secret that the deployment has for them.
//!
//! In scope: which secrets are good enough, and deriving keys (HKDF-SHA256, RFC 5869). Out of scope: what is signed (the
//! modules of browser tokens and cursors), where secrets come from.

use hkdf::Hkdf;
use sha2::Sha256;
use std::fmt;

/// Characters of a secret at least: 128 bits where they are hexadecimal digits.
pub const MIN_SECRET_CHARACTERS: usize = 32;
/// Bytes of a key: as many as the hash has.
const KEY_BYTES: usize = 32;

/// What is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Browser tokens (see [`crate::service::browser_token`]).
    BrowserTokens,
    /// Cursors (see [`crate::guard::request::account::cursor`]).
    Cursors,
    /// Deliveries to webhooks (see [`crate::service::webhook::secret`]).
    Webhooks,
}

/// A key for one purpose.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey([u8; KEY_BYTES]);

/// Why a secret of the deployment is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadSecret {
    /// There is none.
    Missing,
    /// It could be guessed.
    Short,
    /// It is the one that opens the operator's surface: what is signed would tell whether somebody guessed it.
    SameAsOther,
}

impl Purpose {
    /// What tells its key from others of the same secret.
    const fn label(self) -> &'static [u8] {
        match self {
            Self::BrowserTokens => b"overheard signing 1: browser tokens",
            Self::Cursors => b"overheard signing 1: cursors",
            Self::Webhooks => b"overheard signing 1: webhooks",
        }
    }
}

impl SigningKey {
    /// The key of a purpose, from the secret for signatures. There is always one: only keys of more than 255 hashes
    /// cannot be made.
    pub fn derive(secret: &str, purpose: Purpose) -> Option<Self> {
        let mut key = [0; KEY_BYTES];
        Hkdf::<Sha256>::new(None, secret.as_bytes()).expand(purpose.label(), &mut key).ok()?;
        Some(Self(key))
    }

    /// The key, for signing.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningKey")
    }
}

/// Checks a secret against another one that must not be the same. An empty one is none.
pub fn check_secret<'s>(secret: Option<&'s str>, other: Option<&str>) -> Result<&'s str, BadSecret> {
    let secret = secret.filter(|secret| !secret.is_empty()).ok_or(BadSecret::Missing)?;
    if secret.chars().count() < MIN_SECRET_CHARACTERS {
        return Err(BadSecret::Short);
    }
    if other == Some(secret) { Err(BadSecret::SameAsOther) } else { Ok(secret) }
}
