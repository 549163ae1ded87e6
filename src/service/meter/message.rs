//! Messages between the Worker and an account's meter.

use super::usage::{LatencyRow, UsageRow};
use super::window::{Charge, LimitStatus, PlanLimits, Verdict};
use crate::service::account::Api;
use crate::service::member::{CurrentSession, SessionProof};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::IntoStaticStr;

/// A request to the meter of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the members say what they are")]
pub enum MeterRequest {
    /// Reserves requests. The answer is one [`Reservation`] per request, in the same order.
    #[serde(rename = "take")]
    Reserve {
        account: String,
        /// Requests that arrived at about the same time.
        #[serde(rename = "takes")]
        requests: Vec<ReservationRequest>,
        /// Outcomes of earlier requests. They are applied first.
        #[serde(rename = "settled", default, skip_serializing_if = "Vec::is_empty")]
        outcomes: Vec<RequestOutcome>,
    },
    /// Applies outcomes that no reservation carries. The answer is null.
    #[serde(rename = "settle")]
    ConfirmOrRefund {
        account: String,
        #[serde(rename = "settled")]
        outcomes: Vec<RequestOutcome>,
    },
    /// Refuses a key from a time on. The answer is null.
    Revoke {
        account: String,
        key: String,
        /// The time in seconds since 1970. The earliest one of repeated requests applies.
        at: i64,
    },
    /// Reads the use of the quota of an API. The answer is a [`QuotaStatus`].
    #[serde(rename = "standings")]
    QuotaStatus {
        #[serde(rename = "face")]
        api: Api,
        limits: PlanLimits,
    },
    /// Reads the usage of the account. The answer is [`UsageRows`].
    Usage {
        /// The first hour, day or month, in the format of [`UsageRow::period`].
        from: String,
        /// The exclusive end, in the same format.
        before: String,
    },
}

/// A request to reserve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReservationRequest {
    pub id: String,
    pub key: String,
    #[serde(rename = "face")]
    pub api: Api,
    pub endpoint: String,
    pub limits: PlanLimits,
    /// The effect on the quota.
    pub charge: Charge,
    /// The status that the answer will have, if nothing fails.
    pub status: UsageStatus,
    pub cost: u64,
    /// Deadline in milliseconds since 1970. The caller has given up by then, so the meter counts nothing.
    pub not_after: i64,
    /// Expiry of the reservation in milliseconds since 1970. A request without an outcome by then counts as failed.
    #[serde(rename = "settled_by")]
    pub expires_at_ms: i64,
    /// The session that the request uses, if it uses one. Its member is the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionProof>,
}

/// Classes of HTTP statuses in usage reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[expect(missing_docs, reason = "the variants say what was answered")]
pub enum UsageStatus {
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

impl UsageStatus {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The outcome of a reserved request. An answered request is confirmed: it stays charged. Any other is refunded. A
/// repeated outcome, or one of an uncounted request, changes nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct RequestOutcome {
    pub id: String,
    pub key: String,
    #[serde(rename = "became")]
    pub status: UsageStatus,
    /// Duration of the answer, in milliseconds.
    pub milliseconds: u64,
}

/// The meter's answer to a [`ReservationRequest`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reservation {
    /// The request was counted, or a limit is reached.
    Verdict(Verdict),
    /// The verdict for a request of a session.
    #[serde(rename = "of_member")]
    MemberVerdict {
        /// The verdict.
        verdict: Verdict,
        /// The member who owns the session.
        member: Box<CurrentSession>,
    },
    /// The key is revoked, or the session has ended. Nothing was counted.
    Revoked,
    /// The account is suspended. Nothing was counted.
    Suspended,
    /// The request arrived after [`ReservationRequest::not_after`]. Nothing was counted.
    TooLate,
}

impl Reservation {
    /// Returns the verdict for a counted request.
    pub const fn verdict(&self) -> Option<&Verdict> {
        match self {
            Self::Verdict(verdict) | Self::MemberVerdict { verdict, .. } => Some(verdict),
            Self::Revoked | Self::Suspended | Self::TooLate => None,
        }
    }
}

/// The use of an API's quota, and the last use of each key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuotaStatus {
    /// The account's limits: day and month.
    pub windows: Vec<LimitStatus>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};

    #[test]
    fn messages_keep_their_wire_names() {
        let request = ReservationRequest {
            id: "req_1".to_owned(),
            key: "tok_1".to_owned(),
            api: Api::Data,
            endpoint: "POST /v1/search".to_owned(),
            limits: PlanLimits::default(),
            charge: Charge::Quota,
            status: UsageStatus::Answered,
            cost: 1,
            not_after: 2,
            expires_at_ms: 3,
            session: None,
        };
        let outcome = RequestOutcome {
            id: "req_0".to_owned(),
            key: "tok_1".to_owned(),
            status: UsageStatus::Failed,
            milliseconds: 4,
        };
        let (account, outcomes) = ("acc_1".to_owned(), vec![outcome]);
        let settled = json!([{"id": "req_0", "key": "tok_1", "became": "5xx", "milliseconds": 4}]);
        let reserve =
            MeterRequest::Reserve { account: account.clone(), requests: vec![request], outcomes: outcomes.clone() };
        let expected = json!({"take": {"account": "acc_1", "takes": [{
            "id": "req_1", "key": "tok_1", "face": "data", "endpoint": "POST /v1/search", "limits": {}, "charge": "quota",
            "status": "2xx", "cost": 1, "not_after": 2, "settled_by": 3,
        }], "settled": settled}});
        assert_eq!(to_value(&reserve).unwrap(), expected);
        let settle = json!({"settle": {"account": "acc_1", "settled": settled}});
        assert_eq!(to_value(MeterRequest::ConfirmOrRefund { account, outcomes }).unwrap(), settle);
        let quota = MeterRequest::QuotaStatus { api: Api::Account, limits: PlanLimits::default() };
        assert_eq!(to_value(&quota).unwrap(), json!({"standings": {"face": "account", "limits": {}}}));
        let verdict = Verdict { violated: Vec::new(), charged: true, limit_statuses: Vec::new(), now: 5 };
        let reservation = json!({"verdict": {"violated": [], "charged": true, "standings": [], "now": 5}});
        assert_eq!(to_value(Reservation::Verdict(verdict)).unwrap(), reservation);
    }
}
