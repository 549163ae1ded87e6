//! An assertion: a JWT signed with a key of the team. Its claims are used only after the signature was verified.

use super::{AccessApplication, LOCATION};
use crate::guard::problem::{Code, Violation};
use crate::service::credential::hash;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64URL;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Maximum bytes of an assertion. An assertion of Access has about one thousand.
const MAX_BYTES: usize = 8_192;
/// Seconds by which the clocks of the provider and of the edge may differ.
const LEEWAY: i64 = 60;
/// The only accepted signature algorithm, which the assertion cannot choose.
const ALGORITHM: &str = "RS256";

/// The reason for rejecting an assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssertionError {
    /// The assertion is missing.
    Missing,
    /// There are several assertions.
    Several,
    /// The assertion is too long.
    TooLong,
    /// The assertion is not a JWT, or lacks a required part.
    Malformed,
    /// The assertion is unsigned, or uses another algorithm.
    Algorithm,
    /// The team has no such key.
    UnknownKey,
    /// The signature does not match.
    Signature,
    /// Another team issued it.
    Issuer,
    /// It is for another application.
    Audience,
    /// The assertion has expired.
    Expired,
    /// The assertion is not valid yet.
    Early,
    /// The assertion identifies a program, not a person.
    NoSubject,
}

impl AssertionError {
    /// Returns the violation for the rejection.
    pub fn violation(self) -> Violation {
        let why = match self {
            Self::Missing => {
                let message = "signing in goes through the identity provider in front of this deployment, which has put \
                               no assertion into this request. Open the dashboard at the address that it stands in front of.";
                return Violation::new(Code::InvalidCredentials, LOCATION, message);
            }
            Self::Several => "there are several",
            Self::TooLong => "it is longer than 8192 bytes",
            Self::Malformed => "it is no JSON Web Token with the claims that each has",
            Self::Algorithm => "it is not signed with RS256",
            Self::UnknownKey => "it is signed with no key of the team",
            Self::Signature => "its signature is wrong",
            Self::Issuer => "another team issued it than that of the deployment",
            Self::Audience => "it is for another application than that of the deployment",
            Self::Expired => "it has expired",
            Self::Early => "its time is still to come",
            Self::NoSubject => "it names no person: service tokens sign nobody in",
        };
        let message = format!("the assertion of the identity provider is not good: {why}. Load the page again.");
        Violation::new(Code::InvalidCredentials, LOCATION, message)
    }
}

/// An assertion that is not verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion<'t> {
    kid: String,
    signed: &'t str,
    claims: &'t str,
    signature: Vec<u8>,
}

/// The claims that are used. The subject is the only one about the person.
#[derive(Deserialize)]
struct Claims {
    iss: String,
    /// A text, or a list of them.
    aud: Value,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    #[serde(default)]
    sub: String,
}

impl<'t> Assertion<'t> {
    /// Parses an assertion without verifying it.
    ///
    /// # Errors
    /// For texts of another format, and for other signature algorithms.
    pub fn read(text: &'t str) -> Result<Self, AssertionError> {
        if text.len() > MAX_BYTES {
            return Err(AssertionError::TooLong);
        }
        let (signed, signature) = text.rsplit_once('.').ok_or(AssertionError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(AssertionError::Malformed)?;
        // An encrypted token has five parts, and so have two tokens in one header.
        if claims.contains('.') {
            return Err(AssertionError::Malformed);
        }
        let header: Value = part(header)?;
        let text = |name: &str| header.get(name).and_then(Value::as_str);
        if text("alg") != Some(ALGORITHM) {
            return Err(AssertionError::Algorithm);
        }
        let kid = text("kid").filter(|kid| !kid.is_empty()).ok_or(AssertionError::Malformed)?.to_owned();
        // `crit` names extensions that must be supported (RFC 7515, 4.1.11). None is.
        if header.get("crit").is_some() {
            return Err(AssertionError::Malformed);
        }
        let signature = BASE64URL.decode(signature).map_err(|_| AssertionError::Malformed)?;
        Ok(Self { kid, signed, claims, signature })
    }

    /// Returns the id of the signing key, as the assertion states it.
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Returns the signed bytes.
    pub fn signed(&self) -> &[u8] {
        self.signed.as_bytes()
    }

    /// Returns the signature.
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// Returns the SHA-256 of the team and the subject, hexadecimal. No other data about the person is stored. The
    /// caller has verified the signature. The time is in seconds since 1970.
    ///
    /// # Errors
    /// For assertions of another issuer or audience, at another time, or without a subject.
    pub fn subject(&self, access: &AccessApplication, now: i64) -> Result<String, AssertionError> {
        let claims: Claims = part(self.claims)?;
        if claims.iss != access.team() {
            return Err(AssertionError::Issuer);
        }
        let is_for_this = match &claims.aud {
            Value::Array(audiences) => audiences.iter().any(|audience| audience == access.audience()),
            audience => audience == access.audience(),
        };
        if !is_for_this {
            return Err(AssertionError::Audience);
        }
        if claims.exp.saturating_add(LEEWAY) <= now {
            return Err(AssertionError::Expired);
        }
        let begins = claims.nbf.unwrap_or(claims.iat).max(claims.iat);
        if begins.saturating_sub(LEEWAY) > now {
            return Err(AssertionError::Early);
        }
        if claims.sub.is_empty() {
            return Err(AssertionError::NoSubject);
        }
        // No origin contains a line break, so the joined text is unambiguous.
        Ok(hash(&format!("{}\n{}", claims.iss, claims.sub)))
    }
}

/// Parses a part of an assertion: JSON as base64url.
fn part<T: DeserializeOwned>(text: &str) -> Result<T, AssertionError> {
    let bytes = BASE64URL.decode(text).map_err(|_| AssertionError::Malformed)?;
    serde_json::from_slice(&bytes).map_err(|_| AssertionError::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const NOW: i64 = 1_800_000_000;

    fn access() -> AccessApplication {
        let team = Some("https://acme.cloudflareaccess.com".to_owned());
        AccessApplication::from_settings(team, Some("0a".repeat(32))).unwrap().unwrap()
    }

    fn claims() -> Value {
        json!({
            "aud": ["0a".repeat(32)], "email": "someone@acme.example", "exp": NOW + 600, "iat": NOW - 5, "nbf": NOW - 5,
            "iss": "https://acme.cloudflareaccess.com", "type": "app", "identity_nonce": "n",
            "sub": "7335d417-61da-459d-899c-0a01c76a2f94", "country": "US",
        })
    }

    fn text(header: &Value, claims: &Value) -> String {
        let part = |value: &Value| BASE64URL.encode(value.to_string());
        format!("{}.{}.{}", part(header), part(claims), BASE64URL.encode("signature"))
    }

    fn header() -> Value {
        json!({"alg": "RS256", "kid": "k1", "typ": "JWT"})
    }

    /// Returns the subject of the claims with some of them replaced. `null` removes a claim.
    fn subject_with(others: Value) -> Result<String, AssertionError> {
        let mut claims = claims();
        for (name, value) in others.as_object().unwrap() {
            let claims = claims.as_object_mut().unwrap();
            match value {
                Value::Null => claims.shift_remove(name),
                value => claims.insert(name.clone(), value.clone()),
            };
        }
        Assertion::read(&text(&header(), &claims)).unwrap().subject(&access(), NOW)
    }

    #[test]
    fn an_assertion_is_parsed_without_verification() {
        let text = text(&header(), &claims());
        let assertion = Assertion::read(&text).unwrap();
        assert_eq!((assertion.kid(), assertion.signature()), ("k1", &b"signature"[..]));
        assert_eq!(assertion.signed(), text.rsplit_once('.').unwrap().0.as_bytes());
    }

    #[test]
    fn the_subject_is_a_hash_of_team_and_subject() {
        // printf 'https://acme.cloudflareaccess.com\n7335d417-61da-459d-899c-0a01c76a2f94' | sha256sum
        let expected = "6e21013600bd5ba6f1504fd0a17683a37efd952d841ac974b757ebb905535e22";
        assert_eq!(subject_with(json!({})).as_deref(), Ok(expected));
        assert_eq!(subject_with(json!({"email": "other@acme.example", "nbf": null})).as_deref(), Ok(expected));
        assert_ne!(subject_with(json!({"sub": "other"})).as_deref(), Ok(expected));
        assert_eq!(subject_with(json!({"aud": "0a".repeat(32)})).as_deref(), Ok(expected));
        assert_eq!(subject_with(json!({"aud": ["other", "0a".repeat(32)]})).as_deref(), Ok(expected));
    }

    #[test]
    fn every_claim_is_checked() {
        use AssertionError::{Audience, Early, Expired, Issuer, Malformed, NoSubject};
        for (others, fault) in [
            (json!({"iss": "https://other.cloudflareaccess.com"}), Issuer),
            (json!({"iss": "https://acme.cloudflareaccess.com/"}), Issuer),
            (json!({"iss": null}), Malformed),
            (json!({"aud": "0b".repeat(32)}), Audience),
            (json!({"aud": []}), Audience),
            (json!({"aud": ["0a"]}), Audience),
            (json!({"aud": null}), Malformed),
            (json!({"aud": {"0": "0a".repeat(32)}}), Audience),
            (json!({"aud": [["0a".repeat(32)]]}), Audience),
            (json!({"exp": NOW - 60}), Expired),
            (json!({"exp": i64::MIN}), Expired),
            (json!({"exp": null}), Malformed),
            (json!({"exp": "tomorrow"}), Malformed),
            (json!({"nbf": NOW + 61}), Early),
            (json!({"iat": NOW + 61}), Early),
            (json!({"iat": i64::MAX, "exp": i64::MAX}), Early),
            (json!({"iat": null}), Malformed),
            (json!({"sub": ""}), NoSubject),
            (json!({"sub": null}), NoSubject),
            (json!({"sub": 7}), Malformed),
        ] {
            assert_eq!(subject_with(others.clone()), Err(fault), "{others}");
        }
        for others in [json!({"exp": NOW - 59}), json!({"nbf": NOW + 60}), json!({"iat": NOW + 60, "exp": i64::MAX})] {
            assert!(subject_with(others.clone()).is_ok(), "clocks differ: {others}");
        }
    }

    #[test]
    fn other_algorithms_and_formats_are_refused() {
        use AssertionError::{Algorithm, Malformed, TooLong};
        let read = |header: Value| Assertion::read(&text(&header, &claims())).map(|_| ());
        for alg in ["none", "None", "HS256", "RS384", "RS512", "PS256", "ES256", "rs256", ""] {
            assert_eq!(read(json!({"alg": alg, "kid": "k1"})), Err(Algorithm), "{alg}");
        }
        for header in [json!({"kid": "k1"}), json!({"alg": ["RS256"], "kid": "k1"}), json!([]), json!("RS256")] {
            assert_eq!(read(header.clone()), Err(Algorithm), "{header}");
        }
        let crit = json!({"alg": "RS256", "kid": "k1", "crit": ["exp"]});
        for header in
            [json!({"alg": "RS256"}), json!({"alg": "RS256", "kid": 1}), json!({"alg": "RS256", "kid": ""}), crit]
        {
            assert_eq!(read(header.clone()), Err(Malformed), "{header}");
        }
        let good = text(&header(), &claims());
        for text in ["", ".", "..", "a.b", "a.b.c", &good.replace('.', ""), &format!("{good}=")] {
            assert_eq!(Assertion::read(text).map(|_| ()), Err(Malformed), "{text}");
        }
        assert_eq!(Assertion::read(&"a".repeat(8_193)).map(|_| ()), Err(TooLong));
        let five = format!("{good}.a.b");
        assert_eq!(Assertion::read(&five).map(|_| ()), Err(Malformed), "an encrypted one");
    }

    #[test]
    fn every_error_names_the_header() {
        use AssertionError::{Missing, Signature};
        for fault in [Missing, Signature] {
            let violation = fault.violation();
            assert_eq!((violation.status(), violation.param.as_str()), (403, "header:Cf-Access-Jwt-Assertion"));
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,60}", claims in "\\PC{0,60}") {
            drop(Assertion::read(&text));
            let framed = format!("{}.{}.{}", BASE64URL.encode(r#"{"alg":"RS256","kid":"k"}"#), BASE64URL.encode(&claims), "");
            prop_assert!(Assertion::read(&framed).unwrap().subject(&access(), NOW).is_err());
        }
    }
}
