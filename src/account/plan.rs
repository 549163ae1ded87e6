//! Plans: what an account may ask of each interface. An operator's own numbers stand above these.

use super::Face;
use crate::catalog::AccountOperation;
use crate::meter::Limits;
use crate::problem::{Code, Violation, echo};

const fn data(per_minute: u64, per_month: u64) -> Limits {
    Limits { per_minute: Some(per_minute), per_day: None, per_month: Some(per_month) }
}

const fn account(per_minute: u64, per_day: Option<u64>) -> Limits {
    Limits { per_minute: Some(per_minute), per_day, per_month: None }
}

/// The plans that there are without anybody having made one: interface, name, limits.
pub const DEFAULT_PLANS: [(Face, &str, Limits); 7] = [
    (Face::Data, "trial", data(30, 1_000)),
    (Face::Data, "starter", data(60, 10_000)),
    (Face::Data, "professional", data(300, 100_000)),
    (Face::Data, "enterprise", data(1_200, 1_000_000)),
    (Face::Account, "starter", account(100, Some(5_000))),
    (Face::Account, "professional", account(500, Some(50_000))),
    (Face::Account, "enterprise", account(2_000, None)),
];

/// The limits of one of them.
pub fn default_limits(face: Face, name: &str) -> Option<Limits> {
    DEFAULT_PLANS.into_iter().find(|(of, plan, _)| *of == face && *plan == name).map(|(_, _, limits)| limits)
}

/// What a plan opens beyond its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// The endpoints that are part of it, by the first word of their paths.
    pub endpoints: &'static [&'static str],
    /// Whether deliveries to webhooks are repeated until they succeed.
    pub guaranteed_delivery: bool,
    /// Webhooks at most; none when it has no webhooks.
    pub max_webhooks: u32,
}

const STARTER: Features =
    Features { endpoints: &["mentions", "sentiment", "account"], guaranteed_delivery: false, max_webhooks: 0 };
const PROFESSIONAL: Features = Features {
    endpoints: &["mentions", "sentiment", "influencers", "trends", "reports", "webhooks", "account"],
    guaranteed_delivery: false,
    max_webhooks: 10,
};
const ENTERPRISE: Features = Features { guaranteed_delivery: true, max_webhooks: 50, ..PROFESSIONAL };

/// What a plan opens. One that an operator made under a name of its own opens everything, as the largest does.
pub fn features(plan: &str) -> Features {
    match plan {
        "trial" | "starter" => STARTER,
        "professional" => PROFESSIONAL,
        _ => ENTERPRISE,
    }
}

/// Refuses a question of the Account API that is not part of a plan.
///
/// # Errors
/// When it is not; the violation says which plan has it.
pub fn authorize(plan: &str, operation: AccountOperation) -> Result<(), Violation> {
    let access = operation.access();
    let endpoint = access.path.trim_start_matches("/v1/").split('/').next().unwrap_or_default();
    if features(plan).endpoints.contains(&endpoint) {
        return Ok(());
    }
    let message = format!(
        "endpoint {} needs plan {} or higher. Current plan: {}.",
        operation.endpoint(),
        access.plan,
        echo(plan)
    );
    Err(Violation::new(Code::PlanUpgradeRequired, "header:Authorization", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_is_part_of_its_smallest_plan_and_of_those_above() {
        for operation in AccountOperation::ALL {
            let plans = ["starter", "professional", "enterprise"].map(|plan| authorize(plan, operation).is_ok());
            assert_eq!(plans, [operation.access().plan == "starter", true, true], "{operation:?}");
        }
        let refused = authorize("starter", AccountOperation::Trends).unwrap_err();
        assert_eq!(
            refused.message,
            "endpoint GET /v1/trends needs plan professional or higher. Current plan: starter."
        );
        assert!(authorize("our own", AccountOperation::Trends).is_ok());
    }
}
