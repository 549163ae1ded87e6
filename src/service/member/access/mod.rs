//! Cloudflare Access as the identity provider of the dashboard: the assertion in a request, and its checks.
//!
//! In scope: the format of an assertion (a JWT, RFC 7519, signed with RS256), its claims, the team's keys (a JWK set),
//! and the times to fetch them. The subject is the only claim about a person, and only its hash is stored. Out of
//! scope: fetching the keys and verifying signatures (the Worker).

mod assertion;
mod keys;

pub use assertion::{Assertion, AssertionError};
pub use keys::{KeyLookup, MAX_KEYS_BYTES, TeamKey, TeamKeys, parse_keys};

use crate::guard::account::{Targets, check_target};
use crate::guard::problem::{Code, Violation, echo};
use crate::service::account::request::is_origin;
use serde::{Deserialize, Serialize};

/// The header with the assertion.
pub const HEADER: &str = "cf-access-jwt-assertion";
/// The header in problems.
pub const LOCATION: &str = "header:Cf-Access-Jwt-Assertion";
/// The setting that names the team.
pub const TEAM_DOMAIN: &str = "ACCESS_TEAM_DOMAIN";
/// The setting that names the application.
pub const AUDIENCE: &str = "ACCESS_AUDIENCE";
/// Number of hexadecimal digits of an application's tag.
const AUDIENCE_DIGITS: usize = 64;

/// The kind of identity that is bound to a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// A subject of Cloudflare Access.
    Access,
}

/// The application of Cloudflare Access that protects a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessApplication {
    /// The origin of the team, which issues assertions and publishes their keys.
    team: String,
    /// The tag of the application.
    audience: String,
}

impl AccessApplication {
    /// Reads the settings. An empty text counts as missing.
    ///
    /// # Errors
    /// One message for each invalid setting.
    pub fn from_settings(team: Option<String>, audience: Option<String>) -> Result<Option<Self>, Vec<String>> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let alone = |name, other| {
            format!("{name} is set without {other}: an identity provider in front takes both, and none takes neither.")
        };
        let (team, audience) = match (given(team), given(audience)) {
            (Some(team), Some(audience)) => (team, audience),
            (None, None) => return Ok(None),
            (Some(_), None) => return Err(vec![alone(TEAM_DOMAIN, AUDIENCE)]),
            (None, Some(_)) => return Err(vec![alone(AUDIENCE, TEAM_DOMAIN)]),
        };
        let mut wrong = Vec::new();
        if !is_origin(&team) || check_target(&team, Targets::Local).is_err() {
            wrong.push(format!(
                "{TEAM_DOMAIN} must be the origin of a team, such as https://acme.cloudflareaccess.com, without a path. \
                 Got '{}'.",
                echo(&team)
            ));
        }
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if audience.len() != AUDIENCE_DIGITS || !audience.bytes().all(is_digit) {
            wrong.push(format!(
                "{AUDIENCE} must be the application's AUD tag: {AUDIENCE_DIGITS} hexadecimal digits in lower case. Got '{}'.",
                echo(&audience)
            ));
        }
        if wrong.is_empty() { Ok(Some(Self { team, audience })) } else { Err(wrong) }
    }

    /// Returns the origin of the team.
    pub fn team(&self) -> &str {
        &self.team
    }

    /// Returns the tag of the application.
    pub fn audience(&self) -> &str {
        &self.audience
    }

    /// Returns true if the team runs on this machine, for local tests.
    pub fn is_local(&self) -> bool {
        check_target(&self.team, Targets::Public).is_err()
    }

    /// Returns the URL of the team's keys.
    pub fn keys_url(&self) -> String {
        format!("{}/cdn-cgi/access/certs", self.team)
    }
}

/// Returns the violation for a sign-in by identity without an identity provider.
pub fn no_provider() -> Violation {
    let message = "no identity provider stands in front of this deployment. Sign in by the link of an invitation.";
    Violation::new(Code::ValueNotAllowed, "/identity", message)
}

/// Returns the violation for a subject that is bound to no member.
pub fn unknown_subject() -> Violation {
    let message = "the sign-in of your organisation is not known here yet. Ask an admin of the account, or its operator, \
                   for an invitation link, and open it while you are signed in there.";
    Violation::new(Code::InvalidCredentials, "/identity", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEAM: &str = "https://acme.cloudflareaccess.com";

    fn read(team: &str, audience: &str) -> Result<Option<AccessApplication>, Vec<String>> {
        AccessApplication::from_settings(Some(team.to_owned()), Some(audience.to_owned()))
    }

    #[test]
    fn both_settings_are_needed_or_neither() {
        let audience = "0a".repeat(32);
        let access = read(TEAM, &audience).unwrap().unwrap();
        assert_eq!((access.team(), access.audience(), access.is_local()), (TEAM, audience.as_str(), false));
        assert_eq!(access.keys_url(), "https://acme.cloudflareaccess.com/cdn-cgi/access/certs");
        assert_eq!([read("", ""), AccessApplication::from_settings(None, None)], [Ok(None), Ok(None)]);
        assert!(read("", &audience).unwrap_err()[0].starts_with("ACCESS_AUDIENCE is set without ACCESS_TEAM_DOMAIN"));
        assert!(read(TEAM, "").unwrap_err()[0].starts_with("ACCESS_TEAM_DOMAIN is set without ACCESS_AUDIENCE"));
        assert!(read("http://127.0.0.1:8080", &audience).unwrap().unwrap().is_local());
    }

    #[test]
    fn each_invalid_setting_has_a_message() {
        let audience = "0a".repeat(32);
        for team in [
            "acme.cloudflareaccess.com",
            "https://acme.cloudflareaccess.com/",
            "https://acme.cloudflareaccess.com/cdn-cgi",
            "https://Acme.cloudflareaccess.com",
            "http://acme.cloudflareaccess.com",
            "https://acme@cloudflareaccess.com",
            "https://10.0.0.1",
            "https://",
        ] {
            assert_eq!(read(team, &audience).map_err(|wrong| wrong.len()), Err(1), "{team}");
        }
        for audience in ["0a", &"0A".repeat(32), &"0g".repeat(32), &"0a".repeat(33)] {
            assert_eq!(read(TEAM, audience).map_err(|wrong| wrong.len()), Err(1), "{audience}");
        }
        assert_eq!(read("x", "y").map_err(|wrong| wrong.len()), Err(2));
    }
}
