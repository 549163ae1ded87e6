//! `GET /v1/account`: the account itself.

use super::{Account, AccountStatus, plan};
use crate::base::date::time_of_seconds;
use crate::guard::request::MonitoredBrand;
use crate::service::credential::KeyRecord;
use crate::service::meter::Limits;
use serde::Serialize;

/// The account as it sees itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AccountDetails {
    object: &'static str,
    id: String,
    name: String,
    status: AccountStatus,
    plan: Plan,
    brands: Vec<Brand>,
    token: Token,
    usage: UsedWindows,
    region: Option<String>,
    dataset: Option<DatasetAnswer>,
    created_at: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Plan {
    name: String,
    endpoints: Vec<&'static str>,
    requests_per_minute: Option<u64>,
    requests_per_day: Option<u64>,
    webhooks: bool,
    guaranteed_delivery: bool,
    max_webhooks: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Brand {
    id: String,
    label: String,
    terms: Vec<String>,
    must_context: Vec<String>,
    exact: bool,
    /// Whether it is the first of the account's brands.
    primary: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Token {
    id: String,
    name: String,
    prefix: String,
    scopes: Vec<String>,
    created_at: String,
    expires_at: Option<String>,
    last_used_at: Option<String>,
}

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

impl AccountDetails {
    /// An account as the holder of one of its keys sees it: what the plan of the key allows, when the key was used last
    /// in seconds since 1970, where its data is kept by law if the deployment says so, and what is served.
    pub fn new(
        account: Account,
        key: &KeyRecord,
        (plan, limits): (&str, Limits),
        usage: UsedWindows,
        last_used: Option<i64>,
        region: Option<String>,
        dataset: Option<DatasetAnswer>,
    ) -> Self {
        let brand = |(position, brand): (usize, MonitoredBrand)| Brand {
            id: brand.id,
            label: brand.label,
            terms: brand.terms,
            must_context: brand.must_context,
            exact: brand.exact,
            primary: position == 0,
        };
        Self {
            object: "account",
            id: account.id,
            name: account.name,
            status: account.status,
            plan: Plan {
                name: plan.to_owned(),
                endpoints: plan::endpoints(plan).to_vec(),
                requests_per_minute: limits.per_minute,
                requests_per_day: limits.per_day,
                // Nothing is delivered yet, whatever the plan.
                webhooks: false,
                guaranteed_delivery: false,
                max_webhooks: 0,
            },
            brands: account.brands.into_iter().enumerate().map(brand).collect(),
            token: Token {
                id: key.id.clone(),
                name: key.name.clone(),
                prefix: key.prefix.clone(),
                scopes: key.scopes.clone(),
                created_at: key.created_at.clone(),
                expires_at: key.expires_at.clone(),
                last_used_at: last_used.and_then(time_of_seconds),
            },
            usage,
            region,
            dataset,
            created_at: account.created_at,
        }
    }
}
