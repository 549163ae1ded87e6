//! `GET /v1/account`: the account itself.

use super::retry_schedule::{guarantee, has_dead_letters};
use super::{Account, plan};
use crate::base::date::time_of_seconds;
use crate::guard::request::MonitoredBrand;
use crate::service::credential::KeyRecord;
use crate::service::meter::PlanLimits;
use crate::spec::answer::{AccountDetails, BrandDetails, PlanDetails, ServedDataset, TokenDetails, UsedWindows};

/// Returns an account as the holder of one of its keys sees it. The answer holds the limits of the plan and the served
/// dataset version. It also holds the key's last use in seconds since 1970, and the legal data region if the deployment
/// sets one.
pub fn details(
    account: Account,
    key: &KeyRecord,
    (plan, limits): (&str, PlanLimits),
    usage: UsedWindows,
    last_used: Option<i64>,
    region: Option<String>,
    dataset: Option<ServedDataset>,
) -> AccountDetails {
    let brand = |(position, brand): (usize, MonitoredBrand)| BrandDetails {
        id: brand.id,
        label: brand.label,
        terms: brand.terms,
        must_context: brand.must_context,
        must_not_context: (!brand.must_not_context.is_empty()).then_some(brand.must_not_context),
        exact: brand.exact,
        primary: position == 0,
    };
    let max_webhooks = plan::max_webhooks(plan);
    AccountDetails {
        id: account.id,
        name: account.name,
        status: account.status.to_string(),
        plan: PlanDetails {
            name: plan.to_owned(),
            endpoints: plan::endpoints(plan).iter().map(|name| (*name).to_owned()).collect(),
            requests_per_minute: limits.per_minute,
            requests_per_day: limits.per_day,
            webhooks: max_webhooks > 0,
            guaranteed_delivery: max_webhooks > 0 && has_dead_letters(guarantee(plan)),
            max_webhooks: max_webhooks.into(),
        },
        brands: account.brands.into_iter().enumerate().map(brand).collect(),
        token: TokenDetails {
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
