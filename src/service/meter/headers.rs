//! Rate limit headers: those of the IETF draft `draft-ietf-httpapi-ratelimit-headers` and the older ones.

use super::window::Verdict;

/// Returns the names and values of the headers for a verdict.
pub fn headers(verdict: &Verdict) -> Vec<(&'static str, String)> {
    let mut headers = Vec::with_capacity(5);
    if let Some(first) = verdict.first_to_bind() {
        headers.push(("x-ratelimit-limit", first.limit.to_string()));
        headers.push(("x-ratelimit-remaining", first.remaining.to_string()));
        headers.push(("x-ratelimit-reset", first.resets_at.to_string()));
        let policy =
            verdict.standings.iter().map(|one| format!("\"{}\";q={};w={}", one.policy.name(), one.limit, one.length));
        headers.push(("ratelimit-policy", policy.collect::<Vec<_>>().join(", ")));
        let rest = verdict.standings.iter().map(|one| {
            format!("\"{}\";r={};t={}", one.policy.name(), one.remaining, (one.resets_at - verdict.now).max(0))
        });
        headers.push(("ratelimit", rest.collect::<Vec<_>>().join(", ")));
    }
    headers
}
