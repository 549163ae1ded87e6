//! Public ids of mentions and influencers: `men_…`, `inf_…`.
//!
//! An id is an HMAC-SHA256 of the natural key, keyed with a fixed label for each kind. So a record has the same id
//! after every import, and records of different kinds have different ids. The id hides the key, except from readers
//! who already know it. Out of scope: the natural keys, and the lookup of records by id.

use crate::base::text::CROCKFORD;
use crate::spec::request::account::{influencers, mentions};
use hmac::digest::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::sync::LazyLock;

/// Bits per character.
const CHARACTER_BITS: usize = 5;
/// Characters of an id. Among ten million records hardly any two share an id, and the 60 bits fit into an integer
/// column.
const CHARACTERS: usize = 12;

static MENTION: LazyLock<Hmac<Sha256>> = LazyLock::new(|| labelled(b"overheard mention id v1"));
static INFLUENCER: LazyLock<Hmac<Sha256>> = LazyLock::new(|| labelled(b"overheard influencer id v1"));

/// Kind of resource that an id identifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the variants are the kinds, in the order of their prefixes")]
pub enum IdKind {
    Influencer,
    Mention,
}

/// A public id. The order of ids is that of their texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId {
    kind: IdKind,
    bits: i64,
}

impl IdKind {
    /// Returns the prefix of the ids.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Influencer => influencers::PREFIX,
            Self::Mention => mentions::PREFIX,
        }
    }
}

impl PublicId {
    /// Number of bits of an id.
    pub const BITS: usize = CHARACTER_BITS * CHARACTERS;

    /// Computes the id of a natural key.
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

    /// Creates the id with these bits.
    pub const fn from_bits(kind: IdKind, bits: i64) -> Self {
        Self { kind, bits }
    }

    /// Parses an id. Returns `None` for other forms, which no record has.
    pub fn parse(kind: IdKind, text: &str) -> Option<Self> {
        let characters = text.strip_prefix(kind.prefix())?.as_bytes();
        let digit = |byte: &u8| CROCKFORD.iter().position(|character| character == byte);
        let is_long = characters.len() == CHARACTERS;
        let mut digits = characters.iter().take(CHARACTERS).map(digit);
        let bits = digits.try_fold(0, |bits, digit| Some(bits << CHARACTER_BITS | digit? as i64))?;
        is_long.then_some(Self { kind, bits })
    }

    /// Returns the stored form: an integer below 2^60, in the order of ids.
    pub const fn bits(self) -> i64 {
        self.bits
    }
}

/// Returns the bits of an influencer's id, or `None` for a text that is none.
pub fn influencer_bits(id: &str) -> Option<i64> {
    PublicId::parse(IdKind::Influencer, id).map(PublicId::bits)
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

/// Creates an HMAC-SHA256 keyed with a label. A key shorter than a block is padded with zeros (RFC 2104).
fn labelled(label: &[u8]) -> Hmac<Sha256> {
    let mut key = Key::<Hmac<Sha256>>::default();
    for (byte, letter) in key.iter_mut().zip(label) {
        *byte = *letter;
    }
    Hmac::new(&key)
}
