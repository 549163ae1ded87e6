//! Credentials: the format of secrets, the stored records, and the check that a credential is valid for an API.
//!
//! In scope: pure decisions. Out of scope: where records are stored, randomness and the time (parameters), counting.

use crate::base::text::CROCKFORD;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::{begins_by_chance, is_secret_byte, secret_begins};
use crate::service::account::Api;
use crate::spec::limits::{MAX_RESULTS, SEARCH_SIZE_AGGREGATE};
use data_encoding::HEXLOWER;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::{EnumString, VariantNames};

/// The header that carries a data key.
pub const DATA_KEY_HEADER: &str = "X-API-Key";

pub(crate) const RANDOM_CHARACTERS: usize = 32;
pub(crate) const CHECKSUM_CHARACTERS: usize = 6;
/// Minimum number of characters after the prefix for a text to look like a secret. Shorter texts cannot be valid.
const MIN_RANDOM: usize = 8;
/// Characters of a secret that stay readable at its start.
const HINT_START: usize = 12;
/// Characters of a secret that stay readable at its end.
const HINT_END: usize = 4;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Number of Crockford characters after an id's prefix.
pub(crate) const ID_CHARACTERS: usize = 20;
/// Maximum bytes of an id, more than any id has.
const MAX_ID_BYTES: usize = 64;

/// Random bytes that [`new_secret`] needs. Rejection sampling accepts 62/64 of them, so they never run out in practice.
pub const KEY_ENTROPY: usize = 64;

/// The access level of a credential.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum AccessLevel {
    /// The default level: searches return at most 10 records.
    #[default]
    Aggregate,
    /// Searches return up to 50 records.
    Raw,
}

impl AccessLevel {
    /// Returns the maximum number of records in a search at this level.
    pub fn search_size(self) -> u32 {
        match self {
            Self::Aggregate => SEARCH_SIZE_AGGREGATE,
            Self::Raw => MAX_RESULTS,
        }
    }
}

/// The stored record of a key, without its secret.
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
    #[serde(rename = "face")]
    pub api: Api,
    pub scopes: Vec<String>,
    pub access_level: AccessLevel,
    /// The key's own plan, which overrides that of its account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_override: Option<String>,
    /// The origins of pages that may use the key, as browsers send them.
    #[serde(default)]
    pub origins: Vec<String>,
    pub status: KeyStatus,
    pub created_at: String,
    /// The expiry (RFC 3339), from which the key is no longer valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The id of the key that this key replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotated_from: Option<String>,
    /// The id of the key that replaced this key. This key stays valid until the end of the grace period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotated_to: Option<String>,
}

/// The state of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the statuses")]
pub enum KeyStatus {
    Active,
    Revoked,
}

impl KeyRecord {
    /// Returns the status of the key at a time (RFC 3339, UTC, seconds).
    pub fn status_at(&self, now: &str) -> &'static str {
        match self.status {
            KeyStatus::Revoked => "revoked",
            // Timestamps of one format sort as text in order of time.
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

/// Creates a secret from random bytes. `test` marks a secret for demonstration data. Returns `None` if there are too
/// few bytes.
pub fn new_secret(api: Api, test: bool, entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
    let body = format!("{}{}", prefix(api, test), random(entropy)?);
    let checksum = checksum(&body);
    Some(body + &checksum)
}

/// Returns the random part of a secret, or `None` if there are too few bytes.
pub(crate) fn random(entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
    // 62 of the 64 six-bit numbers map to digits. Rejecting the other two keeps the distribution uniform; a remainder
    // would not.
    let random: String = entropy
        .iter()
        .filter_map(|byte| BASE62.get(usize::from(byte & 0x3f)))
        .take(RANDOM_CHARACTERS)
        .map(|byte| char::from(*byte))
        .collect();
    (random.len() == RANDOM_CHARACTERS).then_some(random)
}

/// Returns true if a text contains only base62 characters.
pub(crate) fn is_base62(text: &str) -> bool {
    text.bytes().all(|byte| BASE62.contains(&byte))
}

/// Returns true if a text has the form of an API's secret and a correct checksum. Detects typing errors without a
/// lookup.
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

/// Returns the name of a query parameter that contains a secret or a token of this service, if there is one.
fn parameter_with_secret(query: &str) -> Option<&str> {
    let pair = query.split('&').find(|pair| contains_secret(&percent_decode_str(pair).collect::<Vec<u8>>()))?;
    pair.split('=').next()
}

/// Returns true if a text contains something that looks like a secret or a token of this service.
pub(crate) fn contains_secret(text: &[u8]) -> bool {
    let Some(begins) = secret_begins(text) else { return false };
    let random = text.get(begins..).unwrap_or_default();
    let is_long = random.iter().take_while(|byte| is_secret_byte(byte)).count() >= MIN_RANDOM;
    (is_long && !begins_by_chance(text, begins)) || contains_secret(random)
}

/// Returns the CRC-32 as six base62 digits, padded with zeros.
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

/// Returns the name of the record of a secret: its SHA-256, hexadecimal.
pub fn hash(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// Returns the first bytes of a hash, as many as an id has characters.
pub(crate) fn digest_id(hash: &str) -> Option<[u8; ID_CHARACTERS]> {
    HEXLOWER.decode(hash.as_bytes()).ok()?.first_chunk().copied()
}

/// Compares two hashes in constant time.
pub(crate) fn hashes_match(one: &str, other: &str) -> bool {
    use subtle::ConstantTimeEq;
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Creates an id of a kind such as `tok` or `req` from random bytes.
pub fn new_id(kind: &str, entropy: &[u8; ID_CHARACTERS]) -> String {
    let characters =
        entropy.iter().map(|byte| CROCKFORD.get(usize::from(byte & 0x1f)).copied().map_or('0', char::from));
    format!("{kind}_{}", characters.collect::<String>())
}

/// Returns true if a text is valid as an id in a record name: a limited number of letters, digits and underscores.
pub fn is_id(text: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the readable start and end of a secret.
pub fn secret_hint(secret: &str) -> (String, String) {
    let start = secret.chars().take(HINT_START).collect();
    let skipped = secret.chars().count().saturating_sub(HINT_END);
    (start, secret.chars().skip(skipped).collect())
}

/// Returns the header that carries the credential of an API.
pub const fn header(api: Api) -> &'static str {
    match api {
        Api::Data => DATA_KEY_HEADER,
        Api::Account => "Authorization",
    }
}

/// Returns the violation for a missing credential header. If the query contains a secret, the message says that it does
/// not belong there.
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

/// Refuses a secret in the query of a URL, because logs and histories keep URLs.
///
/// # Errors
/// A violation that names the parameter, not the secret.
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

/// Returns the violation for an unknown, mistyped, revoked or expired credential. The message does not say which
/// applies.
pub fn invalid(api: Api) -> Violation {
    let header = header(api);
    let what = if api == Api::Data { "key" } else { "token" };
    let message = format!("Header {header} does not hold a valid {what}.");
    Violation::new(Code::InvalidCredentials, format!("header:{header}"), message)
}

/// Checks that a key is valid for an API at a time (RFC 3339, UTC, seconds). Compares the hash in constant time.
pub fn authorize(record: &KeyRecord, api: Api, hash: &str, now: &str) -> Result<(), Violation> {
    if !hashes_match(&record.hash, hash) || record.status_at(now) != "active" || record.api != api {
        return Err(invalid(api));
    }
    let scope = api.scope();
    if !record.scopes.iter().any(|of_key| of_key == scope) {
        let message = format!("The key lacks the scope {scope}.");
        return Err(Violation::new(Code::InsufficientScope, format!("header:{}", header(api)), message));
    }
    Ok(())
}
