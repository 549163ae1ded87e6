//! What the Worker and the object of an account say to each other about its records.

use crate::guard::problem::{Code, Violation, echo};
use crate::service::account::request::AccountChange;
use crate::service::account::{Account, OPERATOR_ACCOUNT};
use crate::service::credential::KeyRecord;
use serde::{Deserialize, Serialize};

/// A request to the object of an account. What makes something may be sent again when its answer was lost: it is done
/// once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum RecordsRequest {
    /// Makes the account; answered with [`RecordsAnswer::Account`].
    CreateAccount {
        account: Account,
        /// In milliseconds since 1970: whoever asked has given up by then, and nothing is to be made.
        not_after: i64,
    },
    /// Changes members of the account; answered with [`RecordsAnswer::Account`].
    ChangeAccount { account: String, change: AccountChange },
    /// Makes a key; answered with [`RecordsAnswer::Key`].
    CreateKey {
        key: KeyRecord,
        /// None where the account may have any number.
        #[serde(default)]
        limit: Option<KeyLimit>,
        /// As of an account.
        not_after: i64,
    },
    /// Makes a key in place of another one; answered with [`RecordsAnswer::Key`].
    RotateKey {
        account: String,
        key: String,
        /// What is new.
        successor: Successor,
        /// Hours for which the other key stays good.
        grace_hours: u32,
        /// As of a new key. It holds where the other key stays good.
        #[serde(default)]
        limit: Option<KeyLimit>,
        /// As of an account.
        not_after: i64,
    },
    /// Takes a key back; answered with [`RecordsAnswer::Key`].
    RevokeKey { account: String, key: String },
    /// Reads the account and some of its keys; answered with [`RecordsAnswer::Records`].
    Read { account: String, keys: Vec<String> },
}

impl RecordsRequest {
    /// The account that it is about.
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

    /// The keys whose records it needs.
    pub(super) fn keys(&self) -> Vec<&str> {
        match self {
            Self::RotateKey { key, limit, .. } => {
                let listed = listed(limit);
                if listed.contains(&key.as_str()) { listed } else { [listed, vec![key]].concat() }
            }
            Self::RevokeKey { key, .. } => vec![key],
            Self::Read { keys, .. } => keys.iter().map(String::as_str).collect(),
            Self::CreateKey { limit, .. } => listed(limit),
            Self::CreateAccount { .. } | Self::ChangeAccount { .. } => Vec::new(),
        }
    }

    /// Whether it needs the record of the account.
    pub(super) fn needs_account(&self) -> bool {
        !matches!(self, Self::CreateAccount { .. }) && self.account() != OPERATOR_ACCOUNT
    }
}

/// The ids that a limit lists.
fn listed(limit: &Option<KeyLimit>) -> Vec<&str> {
    limit.iter().flat_map(|limit| &limit.listed).map(String::as_str).collect()
}

/// How many keys that are good an account may have with a new one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyLimit {
    /// The most.
    pub max: u32,
    /// The ids that KV lists for the account: those from before there were any records here count too.
    pub listed: Vec<String>,
}

/// What a key has of its own that takes the place of another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the key")]
pub struct Successor {
    pub id: String,
    pub prefix: String,
    pub last4: String,
    pub hash: String,
    pub created_at: String,
}

/// What the object answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum RecordsAnswer {
    Account(Box<Account>),
    /// A key as it is now.
    Key {
        key: Box<KeyRecord>,
        /// The plan of its account, if there is a record of that.
        plan: Option<String>,
    },
    /// What there is.
    Records {
        account: Option<Box<Account>>,
        /// Those of the keys that there are, in the order of their ids.
        keys: Vec<KeyRecord>,
    },
    /// It is not as it was asked for.
    Refused(Refusal),
}

/// Why something is not answered as it was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say why")]
pub enum Refusal {
    NoAccount,
    NoKey,
    /// The account has changed since it had the revision that was named.
    Revision {
        named: u64,
        current: u64,
    },
    /// The key is not good any more.
    Ended {
        status: String,
    },
    /// Another key has taken the place of the key already.
    Replaced {
        by: String,
    },
    /// The account has as many keys that are good as it may have.
    Full {
        max: u32,
    },
    /// KV did not take it in time: it was not made, and nothing else changed.
    NotMade,
    /// KV did not take it: it holds, and KV is told later.
    Unpublished,
    /// What KV has of it could not be read: nothing changed.
    Unavailable,
}

impl Refusal {
    /// What is told of it; `id` is that of the account or key that was asked for.
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
            Self::Ended { status } => {
                Violation::new(Code::Conflict, "", format!("the key '{id}' is {status}: make a new one instead."))
            }
            Self::Replaced { by } => {
                let message = format!("the key '{id}' was rotated already: '{by}' takes its place. Rotate that one.");
                Violation::new(Code::Conflict, "", message)
            }
            Self::Full { max } => {
                let message = format!(
                    "the account has {max} keys and tokens that are good, as many as its members make. Revoke one \
                     first; to replace one, rotate it without a grace."
                );
                Violation::new(Code::LimitReached, "", message)
            }
            Self::NotMade => {
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
