//! Credentials: the form of a secret, the record that is kept of it, and whether it opens an operation.
//!
//! In scope: pure decisions. Out of scope: where records are stored, randomness (a parameter), counting.

use crate::catalog::AccessLevel;
use crate::problem::{Code, Violation};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The header that carries a data key.
pub const DATA_KEY_HEADER: &str = "X-API-Key";
/// The scope that every operation of the Data API needs.
pub const DATA_SCOPE: &str = "data:search";

const LIVE_PREFIX: &str = "ohk_live_";
const TEST_PREFIX: &str = "ohk_test_";
const RANDOM_CHARACTERS: usize = 32;
const CHECKSUM_CHARACTERS: usize = 6;
/// Characters of a secret that stay readable at its start.
const SHOWN_START: usize = 12;
/// Characters of a secret that stay readable at its end.
const SHOWN_END: usize = 4;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Crockford characters after an id's kind.
const ID_CHARACTERS: usize = 20;

/// Random bytes that [`new_data_key`] needs: rejection sampling takes 62/64 of them, so this never runs out in
/// practice.
pub const KEY_ENTROPY: usize = 64;

/// What is known of a key. The secret itself is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyRecord {
    /// `tok_…`
    pub id: String,
    /// The account that the key belongs to.
    pub account_id: String,
    /// For people.
    pub name: String,
    /// First characters of the secret.
    pub prefix: String,
    /// Last characters of the secret.
    pub last4: String,
    /// SHA-256 of the secret, hexadecimal.
    pub hash: String,
    /// `data`
    pub face: String,
    /// What the key may be used for.
    pub scopes: Vec<String>,
    /// How much it may see.
    pub access_level: AccessLevel,
    /// Its plan.
    pub plan: Plan,
    /// Whether it is still good.
    pub status: KeyStatus,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
}

/// Whether a key is still good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyStatus {
    /// Good.
    Active,
    /// Taken back.
    Revoked,
}

/// A plan of the Data API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the limits say what they are")]
pub enum Plan {
    Trial,
    Starter,
    Professional,
    Enterprise,
}

/// What a plan allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanLimits {
    /// Requests per minute and key.
    pub per_minute: u32,
    /// Requests per calendar month and account.
    pub per_month: u32,
}

impl Plan {
    /// The names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = &["trial", "starter", "professional", "enterprise"];

    /// The plan of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "trial" => Some(Self::Trial),
            "starter" => Some(Self::Starter),
            "professional" => Some(Self::Professional),
            "enterprise" => Some(Self::Enterprise),
            _ => None,
        }
    }

    /// Its limits.
    pub const fn limits(self) -> PlanLimits {
        match self {
            Self::Trial => PlanLimits { per_minute: 30, per_month: 1_000 },
            Self::Starter => PlanLimits { per_minute: 60, per_month: 10_000 },
            Self::Professional => PlanLimits { per_minute: 300, per_month: 100_000 },
            Self::Enterprise => PlanLimits { per_minute: 1_200, per_month: 1_000_000 },
        }
    }
}

/// A new data key from random bytes; `test` marks one for demonstration data. `None` when there are too few bytes.
pub fn new_data_key(entropy: &[u8; KEY_ENTROPY], test: bool) -> Option<String> {
    // 62 of 64 six-bit numbers are digits: taking those and leaving the others is even, a remainder would not be.
    let random: String = entropy
        .iter()
        .filter_map(|byte| BASE62.get(usize::from(byte & 0x3f)))
        .take(RANDOM_CHARACTERS)
        .map(|byte| char::from(*byte))
        .collect();
    if random.len() < RANDOM_CHARACTERS {
        return None;
    }
    let body = format!("{}{random}", if test { TEST_PREFIX } else { LIVE_PREFIX });
    let checksum = checksum(&body);
    Some(body + &checksum)
}

/// Whether a text has the form of a data key and its checksum is right: a typo is told from an unknown key offline.
pub fn is_well_formed(secret: &str) -> bool {
    let Some(random) = secret.strip_prefix(LIVE_PREFIX).or_else(|| secret.strip_prefix(TEST_PREFIX)) else {
        return false;
    };
    if random.len() != RANDOM_CHARACTERS + CHECKSUM_CHARACTERS || !random.bytes().all(|byte| BASE62.contains(&byte)) {
        return false;
    }
    let (body, given) = secret.split_at(secret.len() - CHECKSUM_CHARACTERS);
    checksum(body) == given
}

/// CRC-32 in six base62 digits, zeros in front.
fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes());
    let mut digits = [b'0'; CHECKSUM_CHARACTERS];
    for digit in digits.iter_mut().rev() {
        let index = usize::try_from(rest % 62).unwrap_or(0);
        *digit = BASE62.get(index).copied().unwrap_or(b'0');
        rest /= 62;
    }
    digits.iter().map(|digit| char::from(*digit)).collect()
}

/// The name under which a secret's record is kept: SHA-256, hexadecimal.
pub fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A new id of a kind such as `tok` or `req`, from random bytes.
pub fn new_id(kind: &str, entropy: &[u8; ID_CHARACTERS]) -> String {
    let characters =
        entropy.iter().map(|byte| CROCKFORD.get(usize::from(byte & 0x1f)).copied().map_or('0', char::from));
    format!("{kind}_{}", characters.collect::<String>())
}

/// The readable ends of a secret.
pub fn shown(secret: &str) -> (String, String) {
    let start = secret.chars().take(SHOWN_START).collect();
    let skipped = secret.chars().count().saturating_sub(SHOWN_END);
    (start, secret.chars().skip(skipped).collect())
}

/// The header that carries a data key is absent.
pub fn missing() -> Violation {
    let message = format!("Header {DATA_KEY_HEADER} is required.");
    Violation::new(Code::MissingCredentials, format!("header:{DATA_KEY_HEADER}"), message)
}

/// The key is unknown, mistyped or revoked; which of them is not said.
pub fn invalid() -> Violation {
    let message = format!("Header {DATA_KEY_HEADER} does not hold a valid key.");
    Violation::new(Code::InvalidCredentials, format!("header:{DATA_KEY_HEADER}"), message)
}

/// Whether a key opens the Data API. The hash is compared without leaking how much of it agrees.
///
/// # Errors
/// What is wrong with the key.
pub fn authorize(record: &KeyRecord, hash: &str) -> Result<(), Violation> {
    use subtle::ConstantTimeEq;
    let same: bool = record.hash.as_bytes().ct_eq(hash.as_bytes()).into();
    if !same || record.status != KeyStatus::Active || record.face != "data" {
        return Err(invalid());
    }
    if !record.scopes.iter().any(|scope| scope == DATA_SCOPE) {
        let message = format!("The key lacks the scope {DATA_SCOPE}.");
        return Err(Violation::new(Code::InsufficientScope, format!("header:{DATA_KEY_HEADER}"), message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> String {
        new_data_key(&[17; KEY_ENTROPY], true).unwrap()
    }

    fn record() -> KeyRecord {
        KeyRecord {
            id: "tok_1".into(),
            account_id: "acc_1".into(),
            name: "n".into(),
            prefix: "p".into(),
            last4: "l".into(),
            hash: hash(&key()),
            face: "data".into(),
            scopes: vec![DATA_SCOPE.into()],
            access_level: AccessLevel::Aggregate,
            plan: Plan::Trial,
            status: KeyStatus::Active,
            created_at: "2026-01-01T00:00:00Z".into(),
            revoked_at: None,
        }
    }

    #[test]
    fn a_key_has_the_published_form() {
        let key = key();
        assert_eq!(key.len(), "ohk_test_".len() + 38);
        assert!(is_well_formed(&key));
        let (start, end) = shown(&key);
        assert_eq!((start.as_str(), end.len()), ("ohk_test_HHH", 4));
        assert!(key.ends_with(&end));
    }

    #[test]
    fn every_single_typo_is_noticed() {
        let key = key();
        for position in 0..key.len() {
            let mut typo = key.clone().into_bytes();
            typo[position] = if typo[position] == b'x' { b'y' } else { b'x' };
            assert!(!is_well_formed(&String::from_utf8(typo).unwrap()), "{position}");
        }
        assert!(!is_well_formed("") && !is_well_formed("ohk_test_é") && !is_well_formed(&format!("{key}0")));
    }

    #[test]
    fn too_little_randomness_makes_no_key() {
        assert_eq!(new_data_key(&[0xff; KEY_ENTROPY], false), None);
    }

    #[test]
    fn ids_are_crockford() {
        assert_eq!(new_id("req", &[31; 20]), format!("req_{}", "Z".repeat(20)));
    }

    #[test]
    fn only_an_active_data_key_with_scope_opens() {
        let hash = hash(&key());
        assert_eq!(authorize(&record(), &hash), Ok(()));
        let code = |record: KeyRecord| authorize(&record, &hash).unwrap_err().code;
        assert_eq!(code(KeyRecord { status: KeyStatus::Revoked, ..record() }), Code::InvalidCredentials);
        assert_eq!(code(KeyRecord { face: "account".into(), ..record() }), Code::InvalidCredentials);
        assert_eq!(code(KeyRecord { hash: "0".into(), ..record() }), Code::InvalidCredentials);
        assert_eq!(code(KeyRecord { scopes: vec![], ..record() }), Code::InsufficientScope);
    }
}
