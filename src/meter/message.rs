//! What the Worker and the meter of an account say to each other.

use super::usage::{LatencyRow, UsageRow};
use super::window::{Charge, Limits, Standing, Verdict};
use crate::account::Face;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request to the meter of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// Takes a request from the windows; answered with [`Taken`].
    Take(Take),
    /// Corrects what was taken for requests that failed after that; answered with nothing.
    Correct {
        /// The account.
        account: String,
        /// What is corrected.
        corrections: Vec<Correction>,
    },
    /// Refuses a key from a time on; answered with nothing.
    Revoke {
        /// The account.
        account: String,
        /// The id of the key.
        key: String,
        /// In seconds since 1970; the earliest time that was said holds.
        at: i64,
    },
    /// Asks how far the windows of a face are used; answered with [`Standings`].
    Standings {
        /// The face.
        face: Face,
        /// Its limits.
        limits: Limits,
    },
    /// Asks what was used; answered with [`Usage`].
    Usage {
        /// The first hour, day or month, as [`UsageRow::period`] writes it.
        from: String,
        /// Before which one.
        before: String,
    },
}

/// A request that is to be counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Take {
    /// The id of the request.
    pub id: String,
    /// The account.
    pub account: String,
    /// The id of its key.
    pub key: String,
    /// The interface that is asked.
    pub face: Face,
    /// Method and path of the route.
    pub endpoint: String,
    /// What the plan allows.
    pub limits: Limits,
    /// What becomes of the quota.
    pub charge: Charge,
    /// The status that the answer will have, if nothing fails.
    pub status: Status,
    /// Cost units of the answer.
    pub cost: u64,
    /// In milliseconds since 1970: whoever asked has given up by then, and nothing is to be counted.
    pub not_after: i64,
    /// What became of earlier requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
    /// How long earlier answers took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub latencies: Vec<Latency>,
}

/// Classes of statuses, as usage is told by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// An answer.
    #[serde(rename = "2xx")]
    Answered,
    /// Nothing new.
    #[serde(rename = "3xx")]
    NotModified,
    /// A fault of the request.
    #[serde(rename = "4xx")]
    Refused,
    /// A limit was reached.
    #[serde(rename = "429")]
    Limited,
    /// A fault of the service.
    #[serde(rename = "5xx")]
    Failed,
}

impl Status {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answered => "2xx",
            Self::NotModified => "3xx",
            Self::Refused => "4xx",
            Self::Limited => "429",
            Self::Failed => "5xx",
        }
    }
}

/// A request that became something else after the meter was asked: its quota is given back, and it counts as what it
/// became. Told twice it is done once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// The id of the request.
    pub id: String,
    /// What was counted; nothing when the meter's answer was lost, and it alone knows.
    pub counted: Option<Counted>,
    /// What it became: a failure, nothing new, or refused after all.
    pub became: Status,
}

/// What was counted of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// The id of the key.
    pub key: String,
    /// The interface that was asked.
    pub face: Face,
    /// Method and path of the route.
    pub endpoint: String,
    /// Cost units that were counted.
    pub cost: u64,
    /// When it was taken, by [`Verdict::now`].
    pub at: i64,
    /// The status that was counted.
    pub status: Status,
    /// Whether the quota was charged.
    pub charged: bool,
}

/// How long an answer took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// The interface that was asked.
    pub face: Face,
    /// Method and path of the route.
    pub endpoint: String,
    /// Milliseconds.
    pub milliseconds: u64,
}

/// What the meter says to a [`Take`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// It was counted, or a limit is reached.
    Verdict(Verdict),
    /// The key is revoked; nothing was counted.
    Revoked,
    /// It came after [`Take::not_after`]; nothing was counted.
    TooLate,
}

/// How far the windows of a face are used, and when each key was used last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standings {
    /// The account's windows.
    pub windows: Vec<Standing>,
    /// By id of the key: the latest request, in seconds since 1970.
    pub last_used: BTreeMap<String, i64>,
}

/// What was used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Requests by hour, endpoint, key, face and status; by day or month where they are older.
    pub rows: Vec<UsageRow>,
    /// Answers by how long they took.
    pub latencies: Vec<LatencyRow>,
}

/// What is kept in KV of an account's usage, for whoever reads without asking the meter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The account.
    pub account_id: String,
    /// `YYYY-MM`
    pub month: String,
    /// Charged requests of the month, by face.
    pub charged: BTreeMap<Face, u64>,
    /// By id of the key: the latest request, in seconds since 1970.
    pub last_used: BTreeMap<String, i64>,
}
