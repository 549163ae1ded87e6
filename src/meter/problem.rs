//! A request that comes too much, as an answer.

use super::window::{Policy, Verdict};
use crate::problem::{Code, Problem, Violation};

/// The problem of a request that the meter does not admit.
pub fn problem(verdict: &Verdict, request_id: &str) -> Problem {
    let code = if verdict.violated.contains(&Policy::Minute) { Code::RateLimited } else { Code::QuotaExceeded };
    let of = |policy: &Policy| {
        let standing = verdict.standings.iter().find(|standing| standing.policy == *policy);
        standing.map(|standing| format!("{} requests per {}", standing.limit, policy.name()))
    };
    let limits: Vec<String> = verdict.violated.iter().filter_map(of).collect();
    let whose = if code == Code::RateLimited { "the key" } else { "the account" };
    let seconds = verdict.retry_after();
    let message = format!("{whose} has used its {}. Retry in {seconds} s.", limits.join(" and its "));
    let violated_policies = verdict.violated.iter().map(|policy| policy.name().to_owned()).collect();
    Problem { violated_policies, ..Problem::from_violation(Violation::new(code, "", message), request_id) }
}

#[cfg(test)]
mod tests {
    use super::super::window::{Charge, Counters, Limits};
    use super::*;

    #[test]
    fn says_which_limit_and_when_it_opens() {
        let limits = Limits { per_minute: Some(0), ..Limits::default() };
        let refused = problem(&Counters::default().take(&limits, 61, Charge::Quota), "req_1");
        assert_eq!((refused.status, refused.code, refused.retryable), (429, Code::RateLimited, true));
        assert_eq!(refused.violated_policies, ["minute"]);
        assert_eq!(refused.message, "the key has used its 0 requests per minute. Retry in 59 s.");
        let limits = Limits { per_minute: Some(1), per_day: Some(0), per_month: None };
        let refused = problem(&Counters::default().take(&limits, 61, Charge::Quota), "req_1");
        assert_eq!((refused.code, refused.violated_policies), (Code::QuotaExceeded, vec!["day".to_owned()]));
        assert!(refused.kind.starts_with("https://iana.org/"));
    }
}
