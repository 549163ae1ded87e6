//! What the deployment is told by its variables and secrets: read once, checked, and refused by name.
//!
//! A wrong variable stops everything, because nobody would notice what the deployment does instead. A secret that is not
//! good enough stops what needs it: a deployment may well do without.

use crate::platform::log_error;
use overheard::guard::account::Targets;
use overheard::guard::problem::{Code, Violation, echo};
use overheard::service::envelope::Form;
use overheard::service::member::access::{AUDIENCE, Access, TEAM_DOMAIN};
use overheard::service::signing::{BadSecret, MIN_SECRET_CHARACTERS, Purpose, SigningKey, check_secret};
use serde_json::{Value, json};

const ADMIN_SECRET: &str = "ADMIN_SECRET";
const SIGNING_SECRET: &str = "SIGNING_SECRET";
/// Seconds for which the database's word holds about which version is served, unless something else is said.
const SERVED_FOR_SECONDS: u64 = 5;
const MAX_SERVED_FOR_SECONDS: u64 = 86_400;
/// Where the platform keeps data by law, as it calls these places.
const JURISDICTIONS: [&str; 2] = ["eu", "fedramp"];
const SWITCH: [&str; 2] = ["on", "off"];

/// The settings, as they hold.
#[derive(Debug)]
pub struct Settings {
    /// Which version of the program runs.
    pub code: String,
    /// The form of answers when a request does not ask for one.
    pub form: Form,
    /// Seconds for which an isolate takes the database's word about which version is served.
    pub served_for_seconds: u64,
    /// Whether answers, rows and records are cached.
    pub caches: bool,
    /// Where the deployment keeps what it stores, by law, if it says so.
    pub jurisdiction: Option<&'static str>,
    /// Whether webhooks may be on this machine, for trials. Only a deployment that is reached as one of this machine
    /// answers anything then.
    pub local_webhooks: bool,
    /// Whether agents find tools that change something.
    pub mcp_write_tools: bool,
    /// The identity provider in front of the dashboard, if there is one.
    pub access: Option<Access>,
    admin: Result<String, BadSecret>,
    signing: Result<Keys, BadSecret>,
}

/// What is signed with.
#[derive(Debug)]
struct Keys {
    browser_tokens: SigningKey,
    cursors: SigningKey,
    webhooks: SigningKey,
}

impl Settings {
    /// Reads them from their texts by name; those that are absent are as they come.
    ///
    /// # Errors
    /// 503, which names everything that is not allowed.
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
        // An empty text is how a file of settings says that there is none.
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
        let access = Access::of_settings(text(TEAM_DOMAIN), text(AUDIENCE)).unwrap_or_else(|faults| {
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
            jurisdiction,
            local_webhooks,
            mcp_write_tools,
            access,
            admin: check_secret(admin.as_deref(), signing.as_deref()).map(str::to_owned),
            signing: check_secret(signing.as_deref(), admin.as_deref()).and_then(|secret| {
                let key = |purpose| SigningKey::derive(secret, purpose).ok_or(BadSecret::Missing);
                Ok(Keys {
                    browser_tokens: key(Purpose::BrowserTokens)?,
                    cursors: key(Purpose::Cursors)?,
                    webhooks: key(Purpose::Webhooks)?,
                })
            }),
        })
    }

    /// The variables by name, as they hold.
    pub fn shown(&self) -> Value {
        json!({
            "ENVELOPE": self.form.name(),
            "SERVED_FOR_SECONDS": self.served_for_seconds,
            "CACHES": if self.caches { "on" } else { "off" },
            "JURISDICTION": self.jurisdiction.unwrap_or_default(),
            "LOCAL_WEBHOOKS": if self.local_webhooks { "on" } else { "off" },
            "MCP_WRITE_TOOLS": if self.mcp_write_tools { "on" } else { "off" },
            TEAM_DOMAIN: self.access.as_ref().map(Access::team).unwrap_or_default(),
            AUDIENCE: self.access.as_ref().map(Access::audience).unwrap_or_default(),
        })
    }

    /// Where webhooks may be.
    pub const fn targets(&self) -> Targets {
        if self.local_webhooks { Targets::Local } else { Targets::Public }
    }

    /// The secret of the operator's surface; none where there is none, and so no surface.
    ///
    /// # Errors
    /// 503 for one that is not good enough, which names it: nobody but an operator has to do with it.
    pub fn admin_secret(&self) -> Result<Option<&str>, Violation> {
        match &self.admin {
            Ok(secret) => Ok(Some(secret)),
            Err(BadSecret::Missing) => Ok(None),
            Err(bad) => {
                let asked_for = asked_for(ADMIN_SECRET, SIGNING_SECRET, *bad);
                let message = format!("{asked_for} Until then there is no operator's surface.");
                log_error(&message);
                Err(Violation::new(Code::BackendUnavailable, "", message))
            }
        }
    }

    /// The key that is signed with for a purpose. It is never made of the operator's secret.
    ///
    /// # Errors
    /// 503 when the deployment has no secret for signatures, or one that is not good enough: the log says so.
    pub fn signing_key(&self, purpose: Purpose) -> Result<&SigningKey, Violation> {
        let keys = self.signing.as_ref().map_err(|bad| {
            log_error(asked_for(SIGNING_SECRET, ADMIN_SECRET, *bad));
            // Whoever asks cannot change it.
            let message = "the deployment lacks a secret that this needs; its log tells the operator which.";
            Violation::new(Code::BackendUnavailable, "", message)
        })?;
        Ok(match purpose {
            Purpose::BrowserTokens => &keys.browser_tokens,
            Purpose::Cursors => &keys.cursors,
            Purpose::Webhooks => &keys.webhooks,
        })
    }

    /// What is wrong with the secret for signatures, for operators.
    pub fn bad_signing_secret(&self) -> Option<String> {
        self.signing.as_ref().err().map(|bad| asked_for(SIGNING_SECRET, ADMIN_SECRET, *bad))
    }
}

fn asked_for(name: &str, other: &str, bad: BadSecret) -> String {
    match bad {
        BadSecret::Missing => {
            format!("{name} is not set: give the deployment one of {MIN_SECRET_CHARACTERS} characters or more.")
        }
        BadSecret::Short => format!("{name} is too short: it must have at least {MIN_SECRET_CHARACTERS} characters."),
        BadSecret::SameAsOther => format!("{name} must not be the same as {other}: give the deployment another one."),
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
    fn what_is_absent_is_as_it_comes() {
        let settings = read(&[]).unwrap();
        let expected = json!({"ENVELOPE": "flat", "SERVED_FOR_SECONDS": 5, "CACHES": "on", "JURISDICTION": "", "LOCAL_WEBHOOKS": "off", "MCP_WRITE_TOOLS": "off", "ACCESS_TEAM_DOMAIN": "", "ACCESS_AUDIENCE": ""});
        assert_eq!(settings.shown(), expected);
        assert_eq!(settings.admin_secret(), Ok(None));
    }

    #[test]
    fn what_is_said_holds() {
        let said = [
            ("ENVELOPE", "wrapped"),
            ("SERVED_FOR_SECONDS", "0"),
            ("CACHES", "off"),
            ("JURISDICTION", "eu"),
            ("LOCAL_WEBHOOKS", "on"),
            ("MCP_WRITE_TOOLS", "on"),
            ("ACCESS_TEAM_DOMAIN", "https://acme.cloudflareaccess.com"),
            ("ACCESS_AUDIENCE", TAG),
        ];
        let expected = json!({"ENVELOPE": "wrapped", "SERVED_FOR_SECONDS": 0, "CACHES": "off", "JURISDICTION": "eu", "LOCAL_WEBHOOKS": "on", "MCP_WRITE_TOOLS": "on", "ACCESS_TEAM_DOMAIN": "https://acme.cloudflareaccess.com", "ACCESS_AUDIENCE": TAG});
        assert_eq!(read(&said).unwrap().shown(), expected);
        assert_eq!(read(&[("JURISDICTION", "")]).unwrap().jurisdiction, None);
    }

    #[test]
    fn everything_that_is_wrong_is_named_with_what_is_allowed() {
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
    fn a_secret_that_is_not_good_enough_stops_what_needs_it() {
        let good = read(&[(ADMIN_SECRET, ONE), (SIGNING_SECRET, OTHER)]).unwrap();
        assert_eq!(good.admin_secret(), Ok(Some(ONE)));
        assert!(good.signing_key(Purpose::Cursors).is_ok() && good.bad_signing_secret().is_none());
        for (admin, signing, says) in [
            (ONE, "", "SIGNING_SECRET is not set: give the deployment one of 32 characters or more."),
            (ONE, "short", "SIGNING_SECRET is too short: it must have at least 32 characters."),
            (ONE, ONE, "SIGNING_SECRET must not be the same as ADMIN_SECRET: give the deployment another one."),
        ] {
            let settings = read(&[(ADMIN_SECRET, admin), (SIGNING_SECRET, signing)]).unwrap();
            let told = settings.signing_key(Purpose::BrowserTokens).unwrap_err().message;
            assert_eq!(told, "the deployment lacks a secret that this needs; its log tells the operator which.");
            assert_eq!(logged(), [says]);
            assert_eq!(settings.bad_signing_secret().as_deref(), Some(says));
        }
        let short = read(&[(ADMIN_SECRET, "short"), (SIGNING_SECRET, OTHER)]).unwrap();
        let told = short.admin_secret().unwrap_err().message;
        assert!(told.starts_with("ADMIN_SECRET is too short") && told.ends_with("no operator's surface."), "{told}");
    }
}
