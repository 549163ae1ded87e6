//! Rate limit headers: of the IETF draft `draft-ietf-httpapi-ratelimit-headers`, and the older ones.

use super::window::Verdict;

/// Returns the names and values of the headers for a verdict.
pub fn headers(verdict: &Verdict) -> Vec<(&'static str, String)> {
    let mut headers = Vec::with_capacity(5);
    if let Some(first) = verdict.tightest_limit() {
        headers.push(("x-ratelimit-limit", first.limit.to_string()));
        headers.push(("x-ratelimit-remaining", first.remaining.to_string()));
        headers.push(("x-ratelimit-reset", first.resets_at.to_string()));
        let policy = verdict
            .limit_statuses
            .iter()
            .map(|status| format!("\"{}\";q={};w={}", status.policy.name(), status.limit, status.length));
        headers.push(("ratelimit-policy", policy.collect::<Vec<_>>().join(", ")));
        let rest = verdict.limit_statuses.iter().map(|status| {
            format!("\"{}\";r={};t={}", status.policy.name(), status.remaining, (status.resets_at - verdict.now).max(0))
        });
        headers.push(("ratelimit", rest.collect::<Vec<_>>().join(", ")));
    }
    headers
}
