//! Built-in plans: their limits and endpoints. Limits that an operator sets override these.

use super::Api;
use crate::guard::problem::{Code, Violation, echo};
use crate::guard::request::account::report::ReportRequest;
use crate::service::credential::header;
use crate::service::meter::PlanLimits;
use crate::spec::AccountOperation;
use crate::spec::limits::{MAX_WEBHOOKS, MAX_WEBHOOKS_ENTERPRISE};

const fn data(per_minute: u64, per_month: u64) -> PlanLimits {
    PlanLimits { per_minute: Some(per_minute), per_day: None, per_month: Some(per_month) }
}

const fn account(per_minute: u64, per_day: Option<u64>) -> PlanLimits {
    PlanLimits { per_minute: Some(per_minute), per_day, per_month: None }
}

/// The built-in plans: API, name and limits.
pub const DEFAULT_PLANS: [(Api, &str, PlanLimits); 7] = [
    (Api::Data, "trial", data(30, 1_000)),
    (Api::Data, "starter", data(60, 10_000)),
    (Api::Data, "professional", data(300, 100_000)),
    (Api::Data, "enterprise", data(1_200, 1_000_000)),
    (Api::Account, "starter", account(100, Some(5_000))),
    (Api::Account, "professional", account(500, Some(50_000))),
    (Api::Account, "enterprise", account(2_000, None)),
];

/// Returns the limits of a built-in plan.
pub fn default_limits(api: Api, name: &str) -> Option<PlanLimits> {
    DEFAULT_PLANS.into_iter().find(|(of, plan, _)| *of == api && *plan == name).map(|(_, _, limits)| limits)
}

/// The endpoints of the smaller plans, by the first segment of their paths after the version and `_ext`. The list names
/// only endpoints that are served.
const STARTER: &[&str] = &["mentions", "sentiment", "account"];
/// The endpoints of all other plans.
const EVERYTHING: &[&str] =
    &["mentions", "sentiment", "influencers", "trends", "explain-change", "reports", "webhooks", "account"];

/// Returns the endpoints that a plan includes. A custom plan of the operator includes all endpoints, as the largest
/// built-in plan does.
pub fn endpoints(plan: &str) -> &'static [&'static str] {
    match plan {
        "trial" | "starter" => STARTER,
        _ => EVERYTHING,
    }
}

/// Returns the maximum number of webhooks of an account on a plan. It is 0 if the plan does not include webhooks.
pub fn max_webhooks(plan: &str) -> u32 {
    match plan {
        "trial" | "starter" => 0,
        "professional" => MAX_WEBHOOKS,
        _ => MAX_WEBHOOKS_ENTERPRISE,
    }
}

/// Returns the violation for an API on which a plan has no limits. Without limits, the permitted number of requests is
/// unknown.
pub fn without_limits(api: Api, plan: &str) -> Violation {
    let message = format!(
        "plan '{}' has no limits on the {}, so nothing of it is open. Ask the operator for limits or another plan.",
        echo(plan),
        api.title()
    );
    Violation::new(Code::InsufficientScope, format!("header:{}", header(api)), message)
}

/// Checks that a plan includes an operation of the Account API.
///
/// # Errors
/// A violation that names the plan that includes it.
pub fn authorize(plan: &str, operation: AccountOperation) -> Result<(), Violation> {
    let described = operation.endpoint();
    if endpoints(plan).contains(&endpoint_name(described.path)) {
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

/// The smallest built-in plan that includes exports without a limit of rows.
pub const ALL_ROWS_PLAN: &str = "enterprise";

/// Checks that a plan includes a report without a limit of rows, if one is requested. A custom plan of the operator
/// does.
///
/// # Errors
/// A violation that names the plan that includes it.
pub fn authorize_rows(plan: &str, report: &ReportRequest) -> Result<(), Violation> {
    if report.row_limit.is_some() || !["trial", "starter", "professional"].contains(&plan) {
        return Ok(());
    }
    let message = format!("all_rows true needs plan {ALL_ROWS_PLAN} or higher. Current plan: {}.", echo(plan));
    Err(Violation::new(Code::PlanUpgradeRequired, "/all_rows", message))
}

/// Returns the name of the endpoint of a path.
fn endpoint_name(path: &str) -> &str {
    path.split('/').find(|segment| !["", "v1", "_ext"].contains(segment)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_list_only_served_endpoints() {
        let served: Vec<&str> =
            AccountOperation::ALL.iter().map(|operation| endpoint_name(operation.endpoint().path)).collect();
        for plan in ["starter", "professional", "enterprise", "our own"] {
            for endpoint in endpoints(plan) {
                assert!(served.contains(endpoint), "{plan} {endpoint}");
            }
        }
    }
}
