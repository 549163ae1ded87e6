//! The keys of a team: parsed from its JWK set (RFC 7517), cached, and fetched again when that may help.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use serde_json::Value;

/// Maximum bytes of a team's JWK set. The set of Access contains each key in two formats, about ten thousand bytes.
pub const MAX_KEYS_BYTES: usize = 65_536;
/// Maximum number of cached keys of a team. A team has two at a time.
const MAX_KEYS: usize = 16;
/// Bytes of a modulus: 2,048 to 4,096 bits.
const MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=512;
/// Maximum bytes of an exponent.
const MAX_EXPONENT_BYTES: usize = 4;
/// Milliseconds for which keys are cached. Access signs with a new key for six weeks, and keeps the old one for
/// another.
const CACHED_MS: u64 = 300_000;
/// Minimum milliseconds between fetches because of unknown key ids. Invented key ids therefore cannot cause more
/// requests to the team.
const UNKNOWN_EVERY_MS: u64 = 10_000;
/// Milliseconds after a failed fetch without another one.
const PAUSE_MS: u64 = 2_000;

/// A public key of a team, for RS256.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members are those of the key")]
pub struct TeamKey {
    pub kid: String,
    pub n: String,
    pub e: String,
}

/// Parses a JWK set. Skips keys that are not for RS256.
///
/// # Errors
/// For other JSON, and for a set without a key for RS256.
pub fn parse_keys(body: &[u8]) -> Result<Vec<TeamKey>, String> {
    let set: Value = serde_json::from_slice(body).map_err(|error| format!("it is no JSON: {error}"))?;
    let keys = set.get("keys").and_then(Value::as_array).ok_or("it is no JWK set")?;
    let keys: Vec<TeamKey> = keys.iter().filter_map(parse_key).take(MAX_KEYS).collect();
    if keys.is_empty() { Err("it has no key for RS256".to_owned()) } else { Ok(keys) }
}

/// Returns the key of a JWK set member, if it is usable for RS256.
fn parse_key(jwk: &Value) -> Option<TeamKey> {
    let text = |name: &str| jwk.get(name)?.as_str().map(str::to_owned);
    let may_be = |name: &str, value: &str| jwk.get(name).is_none_or(|said| said == value);
    let is_for_this = jwk.get("kty")? == "RSA" && may_be("alg", "RS256") && may_be("use", "sig");
    let key = TeamKey { kid: text("kid")?, n: text("n")?, e: text("e")? };
    let bytes = |number: &str| BASE64URL.decode(number).map(|bytes| bytes.len()).unwrap_or_default();
    let is_of_size = MODULUS_BYTES.contains(&bytes(&key.n)) && (1..=MAX_EXPONENT_BYTES).contains(&bytes(&key.e));
    (is_for_this && is_of_size && !key.kid.is_empty()).then_some(key)
}

/// The cached keys of a team. Times are milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TeamKeys {
    keys: Vec<TeamKey>,
    read_at: Option<u64>,
    fetched_at: Option<u64>,
    failed_at: Option<u64>,
}

/// The result of a key lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyLookup {
    /// The key.
    Key(TeamKey),
    /// The team has no key with this id.
    Unknown,
    /// The keys must be fetched from the team.
    Fetch,
    /// The keys are unavailable: a recent fetch is pending or has failed.
    Unavailable,
}

impl TeamKeys {
    /// Looks up a key in the cache.
    pub fn find(&self, kid: &str, now_ms: u64) -> KeyLookup {
        let within = |at: Option<u64>, milliseconds: u64| at.is_some_and(|at| now_ms < at.saturating_add(milliseconds));
        let is_fresh = within(self.read_at, CACHED_MS);
        if is_fresh && let Some(key) = self.keys.iter().find(|key| key.kid == kid) {
            return KeyLookup::Key(key.clone());
        }
        if within(self.failed_at, PAUSE_MS) {
            return KeyLookup::Unavailable;
        }
        if !is_fresh {
            return KeyLookup::Fetch;
        }
        if within(self.read_at, UNKNOWN_EVERY_MS) {
            return KeyLookup::Unknown;
        }
        if within(self.fetched_at, UNKNOWN_EVERY_MS) { KeyLookup::Unavailable } else { KeyLookup::Fetch }
    }

    /// Records the start of a fetch.
    pub fn begin_fetch(&mut self, now_ms: u64) {
        self.fetched_at = Some(now_ms);
    }

    /// Records the fetched keys.
    pub fn finish_fetch(&mut self, keys: Vec<TeamKey>, now_ms: u64) {
        *self = Self { keys, read_at: Some(now_ms), fetched_at: self.fetched_at, failed_at: None };
    }

    /// Records a failed fetch. The cached keys are kept.
    pub fn fail_fetch(&mut self, now_ms: u64) {
        self.failed_at = Some(now_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn jwk(kid: &str, others: Value) -> Value {
        let n = BASE64URL.encode([0xc3; 256]);
        let mut key = json!({"kty": "RSA", "kid": kid, "alg": "RS256", "use": "sig", "e": "AQAB", "n": n});
        for (name, value) in others.as_object().unwrap() {
            key[name] = value.clone();
        }
        key
    }

    fn kids(keys: &[Value]) -> Result<Vec<String>, String> {
        let set = json!({"keys": keys, "public_cert": {"kid": "a", "cert": "-"}}).to_string();
        parse_keys(set.as_bytes()).map(|keys| keys.into_iter().map(|key| key.kid).collect())
    }

    #[test]
    fn keys_for_another_purpose_are_skipped() {
        let none = json!({});
        assert_eq!(kids(&[jwk("a", none.clone()), jwk("b", none.clone())]).unwrap(), ["a", "b"]);
        for others in [
            json!({"kty": "EC"}),
            json!({"alg": "RS512"}),
            json!({"use": "enc"}),
            json!({"kid": ""}),
            json!({"n": BASE64URL.encode([0xc3; 128])}),
            json!({"n": BASE64URL.encode([0xc3; 513])}),
            json!({"n": "not base64url"}),
            json!({"e": ""}),
            json!({"e": BASE64URL.encode([1; 5])}),
            json!({"n": null}),
        ] {
            assert_eq!(kids(&[jwk("a", others.clone()), jwk("b", none.clone())]).unwrap(), ["b"], "{others}");
            assert!(kids(&[jwk("a", others)]).is_err());
        }
        let many: Vec<Value> = (0..99).map(|number| jwk(&number.to_string(), none.clone())).collect();
        assert_eq!(kids(&many).unwrap().len(), 16);
        for text in ["", "[]", "{}", "<html>", r#"{"keys":{}}"#, r#"{"keys":[]}"#] {
            assert!(parse_keys(text.as_bytes()).is_err(), "{text}");
        }
    }

    fn key(kid: &str) -> TeamKey {
        TeamKey { kid: kid.to_owned(), n: String::new(), e: String::new() }
    }

    #[test]
    fn keys_are_fetched_only_if_that_may_help() {
        let mut keys = TeamKeys::default();
        assert_eq!(keys.find("a", 1_000_000), KeyLookup::Fetch);
        keys.begin_fetch(1_000_000);
        assert_eq!(keys.find("a", 1_000_001), KeyLookup::Fetch, "whoever comes meanwhile is not sent away");
        keys.finish_fetch(vec![key("a")], 1_000_100);
        assert_eq!(keys.find("a", 1_000_100 + 299_999), KeyLookup::Key(key("a")));
        assert_eq!(keys.find("a", 1_000_100 + 300_000), KeyLookup::Fetch, "what is old is asked for again");
        assert_eq!(keys.find("b", 1_000_100 + 9_999), KeyLookup::Unknown);
        assert_eq!(keys.find("b", 1_010_100), KeyLookup::Fetch);
        keys.begin_fetch(1_010_100);
        assert_eq!(keys.find("b", 1_010_101), KeyLookup::Unavailable, "the answer is on its way");
        assert_eq!(keys.find("a", 1_010_101), KeyLookup::Key(key("a")));
        keys.finish_fetch(vec![key("b")], 1_010_200);
        assert_eq!(
            [keys.find("a", 1_010_201), keys.find("b", 1_010_201)],
            [KeyLookup::Unknown, KeyLookup::Key(key("b"))]
        );
    }

    #[test]
    fn a_failed_fetch_keeps_the_cached_keys() {
        let mut keys = TeamKeys::default();
        keys.begin_fetch(5_000);
        keys.fail_fetch(8_000);
        assert_eq!([keys.find("a", 9_999), keys.find("a", 10_000)], [KeyLookup::Unavailable, KeyLookup::Fetch]);
        keys.finish_fetch(vec![key("a")], 10_000);
        keys.begin_fetch(20_000);
        keys.fail_fetch(20_100);
        assert_eq!(
            [keys.find("a", 20_200), keys.find("b", 20_200)],
            [KeyLookup::Key(key("a")), KeyLookup::Unavailable]
        );
    }
}
