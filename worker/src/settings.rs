//! The settings of the deployment: variables and secrets, parsed and checked once.
//!
//! If a variable is invalid, all requests fail, because a silent default would go unnoticed. If a secret is invalid,
//! only the functions that need it fail, because a deployment may omit it.

use crate::platform::log_error;
use overheard::guard::account::Targets;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::service::envelope::Form;
use overheard::service::member::access::{AUDIENCE, AccessApplication, TEAM_DOMAIN};
use overheard::service::signing::{MIN_SECRET_CHARACTERS, Purpose, SecretError, SigningKey, check_secret};
use serde_json::{Value, json};

const ADMIN_SECRET: &str = "ADMIN_SECRET";
const SIGNING_SECRET: &str = "SIGNING_SECRET";
/// Default seconds for which an isolate caches the active dataset version.
const SERVED_FOR_SECONDS: u64 = 5;
const MAX_SERVED_FOR_SECONDS: u64 = 86_400;
/// Jurisdictions of the platform.
const JURISDICTIONS: [&str; 2] = ["eu", "fedramp"];
const SWITCH: [&str; 2] = ["on", "off"];

/// The settings in effect.
#[derive(Debug)]
pub struct Settings {
    /// The version of the code.
    pub code: String,
    /// The form of answers if a request does not select one.
    pub form: Form,
    /// Seconds for which an isolate caches the active dataset version.
    pub served_for_seconds: u64,
    /// True if answers, rows and records are cached.
    pub caches: bool,
    /// True if D1's read replicas answer queries of the Data API.
    pub d1_sessions: bool,
    /// The jurisdiction that stores the data, if one is set.
    pub jurisdiction: Option<&'static str>,
    /// True if webhooks may point to this machine, for trials. The deployment then refuses requests from other
    /// machines.
    pub local_webhooks: bool,
    /// True if MCP clients get tools that write.
    pub mcp_write_tools: bool,
    /// The identity provider in front of the dashboard, if there is one.
    pub access: Option<AccessApplication>,
    admin: Result<String, SecretError>,
    signing: Result<SigningKeys, SecretError>,
}

/// The signing keys by purpose.
#[derive(Debug)]
struct SigningKeys {
    browser_tokens: SigningKey,
    cursors: SigningKey,
    webhooks: SigningKey,
}

impl Settings {
    /// Parses the settings. Absent ones get their defaults.
    ///
    /// # Errors
    /// 503, with all invalid settings.
    pub fn read(code: String, text: impl Fn(&str) -> Option<String>) -> Result<Self, Violation> {
        let mut wrong = Vec::new();
        let mut one_of = |name: &str, given: Option<String>, allowed: &[&'static str]| {
            let given = given?;
            let found = allowed.iter().find(|allowed| **allowed == given);
            if found.is_none() {
                wrong.push(format!("{name} '{}' is not allowed. Allowed: [{}]", echo(&given), allowed.join(", ")));
            }
            found.copied()
        };
        let form =
            one_of("ENVELOPE", text("ENVELOPE"), Form::NAMES).and_then(|form| form.parse().ok()).unwrap_or(Form::Flat);
        let local_webhooks = one_of("LOCAL_WEBHOOKS", text("LOCAL_WEBHOOKS"), &SWITCH) == Some("on");
        let mcp_write_tools = one_of("MCP_WRITE_TOOLS", text("MCP_WRITE_TOOLS"), &SWITCH) == Some("on");
        let caches = one_of("CACHES", text("CACHES"), &SWITCH) != Some("off");
        let d1_sessions = one_of("D1_SESSIONS", text("D1_SESSIONS"), &SWITCH) == Some("on");
        // An empty text means that no jurisdiction is set.
        let jurisdiction = text("JURISDICTION").filter(|jurisdiction| !jurisdiction.is_empty());
        let jurisdiction = one_of("JURISDICTION", jurisdiction, &JURISDICTIONS);
        let seconds = text("SERVED_FOR_SECONDS").map_or(Ok(SERVED_FOR_SECONDS), |given| {
            given.parse().ok().filter(|seconds| *seconds <= MAX_SERVED_FOR_SECONDS).ok_or(given)
        });
        let served_for_seconds = seconds.unwrap_or_else(|given| {
            wrong.push(format!(
                "SERVED_FOR_SECONDS must be a whole number from 0 to {MAX_SERVED_FOR_SECONDS}. Got '{}'.",
                echo(&given)
            ));
            SERVED_FOR_SECONDS
        });
        let access = AccessApplication::from_settings(text(TEAM_DOMAIN), text(AUDIENCE)).unwrap_or_else(|faults| {
            wrong.extend(faults);
            None
        });
        if !wrong.is_empty() {
            let message = format!("the deployment's settings are wrong: {}", wrong.join(" "));
            log_error(&message);
            return Err(Violation::new(Code::BackendUnavailable, "", message));
        }
        let (admin, signing) = (text(ADMIN_SECRET), text(SIGNING_SECRET));
        Ok(Self {
            code,
            form,
            served_for_seconds,
            caches,
            d1_sessions,
            jurisdiction,
            local_webhooks,
            mcp_write_tools,
            access,
            admin: check_secret(admin.as_deref(), signing.as_deref()).map(str::to_owned),
            signing: check_secret(signing.as_deref(), admin.as_deref()).and_then(|secret| {
                let key = |purpose| SigningKey::derive(secret, purpose).ok_or(SecretError::Missing);
                Ok(SigningKeys {
                    browser_tokens: key(Purpose::BrowserTokens)?,
                    cursors: key(Purpose::Cursors)?,
                    webhooks: key(Purpose::Webhooks)?,
                })
            }),
        })
    }

    /// Returns the variables in effect by name.
    pub fn to_json(&self) -> Value {
        json!({
            "ENVELOPE": self.form.name(),
            "SERVED_FOR_SECONDS": self.served_for_seconds,
            "CACHES": if self.caches { "on" } else { "off" },
            "D1_SESSIONS": if self.d1_sessions { "on" } else { "off" },
            "JURISDICTION": self.jurisdiction.unwrap_or_default(),
            "LOCAL_WEBHOOKS": if self.local_webhooks { "on" } else { "off" },
            "MCP_WRITE_TOOLS": if self.mcp_write_tools { "on" } else { "off" },
            TEAM_DOMAIN: self.access.as_ref().map(AccessApplication::team).unwrap_or_default(),
            AUDIENCE: self.access.as_ref().map(AccessApplication::audience).unwrap_or_default(),
        })
    }

    /// Returns the allowed addresses of webhooks.
    pub const fn targets(&self) -> Targets {
        if self.local_webhooks { Targets::Local } else { Targets::Public }
    }

    /// Returns the secret of the operator API, or `None` if that API is disabled.
    ///
    /// # Errors
    /// 503 for an invalid secret. The message names the setting, because only operators call this API.
    pub fn admin_secret(&self) -> Result<Option<&str>, Violation> {
        match &self.admin {
            Ok(secret) => Ok(Some(secret)),
            Err(SecretError::Missing) => Ok(None),
            Err(bad) => {
                let reason = secret_message(ADMIN_SECRET, SIGNING_SECRET, *bad);
                let message = format!("{reason} Until then there is no operator's surface.");
                log_error(&message);
                Err(Violation::new(Code::BackendUnavailable, "", message))
            }
        }
    }

    /// Returns the signing key for a purpose. It is derived from `SIGNING_SECRET`, never from `ADMIN_SECRET`.
    ///
    /// # Errors
    /// 503 if the secret is missing or invalid. The log has the reason.
    pub fn signing_key(&self, purpose: Purpose) -> Result<&SigningKey, Violation> {
        let keys = self.signing.as_ref().map_err(|bad| {
            log_error(secret_message(SIGNING_SECRET, ADMIN_SECRET, *bad));
            // The reason is of no use to the client.
            let message = "the deployment lacks a secret that this needs; its log tells the operator which.";
            Violation::new(Code::BackendUnavailable, "", message)
        })?;
        Ok(match purpose {
            Purpose::BrowserTokens => &keys.browser_tokens,
            Purpose::Cursors => &keys.cursors,
            Purpose::Webhooks => &keys.webhooks,
        })
    }

    /// Returns the error in `SIGNING_SECRET`, for operators.
    pub fn bad_signing_secret(&self) -> Option<String> {
        self.signing.as_ref().err().map(|bad| secret_message(SIGNING_SECRET, ADMIN_SECRET, *bad))
    }
}

fn secret_message(name: &str, other: &str, bad: SecretError) -> String {
    match bad {
        SecretError::Missing => {
            format!("{name} is not set: give the deployment one of {MIN_SECRET_CHARACTERS} characters or more.")
        }
        SecretError::Short => format!("{name} is too short: it must have at least {MIN_SECRET_CHARACTERS} characters."),
        SecretError::SameAsOther => format!("{name} must not be the same as {other}: give the deployment another one."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::logged;

    const ONE: &str = "0123456789abcdef0123456789abcdef";
    const TAG: &str = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
    const OTHER: &str = "fedcba9876543210fedcba9876543210";

    fn read(texts: &[(&str, &str)]) -> Result<Settings, String> {
        let text = |name: &str| texts.iter().find(|(of, _)| *of == name).map(|(_, text)| (*text).to_owned());
        Settings::read(String::new(), text).map_err(|violation| violation.message)
    }

    #[test]
    fn absent_settings_have_defaults() {
        let settings = read(&[]).unwrap();
        let expected = json!({"ENVELOPE": "flat", "SERVED_FOR_SECONDS": 5, "CACHES": "on", "D1_SESSIONS": "off", "JURISDICTION": "", "LOCAL_WEBHOOKS": "off", "MCP_WRITE_TOOLS": "off", "ACCESS_TEAM_DOMAIN": "", "ACCESS_AUDIENCE": ""});
        assert_eq!(settings.to_json(), expected);
        assert_eq!(settings.admin_secret(), Ok(None));
    }

    #[test]
    fn given_settings_are_in_effect() {
        let given = [
            ("ENVELOPE", "wrapped"),
            ("SERVED_FOR_SECONDS", "0"),
            ("CACHES", "off"),
            ("D1_SESSIONS", "on"),
            ("JURISDICTION", "eu"),
            ("LOCAL_WEBHOOKS", "on"),
            ("MCP_WRITE_TOOLS", "on"),
            ("ACCESS_TEAM_DOMAIN", "https://acme.cloudflareaccess.com"),
            ("ACCESS_AUDIENCE", TAG),
        ];
        let expected = json!({"ENVELOPE": "wrapped", "SERVED_FOR_SECONDS": 0, "CACHES": "off", "D1_SESSIONS": "on", "JURISDICTION": "eu", "LOCAL_WEBHOOKS": "on", "MCP_WRITE_TOOLS": "on", "ACCESS_TEAM_DOMAIN": "https://acme.cloudflareaccess.com", "ACCESS_AUDIENCE": TAG});
        assert_eq!(read(&given).unwrap().to_json(), expected);
        assert_eq!(read(&[("JURISDICTION", "")]).unwrap().jurisdiction, None);
    }

    #[test]
    fn all_invalid_settings_are_named_with_the_allowed_values() {
        let wrong = [("ENVELOPE", "warpped"), ("SERVED_FOR_SECONDS", "5s"), ("CACHES", ""), ("JURISDICTION", "EU")];
        let says = "the deployment's settings are wrong: ENVELOPE 'warpped' is not allowed. Allowed: [flat, wrapped] \
                    CACHES '' is not allowed. Allowed: [on, off] JURISDICTION 'EU' is not allowed. Allowed: [eu, fedramp] \
                    SERVED_FOR_SECONDS must be a whole number from 0 to 86400. Got '5s'.";
        assert_eq!((read(&wrong).unwrap_err().as_str(), logged()), (says, vec![says.to_owned()]));
        assert!(read(&[(AUDIENCE, TAG)]).unwrap_err().contains("ACCESS_AUDIENCE is set without ACCESS_TEAM_DOMAIN"));
        for seconds in ["-1", "86401", "1.5", "", "99999999999999999999"] {
            assert!(read(&[("SERVED_FOR_SECONDS", seconds)]).is_err(), "{seconds}");
        }
    }

    #[test]
    fn an_invalid_secret_disables_the_functions_that_need_it() {
        let good = read(&[(ADMIN_SECRET, ONE), (SIGNING_SECRET, OTHER)]).unwrap();
        assert_eq!(good.admin_secret(), Ok(Some(ONE)));
        assert!(good.signing_key(Purpose::Cursors).is_ok() && good.bad_signing_secret().is_none());
        for (admin, signing, says) in [
            (ONE, "", "SIGNING_SECRET is not set: give the deployment one of 32 characters or more."),
            (ONE, "short", "SIGNING_SECRET is too short: it must have at least 32 characters."),
            (ONE, ONE, "SIGNING_SECRET must not be the same as ADMIN_SECRET: give the deployment another one."),
        ] {
            let settings = read(&[(ADMIN_SECRET, admin), (SIGNING_SECRET, signing)]).unwrap();
            let message = settings.signing_key(Purpose::BrowserTokens).unwrap_err().message;
            assert_eq!(message, "the deployment lacks a secret that this needs; its log tells the operator which.");
            assert_eq!(logged(), [says]);
            assert_eq!(settings.bad_signing_secret().as_deref(), Some(says));
        }
        let short = read(&[(ADMIN_SECRET, "short"), (SIGNING_SECRET, OTHER)]).unwrap();
        let message = short.admin_secret().unwrap_err().message;
        assert!(
            message.starts_with("ADMIN_SECRET is too short") && message.ends_with("no operator's surface."),
            "{message}"
        );
    }
}
