//! Events of the use of a quota.

use super::told::EventTold;
use super::{EventAudience, EventDraft};
use crate::service::meter::Policy;
use crate::spec::request::account::choice::WebhookEvent;
use serde_json::json;

/// Percent of a quota at which an account is told.
pub const USAGE_PERCENTS: [u64; 2] = [80, 100];

/// What was taken of a quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaUse {
    /// Day or month.
    pub policy: Policy,
    /// What was used before the request or the requests that are told of.
    pub before: u64,
    /// What is used now.
    pub used: u64,
    /// What may be used.
    pub limit: u64,
    /// Now, milliseconds since 1970.
    pub now_ms: u64,
}

impl QuotaUse {
    /// What an account is told, each with what keeps it from being told again: nothing but where the use came to a
    /// percentage of the quota of a day or month just now. Given back requests may bring it there again.
    pub fn drafts(&self) -> Vec<(EventDraft, EventTold)> {
        let Self { policy, before, used, limit, now_ms } = *self;
        if policy == Policy::Minute || limit == 0 {
            return Vec::new();
        }
        let seconds = i64::try_from(now_ms / 1_000).unwrap_or(i64::MAX);
        let reaches = |used: u64, percent: u64| u128::from(used) * 100 >= u128::from(limit) * u128::from(percent);
        let reached =
            USAGE_PERCENTS.into_iter().filter(|percent| !reaches(before, *percent) && reaches(used, *percent));
        let told = |percent: u64| {
            let data = json!({
                "object": "usage_threshold",
                "window": policy.name(),
                "used": used,
                "limit": limit,
                "percent": percent,
            });
            let (kind, audience) = (WebhookEvent::UsageThreshold, EventAudience::Subscribed);
            let told = EventTold {
                kind,
                brand: String::new(),
                subject: format!("{} {} {percent}", policy.name(), policy.window(seconds)),
                about: String::new(),
                until_ms: u64::try_from(policy.resets_at(seconds)).unwrap_or_default() * 1_000,
            };
            (EventDraft { kind, at_ms: now_ms, data, audience }, told)
        };
        reached.map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: u64 = 1_772_357_400_000;

    fn percents(policy: Policy, before: u64, used: u64, limit: u64) -> Vec<u64> {
        let drafts = QuotaUse { policy, before, used, limit, now_ms: NOW_MS }.drafts();
        drafts.iter().map(|(draft, _)| draft.data["percent"].as_u64().unwrap()).collect()
    }

    #[test]
    fn each_is_told_when_it_is_reached() {
        assert_eq!(percents(Policy::Day, 78, 79, 100), [0; 0]);
        assert_eq!(percents(Policy::Day, 79, 80, 100), [80]);
        assert_eq!(percents(Policy::Day, 80, 81, 100), [0; 0]);
        assert_eq!(percents(Policy::Month, 99, 100, 100), [100]);
        assert_eq!(percents(Policy::Month, 100, 101, 100), [0; 0]);
        assert_eq!(percents(Policy::Month, 10, 100, 100), [80, 100]);
        assert_eq!(percents(Policy::Day, 2, 3, 3), [80, 100]);
        assert_eq!(percents(Policy::Day, 1, 2, 3), [0; 0], "two of three are less than 80 percent");
        assert_eq!(percents(Policy::Minute, 0, 100, 100), [0; 0]);
        assert_eq!(percents(Policy::Day, 0, 1, 0), [0; 0]);
        assert_eq!(percents(Policy::Day, u64::MAX - 1, u64::MAX, u64::MAX), [100]);
    }

    #[test]
    fn a_window_is_told_of_once() {
        let at = |now_ms| QuotaUse { policy: Policy::Day, before: 79, used: 80, limit: 100, now_ms }.drafts().remove(0);
        let (draft, told) = at(NOW_MS);
        let data = r#"{"object":"usage_threshold","window":"day","used":80,"limit":100,"percent":80}"#;
        assert_eq!(draft.data.to_string(), data);
        assert_eq!(told.until_ms, 1_772_409_600_000, "the next midnight");
        assert_eq!(at(NOW_MS + 1_000).1, told);
        assert_ne!(at(NOW_MS + 86_400_000).1.subject, told.subject);
    }
}
