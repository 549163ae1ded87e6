//! The recipients of an alert's messages.

use crate::guard::account::{Targets, check_target};
use crate::guard::problem::Code;
use crate::guard::{Guard, JsonKind, MessageArg, TokenRef};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

/// The host of Slack's incoming webhooks.
const SLACK_HOST: &str = "hooks.slack.com";
/// The ends of the hosts of Teams' incoming webhooks: those of workflows, and those of connectors.
const TEAMS_HOSTS: [&str; 3] = [".logic.azure.com", ".api.powerplatform.com", ".webhook.office.com"];
/// The end of an address that may be shown.
const HINT_CHARACTERS: usize = 4;

/// The recipient of an alert's messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(name(AlertChannel), vis(pub))]
#[strum_discriminants(derive(EnumString, IntoStaticStr, VariantNames), strum(serialize_all = "snake_case"))]
#[strum_discriminants(doc = "The kind of an alert's target.")]
pub enum AlertTarget {
    /// A webhook of the account receives an event.
    Webhook {
        /// The id of the webhook.
        id: String,
    },
    /// A channel in Slack.
    Slack {
        /// The address of an incoming webhook.
        url: String,
    },
    /// A channel in Teams.
    Teams {
        /// The address of an incoming webhook.
        url: String,
    },
    /// The dashboard alone, which lists the messages of all alerts.
    Dashboard,
}

impl AlertTarget {
    /// The names of the kinds.
    pub const NAMES: &'static [&'static str] = AlertChannel::VARIANTS;

    /// Returns the name of the kind.
    pub fn name(&self) -> &'static str {
        AlertChannel::from(self).into()
    }

    /// Returns the address of the channel, if it is one outside the account.
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Slack { url } | Self::Teams { url } => Some(url),
            Self::Webhook { .. } | Self::Dashboard => None,
        }
    }

    /// Returns the target as it is shown. Whoever has the address of a channel can post there, so only its end is
    /// shown.
    pub fn shown(&self) -> Value {
        match self {
            Self::Webhook { id } => json!({"type": self.name(), "id": id}),
            Self::Dashboard => json!({"type": self.name()}),
            Self::Slack { url } | Self::Teams { url } => {
                let skipped = url.chars().count().saturating_sub(HINT_CHARACTERS);
                let end: String = url.chars().skip(skipped).collect();
                json!({"type": self.name(), "url_hint": format!("…{end}")})
            }
        }
    }

    /// Checks the member `target` of a request and records violations. Returns the name of the kind.
    pub(super) fn check(guard: &mut Guard, at: TokenRef, targets: Targets) -> Option<&'static str> {
        let (mut kind, mut id, mut url) = (None, None, None);
        let visited = guard.members_of(at, &["type", "id", "url"], &["type"], |guard, name, value| match name {
            "type" => kind = guard.choice(value, Self::NAMES),
            "id" => id = guard.name(value).then_some(value),
            _ => url = Some(value),
        });
        let (Some(()), Some(kind)) = (visited, kind) else { return None };
        let needed = match kind {
            "webhook" => Some("id"),
            "dashboard" => None,
            _ => Some("url"),
        };
        for (name, value) in [("id", id), ("url", url)] {
            match value {
                None if needed == Some(name) => guard.missing(at, name.as_bytes()),
                Some(_) if needed != Some(name) => {
                    let args = [MessageArg::Text(kind)];
                    guard.refuse(Code::ValueNotAllowed, at, name.as_bytes(), "@ is not for type '#'.", &args);
                }
                Some(value) if name == "url" => check_url(guard, value, kind, targets),
                _ => {}
            }
        }
        Some(kind)
    }
}

fn check_url(guard: &mut Guard, at: TokenRef, kind: &str, targets: Targets) {
    if guard.kind(at) != JsonKind::Text {
        return guard.wrong_type(at, "a string");
    }
    let (is_right, rule) = match check_target(guard.str(at), targets) {
        Err(error) => (false, error.rule()),
        Ok(()) => {
            let host = host(guard.str(at));
            let is_local = targets == Targets::Local && host == "127.0.0.1";
            match kind {
                "slack" => (is_local || host == SLACK_HOST, "must be an incoming webhook at hooks.slack.com"),
                _ => (
                    is_local || TEAMS_HOSTS.iter().any(|end| host.ends_with(end)),
                    "must be an incoming webhook of Teams, at logic.azure.com, api.powerplatform.com or \
                     webhook.office.com",
                ),
            }
        }
    };
    if !is_right {
        // The address is not repeated, because whoever has it can post.
        guard.refuse(Code::InvalidUrl, at, b"", "@ #.", &[MessageArg::Text(rule)]);
    }
}

/// Returns the host of a checked address.
fn host(url: &str) -> &str {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    authority.split(['/', '?', ':']).next().unwrap_or_default()
}
