//! Requests for alerts.

use super::{AlertDigest, AlertTarget};
use crate::guard::account::{Targets, check_object};
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::{Guard, MessageArg, NullHandling, TokenRef};
use crate::service::tool::{ToolAction, build_request};
use crate::spec::AccountOperation;
use crate::spec::request::Parameters;
use crate::spec::request::account::filters::{BRAND, CHANNEL, FILTERS};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

/// The maximum length of an alert's name.
const MAX_NAME_CHARACTERS: usize = 120;
/// The maximum number of mentions of a condition.
const MAX_MENTIONS: u32 = 1_000_000;
/// The default number of mentions with a tone, below which a tone says little.
const MIN_TONES: u32 = 20;
/// The parameters of the Account API that choose an alert's mentions.
const SELECTION: Parameters = &[BRAND, FILTERS, CHANNEL];

/// When an alert sends a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(name(ConditionKind), vis(pub))]
#[strum_discriminants(derive(EnumString, IntoStaticStr, VariantNames), strum(serialize_all = "snake_case"))]
#[strum_discriminants(doc = "The kind of an alert's condition.")]
pub enum AlertCondition {
    /// There are mentions that were not there before, of videos of the last three days.
    NewMentions,
    /// A day has so many mentions.
    Count {
        /// The number of mentions.
        at_least: u32,
    },
    /// The mean tone of the last seven full days falls below a value.
    Tone {
        /// The value, -1 to 1.
        below: f64,
        /// The number of mentions with a tone that there must be.
        #[serde(default = "min_tones")]
        at_least: u32,
    },
    /// The last full day has far more mentions than the days before, as for the event `volume.spike`.
    Spike,
}

const fn min_tones() -> u32 {
    MIN_TONES
}

/// A checked request for an alert, which is also its stored form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlertRequest {
    /// The name, which messages begin with.
    pub name: String,
    /// When a message is sent.
    pub condition: AlertCondition,
    /// The mentions that count, as parameters of the Account API. All of the account's brands without any.
    #[serde(default)]
    pub filters: Map<String, Value>,
    /// The recipient of messages.
    pub target: AlertTarget,
    /// When messages are sent together. They are sent at once without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<AlertDigest>,
    /// True if no messages are sent.
    #[serde(default)]
    pub muted: bool,
}

const MEMBERS: &[&str] = &["name", "condition", "filters", "target", "digest", "muted"];

impl AlertRequest {
    /// Parses `{"name", "condition", "filters"?, "target", "digest"?, "muted"?}`.
    ///
    /// # Errors
    /// All violations.
    pub fn parse(body: &[u8], targets: Targets) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            let (mut kind, mut digest) = (None, None);
            guard.members_of(
                TokenRef::BODY,
                MEMBERS,
                &["name", "condition", "target"],
                |guard, name, value| match name {
                    "name" => _ = guard.given_name(value, MAX_NAME_CHARACTERS),
                    "condition" => AlertCondition::check(guard, value),
                    "filters" => check_object(guard, value, SELECTION, NullHandling::AsValues),
                    "target" => kind = AlertTarget::check(guard, value, targets),
                    "digest" => {
                        digest = Some(value);
                        AlertDigest::check(guard, value);
                    }
                    _ => _ = guard.boolean(value),
                },
            )?;
            if let (Some("dashboard"), Some(at)) = (kind, digest) {
                guard.refuse(Code::ValueNotAllowed, at, b"", "@ is not for target.type 'dashboard'.", &[]);
            }
            (guard.violation_count() == 0).then_some(())
        })?;
        let read = serde_json::from_slice(body).ok().map(normal).and_then(|read| Self::from_stored(read).ok());
        read.ok_or_else(|| Violation::new(Code::InternalError, "", "an alert that passed was not read.").into())
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// It is not a checked request.
    pub fn from_stored(stored: Value) -> Result<Self, serde_json::Error> {
        serde_json::from_value(stored)
    }

    /// Parses the members that change, and returns the changed request. A null member is left out.
    ///
    /// # Errors
    /// All violations.
    pub fn changed(&self, body: &[u8], targets: Targets) -> Result<Self, Problems> {
        Guard::check(body, |guard| guard.members_of(TokenRef::BODY, MEMBERS, &[], |_, _, _| ()))?;
        let mut members: Map<String, Value> =
            serde_json::to_value(self).and_then(serde_json::from_value).unwrap_or_default();
        members.extend(serde_json::from_slice::<Map<String, Value>>(body).unwrap_or_default());
        Self::parse(normal(Value::Object(members)).to_string().as_bytes(), targets)
    }

    /// Returns the address of a request about the alert's mentions, with further parameters.
    pub fn address(&self, operation: AccountOperation, more: &[(&str, &str)]) -> Option<String> {
        let mut parameters = self.filters.clone();
        parameters.extend(more.iter().map(|(name, value)| ((*name).to_owned(), json!(value))));
        let built = build_request(ToolAction::Account(operation), Value::Object(parameters)).ok().flatten()?;
        Some(built.path)
    }

    /// Returns the JSON Schema of the request.
    pub fn schema() -> Value {
        let mentions = json!({"type": "integer", "minimum": 1, "maximum": MAX_MENTIONS});
        let kinds = |required: &[&str], properties: Value| json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties});
        json!({
            "type": "object",
            "required": ["name", "condition", "target"],
            "additionalProperties": false,
            "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS},
                "condition": {
                    "oneOf": [
                        kinds(&["type"], json!({"type": {"const": "new_mentions"}})),
                        kinds(&["type", "at_least"], json!({"type": {"const": "count"}, "at_least": mentions})),
                        kinds(&["type", "below"], json!({
                            "type": {"const": "tone"},
                            "below": {"type": "number", "minimum": -1, "maximum": 1},
                            "at_least": {"type": "integer", "minimum": 1, "maximum": MAX_MENTIONS, "default": MIN_TONES},
                        })),
                        kinds(&["type"], json!({"type": {"const": "spike"}})),
                    ],
                    "description": "When a message is sent.",
                },
                "filters": {
                    "type": "object",
                    "description": "The mentions that count, as parameters of the Account API. All without any.",
                },
                "target": {
                    "oneOf": [
                        kinds(&["type", "id"], json!({"type": {"const": "webhook"}, "id": {"type": "string"}})),
                        kinds(&["type", "url"], json!({"type": {"const": "slack"}, "url": {"type": "string", "format": "uri"}})),
                        kinds(&["type", "url"], json!({"type": {"const": "teams"}, "url": {"type": "string", "format": "uri"}})),
                        kinds(&["type"], json!({"type": {"const": "dashboard"}})),
                    ],
                    "description": "Where messages go.",
                },
                "digest": AlertDigest::schema(),
                "muted": {"type": "boolean", "default": false, "description": "True if no messages are sent."},
            },
        })
    }
}

impl AlertCondition {
    /// The names of the kinds.
    pub const NAMES: &'static [&'static str] = ConditionKind::VARIANTS;

    /// Returns the name of the kind.
    pub fn name(&self) -> &'static str {
        ConditionKind::from(self).into()
    }

    /// Checks the member `condition` of a request and records violations.
    fn check(guard: &mut Guard, at: TokenRef) {
        let (mut kind, mut given) = (None, Vec::new());
        let visited =
            guard.members_of(at, &["type", "at_least", "below"], &["type"], |guard, name, value| match name {
                "type" => kind = guard.choice(value, Self::NAMES),
                "at_least" => {
                    given.push(name);
                    guard.whole_number(value, 1, MAX_MENTIONS);
                }
                _ => {
                    given.push(name);
                    check_tone(guard, value);
                }
            });
        let (Some(()), Some(kind)) = (visited, kind) else { return };
        let (required, allowed): (&[&str], &[&str]) = match kind {
            "count" => (&["at_least"], &["at_least"]),
            "tone" => (&["below"], &["below", "at_least"]),
            _ => (&[], &[]),
        };
        for name in required.iter().filter(|name| !given.contains(name)) {
            guard.missing(at, name.as_bytes());
        }
        for name in given.iter().filter(|name| !allowed.contains(name)) {
            let args = [MessageArg::Text(kind)];
            guard.refuse(Code::ValueNotAllowed, at, name.as_bytes(), "@ is not for type '#'.", &args);
        }
    }
}

fn check_tone(guard: &mut Guard, at: TokenRef) {
    if let Some(number) = guard.number(at, "a number").filter(|number| !(-1.0..=1.0).contains(number)) {
        let args = [MessageArg::Number(number)];
        guard.refuse(Code::LimitViolation, at, b"", "@ must be between -1 and 1. Got #.", &args);
    }
}

/// Removes null members and writes whole numbers without a fraction.
fn normal(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name, normal(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(normal).collect(),
        Value::Number(number) => match number.as_f64() {
            Some(value) if value >= 0.0 && value.fract() == 0.0 => Value::from(value as u64),
            _ => Value::Number(number),
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::DigestInterval;
    use super::*;

    fn parsed(body: &Value) -> Result<AlertRequest, Vec<(String, Code)>> {
        AlertRequest::parse(body.to_string().as_bytes(), Targets::Public).map_err(|problems| {
            problems.violations().iter().map(|violation| (violation.param.clone(), violation.code)).collect()
        })
    }

    fn alert(condition: Value, target: Value) -> Value {
        json!({"name": "A", "condition": condition, "target": target})
    }

    #[test]
    fn the_stored_form_is_read_again() {
        let conditions = [
            json!({"type": "new_mentions"}),
            json!({"type": "count", "at_least": 5e1}),
            json!({"type": "tone", "below": -0.25}),
            json!({"type": "tone", "below": 1, "at_least": 5}),
            json!({"type": "spike", "below": null}),
        ];
        for condition in conditions {
            let mut body = alert(condition, json!({"type": "slack", "url": "https://hooks.slack.com/services/T/B/x"}));
            body["filters"] = json!({"q": "serum -case", "platform": ["tiktok", "-youtube"], "min_views": 10});
            let request = parsed(&body).unwrap();
            let stored = serde_json::to_string(&request).unwrap();
            assert_eq!(serde_json::from_str::<AlertRequest>(&stored).unwrap(), request);
            let address = request.address(AccountOperation::Mentions, &[("from", "2026-01-02")]).unwrap();
            assert!(
                address.contains("platform=tiktok&platform=%2Dyoutube") && address.contains("from=2026"),
                "{address}"
            );
        }
        let mut weekly = alert(json!({"type": "spike"}), json!({"type": "webhook", "id": "whk_1"}));
        weekly["digest"] = json!({"every": "weekly"});
        let weekly = parsed(&weekly).unwrap();
        assert_eq!(weekly.digest, Some(AlertDigest { interval: DigestInterval::Weekly, day: None, hour: 8 }));
        let changed = |body: Value| {
            let changed = weekly.changed(body.to_string().as_bytes(), Targets::Public);
            changed.map_err(|problems| problems.violations()[0].param.clone())
        };
        assert_eq!(changed(json!({"digest": null})).unwrap(), AlertRequest { digest: None, ..weekly.clone() });
        assert_eq!(changed(json!({"muted": true})).unwrap(), AlertRequest { muted: true, ..weekly.clone() });
        assert_eq!(changed(json!({})).unwrap(), weekly);
        assert_eq!(changed(json!({"name": null})).unwrap_err(), "/name");
        assert_eq!(changed(json!({"id": "alt_1"})).unwrap_err(), "/id");
        assert_eq!(changed(json!({"condition": {"type": "count"}})).unwrap_err(), "/condition/at_least");
        assert_eq!(changed(json!({"target": {"type": "dashboard"}})).unwrap_err(), "/digest");
        let tone = parsed(&alert(json!({"type": "tone", "below": -0.25}), json!({"type": "dashboard"}))).unwrap();
        assert_eq!(tone.condition, AlertCondition::Tone { below: -0.25, at_least: MIN_TONES });
    }

    #[test]
    fn what_a_condition_or_a_target_needs_is_named() {
        let refused = |condition: Value, target: Value| {
            let mut found = parsed(&alert(condition, target)).unwrap_err();
            assert_eq!(found.len(), 1);
            found.remove(0)
        };
        let place = |found: (String, Code), param: &str, code: Code| assert_eq!(found, (param.to_owned(), code));
        let (spike, dashboard) = (json!({"type": "spike"}), json!({"type": "dashboard"}));
        let condition = |condition: Value| refused(condition, dashboard.clone());
        place(condition(json!({"type": "count"})), "/condition/at_least", Code::MissingField);
        place(condition(json!({"type": "count", "at_least": 0})), "/condition/at_least", Code::LimitViolation);
        place(condition(json!({"type": "tone", "below": 2})), "/condition/below", Code::LimitViolation);
        place(condition(json!({"type": "spike", "below": 0})), "/condition/below", Code::ValueNotAllowed);
        place(condition(json!({"type": "never"})), "/condition/type", Code::ValueNotAllowed);
        place(condition(json!([])), "/condition", Code::InvalidType);
        let target = |target: Value| refused(spike.clone(), target);
        place(target(json!({"type": "webhook"})), "/target/id", Code::MissingField);
        place(target(json!({"type": "dashboard", "id": "whk_1"})), "/target/id", Code::ValueNotAllowed);
        place(target(json!({"type": "mail"})), "/target/type", Code::ValueNotAllowed);
        for (kind, url) in [
            ("slack", "https://hooks.slack.com.example.com/services/T"),
            ("slack", "http://hooks.slack.com/services/T"),
            ("teams", "https://hooks.slack.com/services/T"),
            ("teams", "https://logic.azure.com/workflows/1"),
            ("slack", "https://user@hooks.slack.com/services/T"),
        ] {
            place(target(json!({"type": kind, "url": url})), "/target/url", Code::InvalidUrl);
        }
        for url in ["https://prod-1.westus.logic.azure.com:443/workflows/1?sig=a", "https://a.webhook.office.com/b"] {
            parsed(&alert(spike.clone(), json!({"type": "teams", "url": url}))).unwrap();
        }
        let mut body = alert(spike.clone(), dashboard.clone());
        body["filters"] = json!({"q": "(a", "from": "2026-01-01", "platform": []});
        let found = parsed(&body).unwrap_err();
        let places: Vec<&str> = found.iter().map(|(param, _)| param.as_str()).collect();
        assert_eq!(places, ["/filters/q", "/filters/from", "/filters/platform"]);
    }
}
