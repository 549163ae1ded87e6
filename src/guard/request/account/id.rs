//! Public ids of mentions and influencers: `men_…`, `inf_…`.
//!
//! An id is a hash of the natural key (HMAC-SHA256, keyed with a fixed label for each kind), so the same document has
//! the same id after every import, and different kinds of one key have different ids. It hides the key from readers, not
//! from somebody who already knows it. Out of scope: what the natural key is, and how documents are found by it.

use crate::base::text::CROCKFORD;
use crate::spec::request::account::{influencers, mentions};
use hmac::digest::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::sync::LazyLock;

/// Bits that a character stands for.
const CHARACTER_BITS: usize = 5;
/// Characters of an id: so many that among ten million documents hardly two share one, and so few that columns of
/// integers hold them.
const CHARACTERS: usize = 12;

static MENTION: LazyLock<Hmac<Sha256>> = LazyLock::new(|| labelled(b"overheard mention id v1"));
static INFLUENCER: LazyLock<Hmac<Sha256>> = LazyLock::new(|| labelled(b"overheard influencer id v1"));

/// What an id is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the variants are the kinds, in the order of their prefixes")]
pub enum IdKind {
    Influencer,
    Mention,
}

/// A public id. Ids are in the order of their texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId {
    kind: IdKind,
    bits: i64,
}

impl IdKind {
    /// What its ids begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Influencer => influencers::PREFIX,
            Self::Mention => mentions::PREFIX,
        }
    }
}

impl PublicId {
    /// Bits of an id.
    pub const BITS: usize = CHARACTER_BITS * CHARACTERS;

    /// The id of what has this natural key.
    pub fn of(kind: IdKind, natural: &str) -> Self {
        let mut mac = match kind {
            IdKind::Influencer => INFLUENCER.clone(),
            IdKind::Mention => MENTION.clone(),
        };
        mac.update(natural.as_bytes());
        let hash = mac.finalize().into_bytes();
        let (bytes, _) = hash.split_at(size_of::<u64>());
        let all = bytes.iter().fold(0, |bits: u64, byte| bits << 8 | u64::from(*byte));
        Self { kind, bits: (all >> (u64::BITS as usize - Self::BITS)) as i64 }
    }

    /// The id with these bits.
    pub const fn from_bits(kind: IdKind, bits: i64) -> Self {
        Self { kind, bits }
    }

    /// The id that a text is, if it has the form of ours. Others have none of our documents.
    pub fn parse(kind: IdKind, text: &str) -> Option<Self> {
        let characters = text.strip_prefix(kind.prefix())?.as_bytes();
        let digit = |byte: &u8| CROCKFORD.iter().position(|character| character == byte);
        let is_long = characters.len() == CHARACTERS;
        let mut digits = characters.iter().take(CHARACTERS).map(digit);
        let bits = digits.try_fold(0, |bits, digit| Some(bits << CHARACTER_BITS | digit? as i64))?;
        is_long.then_some(Self { kind, bits })
    }

    /// Its bits, below 2^60 and in the order of ids: what is kept of it.
    pub const fn bits(self) -> i64 {
        self.bits
    }
}

impl fmt::Display for PublicId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.kind.prefix())?;
        for position in 1..=CHARACTERS {
            let digit = (self.bits >> (Self::BITS - CHARACTER_BITS * position)) as usize % CROCKFORD.len();
            fmt::Write::write_char(formatter, CROCKFORD.get(digit).copied().map_or('0', char::from))?;
        }
        Ok(())
    }
}

/// HMAC-SHA256 keyed with a label. One that is shorter than a block is filled up with zeros (RFC 2104).
fn labelled(label: &[u8]) -> Hmac<Sha256> {
    let mut key = Key::<Hmac<Sha256>>::default();
    for (byte, letter) in key.iter_mut().zip(label) {
        *byte = *letter;
    }
    Hmac::new(&key)
}
