//! The problem response to a request that exceeds a limit.

use super::window::{Policy, Verdict};
use crate::guard::problem::{Code, Problem, Violation};

/// Returns the problem for a request that the meter refuses.
pub fn problem(verdict: &Verdict, request_id: &str) -> Problem {
    let code = if verdict.violated.contains(&Policy::Minute) { Code::RateLimited } else { Code::QuotaExceeded };
    let of = |policy: &Policy| {
        let status = verdict.limit_statuses.iter().find(|status| status.policy == *policy);
        status.map(|status| format!("{} requests per {}", status.limit, policy.name()))
    };
    let limits: Vec<String> = verdict.violated.iter().filter_map(of).collect();
    let whose = if code == Code::RateLimited { "the key" } else { "the account" };
    let seconds = verdict.retry_after();
    let message = format!("{whose} has used its {}. Retry in {seconds} s.", limits.join(" and its "));
    let violated_policies = verdict.violated.iter().map(|policy| policy.name().to_owned()).collect();
    let mut problem = Problem::from_violation(Violation::new(code, "", message), request_id);
    problem.violated_policies = violated_policies;
    problem
}
