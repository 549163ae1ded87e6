//! Messages between the Worker and an account's meter.

use super::usage::{LatencyRow, UsageRow};
use super::window::{Charge, Limits, Standing, Verdict};
use crate::service::account::Api;
use crate::service::member::{SessionProof, SignedIn};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::IntoStaticStr;

/// A request to the meter of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum Message {
    /// Takes requests from the windows; answered with a [`Taken`] for each, in their order.
    Take {
        account: String,
        /// Requests that came at about the same time.
        takes: Vec<Take>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        settled: Vec<Settlement>,
    },
    /// Tells what became of requests when no other one comes; answered with nothing.
    Settle { account: String, settled: Vec<Settlement> },
    /// Refuses a key from a time on; answered with nothing.
    Revoke {
        account: String,
        key: String,
        /// In seconds since 1970; the earliest time that was said holds.
        at: i64,
    },
    /// Asks how far the windows of an API are used; answered with [`Standings`].
    Standings { face: Api, limits: Limits },
    /// Asks what was used; answered with [`UsageRows`].
    Usage {
        /// The first hour, day or month, as [`UsageRow::period`] writes it.
        from: String,
        /// Before which one.
        before: String,
    },
}

/// A request that is to be counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Take {
    pub id: String,
    pub key: String,
    pub face: Api,
    pub endpoint: String,
    pub limits: Limits,
    /// The effect on the quota.
    pub charge: Charge,
    /// The status that the answer will have, if nothing fails.
    pub status: Status,
    pub cost: u64,
    /// In milliseconds since 1970: whoever asked has given up by then, and nothing is to be counted.
    pub not_after: i64,
    /// In milliseconds since 1970: when nobody has said by then what became of it, it is taken to have failed.
    pub settled_by: i64,
    /// The session that it is made by, if it is one: its member is the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionProof>,
}

/// Classes of HTTP statuses in usage reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[expect(missing_docs, reason = "the variants say what was answered")]
pub enum Status {
    #[serde(rename = "2xx")]
    #[strum(serialize = "2xx")]
    Answered,
    #[serde(rename = "3xx")]
    #[strum(serialize = "3xx")]
    NotModified,
    #[serde(rename = "4xx")]
    #[strum(serialize = "4xx")]
    Refused,
    #[serde(rename = "429")]
    #[strum(serialize = "429")]
    Limited,
    #[serde(rename = "5xx")]
    #[strum(serialize = "5xx")]
    Failed,
}

impl Status {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The outcome of a counted request. A request that was answered stays charged; any other is refunded. A repeated
/// outcome, or one of an uncounted request, changes nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Settlement {
    pub id: String,
    pub key: String,
    pub became: Status,
    /// Duration of the answer, in milliseconds.
    pub milliseconds: u64,
}

/// The meter's answer to a [`Take`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// The request was counted, or a limit is reached.
    Verdict(Verdict),
    /// The verdict for a request of a session.
    OfMember {
        /// The verdict.
        verdict: Verdict,
        /// The member who owns the session.
        member: Box<SignedIn>,
    },
    /// The key is revoked, or the session has ended. Nothing was counted.
    Revoked,
    /// The account is suspended. Nothing was counted.
    Suspended,
    /// The request arrived after [`Take::not_after`]. Nothing was counted.
    TooLate,
}

impl Taken {
    /// Returns the verdict for a counted request.
    pub const fn verdict(&self) -> Option<&Verdict> {
        match self {
            Self::Verdict(verdict) | Self::OfMember { verdict, .. } => Some(verdict),
            Self::Revoked | Self::Suspended | Self::TooLate => None,
        }
    }
}

/// The use of an API's windows, and the last use of each key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standings {
    /// The account's windows.
    pub windows: Vec<Standing>,
    /// The latest request by key id, in seconds since 1970.
    pub last_used: BTreeMap<String, i64>,
}

/// The usage of an account.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UsageRows {
    /// Requests by hour, endpoint, key, API and status. Older requests are grouped by day or month.
    pub rows: Vec<UsageRow>,
    /// Answers by duration.
    pub latencies: Vec<LatencyRow>,
}

/// An account's monthly usage in KV, for readers that do not call the meter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The account.
    pub account_id: String,
    /// `YYYY-MM`
    pub month: String,
    /// Charged requests of the month, by API.
    pub charged: BTreeMap<Api, u64>,
    /// The latest request by key id, in seconds since 1970.
    pub last_used: BTreeMap<String, i64>,
}
