//! `GET /v1/account`: the account itself.

use super::{Account, plan};
use crate::base::date::time_of_seconds;
use crate::guard::request::MonitoredBrand;
use crate::service::credential::KeyRecord;
use crate::service::meter::Limits;
use serde::Serialize;
use serde_json::{Value, json};

/// How far the windows of the account are used.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Account API")]
pub struct UsedWindows {
    pub minute: UsedWindow,
    pub day: UsedWindow,
    pub month: UsedWindow,
}

/// How far a window is used.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Account API")]
pub struct UsedWindow {
    pub used: u64,
    pub limit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resets_at: Option<i64>,
}

/// The dataset that the account's questions are answered from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Account API")]
pub struct DatasetAnswer {
    pub version: String,
    pub first_date: Option<String>,
    pub last_date: Option<String>,
    pub updated_at: String,
}

/// An account as the holder of one of its keys sees it: what the plan of the key allows, when the key was used last in
/// seconds since 1970, where its data is kept by law if the deployment says so, and what is served.
pub fn details(
    account: &Account,
    key: &KeyRecord,
    (plan, limits): (&str, Limits),
    usage: &UsedWindows,
    last_used: Option<i64>,
    region: Option<&str>,
    dataset: Option<&DatasetAnswer>,
) -> Value {
    let brand = |(position, brand): (usize, &MonitoredBrand)| {
        let MonitoredBrand { id, label, terms, must_context, exact } = brand;
        let primary = position == 0;
        json!({
            "id": id,
            "label": label,
            "terms": terms,
            "must_context": must_context,
            "exact": exact,
            "primary": primary,
        })
    };
    json!({
        "object": "account",
        "id": account.id,
        "name": account.name,
        "status": account.status,
        "plan": {
            "name": plan,
            "endpoints": plan::endpoints(plan),
            "requests_per_minute": limits.per_minute,
            "requests_per_day": limits.per_day,
            // Nothing is delivered yet, whatever the plan.
            "webhooks": false,
            "guaranteed_delivery": false,
            "max_webhooks": 0,
        },
        "brands": account.brands.iter().enumerate().map(brand).collect::<Vec<_>>(),
        "token": {
            "id": key.id,
            "name": key.name,
            "prefix": key.prefix,
            "scopes": key.scopes,
            "created_at": key.created_at,
            "expires_at": key.expires_at,
            "last_used_at": last_used.and_then(time_of_seconds),
        },
        "usage": usage,
        "region": region,
        "dataset": dataset,
        "created_at": account.created_at,
    })
}
