//! What a verdict tells callers: the headers of the IETF draft `draft-ietf-httpapi-ratelimit-headers` and the older ones.

use super::window::Verdict;

/// Names and values of the headers of an answer.
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

#[cfg(test)]
mod tests {
    use super::super::window::{Charge, Counters, Limits};
    use super::*;

    #[test]
    fn say_what_is_left_and_when_it_comes_back() {
        let limits = Limits { per_minute: Some(500), per_day: Some(50_000), per_month: None };
        // 2026-03-01T08:50:29Z
        let verdict = Counters::default().take(&limits, 1_772_355_029, Charge::Quota);
        let headers = headers(&verdict);
        let value = |name: &str| headers.iter().find(|(of, _)| *of == name).map(|(_, value)| value.as_str());
        assert_eq!(value("x-ratelimit-limit"), Some("500"));
        assert_eq!(value("x-ratelimit-remaining"), Some("499"));
        assert_eq!(value("x-ratelimit-reset"), Some("1772355060"));
        assert_eq!(value("ratelimit-policy"), Some("\"minute\";q=500;w=60, \"day\";q=50000;w=86400"));
        assert_eq!(value("ratelimit"), Some("\"minute\";r=499;t=31, \"day\";r=49999;t=54571"));
    }

    #[test]
    fn without_limits_there_is_nothing_to_say() {
        assert!(headers(&Counters::default().take(&Limits::default(), 60, Charge::Quota)).is_empty());
    }
}
