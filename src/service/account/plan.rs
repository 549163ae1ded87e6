//! Plans: what an account may ask of each interface. An operator's own numbers stand above these.

use super::Api;
use crate::guard::problem::{Code, Violation, echo};
use crate::service::credential::header;
use crate::service::meter::Limits;
use crate::spec::AccountOperation;
use crate::spec::limits::{MAX_WEBHOOKS, MAX_WEBHOOKS_ENTERPRISE};

const fn data(per_minute: u64, per_month: u64) -> Limits {
    Limits { per_minute: Some(per_minute), per_day: None, per_month: Some(per_month) }
}

const fn account(per_minute: u64, per_day: Option<u64>) -> Limits {
    Limits { per_minute: Some(per_minute), per_day, per_month: None }
}

/// The plans that there are without anybody having made one: interface, name, limits.
pub const DEFAULT_PLANS: [(Api, &str, Limits); 7] = [
    (Api::Data, "trial", data(30, 1_000)),
    (Api::Data, "starter", data(60, 10_000)),
    (Api::Data, "professional", data(300, 100_000)),
    (Api::Data, "enterprise", data(1_200, 1_000_000)),
    (Api::Account, "starter", account(100, Some(5_000))),
    (Api::Account, "professional", account(500, Some(50_000))),
    (Api::Account, "enterprise", account(2_000, None)),
];

/// The limits of one of them.
pub fn default_limits(api: Api, name: &str) -> Option<Limits> {
    DEFAULT_PLANS.into_iter().find(|(of, plan, _)| *of == api && *plan == name).map(|(_, _, limits)| limits)
}

/// What the smaller plans open: endpoints, by the first word of their paths. Only what is served is named.
const STARTER: &[&str] = &["mentions", "sentiment", "account"];
/// What the others open.
const EVERYTHING: &[&str] = &["mentions", "sentiment", "influencers", "trends", "reports", "webhooks", "account"];

/// The endpoints that a plan opens. One that an operator made under a name of its own opens everything, as the largest
/// does.
pub fn endpoints(plan: &str) -> &'static [&'static str] {
    match plan {
        "trial" | "starter" => STARTER,
        _ => EVERYTHING,
    }
}

/// Webhooks that an account of a plan may have; none where the plan does not open them.
pub fn max_webhooks(plan: &str) -> u32 {
    match plan {
        "trial" | "starter" => 0,
        "professional" => MAX_WEBHOOKS,
        _ => MAX_WEBHOOKS_ENTERPRISE,
    }
}

/// What is answered on an interface on which a plan has no limits: nothing says how much may be asked there.
pub fn without_limits(api: Api, plan: &str) -> Violation {
    let message = format!(
        "plan '{}' has no limits on the {}, so nothing of it is open. Ask the operator for limits or another plan.",
        echo(plan),
        api.title()
    );
    Violation::new(Code::InsufficientScope, format!("header:{}", header(api)), message)
}

/// Refuses a question of the Account API that is not part of a plan.
///
/// # Errors
/// When it is not; the violation says which plan has it.
pub fn authorize(plan: &str, operation: AccountOperation) -> Result<(), Violation> {
    let described = operation.endpoint();
    let endpoint = described.path.trim_start_matches("/v1/").split('/').next().unwrap_or_default();
    if endpoints(plan).contains(&endpoint) {
        return Ok(());
    }
    let message = format!(
        "endpoint {} needs plan {} or higher. Current plan: {}.",
        operation.endpoint(),
        described.plan,
        echo(plan)
    );
    Err(Violation::new(Code::PlanUpgradeRequired, "header:Authorization", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_name_what_is_served_and_nothing_else() {
        let served: Vec<&str> =
            AccountOperation::ALL.iter().filter_map(|operation| operation.endpoint().path.split('/').nth(2)).collect();
        for plan in ["starter", "professional", "enterprise", "our own"] {
            for endpoint in endpoints(plan) {
                assert!(served.contains(endpoint), "{plan} {endpoint}");
            }
        }
    }
}
