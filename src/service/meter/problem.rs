//! A request that comes too much, as an answer.

use super::window::{Policy, Verdict};
use crate::guard::problem::{Code, Problem, Violation};

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
    let mut problem = Problem::from_violation(Violation::new(code, "", message), request_id);
    problem.violated_policies = violated_policies;
    problem
}

#[cfg(test)]
mod tests {
    use super::super::window::{Charge, Counters, Limits};
    use super::*;

    #[test]
    fn says_which_limit_and_when_it_opens() {
        let limits = Limits { per_minute: Some(0), ..Limits::default() };
        let refused = body(&limits);
        assert_eq!(refused["status"], 429);
        assert_eq!(refused["code"], "rate_limited");
        assert_eq!(refused["retryable"], true);
        assert_eq!(refused["violated-policies"], serde_json::json!(["minute"]));
        assert_eq!(refused["message"], "the key has used its 0 requests per minute. Retry in 59 s.");
        let refused = body(&Limits { per_minute: Some(1), per_day: Some(0), per_month: None });
        assert_eq!(
            (&refused["code"], &refused["violated-policies"]),
            (&"quota_exceeded".into(), &serde_json::json!(["day"]))
        );
        assert!(refused["type"].as_str().unwrap().starts_with("https://iana.org/"));
    }

    fn body(limits: &Limits) -> serde_json::Value {
        let problem = problem(&Counters::default().take(limits, 61, Charge::Quota), "req_1");
        serde_json::from_str(&problem.write()).unwrap()
    }
}
