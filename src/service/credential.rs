//! Credentials: the form of a secret, the record that is kept of it, and whether it opens an operation.
//!
//! In scope: pure decisions. Out of scope: where records are stored, randomness and the time (parameters), counting.

use crate::base::text::CROCKFORD;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::{is_secret_byte, secret_begins};
use crate::service::account::Api;
use crate::spec::limits::{MAX_RESULTS, SEARCH_SIZE_AGGREGATE};
use data_encoding::HEXLOWER;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::{EnumString, VariantNames};

/// The header that carries a data key.
pub const DATA_KEY_HEADER: &str = "X-API-Key";
/// The scope that every operation of the Data API needs.
pub const DATA_SCOPE: &str = "data:search";

/// The scope that every operation of the Account API needs.
pub const ACCOUNT_SCOPE: &str = "account:read";

pub(crate) const RANDOM_CHARACTERS: usize = 32;
pub(crate) const CHECKSUM_CHARACTERS: usize = 6;
/// Characters behind what tells its kind of which a text must have as many to look like a secret: fewer open nothing.
const LEAST_RANDOM: usize = 8;
/// Characters of a secret that stay readable at its start.
const SHOWN_START: usize = 12;
/// Characters of a secret that stay readable at its end.
const SHOWN_END: usize = 4;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Crockford characters after an id's kind.
pub(crate) const ID_CHARACTERS: usize = 20;
/// Bytes of the longest id: more than any kind with its characters has.
const MAX_ID_BYTES: usize = 64;

/// Random bytes that [`new_secret`] needs: rejection sampling takes 62/64 of them, so this never runs out in
/// practice.
pub const KEY_ENTROPY: usize = 64;

/// How much a credential may see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum AccessLevel {
    /// The usual case: searches answer at most 10 documents.
    #[default]
    Aggregate,
    /// Searches answer up to 50 documents.
    Raw,
}

impl AccessLevel {
    /// The most documents that a search answers at this level.
    pub fn search_size(self) -> u32 {
        match self {
            Self::Aggregate => SEARCH_SIZE_AGGREGATE,
            Self::Raw => MAX_RESULTS,
        }
    }
}

/// What is known of a key. The secret itself is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the key")]
pub struct KeyRecord {
    /// `tok_…`
    pub id: String,
    pub account_id: String,
    pub name: String,
    pub prefix: String,
    pub last4: String,
    /// SHA-256 of the secret, hexadecimal.
    pub hash: String,
    pub face: Api,
    pub scopes: Vec<String>,
    pub access_level: AccessLevel,
    /// Its own plan, instead of that of its account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_override: Option<String>,
    /// The pages that may use it: origins as browsers send them.
    #[serde(default)]
    pub origins: Vec<String>,
    pub status: KeyStatus,
    pub created_at: String,
    /// RFC 3339: from then on it is not good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The id of the key that it took the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotated_from: Option<String>,
    /// The id of the key that took its place: it ends with a grace, if it has not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotated_to: Option<String>,
}

/// Whether a key is still good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the statuses")]
pub enum KeyStatus {
    Active,
    Revoked,
}

impl KeyRecord {
    /// Whether it is good, or why not, at a time as RFC 3339 in UTC with seconds.
    pub fn status_at(&self, now: &str) -> &'static str {
        match self.status {
            KeyStatus::Revoked => "revoked",
            // Texts of one form are in the order of their times.
            KeyStatus::Active if self.expires_at.as_deref().is_some_and(|at| at <= now) => "expired",
            KeyStatus::Active => "active",
        }
    }
}

const fn prefix(api: Api, test: bool) -> &'static str {
    match (api, test) {
        (Api::Data, false) => "ohk_live_",
        (Api::Data, true) => "ohk_test_",
        (Api::Account, false) => "oht_live_",
        (Api::Account, true) => "oht_test_",
    }
}

/// A new secret from random bytes; `test` marks one for demonstration data. `None` when there are too few bytes.
pub fn new_secret(api: Api, test: bool, entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
    let body = format!("{}{}", prefix(api, test), random(entropy)?);
    let checksum = checksum(&body);
    Some(body + &checksum)
}

/// The random part of a secret; `None` when there are too few bytes.
pub(crate) fn random(entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
    // 62 of 64 six-bit numbers are digits: taking those and leaving the others is even, a remainder would not be.
    let random: String = entropy
        .iter()
        .filter_map(|byte| BASE62.get(usize::from(byte & 0x3f)))
        .take(RANDOM_CHARACTERS)
        .map(|byte| char::from(*byte))
        .collect();
    (random.len() == RANDOM_CHARACTERS).then_some(random)
}

/// Whether a text has nothing but the characters of random parts and checksums.
pub(crate) fn is_base62(text: &str) -> bool {
    text.bytes().all(|byte| BASE62.contains(&byte))
}

/// Whether a text has the form of a secret of an interface and its checksum is right: a typo is told from an unknown
/// one offline.
pub fn is_well_formed(api: Api, secret: &str) -> bool {
    let random = [false, true].into_iter().find_map(|test| secret.strip_prefix(prefix(api, test)));
    let Some(random) = random else {
        return false;
    };
    if random.len() != RANDOM_CHARACTERS + CHECKSUM_CHARACTERS || !is_base62(random) {
        return false;
    }
    let (body, given) = secret.split_at(secret.len() - CHECKSUM_CHARACTERS);
    checksum(body) == given
}

/// The name of the parameter of a query that holds what looks like a secret or a token of ours, if one does.
fn parameter_with_secret(query: &str) -> Option<&str> {
    let pair = query.split('&').find(|pair| holds_secret(&percent_decode_str(pair).collect::<Vec<u8>>()))?;
    pair.split('=').next()
}

/// Whether something in a text looks like a secret or a token of ours.
pub(crate) fn holds_secret(text: &[u8]) -> bool {
    let Some(random) = secret_begins(text).and_then(|begins| text.get(begins..)) else { return false };
    random.iter().take_while(|byte| is_secret_byte(byte)).count() >= LEAST_RANDOM || holds_secret(random)
}

/// CRC-32 in six base62 digits, zeros in front.
pub(crate) fn checksum(body: &str) -> String {
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
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// The bytes that a hash begins with, as many as an id is made of.
pub(crate) fn digest_id(hash: &str) -> Option<[u8; ID_CHARACTERS]> {
    HEXLOWER.decode(hash.as_bytes()).ok()?.first_chunk().copied()
}

/// Whether two hashes are the same. How much of them agrees does not show.
pub(crate) fn same_hash(one: &str, other: &str) -> bool {
    use subtle::ConstantTimeEq;
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// A new id of a kind such as `tok` or `req`, from random bytes.
pub fn new_id(kind: &str, entropy: &[u8; ID_CHARACTERS]) -> String {
    let characters =
        entropy.iter().map(|byte| CROCKFORD.get(usize::from(byte & 0x1f)).copied().map_or('0', char::from));
    format!("{kind}_{}", characters.collect::<String>())
}

/// Whether a text could be an id, and so be part of the name of a record: letters, digits and underscores, not many.
pub fn is_id(text: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The readable ends of a secret.
pub fn shown(secret: &str) -> (String, String) {
    let start = secret.chars().take(SHOWN_START).collect();
    let skipped = secret.chars().count().saturating_sub(SHOWN_END);
    (start, secret.chars().skip(skipped).collect())
}

/// The header that carries the credential of an interface.
pub const fn header(api: Api) -> &'static str {
    match api {
        Api::Data => DATA_KEY_HEADER,
        Api::Account => "Authorization",
    }
}

/// The header that carries the credential is absent. Whoever sent a secret in the query of the address instead is told
/// that it does not belong there.
pub fn missing(api: Api, query: &str) -> Violation {
    let header = header(api);
    let mut message = match api {
        Api::Data => format!("Header {header} is required."),
        Api::Account => format!("Header {header} is required: Bearer and an API token."),
    };
    if parameter_with_secret(query).is_some() {
        message += " A secret";
        message += &not_in_address(api);
    }
    Violation::new(Code::MissingCredentials, format!("header:{header}"), message)
}

/// Refuses a secret in the query of an address, whoever asks: addresses end up in logs and histories.
///
/// # Errors
/// When there is one. It is not repeated.
pub fn refuse_in_query(api: Api, query: &str) -> Result<(), Violation> {
    match parameter_with_secret(query) {
        Some(name) => {
            let message = format!("a secret{}", not_in_address(api));
            Err(Violation::new(Code::UnknownParameter, format!("?{}", echo(name)), message))
        }
        None => Ok(()),
    }
}

fn not_in_address(api: Api) -> String {
    let header = header(api);
    format!(
        " does not belong into an address. Send it in the header {header}, and replace it: addresses are kept in logs."
    )
}

/// The credential is unknown, mistyped, revoked or expired; which of them is not said.
pub fn invalid(api: Api) -> Violation {
    let header = header(api);
    let what = if api == Api::Data { "key" } else { "token" };
    let message = format!("Header {header} does not hold a valid {what}.");
    Violation::new(Code::InvalidCredentials, format!("header:{header}"), message)
}

/// Whether a key opens an interface, at a time as RFC 3339 in UTC with seconds. The hash is compared without leaking
/// how much of it agrees.
pub fn authorize(record: &KeyRecord, api: Api, hash: &str, now: &str) -> Result<(), Violation> {
    if !same_hash(&record.hash, hash) || record.status_at(now) != "active" || record.face != api {
        return Err(invalid(api));
    }
    let scope = api.scope();
    if !record.scopes.iter().any(|of_key| of_key == scope) {
        let message = format!("The key lacks the scope {scope}.");
        return Err(Violation::new(Code::InsufficientScope, format!("header:{}", header(api)), message));
    }
    Ok(())
}
