//! Messages between the Worker and an account's Durable Object about account and key records.

use crate::guard::problem::{Code, Violation, echo};
use crate::service::account::request::AccountChange;
use crate::service::account::{Account, OPERATOR_ACCOUNT};
use crate::service::credential::KeyRecord;
use serde::{Deserialize, Serialize};

/// A request to an account's Durable Object. Creating requests are idempotent: a request may be repeated after a lost
/// response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum RecordsRequest {
    /// Creates the account. The answer is [`RecordsAnswer::Account`].
    CreateAccount {
        account: Account,
        /// Deadline in milliseconds since 1970. The caller has given up by then, so the object creates nothing.
        not_after: i64,
    },
    /// Changes members of the account. The answer is [`RecordsAnswer::Account`].
    ChangeAccount { account: String, change: AccountChange },
    /// Creates a key. The answer is [`RecordsAnswer::Key`].
    CreateKey {
        key: KeyRecord,
        /// The key limit, or `None` if the account may have any number of keys.
        #[serde(default)]
        limit: Option<KeyLimit>,
        /// Deadline in milliseconds since 1970, as in `CreateAccount`.
        not_after: i64,
    },
    /// Creates a key that replaces another one. The answer is [`RecordsAnswer::Key`].
    RotateKey {
        account: String,
        key: String,
        /// Members of the new key.
        successor: Successor,
        /// Hours for which the old key stays valid.
        grace_hours: u32,
        /// The key limit, as in `CreateKey`. It applies if the old key stays valid.
        #[serde(default)]
        limit: Option<KeyLimit>,
        /// Deadline in milliseconds since 1970, as in `CreateAccount`.
        not_after: i64,
    },
    /// Revokes a key. The answer is [`RecordsAnswer::Key`].
    RevokeKey { account: String, key: String },
    /// Reads the account and some of its keys. The answer is [`RecordsAnswer::Records`].
    Read { account: String, keys: Vec<String> },
}

impl RecordsRequest {
    /// Returns the id of the account that the request concerns.
    pub fn account(&self) -> &str {
        match self {
            Self::CreateAccount { account, .. } => &account.id,
            Self::CreateKey { key, .. } => &key.account_id,
            Self::ChangeAccount { account, .. }
            | Self::RotateKey { account, .. }
            | Self::RevokeKey { account, .. }
            | Self::Read { account, .. } => account,
        }
    }

    /// Returns the ids of the keys whose records the request needs.
    pub(super) fn keys(&self) -> Vec<&str> {
        match self {
            Self::RotateKey { key, limit, .. } => {
                let listed = listed_keys(limit);
                if listed.contains(&key.as_str()) { listed } else { [listed, vec![key]].concat() }
            }
            Self::RevokeKey { key, .. } => vec![key],
            Self::Read { keys, .. } => keys.iter().map(String::as_str).collect(),
            Self::CreateKey { limit, .. } => listed_keys(limit),
            Self::CreateAccount { .. } | Self::ChangeAccount { .. } => Vec::new(),
        }
    }

    /// Returns true if the request needs the record of the account.
    pub(super) fn needs_account(&self) -> bool {
        !matches!(self, Self::CreateAccount { .. }) && self.account() != OPERATOR_ACCOUNT
    }
}

/// Returns the key ids in a limit.
fn listed_keys(limit: &Option<KeyLimit>) -> Vec<&str> {
    limit.iter().flat_map(|limit| &limit.listed).map(String::as_str).collect()
}

/// The maximum number of valid keys of an account, including a new one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyLimit {
    /// The maximum.
    pub max: u32,
    /// The key ids that KV lists for the account. Keys from before this object had records count too.
    pub listed: Vec<String>,
}

/// Members of a replacement key that differ from the members of the old key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the key")]
pub struct Successor {
    pub id: String,
    pub prefix: String,
    pub last4: String,
    pub hash: String,
    pub created_at: String,
}

/// An answer of the object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum RecordsAnswer {
    Account(Box<Account>),
    /// The current record of a key.
    Key {
        key: Box<KeyRecord>,
        /// The plan of the account, if the account has a record.
        plan: Option<String>,
    },
    /// The records found.
    Records {
        account: Option<Box<Account>>,
        /// The records of the keys found, sorted by id.
        keys: Vec<KeyRecord>,
    },
    /// A refusal of the request.
    Refused(RecordsRefusal),
}

/// The reason for a refusal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say why")]
pub enum RecordsRefusal {
    NoAccount,
    NoKey,
    /// The account's revision is later than the one in the request.
    Revision {
        named: u64,
        current: u64,
    },
    /// The key is no longer valid.
    #[serde(rename = "ended")]
    Inactive {
        status: String,
    },
    /// Another key has already replaced the key.
    Replaced {
        by: String,
    },
    /// The account has reached its limit of valid keys.
    #[serde(rename = "full")]
    KeyLimitReached {
        max: u32,
    },
    /// KV did not accept the record in time. It was not created, and nothing else changed.
    #[serde(rename = "not_made")]
    NotCreated,
    /// KV did not accept the record. The change is valid, and KV receives it later.
    Unpublished,
    /// The records in KV could not be read. Nothing changed.
    Unavailable,
}

impl RecordsRefusal {
    /// Returns the violation for the refusal. `id` is the id of the requested account or key.
    pub fn violation(&self, id: &str) -> Violation {
        let id = echo(id);
        match self {
            Self::NoAccount => Violation::new(Code::NotFound, "", format!("there is no account '{id}'.")),
            Self::NoKey => Violation::new(Code::NotFound, "", format!("there is no key '{id}'.")),
            Self::Revision { named, current } => {
                let message = format!(
                    "the account '{id}' has changed since revision {named}: it is at revision {current} now. \
                     Read it again before changing it."
                );
                Violation::new(Code::Conflict, "/revision", message)
            }
            Self::Inactive { status } => {
                Violation::new(Code::Conflict, "", format!("the key '{id}' is {status}: make a new one instead."))
            }
            Self::Replaced { by } => {
                let message = format!("the key '{id}' was rotated already: '{by}' takes its place. Rotate that one.");
                Violation::new(Code::Conflict, "", message)
            }
            Self::KeyLimitReached { max } => {
                let message = format!(
                    "the account has {max} keys and tokens that are good, as many as its members make. Revoke one \
                     first; to replace one, rotate it without a grace."
                );
                Violation::new(Code::LimitReached, "", message)
            }
            Self::NotCreated => {
                unavailable("KV did not take what was to be made: nothing was made or changed. Retry shortly.")
            }
            Self::Unpublished => unavailable(
                "the change holds, but KV did not take its copy, by which other changes of plan, brands and keys \
                 are known everywhere. It is told by itself as soon as it can be; sending the change again is safe.",
            ),
            Self::Unavailable => unavailable("KV did not answer, and nothing was changed. Retry shortly."),
        }
    }
}

fn unavailable(message: &str) -> Violation {
    Violation::new(Code::BackendUnavailable, "", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};

    #[test]
    fn refusals_keep_their_wire_names() {
        for (refusal, expected) in [
            (RecordsRefusal::Inactive { status: "revoked".to_owned() }, json!({"ended": {"status": "revoked"}})),
            (RecordsRefusal::KeyLimitReached { max: 3 }, json!({"full": {"max": 3}})),
            (RecordsRefusal::NotCreated, json!("not_made")),
            (RecordsRefusal::Unpublished, json!("unpublished")),
        ] {
            assert_eq!(to_value(&refusal).unwrap(), expected);
        }
    }
}
